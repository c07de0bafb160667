"""En Garde: two fencers, one piste, twenty-five cards."""

VERSIONS = {1: "game.EnGarde"}
RIVALS = ("player.greedy", "player.presser")
