"""A round, once both seats are ready: cards, dice, wounds and flight (FD-30 to FD-61)."""
