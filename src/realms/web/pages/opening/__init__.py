"""Opening a table: the form, the draft it fills in, the table it makes."""
