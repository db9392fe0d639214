"""The rules of a turn: actions, where lines may be built, ships, what deliveries pay."""
