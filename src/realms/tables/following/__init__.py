"""Games that follow another: a rematch of the same people, practice from one of its moments."""
