"""What reviews ask Medieval Realms: why a move was better than another."""
