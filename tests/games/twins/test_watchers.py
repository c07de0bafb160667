"""Twins for spectators: they learn nothing of hidden cards, of what is sealed, or that it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match, TimeUp
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.substitutes import services as substitutes
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
from tests.games.rows.doors_substitutes import seek
from tests.games.tables import AUCTION, begin
from tests.games.twins import MATCH, Course, Watch, assert_same, fixed
from tests.games.twins.test_twin import ANN, BANK, BENS, PILE, deal, fence, lots, second_lot
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.by_turns(2)]

Seen = list[tuple[str, str]]
OnLooking = Callable[..., Seen]
ADMIN = "/admin/games/"
MODERATED = ("turn/", "entry/", "match/", "seat/", "seek/", "timeup/", f"entry/?q={MATCH}", f"match/?q={MATCH}")
"""The lists of the admin that tell of matches."""
OF_ENTRY = re.compile(rf"(?<={ADMIN}entry/)\d+(?=/)")
"""The key of a row of the log. All matches take theirs from one sequence, so it differs as soon as anybody moves."""
LENGTH = re.compile(r"Content-Length: \d+\n")
PAGES = (
    *("/", "/seeks/", "/invitations/", "/watch/", "/players/"),
    *(f"/players/{name}/" for name in ("Ann", "Ben", "Cat")),
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
                self.answer(f"GET preview of {ply}", client.get(f"/m/{MATCH}/{ply}/preview.png"))
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
            self.answer(f"GET admin {name}", client.get(ADMIN + name))
        match = Match.objects.get(public_id=MATCH)
        self.answer("GET admin match", client.get(f"{ADMIN}match/{match.pk}/change/"))
        for seat in match.seats.order_by("number"):
            self.answer("GET admin seat", client.get(f"{ADMIN}seat/{seat.pk}/change/"))
        for key in TimeUp.objects.filter(match=match).values_list("pk", flat=True):
            self.answer("GET admin time up", client.get(f"{ADMIN}timeup/{key}/change/"))
        for key in dict.fromkeys(OF_ENTRY.findall(client.get(f"{ADMIN}entry/?q={MATCH}").content.decode())):
            self.answer("GET admin entry", client.get(f"{ADMIN}entry/{key}/change/"))

    def rule(self, form: str, **given: str) -> None:
        """Note what a moderator is answered who does something to the match."""
        client = signed_in(User.objects.get(username="Mo"))
        address = f"{ADMIN}match/{self.match.pk}/{form}/"
        given |= {"reason": "As both asked.", "confirm": "on"}
        self.answer(f"POST admin {form}", client.post(address, given, follow=True))

    def note(self, label: str, what: str) -> None:
        if OF_ENTRY.search(what):
            what = LENGTH.sub("", OF_ENTRY.sub("KEY", what))
        super().note(label, what)


@pytest.fixture
def looked_on(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> OnLooking:
    """Plays one twin that may be watched, begun at NOON on these draws, and answers all that reached those who did."""
    dan, mo = person("Dan"), person("Mo", is_staff=True)
    mo.groups.add(Group.objects.get(name="Moderators"))

    def run(drawn: Sequence[int], course: Course, game: str = "en-garde", clock: Chosen | None = None) -> Seen:
        noon.move_to(NOON)
        players = (ann, ben, cat) if game == AUCTION else (ann, ben)
        with transaction.atomic():
            with fixed(list(drawn)):
                match = begin(*players, game=game, public_id=MATCH, watchable=True, clock=clock)
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


# --- A seat changes hands -------------------------------------------------------------------------------------------


def by_moderator(watch: Onlooker) -> None:
    watch.rule("substitute", seat="0", name="Cat")


def by_consent(watch: Onlooker) -> None:
    seek(watch.match, watch.users["Ann"], deserted=False)
    substitutes.take_seat(MATCH, person_of("Cat"))


HANDED = [by_moderator, by_consent]


def person_of(name: str) -> User:
    return User.objects.get(username=name)


def handed_over(hand_over: Callable[[Onlooker], None], sealed: str, **moves: str) -> Callable[[Onlooker], None]:
    """Return a course in which Ann's seat goes to Cat. Ben answers in secret `before` that, `after` it, or never.

    `moves` are his answer and, where the round ends with it, that of Cat.
    """

    def course(watch: Onlooker) -> None:
        watch.users["Cat"] = person_of("Cat")
        for moment in ("before", "after"):
            if sealed == moment:
                watch.play("Ben", moves["bens"], "an hour")
            else:
                watch.pause("an hour")
            if moment == "before":
                hand_over(watch)
                watch.look("Cat has taken the seat over")
        for ply in ("0", "1", "2", "3"):
            watch.rule("back", ply=ply)
        watch.pause("the match has not gone back")
        if sealed != "never":
            watch.play("Cat", moves["cats"], "all is laid open")

    return course


@pytest.mark.parametrize("hand_over", HANDED)
def test_no_hand_over_tells_who_has_sealed(hand_over: Callable[[Onlooker], None], looked_on: OnLooking) -> None:
    moves = {"bens": "army horde_a; ready", "cats": "army realm_a; ready"}
    before, after, never = (
        looked_on([], handed_over(hand_over, sealed, **moves), FANTASY) for sealed in ("before", "after", "never")
    )
    assert_same(before, after)
    assert_same(before[: len(never)], never)
    told = "Another player took over a seat at entry 1."
    assert sum(label == "POST admin back" and told in what for label, what in before) == 1


@pytest.mark.parametrize("hand_over", HANDED)
def test_no_hand_over_tells_who_has_sealed_in_a_later_round(
    hand_over: Callable[[Onlooker], None], looked_on: OnLooking
) -> None:
    def course(sealed: str) -> Course:
        def run(watch: Watch) -> None:
            begun(watch)
            handed_over(hand_over, sealed, bens=laying(COMMON), cats=laying(ANNS[:3]))(watch)  # type: ignore[arg-type]

        return run

    before, after, never = (looked_on([], course(sealed), FANTASY) for sealed in ("before", "after", "never"))
    assert_same(before, after)
    assert_same(before[: len(never)], never)


@pytest.mark.parametrize("target", ["4", "1"])
def test_no_going_back_tells_who_had_sealed(target: str, looked_on: OnLooking) -> None:
    """A moderator who goes back learns no more than those who watch, the last move alone undone or a whole lot."""

    def course(sealed: bool) -> Callable[[Onlooker], None]:
        def run(watch: Onlooker) -> None:
            second_lot(watch)
            if sealed:
                watch.play("Ben", "bid 2; on odd; seal", "an hour")
            else:
                watch.pause("an hour")
            watch.rule("back", ply=target)
            watch.look("the match has gone back")

        return run

    one, other = (looked_on(lots(4), course(sealed), AUCTION, BANK) for sealed in (True, False))
    assert_same(one, other)
    assert any("The match goes back to just after entry" in what for _, what in one)


@pytest.mark.parametrize("again", [False, True])
def test_nothing_tells_who_has_sealed_since_a_match_went_back_to_its_beginning(
    again: bool, looked_on: OnLooking
) -> None:
    """Ben seals an army again, or doesn't; then the moderator may go `again`, to where both had chosen."""

    def course(sealed: bool) -> Callable[[Onlooker], None]:
        def run(watch: Onlooker) -> None:
            begun(watch)
            watch.rule("back", ply="0")
            watch.look("the match has gone back")
            if sealed:
                watch.play("Ben", "army horde_a; ready", "an hour")
            else:
                watch.pause("an hour")
            if again:
                watch.rule("back", ply="1")
                watch.look("the match has gone back again")
            watch.pause("another hour")

        return run

    one, other = (looked_on([], course(sealed), FANTASY) for sealed in (True, False))
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
