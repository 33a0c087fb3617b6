"""Replays of tables and of uploaded records."""
