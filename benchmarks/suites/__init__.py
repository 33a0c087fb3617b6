"""Kinds of work of ours that are measured, a module each."""
