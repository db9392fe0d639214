"""Chicago Express: what a build costs and earns, and the best builds, proven."""
