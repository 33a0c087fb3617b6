"""Players that learned by playing against themselves: a network, its weights, what it says."""
