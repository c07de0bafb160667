"""The test-only feature: a player thanks another when a match is over. It hangs on every seam that a feature can."""
