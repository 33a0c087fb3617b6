"""Players that learn by playing against themselves, over batches; needs PyTorch."""
