"""Batches: many games in one array, stepped together; compiled, on the GPU, or of any game."""
