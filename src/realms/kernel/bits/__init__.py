"""Sets of up to 63 things as the bits of one integer."""
