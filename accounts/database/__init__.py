"""How we ask the database where Django's own way costs too much."""
