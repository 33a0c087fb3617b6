"""Lessons: a first game of each, with somebody beside you."""
