"""The coach: what an experienced friend would say beside a match, to those who are new to a game."""
