"""Whatever fails in a door that writes, and be it after its last write, every row of every table is as before.

In ordinary tests pytest's own transaction stands around everything, so that nobody would miss a door's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import time_machine
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.http import HttpRequest
from django.test import RequestFactory

from accounts import blocks, guests, tokens, views_guests
from accounts import leaving as closing
from accounts.models import Outbox, Preferences, User
from games import armies, leaving, lobby, opponents, play, records, rematch, sweeps, talk, views_house
from games import guests as guests_matches
from games.models import Heartbeat, Match
from games.rules.fantasy_dice_battles import armies as notation
from games.rules.fantasy_dice_battles.sets import HOUSE_SET, SETS
from tests.games.conftest import NOON
from tests.games.tables import AUCTION, answer, begin, first_move, now, offer, seat
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[2]
DAY = timedelta(days=1)
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b")


class Fault(Exception):
    """What fails."""


class Cast(NamedTuple):
    """Who there is, on a clock that the door may move."""

    ann: User
    ben: User
    cat: User
    clock: time_machine.Traveller

    def match(self) -> Match:
        """En Garde of Ann and Ben, Ann to move."""
        return begin(self.ann, self.ben)


Act = Callable[[], object]
Door = Callable[[Cast], Act]
DOORS: dict[str, Door] = {}
"""By module and function, with what happens there where it has several: sets the scene and gives the call."""


def door(name: str) -> Callable[[Door], Door]:
    def listed(made: Door) -> Door:
        DOORS[name] = made
        return made

    return listed


ELSEWHERE = {
    "accounts.management.commands.demo.handle": "a command for development, which makes the cast of a fresh database",
}
"""Functions with a transaction of their own that are no doors, and why."""


def posted(user: User | AnonymousUser, **given: str) -> HttpRequest:
    """A request as a view gets it."""
    request = RequestFactory().post("/", given)
    request.user, request.session = user, SessionStore()
    request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
    return request


# --- The lobby ------------------------------------------------------------------------------------------------------


@door("games.lobby.invite")
def _invite(cast: Cast) -> Act:
    return lambda: lobby.invite(cast.ann, "en-garde", {}, pace_days=3, audience="personal", invited="Ben")


@door("games.lobby.join: the first of two")
def _join(cast: Cast) -> Act:
    match = offer(cast.ann, game=AUCTION)
    return lambda: lobby.join(match.public_id, cast.ben)


@door("games.lobby.join: the last, who starts the match")
def _start(cast: Cast) -> Act:
    match = offer(cast.ann)
    return lambda: lobby.join(match.public_id, cast.ben)


@door("games.lobby.leave")
def _leave_table(cast: Cast) -> Act:
    match = begin(cast.ann, cast.ben, game=AUCTION)
    return lambda: lobby.leave(match.public_id, cast.ben)


@door("games.lobby.withdraw")
def _withdraw(cast: Cast) -> Act:
    match = begin(cast.ann, cast.ben, game=AUCTION)
    return lambda: lobby.withdraw(match.public_id, cast.ann)


@door("games.lobby.decline")
def _decline(cast: Cast) -> Act:
    made = lobby.invite(cast.ann, "en-garde", {}, pace_days=3, audience="personal", invited="Ben")
    return lambda: lobby.decline(made.match.public_id, cast.ben)


@door("games.lobby.expire")
def _expire_invitation(cast: Cast) -> Act:
    match = offer(cast.ann)
    return lambda: lobby.expire(match.pk, NOON + 14 * DAY)


# --- Playing --------------------------------------------------------------------------------------------------------


@door("games.play.submit")
def _submit(cast: Cast) -> Act:
    match = cast.match()
    return lambda: answer(match, cast.ann, "F1")


@door("games.play.save_plan")
def _plan(cast: Cast) -> Act:
    match = cast.match()
    return lambda: play.save_plan(match.public_id, cast.ann.pk, "F1", seat(match, cast.ann).serial)


@door("games.play.resign")
def _resign(cast: Cast) -> Act:
    match = cast.match()
    return lambda: play.resign(match.public_id, cast.ben.pk)


@door("games.play.offer: the first")
def _offer(cast: Cast) -> Act:
    match = cast.match()
    return lambda: play.offer(match.public_id, cast.ann.pk, "draw")


@door("games.play.offer: agreed")
def _agree(cast: Cast) -> Act:
    match = cast.match()
    play.offer(match.public_id, cast.ann.pk, "draw")
    return lambda: play.offer(match.public_id, cast.ben.pk, "draw")


@door("games.play.withdraw_offer")
def _withdraw_offer(cast: Cast) -> Act:
    match = cast.match()
    play.offer(match.public_id, cast.ann.pk, "draw")
    return lambda: play.withdraw_offer(match.public_id, cast.ann.pk)


@door("games.play.decline_offer")
def _decline_offer(cast: Cast) -> Act:
    match = cast.match()
    play.offer(match.public_id, cast.ann.pk, "draw")
    return lambda: play.decline_offer(match.public_id, cast.ben.pk)


@door("games.play.adjudicate")
def _adjudicate(cast: Cast) -> Act:
    match = cast.match()
    return lambda: play.adjudicate(match.public_id, "!adjudicate 0")


@door("games.play.expire: for one who was told")
def _time_out(cast: Cast) -> Act:
    match = cast.match()
    Outbox.objects.update(status="sent", sent_at=NOON)
    return lambda: play.expire(match.pk, NOON + 3 * DAY)


@door("games.play.expire: for one who was not")
def _wait(cast: Cast) -> Act:
    match = cast.match()
    return lambda: play.expire(match.pk, NOON + 3 * DAY)


@door("games.rematch.rematch")
def _rematch(cast: Cast) -> Act:
    match = cast.match()
    play.resign(match.public_id, cast.ann.pk)
    return lambda: rematch.rematch(match.public_id, cast.ben)


@door("games.rematch.rematch: with the house")
def _rematch_house(cast: Cast) -> Act:
    match = opponents.challenge(cast.ann, "en-garde", {})
    play.resign(match.public_id, cast.ann.pk)
    return lambda: rematch.rematch(match.public_id, cast.ann)


@door("games.records.take_in")
def _import(cast: Cast) -> Act:
    match = cast.match()
    play.resign(match.public_id, cast.ann.pk)
    record = records.finished(now(match))
    Match.objects.filter(pk=match.pk).update(public_id="theoriginal")
    return lambda: records.take_in(record, ["Ann", "Cat"])


# --- House opponents ------------------------------------------------------------------------------------------------


@door("games.opponents.challenge")
def _challenge(cast: Cast) -> Act:
    return lambda: opponents.challenge(cast.ann, "en-garde", {})


@door("games.opponents.of")
def _hire(cast: Cast) -> Act:
    return lambda: opponents.of("field-of-glory")


@door("games.opponents.answer")
def _answer(cast: Cast) -> Act:
    match = opponents.challenge(cast.ann, "en-garde", {"starter": "left"}, seat=0)
    answer(match, cast.ann, first_move(match, cast.ann))
    return lambda: opponents.answer(match.pk)


@door("games.views_house._begin")
def _try(cast: Cast) -> Act:
    return lambda: views_house._begin(posted(AnonymousUser()), "en-garde")


# --- What is written beside the board -------------------------------------------------------------------------------


@door("games.talk.say")
def _say(cast: Cast) -> Act:
    match = cast.match()
    return lambda: talk.say(match.public_id, cast.ann, "Hello")


@door("games.armies.keep")
def _keep_army(cast: Cast) -> Act:
    text = notation.text(SETS[HOUSE_SET].presets["realm_a"].army)
    return lambda: armies.keep(cast.ann, "Mine", text)


# --- The sweeps -----------------------------------------------------------------------------------------------------


@door("games.sweeps.beat")
def _beat(cast: Cast) -> Act:
    cast.match()
    offer(cast.cat, public_id="waiting")
    Heartbeat.objects.create(name="beat", at=NOON)
    return lambda: sweeps.beat(NOON + timedelta(hours=10))


@door("games.sweeps._remind")
def _remind(cast: Cast) -> Act:
    cast.match()
    moment = NOON + 3 * DAY - timedelta(hours=1)
    (due,) = sweeps.due_reminders(moment)
    return lambda: sweeps._remind(due, moment)


@door("games.sweeps._warn")
def _warn(cast: Cast) -> Act:
    made = offer(cast.ann).invitation
    return lambda: sweeps._warn(made.pk, NOON + 13 * DAY)


# --- Coming and going -----------------------------------------------------------------------------------------------


@door("games.leaving.leave")
def _leave(cast: Cast) -> Act:
    """Somebody with something of everything."""
    cast.match()
    begin(cast.cat, cast.ann, game=AUCTION, public_id="joined")
    offer(cast.ann, public_id="given")
    lobby.invite(cast.cat, "en-garde", {}, pace_days=3, audience="personal", invited="Ann")
    tokens.make(cast.ann, "program", "look")
    blocks.block(cast.ann, cast.cat)
    Preferences.objects.create(user=cast.ann)
    _keep_army(cast)()
    return lambda: leaving.leave(cast.ann)


@door("accounts.leaving.close")
def _close(cast: Cast) -> Act:
    tokens.make(cast.ann, "program", "look")
    return lambda: closing.close(cast.ann)


@door("accounts.guests._create")
def _make_guest(cast: Cast) -> Act:
    return lambda: guests.create("Europe/Rome", "it")


@door("accounts.guests.close")
def _close_guest(cast: Cast) -> Act:
    guest = guests.create()
    return lambda: guests.close(guest)


@door("games.guests._close")
def _forget_guest(cast: Cast) -> Act:
    guest = guests.create()
    opponents.challenge(guest, "en-garde", {})
    return lambda: guests_matches._close(guest.pk, NOON + 9 * DAY)


@door("accounts.views_guests._keep")
def _keep(cast: Cast) -> Act:
    guest = guests.create()
    filled = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}
    return lambda: views_guests._keep(posted(again := User.objects.get(pk=guest.pk), **filled), again)


@door("accounts.tokens.make")
def _token(cast: Cast) -> Act:
    return lambda: tokens.make(cast.ann, "program", "look")


# --- The law --------------------------------------------------------------------------------------------------------


@pytest.fixture
def cast(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> Cast:
    return Cast(ann, ben, cat, noon)


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models}


@contextmanager
def failing_after(writes: int | None) -> Iterator[list[str]]:
    """So many statements that write are let through, then comes the Fault; the ones that were sent, as they came."""
    sent: list[str] = []

    def watched(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        done = execute(sql, *given)
        if WRITES.match(sql):
            sent.append(sql)
            if len(sent) == writes:
                raise Fault
        return done

    with connection.execute_wrapper(watched):
        yield sent


def rehearsed(act: Act) -> int:
    """How many statements a door writes, all of which are taken back."""
    with transaction.atomic(), failing_after(None) as sent:
        act()
        transaction.set_rollback(True)
    return len(sent)


@pytest.mark.parametrize("name", DOORS)
def test_a_door_that_fails_after_any_of_its_writes_leaves_every_row_as_it_was(name: str, cast: Cast) -> None:
    act = DOORS[name](cast)
    before, writes = everything(), rehearsed(act)
    assert writes > 0
    assert everything() == before
    for number in range(1, writes + 1):
        with pytest.raises(Fault), failing_after(number):
            act()
        assert everything() == before, number
    act()
    assert everything() != before


def test_every_function_with_a_transaction_of_its_own_is_a_door() -> None:
    found = set()
    for path in [*ROOT.glob("accounts/**/*.py"), *ROOT.glob("games/**/*.py")]:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        named = re.findall(r"^ *@transaction\.atomic\n(?: *@.*\n)* *def (\w+)", path.read_text(), re.MULTILINE)
        found |= {f"{module}.{name}" for name in named}
    assert found - {name.partition(":")[0] for name in DOORS} - set(ELSEWHERE) == set()
    assert set(ELSEWHERE) <= found
