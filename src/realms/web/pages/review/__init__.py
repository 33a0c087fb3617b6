"""Reviews of finished games: the chances, the moments that mattered, luck and skill."""
