"""What can be offered in a match, each kind for itself; `games.services.offers` makes, withdraws and declines."""
