"""Field of Glory: The Card Game: two armies of cards, five columns of battlefield."""

VERSIONS = {1: "game.FieldOfGlory"}
RIVALS = ("player.greedy",)
