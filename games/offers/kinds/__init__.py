"""What can be offered in a match, each kind for itself; `games.offers.services` makes, withdraws and declines."""
