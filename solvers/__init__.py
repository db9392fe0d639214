"""Exact solvers: networks, trains and rules in; plans and verdicts out."""
