"""The document of the batch, `batch.md`."""
