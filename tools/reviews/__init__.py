"""How well reviews tell: measured on games between levels whose order is known."""
