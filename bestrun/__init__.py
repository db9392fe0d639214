"""bestrun: the best run of a train game, with proof."""
