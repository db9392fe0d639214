"""Large positions: price, enumerate what lies within the gap, combine."""
