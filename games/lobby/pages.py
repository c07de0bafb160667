"""What the pages about invitations show."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards.registry import about
from games.core.models import Seat
from games.core.pages import match_parts, rulebook
from games.core.pages.context import spread
from games.core.reading import answers, bot_profiles, clocks, endings, players, reliability
from games.core.reading.reliability import Reliability
from games.core.reading.voice import SiteVoice
from games.core.services import eligibility, secret
from games.lobby.models import Invitation, InvitationQuerySet
from games.rules.sentence import N_

PAIR = N_("two matches with sides swapped, and one combined result")


def open_to(user: User, chosen: Mapping[str, Any]) -> InvitationQuerySet:
    """Return the open invitations of others that a user may join, newest first, as far as a filter allows.

    A match is as old as its invitation, and open matches have an index by age: those that were begun are not read.
    `chosen` is the cleaned data of a FilterForm: everything that is empty or missing filters nothing.
    """
    rows = Invitation.objects.waiting().filter(audience=Invitation.Audience.OPEN).exclude(inviter=user)
    return _listed(rows.unblocked(user).filter(_filter(chosen))).order_by("-match__created", "-match_id")


def _filter(chosen: Mapping[str, Any]) -> Q:
    wanted = Q()
    if chosen.get("game"):
        wanted &= Q(match__game=chosen["game"])
    if chosen.get("pace"):
        wanted &= Q(match__pace_days=chosen["pace"])
    if chosen.get("language"):
        wanted &= Q(language__in=[chosen["language"], ""])
    return wanted


def to_me(user: User) -> InvitationQuerySet:
    """Return the personal invitations that wait for a user's answer, newest first."""
    return _listed(Invitation.objects.waiting().unblocked(user).filter(invited=user))


def own_invitations(user: User) -> InvitationQuerySet:
    """Return the user's own invitations that wait or rest, newest first."""
    return _listed(Invitation.objects.open().filter(inviter=user))


def _listed(rows: InvitationQuerySet) -> InvitationQuerySet:
    return rows.select_related("match", "inviter", "invited").order_by("-created", "-pk")


@dataclass(frozen=True)
class Acts:
    """What has become of an invitation, and what its reader may do about it."""

    state: str
    waits: bool
    is_mine: bool
    has_joined: bool
    may_join: bool
    may_withdraw: bool
    may_offer_again: bool
    may_decline: bool
    may_leave: bool
    has_bot: bool


@dataclass(frozen=True)
class ShownTerms:
    """What is invited to: the game with its options, clock and sides, in words, its picture, and where its rules are.

    `clock` is the sentence that says all of time, `clock_listed` the same in a list, `clock_details` what it means at
    length.
    """

    game: str
    game_title: str
    picture: list[str]
    rules_url: str
    clock: str
    clock_listed: str
    clock_details: list[str]
    when_up: str
    seats_words: str
    options_words: list[tuple[str, str]]
    language: str


@dataclass(frozen=True)
class Trust:
    """How reliable the inviter is, in words, and what is asked of the player who joins, in per cent, 0 for nothing;
    `too_low` says why the reader may not, empty where the reader may."""

    reliability: str
    min_reliability: int
    too_low: str


@dataclass(frozen=True)
class ShownInvitation:
    """An invitation as one user sees it.

    `address` is its page, which is also what is shared. `players` are the names of those who sit in it already,
    `places` the number of seats that are free. `commitment` is the seal, `share` what was added to the draws for the
    reader, by a browser or, as `share_by_site` says, by the site, `secret` the site's, once the match is over.
    """

    invitation: Invitation
    public_id: str
    address: str
    inviter: str
    players: list[str]
    places: int
    commitment: str
    share: str
    share_by_site: bool
    secret: str


@dataclass(frozen=True)
class Welcome:
    """An invitation as somebody without an account meets it, who may never have heard of the site or the game.

    `reliability` is the inviter's, in words. `may_be_guest` says that one click is enough to play, as it is for
    everybody who was given the link, `watchable` that everybody may look on.
    """

    public_id: str
    url: str
    inviter: str
    reliability: str
    note: str
    terms: ShownTerms
    lead: str
    commitment: str
    may_be_guest: bool
    watchable: bool


