"""What a player weighs: what cards promise, and a plain player to compare the bot with."""
