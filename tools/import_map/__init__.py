"""The map of the package in `docs/architecture.md`, drawn from the real imports."""
