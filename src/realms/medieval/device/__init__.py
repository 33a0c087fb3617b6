"""Medieval Realms on the GPU: the kernels around its rules."""
