"""Medieval Realms: seven rounds, ten colours of cards, and the greatest realm wins."""
