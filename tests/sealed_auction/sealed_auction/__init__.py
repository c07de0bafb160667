"""The test-only game: three seats, sealed bids, moves of three steps, a peek and dice."""
