"""Our figures beside those of other engines, in one run, and beside our own earlier ones."""
