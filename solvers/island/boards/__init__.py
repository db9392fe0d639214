"""Boards out of a seed, as the rulebook describes them."""
