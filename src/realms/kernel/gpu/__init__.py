"""The GPU: whether one is there, how records lie on it, how rules become its code."""
