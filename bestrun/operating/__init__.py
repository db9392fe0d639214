"""The operating turn: what a company can build, where it can place, what earns most."""
