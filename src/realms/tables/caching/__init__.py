"""What a process keeps in memory: tables, and what was made of them, all bounded by bytes."""
