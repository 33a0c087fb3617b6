"""Outlines that are made when the pages are built: the emblem, and icons on whole numbers."""
