"""Twins for spectators: they learn nothing of hidden cards, of what is sealed, or that it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.core.models import Match
from games.seeks import services as seeks
from games.seeks.fit import Wish
from tests.games.boards.fantasy_dice_battles.test_twin import (
    ANNS,
    COMMON,
    COURSES,
    FANTASY,
    HANDS,
    begun,
    fighting,
    laying,
)
from tests.games.boards.field_of_glory.battles import FIELD_OF_GLORY, opening
from tests.games.boards.field_of_glory.test_twin import BLUE, OTHER_BLUE, OTHER_RED, RED, battle
from tests.games.browsing import signed_in
from tests.games.conftest import NOON
from tests.games.core.api.test_twin import robot_of
from tests.games.programs import place
from tests.games.tables import AUCTION, begin
from tests.games.twins import MATCH, Course, Watch, assert_same, fixed
from tests.games.twins.test_twin import ANN, BENS, PILE, deal, fence, lots
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.by_turns(2)]

Seen = list[tuple[str, str]]
OnLooking = Callable[..., Seen]
MODERATED = ("turn", "entry", "match", "seat", "seek")
"""The lists of the admin that tell of matches."""
PAGES = (
    *("/", "/seeks/", "/invitations/", "/watch/", "/players/Ben/"),
    *(f"/m/{MATCH}/{what}" for what in ("", "?log=all", "?eyes=0", "watch")),
)
REFUSED = ("record.json", "positions.json", "pictures", "stamp", "chat")


class Onlooker(Watch):
    """One twin as a visitor and a member see it, who do not play: nobody talks with them or reminds them."""

    def talks(self) -> None:
        self.look("the players talk")

    def asks_back(self) -> None:
        self.look("somebody might ask for a move back")

    def stay_away(self) -> None:
        super().stay_away()
        self.note("mail Your time is running out", "as the courses expect of a player")

    def page(self) -> None:
        self.moderate()
        visitor = Client()
        for client in (visitor, self.client):
            self.answer("headers", client.get(f"/m/{MATCH}/", headers={"X-Step": "1"}))
            for page in PAGES:
                self.answer(f"GET {page}", client.get(page))
            ply = 0
            while (response := client.get(f"/m/{MATCH}/{ply}/")).status_code == 200:
                self.answer(f"GET {ply}", response)
                ply += 1
            for what in REFUSED:
                self.answer(f"GET {what}", client.get(f"/m/{MATCH}/{what}"))
        robot = robot_of(self)
        for address in ("running/", f"running/{MATCH}/", f"running/{MATCH}/log/", f"matches/{MATCH}/"):
            self.answer(f"API {address}", robot.client.get(place(address), headers=robot.headers))

    def moderate(self) -> None:
        """Note what a moderator is shown who has nothing to do with the match."""
        mo = User.objects.get(username="Mo")
        client = signed_in(mo)
        for name in MODERATED:
            self.answer(f"GET admin {name}", client.get(f"/admin/games/{name}/"))
        match = Match.objects.get(public_id=MATCH)
        self.answer("GET admin match", client.get(f"/admin/games/match/{match.pk}/change/"))


@pytest.fixture
def looked_on(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> OnLooking:
    """Plays one twin that may be watched, begun at NOON on these draws, and answers all that reached those who did."""
    dan, mo = person("Dan"), person("Mo", is_staff=True)
    mo.groups.add(Group.objects.get(name="Moderators"))

    def run(drawn: Sequence[int], course: Course, game: str = "en-garde") -> Seen:
        noon.move_to(NOON)
        players = (ann, ben, cat) if game == AUCTION else (ann, ben)
        with transaction.atomic():
            with fixed(list(drawn)):
                match = begin(*players, game=game, public_id=MATCH, watchable=True)
            for user in players:
                seeks.ask(user, Wish("en-garde", 1, 7))
            watch = Onlooker(match, [*players, dan], dan, noon, briefly=True)
            course(watch)
            transaction.set_rollback(True)
        assert "200\n" in watch.seen[1][1]
        return watch.seen

    return run


def test_nothing_tells_of_cards_in_hands_or_in_the_pile(looked_on: OnLooking) -> None:
    one, other = (looked_on(deal(ANN, ben, pile), fence) for ben, pile in zip(BENS, (PILE, PILE), strict=True))
    assert_same(one, other)
    assert len(one) > 100


def test_nothing_tells_of_what_is_drafted_kept_or_laid_face_down(looked_on: OnLooking) -> None:
    one = looked_on(opening(RED, BLUE), battle(RED, BLUE, "CO5b"), FIELD_OF_GLORY)
    other = looked_on(opening(OTHER_RED, OTHER_BLUE), battle(OTHER_RED, OTHER_BLUE, "LI2a"), FIELD_OF_GLORY)
    assert_same(one, other)


@pytest.mark.parametrize("hidden", COURSES)
def test_nothing_tells_of_what_is_sealed_nor_that_it_is(hidden: str, looked_on: OnLooking) -> None:
    first, *others = (looked_on([], course, FANTASY) for course in COURSES[hidden])
    for other in others:
        assert_same(first, other)


def test_nothing_tells_of_sealed_bids(looked_on: OnLooking) -> None:
    def bidding(bens: str) -> Course:
        def course(watch: Watch) -> None:
            for name, text in (("Ann", "peek"), ("Ben", bens), ("Cat", "bid 3; on odd; seal")):
                watch.play(name, text, name)

        return course

    one = looked_on(lots(4), bidding("bid 0; on odd; seal"), AUCTION)
    other = looked_on(lots(9), bidding("bid 5; on even; seal"), AUCTION)
    assert_same(one, other)


def test_what_is_laid_open_does_reach_them(looked_on: OnLooking) -> None:
    def other(watch: Watch) -> None:
        begun(watch)
        watch.play("Ben", laying(COMMON[::-1]), "Ben is ready")
        watch.stay_away()
        watch.play("Ann", laying(ANNS[:3]))

    one = looked_on([], fighting(HANDS[0]), FANTASY)
    assert [told for _, told in one] != [told for _, told in looked_on([], other, FANTASY)]
    assert f"event: match\ndata: {MATCH}\n\n" in [told for label, told in one if label == "stream of the match"]
    assert {told for label, told in one if label == "stream"} == {""}  # of Dan's pages and programs


def test_an_entry_that_tells_watchers_nothing_leaves_stamp_and_numbers(looked_on: OnLooking) -> None:
    stamps = list[tuple[str, list[int]]]()

    def course(watch: Watch) -> None:
        for name in ("Ben", "Ann"):
            watch.play(name, "army realm_a; ready" if name == "Ann" else "army horde_a; ready")
            match = Match.objects.get(public_id=MATCH)
            stamps.append((match.watch_stamp, match.watch_blind))

    looked_on([], course, FANTASY)
    (sealed, hidden), (shown, still) = stamps
    assert (hidden, still) == ([1], [1])
    assert sealed != shown
