"""What reviews ask Fantasy Realms: why a move was better than another."""
