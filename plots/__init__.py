"""Pictures: boards, runs, claims and benchmarks, drawn on a given matplotlib ``ax``."""
