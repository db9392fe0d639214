"""Finished games audited: every run judged, summed up and reported."""
