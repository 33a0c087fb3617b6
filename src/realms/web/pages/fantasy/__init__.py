"""The table of Fantasy Realms: what its pages show, and how its forms are read."""
