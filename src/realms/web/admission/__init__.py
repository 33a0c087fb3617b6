"""Who is let in, and how much of the server's time each client gets."""
