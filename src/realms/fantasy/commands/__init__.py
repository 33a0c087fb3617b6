"""The commands that Fantasy Realms adds to the command line."""
