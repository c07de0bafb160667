"""The sealed auction's part of the contract suite."""

from __future__ import annotations

from sealed_auction.rules.game import SealedAuction
from sealed_auction.rules.state import (
    BID,
    CONSOLE,
    MOST,
    OVER,
    PEEK,
    BidSealed,
    BidsOpened,
    CoinTaken,
    DieCast,
    Finished,
    Gambled,
    GuessedRight,
    Passed,
    Peeked,
    RoundOpened,
    SetAside,
    State,
    Taken,
)

from games.rules.game import Viewer
from tests.rules.contract.hooks import Deed, Fired, Hooks


def _second_bid_is_lower(deed: Deed) -> bool:
    opened = deed.get(BidsOpened)
    return opened is not None and deed.has(Taken) and len(set(sorted(opened.bids)[-2:])) == 2


def _ends_level(deed: Deed) -> bool:
    finished = deed.get(Finished)
    return finished is not None and finished.scores.count(max(finished.scores)) > 1


FIRED: dict[str, Fired] = {
    "A1": lambda deed: deed.has(RoundOpened),
    "A2": lambda deed: deed.has(Peeked, Passed),
    "A3": lambda deed: deed.text.startswith(f"bid {MOST};"),
    "A4": lambda deed: deed.has(BidSealed) and not deed.has(BidsOpened),
    "A5": lambda _: False,  # a matter of clocks, which matches played by chance do not have
    "A6": lambda deed: deed.has(DieCast),
    "A7": _second_bid_is_lower,
    "A8": lambda deed: deed.has(SetAside),
    "A9": lambda deed: deed.has(GuessedRight),
    "A10": lambda deed: deed.has(CoinTaken, Gambled),
    "A11": lambda deed: deed.has(Finished),
    "A12": _ends_level,
}


def kept_from(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Return the deck, what somebody else peeked at, and everybody else's bids."""
    bids = tuple(f"bids.{seat}.{part}" for seat in range(3) if seat != viewer for part in ("amount", "on"))
    return ("deck.*", *(("peeked",) if viewer != state.peeker else ()), *bids)


def _lasting(state: State) -> tuple[int, int, int]:
    """Return few rounds, then an early part of one, then many who are asked."""
    return -state.round, -(PEEK, BID, CONSOLE, OVER).index(state.phase), len(state.asked)


VIEW_KEYS = """
    aside asked bank bid bid.amount bid.on bids bids.amount bids.on coins deck last last.bids last.die last.guesses
    last.lot last.price last.winner left lot opener peeker phase prizes round rounds scores viewer
"""

HOOKS = Hooks(
    fired=FIRED,
    tests="tests/sealed/test_auction.py",
    kept_from=kept_from,
    laws=lambda state: [f"The auction is impossible: {law}" for law in SealedAuction()._laws(state)],
    view_keys=tuple(VIEW_KEYS.split()),
    lasting=_lasting,
    longest={"rounds": 4},
    beam=4,
)
