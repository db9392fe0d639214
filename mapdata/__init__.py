"""Printed facts (titles, boards, tiles, trains, phases), and positions as people write them."""
