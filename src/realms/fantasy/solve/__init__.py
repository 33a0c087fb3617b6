"""The best hands there are, by exhaustive and exact search with sound bounds."""
