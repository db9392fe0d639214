"""What players say: claims of every game, read from text, JSON or data."""
