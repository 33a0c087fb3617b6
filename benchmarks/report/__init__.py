"""The document of the figures, `performance.md`, and its charts."""
