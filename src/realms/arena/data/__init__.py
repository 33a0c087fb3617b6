"""Games as columns of data, and files of them."""
