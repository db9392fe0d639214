"""Positions as graphs: the lattice, the board, its track, a company's network."""
