"""What the bot weighs, and a plain player to compare it with."""
