"""Plain players to compare the bot with."""
