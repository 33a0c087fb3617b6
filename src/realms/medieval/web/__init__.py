"""Medieval Realms in the browser: its board, its pages and its templates."""
