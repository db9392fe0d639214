"""Claims of players in every game, read from text, JSON or data."""
