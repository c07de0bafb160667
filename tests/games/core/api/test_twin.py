"""Two matches that differ in what Ann cannot see alone: every answer of the API to her is the same, tags included, and
so is what her stream sends. Streams of those who do not play are compared in `tests/games/twins/test_watchers.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.core.services import play
from tests.games.boards.fantasy_dice_battles.test_twin import COURSES, FANTASY
from tests.games.programs import Program, place, program
from tests.games.tables import AUCTION, seat
from tests.games.twins import MATCH, Watch, assert_same
from tests.games.twins.test_twin import ANN, BANK, BENS, PILE, bidding, deal, fence, lots, second_lot

pytestmark = [pytest.mark.django_db, pytest.mark.by_turns(3)]

ADDRESS = f"matches/{MATCH}/"
LOOKS = ("me/", "turns/", "matches/", "matches/?status=over", "invitations/", f"invitations/{MATCH}/")
PARTS = ("", "log/", "log/?after=2", "steps/", "plan/", "chat/", "notes/", "record/")
TYPED = ("", "P", "A1x5", "F1", "take", "bid 9; on odd; seal", "bid 2", "place HI4a@1; pay CO5e; settle", "none")


def asked(self: Watch) -> None:
    """Ask for everything the viewer's program can get hold of, with every sort of refusal."""
    robot = robot_of(self)
    serial = seat(self.match, self.viewer).serial
    looked_up(self)
    for text in TYPED:
        self.answer(
            f"GET steps {text}", robot.client.get(place(f"{ADDRESS}steps/"), {"plan": text}, headers=robot.headers)
        )
        self.answer(f"PUT plan {text}", robot.put(f"{ADDRESS}plan/", plan=text, expected=serial))
    for body in (
        {"move": "", "expected": serial},
        {"move": "F1", "expected": serial + 1},
        {"move": "none", "expected": serial},
    ):
        self.answer(f"POST submit {body}", robot.post(f"{ADDRESS}submit/", **body))
    for agree in (False, True):
        self.answer(f"PUT offer {agree}", robot.put(f"{ADDRESS}offer/", kind="undo", agree=agree))
    self.answer("DELETE offer", robot.delete(f"{ADDRESS}offer/"))
    self.answer("PUT plan", robot.put(f"{ADDRESS}plan/", plan="", expected=serial))


def robot_of(self: Watch) -> Program:
    if "robot" not in self.__dict__:
        self.__dict__["robot"] = program(self.viewer)
    robot: Program = self.__dict__["robot"]
    return robot


def looked_up(self: Watch) -> None:
    """Look up everything the viewer's program can look up."""
    for address in (*LOOKS, *(ADDRESS + part for part in PARTS)):
        note(self, robot_of(self), "GET", address)


def note(self: Watch, robot: Program, method: str, address: str) -> None:
    response = robot.get(address)
    self.answer(f"{method} {address}", response)
    if response.has_header("ETag"):
        self.answer(f"{method} {address} again", robot.get(address, **{"If-None-Match": response["ETag"]}))


def nothing(self: Watch) -> None:
    """Do nothing: what pages show is compared elsewhere."""


@pytest.fixture
def by_program(watch: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[tuple[str, str]]]:
    """Plays one twin, watched by a program alone, which moves by itself."""

    def post(self: Watch, what: str, text: str, expected: int) -> None:
        robot = robot_of(self)
        self.answer(f"POST {text}", robot.post(f"{ADDRESS}{what}/", move=text, expected=expected))
        self.answer(f"POST {text} again", robot.post(f"{ADDRESS}{what}/", move=text, expected=expected))

    for name in ("pages", "errors", "plies", "talks", "asks_back"):
        monkeypatch.setattr(Watch, name, nothing)
    monkeypatch.setattr(Watch, "record", asked)
    monkeypatch.setattr(Watch, "page", looked_up)
    monkeypatch.setattr(Watch, "post", post)
    found: Callable[..., list[tuple[str, str]]] = watch
    return found


def test_nothing_a_program_of_anns_gets_tells_of_bens_cards(by_program: Any) -> None:
    one, other = (by_program(deal(ANN, ben, PILE), fence, "Ann") for ben in BENS)
    assert_same(one, other)
    assert sum("200" in told for _, told in one) > 50
    assert f"event: match\ndata: {MATCH}\n\n" in [told for label, told in one if label == "stream"]


def test_nothing_a_program_of_bens_gets_tells_of_the_cards_ann_draws(by_program: Any) -> None:
    one, other = (by_program(deal(ANN, BENS[0], pile), fence, "Ben") for pile in (PILE, [3, 2, 5, 3, 4]))
    assert_same(one, other)


def test_the_twins_do_differ_to_the_program_of_the_one_whose_cards_differ(by_program: Any) -> None:
    one, other = (by_program(deal(ANN, ben, PILE), fence, "Ben", briefly=True) for ben in BENS)
    assert one != other


def test_nothing_tells_a_program_what_others_have_sealed(by_program: Any) -> None:
    one = by_program(lots(4), bidding("bid 0; on odd; seal"), "Ann", AUCTION)
    other = by_program(lots(4), bidding("bid 5; on even; seal", "bid 0; on even; seal"), "Ann", AUCTION)
    assert_same(one, other)


def test_nothing_tells_a_program_that_others_have_sealed_or_are_composing(by_program: Any) -> None:
    def sealed(watch: Watch) -> None:
        watch.play("Ann", "pass")
        cat = watch.users["Cat"]
        play.save_plan(MATCH, cat.pk, "bid 1; on odd", seat(watch.match, cat).serial)
        watch.play("Ben", "bid 2; on odd; seal", "an hour")

    def unsealed(watch: Watch) -> None:
        watch.play("Ann", "pass")
        watch.pause("an hour")

    one, other = (by_program(lots(4), course, "Ann", AUCTION) for course in (sealed, unsealed))
    assert_same(one, other)


def test_no_bank_tells_a_program_that_others_have_sealed(by_program: Any) -> None:
    def sealed(watch: Watch) -> None:
        second_lot(watch)
        watch.play("Ben", "bid 2; on odd; seal", "an hour")

    def unsealed(watch: Watch) -> None:
        second_lot(watch)
        watch.pause("an hour")

    one, other = (by_program(lots(4), course, "Ann", AUCTION, clock=BANK) for course in (sealed, unsealed))
    assert_same(one, other)


@pytest.mark.parametrize("hidden", COURSES)
def test_nothing_tells_a_program_of(hidden: str, by_program: Any) -> None:
    first, *others = (by_program([], course, "Ann", FANTASY) for course in COURSES[hidden])
    for other in others:
        assert_same(first, other)
