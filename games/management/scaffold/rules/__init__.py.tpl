"""Last Stone: two players take stones from a heap, and the last one wins."""

VERSIONS = {1: "game.LastStone"}
