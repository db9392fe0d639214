"""Chicago Express, verb by verb."""
