"""Island Rails, verb by verb."""
