"""The rules of Fantasy Dice Battles: two armies of three battalions, sealed orders, and dice."""

VERSIONS = {1: "game.FantasyDiceBattles"}
RIVALS = ("player.greedy",)
