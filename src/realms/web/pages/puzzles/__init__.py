"""Puzzles: one move to find, with what it promises told afterwards."""
