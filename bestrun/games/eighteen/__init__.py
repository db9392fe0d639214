"""The 18xx family, verb by verb."""
