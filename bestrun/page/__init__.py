"""The page for players: a server on the user's machine, and the site it shows."""
