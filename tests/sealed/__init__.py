"""The test-only game: three seats, sealed bids, moves of three steps, a peek and dice.

`VERSIONS` is what the app adds to the registry of games.
"""

VERSIONS = {
    ("sealed-auction", 1): "tests.sealed.game.SealedAuction",
    ("sealed-auction", 2): "tests.sealed.game.SecondPriceAuction",
}
