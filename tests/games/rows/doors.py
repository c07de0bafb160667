"""Scenes in which the doors of the service can be tried: functions that change rows in a transaction of their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory

from accounts import blocks, guests, leaving as closing, outbox, second_factor, sign_ups, tokens
from accounts.admin import NewPasswordForm
from accounts.models import Outbox, Preferences, SignUp, Token, User
from accounts.views.forms import ChangePasswordForm, ResetPasswordForm
from accounts.views.settings import _save as save_settings
from games.boards.fantasy_dice_battles import saved_armies
from games.bots import services as bots, views as bot_views
from games.chat import notes, services as chat
from games.core.clock.terms import Chosen
from games.core.documents import records
from games.core.models import ChatLine, Match
from games.core.seams.begin import MatchTerms
from games.core.services import expiry, leaving, play, sweeps, tickets
from games.guests import services as guests_matches
from games.lobby import services as lobby, sweeps as lobby_sweeps
from games.lobby.models import Invitation
from games.offers import services as offers
from games.rematch import services as rematch
from games.rules.fantasy_dice_battles.army import armies as notation
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.games.tables import AUCTION, answer, begin, first_move, now, offer, seat, turn
from tests.parts.cast import PASSWORD

NOON, DAY = datetime(2026, 3, 2, 12, tzinfo=UTC), timedelta(days=1)


class Cast(NamedTuple):
    """Who there is. `key` makes the addresses of their matches, so that several scenes can stand side by side."""

    ann: User
    ben: User
    cat: User
    key: str = "first"

    def match(self) -> Match:
        """Return En Garde of Ann and Ben, Ann to move."""
        return begin(self.ann, self.ben, public_id=self.key)

    def auction(self) -> Match:
        """Return a sealed auction of Ann and Ben, which waits for a third."""
        return begin(self.ann, self.ben, game=AUCTION, public_id=self.key)

    def offered(self, game: str = "en-garde") -> Match:
        """Return a match that Ann offers."""
        return offer(self.ann, game, public_id=self.key)

    def invited(self, by: User, whom: User) -> Match:
        """Return a match to which somebody invites somebody."""
        return lobby.invite(
            by, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited=whom.username)
        ).match

    def talk(self) -> tuple[Match, ChatLine]:
        """Return a match beside which Ann has written to Ben."""
        match = self.match()
        return match, chat.say(match.public_id, self.ann, f"Hello from {self.key}")


Act = Callable[[], object]
Door = Callable[[Cast], Act]
DOORS: dict[str, Door] = {}
"""By module and function, with what happens there where it has several: sets the scene and gives the call."""


def door(name: str) -> Callable[[Door], Door]:
    def listed(made: Door) -> Door:
        DOORS[name] = made
        return made

    return listed


COMMANDS = ["accounts.management.commands.demo"]
COMMANDS += [f"games.management.commands.{name}" for name in ["cases", "demo_matches"]]
ELSEWHERE = dict.fromkeys([f"{command}.handle" for command in COMMANDS], "for development")
ELSEWHERE["games.reports.services.require_open"] = "it holds a row, and writes nothing"
"""Functions with a transaction of their own that are no doors, and why."""


def posted(user: User | AnonymousUser, **given: str) -> HttpRequest:
    """Return a request as a view gets it."""
    request = RequestFactory().post("/", given)
    request.user, request.session = user, SessionStore()
    request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
    return request


# --- The lobby ------------------------------------------------------------------------------------------------------


@door("games.lobby.services.invite")
def _invite(cast: Cast) -> Act:
    return lambda: cast.invited(cast.ann, cast.ben)


@door("games.core.services.tickets._begun")
def _begin_with_ticket(cast: Cast) -> Act:
    """Return an offer whose content `lobby.invite` has settled."""
    ticket = tickets.issue("en-garde").text
    invitation = Invitation(inviter=cast.ann, invited=cast.ben, audience="personal")
    offered = partial(lobby._offered, MatchTerms.newest("en-garde", {}, Chosen()), invitation, "", False)
    return lambda: tickets.once(ticket, "en-garde", cast.ann, offered)


@door("games.lobby.services.join: the first of two")
def _join(cast: Cast) -> Act:
    match = cast.offered(AUCTION)
    return lambda: lobby.join(match.public_id, cast.ben)


@door("games.lobby.services.join: the last, who starts the match")
def _start(cast: Cast) -> Act:
    match = cast.offered()
    return lambda: lobby.join(match.public_id, cast.ben)


@door("games.lobby.services.leave")
def _leave_table(cast: Cast) -> Act:
    match = cast.auction()
    return lambda: lobby.leave(match.public_id, cast.ben)


@door("games.lobby.services.withdraw")
def _withdraw(cast: Cast) -> Act:
    match = cast.auction()
    return lambda: lobby.withdraw(match.public_id, cast.ann)


@door("games.lobby.services.decline")
def _decline(cast: Cast) -> Act:
    match = cast.invited(cast.ann, cast.ben)
    return lambda: lobby.decline(match.public_id, cast.ben)


@door("games.lobby.services.expire")
def _expire_invitation(cast: Cast) -> Act:
    match = cast.offered()
    return lambda: lobby.expire(match.pk, NOON + 14 * DAY)


# --- Playing --------------------------------------------------------------------------------------------------------


@door("games.core.services.play.submit")
def _submit(cast: Cast) -> Act:
    match = cast.match()
    text = first_move(match, cast.ann)
    return lambda: answer(match, cast.ann, text)


@door("games.core.services.play.save_plan")
def _plan(cast: Cast) -> Act:
    match = cast.match()
    text = first_move(match, cast.ann)
    return lambda: play.save_plan(match.public_id, cast.ann.pk, text, seat(match, cast.ann).serial)


@door("games.core.services.play.resign")
def _resign(cast: Cast) -> Act:
    match = cast.match()
    return lambda: play.resign(match.public_id, cast.ben.pk)


@door("games.offers.services.make: the first")
def _offer(cast: Cast) -> Act:
    match = cast.match()
    return lambda: offers.make(match.public_id, cast.ann.pk, "draw")


@door("games.offers.services.make: agreed")
def _agree(cast: Cast) -> Act:
    match = cast.match()
    offers.make(match.public_id, cast.ann.pk, "draw")
    return lambda: offers.make(match.public_id, cast.ben.pk, "draw", agreeing=True)


@door("games.offers.services.withdraw")
def _withdraw_offer(cast: Cast) -> Act:
    match = cast.match()
    offers.make(match.public_id, cast.ann.pk, "draw")
    return lambda: offers.withdraw(match.public_id, cast.ann.pk)


@door("games.offers.services.decline")
def _decline_offer(cast: Cast) -> Act:
    match = cast.match()
    offers.make(match.public_id, cast.ann.pk, "draw")
    return lambda: offers.decline(match.public_id, cast.ben.pk)


@door("games.core.services.play.adjudicate")
def _adjudicate(cast: Cast) -> Act:
    match = cast.match()
    return lambda: play.adjudicate(match.public_id, "!adjudicate 0")


@door("games.core.services.expiry.expire: for one who was told")
def _time_out(cast: Cast) -> Act:
    match = cast.match()
    Outbox.objects.filter(recipient=cast.ann).update(status="sent", sent_at=NOON)
    return lambda: expiry.expire(match.pk, NOON + 3 * DAY)


@door("games.core.services.expiry.expire: for one who was not")
def _wait(cast: Cast) -> Act:
    match = cast.match()
    return lambda: expiry.expire(match.pk, NOON + 3 * DAY)


@door("games.rematch.services.rematch")
def _rematch(cast: Cast) -> Act:
    match = cast.match()
    play.resign(match.public_id, cast.ann.pk)
    return lambda: rematch.rematch(match.public_id, cast.ben)


@door("games.rematch.services.rematch: with the house")
def _rematch_house(cast: Cast) -> Act:
    match = bots.challenge(cast.ann, "en-garde", {})
    play.resign(match.public_id, cast.ann.pk)
    return lambda: rematch.rematch(match.public_id, cast.ann)


@door("games.core.documents.records.import_record")
def _import(cast: Cast) -> Act:
    match = cast.match()
    play.resign(match.public_id, cast.ann.pk)
    record = records.finished_record(now(match))
    Match.objects.filter(pk=match.pk).update(public_id=f"{cast.key}-original")
    return lambda: records.import_record(record, [cast.ann.username, cast.cat.username])


# --- House opponents ------------------------------------------------------------------------------------------------


@door("games.bots.services.challenge")
def _challenge(cast: Cast) -> Act:
    return lambda: bots.challenge(cast.ann, "en-garde", {})


@door("games.bots.services.bot_of")
def _hire(cast: Cast) -> Act:
    return lambda: bots.bot_of("field-of-glory")


@door("games.bots.services.move_for_bot")
def _answer(cast: Cast) -> Act:
    match = bots.challenge(cast.ann, "en-garde", {"starter": "left"}, seat=0)
    answer(match, cast.ann, first_move(match, cast.ann))
    return lambda: bots.move_for_bot(match.pk)


@door("games.bots.views._begin")
def _try(cast: Cast) -> Act:
    return lambda: bot_views._begin(posted(AnonymousUser()), "en-garde")


# --- What is written beside the board -------------------------------------------------------------------------------


@door("games.chat.services.say")
def _say(cast: Cast) -> Act:
    match = cast.match()
    return lambda: chat.say(match.public_id, cast.ann, "Hello")


@door("games.boards.fantasy_dice_battles.saved_armies.save")
def _keep_army(cast: Cast) -> Act:
    text = notation.text(SETS[DEFAULT_SET].presets["realm_a"].army)
    return lambda: saved_armies.save(cast.ann, f"Mine, {cast.key}", text)


# --- The sweeps -----------------------------------------------------------------------------------------------------


@door("games.core.services.sweeps._remind_together")
def _remind_together(cast: Cast) -> Act:
    matches = [begin(cast.ann, cast.ben, public_id=f"{cast.key}-{number}") for number in range(2)]
    moment = NOON + 3 * DAY - timedelta(hours=1)
    due = [turn(match, cast.ann).pk for match in matches]
    return lambda: sweeps._remind_together(due, moment)


@door("games.core.services.sweeps._remind_together: all that are due")
def _remind(cast: Cast) -> Act:
    cast.match()
    return lambda: sweeps.remind(NOON + 3 * DAY - timedelta(hours=1))


@door("games.lobby.sweeps._warn")
def _warn(cast: Cast) -> Act:
    made = cast.offered().invitation
    return lambda: lobby_sweeps._warn(made.pk, NOON + 13 * DAY)


# --- Coming and going -----------------------------------------------------------------------------------------------


@door("games.core.services.leaving.close_account")
def _leave(cast: Cast) -> Act:
    """Return the leaving of somebody with something of everything."""
    cast.match()
    begin(cast.cat, cast.ann, game=AUCTION, public_id=f"{cast.key}-joined")
    offer(cast.ann, public_id=f"{cast.key}-given")
    cast.invited(cast.cat, cast.ann)
    tokens.create(cast.ann, "program", "look")
    blocks.block(cast.ann, cast.cat)
    Preferences.objects.get_or_create(user=cast.ann)
    _keep_army(cast)()
    return lambda: leaving.close_account(cast.ann)


@door("accounts.leaving.anonymise")
def _close(cast: Cast) -> Act:
    tokens.create(cast.ann, "program", "look")
    return lambda: closing.anonymise(cast.ann)


@door("accounts.guests._create")
def _make_guest(cast: Cast) -> Act:
    return lambda: guests.create("Europe/Rome", "it")


@door("accounts.guests.close_guest")
def _close_guest(cast: Cast) -> Act:
    guest = guests.create()
    _asked(cast, guest)
    return lambda: guests.close_guest(guest)


@door("games.guests.services._close")
def _forget_guest(cast: Cast) -> Act:
    guest = guests.create()
    bots.challenge(guest, "en-garde", {})
    return lambda: guests_matches._close(guest.pk, NOON + 9 * DAY)


def _asked(cast: Cast, by: User | AnonymousUser, mine: SignUp | None = None, at: str = "example.org") -> SignUp:
    """Return what a person asks for to get an account."""
    filled = {"username": f"Dora.{cast.key}", "email": f"{cast.key}@{at}", "time_zone": "Europe/Rome"}
    return sign_ups._kept(mine, filled, make_password(PASSWORD), by)


@door("accounts.sign_ups._kept: a visitor's")
def _ask(cast: Cast) -> Act:
    return lambda: _asked(cast, AnonymousUser())


@door("accounts.sign_ups._kept: a guest's, who asked before for another address")
def _ask_again(cast: Cast) -> Act:
    guest = guests.create()
    mine = _asked(cast, guest)
    return lambda: _asked(cast, guest, mine, at="example.net")


@door("accounts.sign_ups.make_account: a visitor's")
def _sign_up(cast: Cast) -> Act:
    sign_up = _asked(cast, AnonymousUser())
    return lambda: sign_ups.make_account(sign_up)


@door("accounts.sign_ups.make_account: a guest's")
def _keep(cast: Cast) -> Act:
    sign_up = _asked(cast, guests.create())
    return lambda: sign_ups.make_account(sign_up)


# --- Passwords, second factors and tokens ---------------------------------------------------------------------------

NEW_PASSWORD = {"password1": f"{PASSWORD}-new", "password2": f"{PASSWORD}-new"}


def _owner(cast: Cast) -> User:
    """Return Ann, with a token for one of her programs."""
    tokens.create(cast.ann, "program", "look")
    return cast.ann


def _saved(form: Any) -> None:
    """Do what a page does with a form that was filled in well."""
    assert form.is_valid(), form.errors
    form.save()


@door("accounts.views.settings._save")
def _settings(cast: Cast) -> Act:
    filled = {"time_zone": "Europe/Rome", "language": "it", "hints": "never"}
    return lambda: save_settings(posted(cast.ann, **filled), cast.ann.pk)


@door("accounts.views.forms.save: by a user who knows the old password")
def _change_password(cast: Cast) -> Act:
    user, filled = _owner(cast), {"oldpassword": PASSWORD, "end_tokens": "on", **NEW_PASSWORD}
    return lambda: _saved(ChangePasswordForm(User.objects.get(pk=user.pk), filled))


@door("accounts.views.forms.save: by a link")
def _reset_password(cast: Cast) -> Act:
    user = _owner(cast)
    return lambda: _saved(ResetPasswordForm(NEW_PASSWORD, user=User.objects.get(pk=user.pk)))


@door("accounts.admin.save")
def _set_password(cast: Cast) -> Act:
    user = _owner(cast)
    return lambda: _saved(NewPasswordForm(User.objects.get(pk=user.pk), NEW_PASSWORD))


@door("accounts.second_factor.remove_all")
def _remove_factors(cast: Cast) -> Act:
    TOTP.activate(cast.ann, generate_totp_secret())
    passkey = {"name": "Mine", "credential": {}}
    Authenticator.objects.create(user=cast.ann, type=Authenticator.Type.WEBAUTHN, data=passkey)
    return lambda: second_factor.remove_all(cast.ann)


# --- What is one statement, and needs no transaction ----------------------------------------------------------------


def _mark_read(cast: Cast) -> Act:
    match, line = cast.talk()
    return lambda: chat.mark_read(match.public_id, cast.ben.pk, line.pk)


def _mute(cast: Cast) -> Act:
    match = cast.match()
    return lambda: chat.mute_chat(match.public_id, cast.ben.pk, True)


def _note(cast: Cast) -> Act:
    match = cast.match()
    return lambda: notes.save(match.public_id, cast.ben.pk, "He holds a 5.")


def _hide(cast: Cast) -> Act:
    _match, line = cast.talk()
    return lambda: chat.hide(line, "An insult.")


def _revoke(cast: Cast) -> Act:
    tokens.create(cast.ann, f"program of {cast.key}", "look")
    made = Token.objects.get(user=cast.ann, name=f"program of {cast.key}")
    return lambda: tokens.revoke(cast.ann, made.token_key)


def _unblock(cast: Cast) -> Act:
    blocks.block(cast.ann, cast.ben)
    blocks.block(cast.ben, cast.ann)
    return lambda: blocks.unblock(cast.ann, cast.ben)


def _deliver(cast: Cast) -> Act:
    match = cast.match()
    notice = Outbox.objects.get(recipient=cast.ann, kind="turn", key__startswith=f"{match.pk}:")
    Outbox.objects.filter(pk=notice.pk).update(next_try=NOON)
    return lambda: outbox.deliver(notice.pk)


SINGLE: dict[str, Door] = {
    "games.chat.services.mark_read": _mark_read,
    "games.chat.services.mute_chat": _mute,
    "games.chat.notes.save": _note,
    "games.chat.services.hide": _hide,
    "accounts.tokens.revoke": _revoke,
    "accounts.blocks.unblock": _unblock,
    "accounts.outbox.delivery.deliver": _deliver,
}


# --- All there is ---------------------------------------------------------------------------------------------------


def everything() -> dict[str, dict[Any, dict[str, Any]]]:
    """Return every row of every table, by table and key."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        found[model._meta.label] = {row[model._meta.pk.attname]: row for row in model._base_manager.values()}
    return found
