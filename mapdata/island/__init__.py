"""Island Rails as data: the rulebook's figures and the board format."""
