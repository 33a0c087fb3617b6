"""The tables over the network: a JSON API and its streams."""
