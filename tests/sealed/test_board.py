"""The auction's board: what its template shows of a view."""

from __future__ import annotations

from django.template.loader import get_template

from games.rules.game import View
from tests.sealed.test_auction import ONE, SEALED, after_bids, bidding, look, opened, play


def board(view: View) -> str:
    return " ".join(get_template(f"{ONE.meta.slug}/board.jinja").render({"view": view}).split())


def test_the_board_shows_the_lot_to_the_one_who_peeked_alone() -> None:
    position, _ = play(opened(), (0, "peek"))
    assert "You know that the lot is worth 1." in board(look(position, 0))
    assert "You know" not in board(look(position, 1))


def test_the_board_shows_a_sealed_bid_to_its_seat_alone() -> None:
    position, _ = play(bidding(), (1, "bid 3; on even; seal"))
    assert "Your bid: 3 on even." in board(look(position, 1))
    assert board(look(position, 0)) == board(look(bidding(), 0))


def test_the_board_shows_what_is_public() -> None:
    shown = board(look(after_bids(*SEALED), 2))
    assert "Round 1 of 2." in shown
    assert "Lots left: 8. Coins in the bank: 71." in shown
    assert "<dt>Coins</dt><dd>11 · 7 · 11</dd>" in shown
    assert "<dt>Last bids</dt><dd>2 · 3 · 0</dd>" in shown
