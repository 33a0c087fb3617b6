"""The examples work for somebody who has only installed them."""
