"""Games as files of data."""
