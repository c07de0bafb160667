"""A sealed auction for three seats, in two versions."""

VERSIONS = {1: "game.SealedAuction", 2: "game.SecondPriceAuction"}
