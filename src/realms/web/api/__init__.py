"""The JSON API: games, tables, seats, moves, streams, exports."""