def welcome(row: Invitation) -> Welcome:
    """Return what a visitor is shown of an invitation."""
    return Welcome(
        public_id=row.match.public_id,
        url=row.get_absolute_url(),
        inviter=row.inviter.username,
        reliability=reliability.reliability_of(row.inviter_id).in_words,
        note=row.note,
        terms=_terms(row),
        lead=_(about(row.match.game).lead),
        commitment=row.match.commitment,
        may_be_guest=row.audience == Invitation.Audience.LINK,
        watchable=row.match.watchable,
    )


def rows(found: Iterable[Invitation], user: User) -> list[dict[str, Any]]:
    """Return invitations in a list."""
    (shown,) = lists([found], user)
    return shown


def lists(found: Iterable[Iterable[Invitation]], user: User) -> list[list[dict[str, Any]]]:
    """Return invitations in several lists; who sits there and how reliable all these inviters are is asked once."""
    parts = [list(each) for each in found]
    players.read_players(row.match for part in parts for row in part)
    known = _known([row for part in parts for row in part], user)
    Invitation.note_barred(row for part in parts for row in part)
    return [[_one(row, list(row.match.seats.all()), user, known) for row in part] for part in parts]


def invitation(row: Invitation, seats: list[Seat], user: User) -> dict[str, Any]:
    """Return an invitation by itself, with how long its inviter usually takes for a move (`answer_time`)."""
    times = answers.times(row.inviter_id)
    return _one(row, seats, user, _known([row], user)) | {"answer_time": times.in_words if times else ""}


def _known(rows: list[Invitation], user: User) -> dict[int, Reliability]:
    """Return how reliable those are who invite, and the reader where anything is asked of him."""
    asked = {user.pk} if any(row.min_reliability for row in rows) else set()
    return reliability.of_each({row.inviter_id for row in rows} | asked)


def _one(row: Invitation, seats: list[Seat], user: User, known: dict[int, Reliability]) -> dict[str, Any]:
    """Return an invitation as one user sees it: the fields of Shown, Terms, Trust and Acts."""
    trust = _trust(row, user, known)
    return spread(_shown(row, seats, user), _terms(row), trust, _acts(row, seats, user, trust))


def _trust(row: Invitation, user: User, known: dict[int, Reliability]) -> Trust:
    least = row.min_reliability
    asked = least and row.inviter_id != user.pk and row.state == "waits"
    low = eligibility.too_low(least, known[user.pk]) if asked else None
    return Trust(known[row.inviter_id].in_words, least, low.said(SiteVoice()) if low else "")


def _shown(row: Invitation, seats: list[Seat], user: User) -> ShownInvitation:
    match = row.match
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    return ShownInvitation(
        invitation=row,
        public_id=match.public_id,
        address=row.get_absolute_url(),
        inviter=row.inviter.username,
        players=[seat.user.username for seat in seats],
        places=match.rules.meta.seats - len(seats),
        commitment=match.commitment,
        share=mine.share if mine else "",
        share_by_site=mine is not None and mine.share_by_site,
        secret=secret.revealed(match) if match.ended else "",
    )


def _terms(row: Invitation) -> ShownTerms:
    match = row.match
    return ShownTerms(
        game=match.game,
        game_title=match.title,
        picture=rulebook.picture_template(match.game),
        rules_url=rulebook.rules_url(match.game),
        clock=clocks.brief(match),
        clock_listed=clocks.clock_in_a_list(match),
        clock_details=clocks.details(match),
        when_up=endings.when_up(match),
        seats_words=_seat_words(row),
        options_words=match_parts.option_words(match) + ([(_("Pair"), _(PAIR))] if row.paired else []),
        language=str(dict(settings.LANGUAGES).get(row.language, "")),
    )


def _acts(row: Invitation, seats: list[Seat], user: User, trust: Trust) -> Acts:
    waits = row.state == "waits"
    mine = row.inviter_id == user.pk
    joined = any(seat.user_id == user.pk for seat in seats)
    welcome = row.audience == Invitation.Audience.LINK or not user.is_guest
    return Acts(
        state=row.state,
        waits=waits,
        is_mine=mine,
        has_joined=joined,
        may_join=waits and not joined and welcome and not trust.too_low,
        may_withdraw=row.stands and mine,
        may_offer_again=row.stands and row.resting and mine,
        may_decline=waits and row.invited_id == user.pk,
        may_leave=row.stands and joined and not mine,
        has_bot=bot_profiles.has(row.match.game),
    )


def _seat_words(row: Invitation) -> str:
    if row.seat is None:
        return _("Random")
    name = _(row.match.rules.meta.seat_names[row.seat])
    return _("{inviter}’s seat: {seat}").format(inviter=row.inviter.username, seat=name)
