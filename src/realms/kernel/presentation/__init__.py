"""A game in words, whatever game it is, and the paragraphs of its rules."""
