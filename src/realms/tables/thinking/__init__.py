"""Thinking for tables: whose bots and hints have their turn when, and when answers are told."""
