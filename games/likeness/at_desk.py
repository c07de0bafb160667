"""What moderators see where they look at a person: other accounts that may be the same person's, and why.

A reader who is involved sees nothing: neither about somebody he has to do with, nor the name of one. He is involved
with people whom he has met in a match, whom he blocks, and whom he has reported. It goes by what the reader knows
himself. Who reports or blocks the reader changes nothing on the page, for the reader could tell by what is missing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from accounts.models import Block, User
from games.core.models import Seat, Substitution
from games.core.seams import desk
from games.likeness import played, traces
from games.likeness.played import Rivalry
from games.likeness.traces import SharedTraces

MOST_ACCOUNTS = 20
"""How many other accounts are shown, those with the most signs first."""


class Sign(NamedTuple):
    """Something that speaks for two accounts being one person's: what was found, how much it weighs, and what it does
    not prove."""

    found: str
    weight: str


class LikeAccount(NamedTuple):
    """Another account, and what speaks for it."""

    name: str
    url: str
    signs: list[Sign]


@dataclass(frozen=True)
class Likeness:
    """The accounts that may be the same person's. `why_not` says why this reader sees none, "" if the reader does."""

    why_not: str
    accounts: Sequence[LikeAccount]
    has_traces: bool


def likeness_of(request: HttpRequest, person: User, report: int | None) -> Likeness | None:
    """Return what a moderator sees on a person's page; None in a case, and for a person without an account."""
    reader = request.user
    is_account = not (person.is_bot or person.is_guest or person.left)
    if report or not is_account or not isinstance(reader, User) or not reader.has_perm("desk.view_person"):
        return None
    why_not = _why_not(reader, person)
    return Likeness(why_not, [] if why_not else _accounts(reader, person), settings.SIGN_IN_TRACES)


# --- Who sees whom --------------------------------------------------------------------------------------------------


def _why_not(reader: User, person: User) -> str:
    """Return why a reader sees nothing of this kind about a person; "" if the reader does."""
    if person.is_staff and not reader.is_superuser:
        return _("This is a moderator. Only an operator looks into that.")
    if User.objects.filter(involved_with(reader, "pk"), pk=person.pk).exists():
        return _("You’ve met this person in a match, or blocked or reported them. Ask another moderator.")
    return ""


def involved_with(reader: User, field: str) -> Q:
    """Return a condition that a column names somebody with whom the reader is involved: the reader himself too."""
    seats = Seat.objects.filter(user=reader).order_by().values("match")
    given = Substitution.objects.filter(former=reader).order_by().values("match")
    matches = seats.union(given)
    ways = [
        Seat.objects.filter(match__in=matches).order_by().values("user"),
        Substitution.objects.filter(match__in=matches).order_by().values("former"),
        Block.objects.filter(blocker=reader).values("blocked"),
        *desk.people_hidden_from(reader.pk),
    ]
    found = Q(**{field: reader.pk})
    for keys in ways:
        found |= Q(**{f"{field}__in": keys})
    return found


def _hidden_traces(reader: User) -> Q:
    hidden = involved_with(reader, "user")
    return hidden if reader.is_superuser else hidden | Q(user__is_staff=True)


def _shown(reader: User, keys: set[int]) -> list[User]:
    """Return those of these users whose names the reader may see here."""
    found = User.objects.filter(pk__in=keys, is_bot=False, left=None).exclude(involved_with(reader, "pk"))
    return [user for user in found.order_by("username") if reader.is_superuser or not user.is_staff]


# --- What speaks for it ---------------------------------------------------------------------------------------------


def _accounts(reader: User, person: User) -> list[LikeAccount]:
    """Return the other accounts for which something speaks, those with the most signs first."""
    shared = traces.shared_with(person, _hidden_traces(reader))
    rivalries = played.rivalries(person.pk)
    found = []
    for user in _shown(reader, shared.keys() | rivalries.keys()):
        signs = _of_traces(user.username, shared.get(user.pk))
        signs += _of_play(person.username, user.username, rivalries.get(user.pk))
        found.append(LikeAccount(user.username, reverse("admin:desk_person_change", args=[user.pk]), signs))
    found.sort(key=lambda account: -len(account.signs))
    return [account for account in found if account.signs][:MOST_ACCOUNTS]


def _of_traces(name: str, shared: SharedTraces | None) -> list[Sign]:
    """Return what traces say."""
    if shared is None:
        return []
    found = []
    if shared.turns:
        found.append(_browser(name, shared.turns))
    if shared.days:
        found.append(_same_days(name, shared.days))
    elif shared.network:
        found.append(_other_days(name))
    return found


def _browser(name: str, turns: int) -> Sign:
    template = ngettext(
        "Signed in once in the same browser right after or before {name}.",
        "Signed in {count} times in the same browser right after or before {name}.",
        turns,
    )
    weight = _(
        "Medium: it was one computer or phone. Families, friends and libraries share one. It doesn’t prove who used it."
    )
    return Sign(template.format(name=name, count=turns), weight)


def _same_days(name: str, days: int) -> Sign:
    template = ngettext(
        "Used the same network as {name} on {count} day.", "Used the same network as {name} on {count} days.", days
    )
    weight = _(
        "Weak: a family, a school or a mobile network shares an address. It doesn’t even prove that the two know each "
        "other."
    )
    return Sign(template.format(name=name, count=days), weight)


def _other_days(name: str) -> Sign:
    found = _("Has used the same network as {name}, but never on the same day.").format(name=name)
    weight = _("Very weak: providers give an address to others within days. It may be a coincidence.")
    return Sign(found, weight)


def _of_play(person: str, name: str, rivalry: Rivalry | None) -> list[Sign]:
    """Return what the matches between two say, both of them by name."""
    if rivalry is None:
        return []
    found = []
    if rivalry.is_main:
        found.append(_main(person, name, rivalry))
    if rivalry.is_traded:
        found.append(_traded(name, rivalry))
    if rivalry.is_given(rivalry.i_gave_up):
        found.append(_given(person, name, rivalry.i_gave_up, rivalry.matches))
    if rivalry.is_given(rivalry.they_gave_up):
        found.append(_given(name, person, rivalry.they_gave_up, rivalry.matches))
    return found


def _main(person: str, name: str, rivalry: Rivalry) -> Sign:
    template = _(
        "Of the newest {mine} rated matches of {person}, {count} were against {name}, who has {theirs} in all."
    )
    found = template.format(count=rivalry.matches, name=name, person=person, mine=rivalry.mine, theirs=rivalry.theirs)
    weight = _(
        "Weak: friends and couples often play only each other. It doesn’t prove that one person uses both accounts, or "
        "that anybody arranges results."
    )
    return Sign(found, weight)


def _traded(name: str, rivalry: Rivalry) -> Sign:
    template = _("They take turns winning: in {count} decided matches with {name}, the winner changed {changes} times.")
    weight = _(
        "Weak: among equals this happens by chance in one of sixteen cases, "
        "and more often if they swap sides and one side is stronger. It doesn’t prove that it was agreed."
    )
    return Sign(template.format(count=rivalry.decided, name=name, changes=rivalry.changes), weight)


def _given(loser: str, winner: str, gave_up: int, matches: int) -> Sign:
    template = _("{loser} resigned {lost} of {count} rated matches against {winner} within {entries} moves.")
    weight = _(
        "Medium: beginners give up early too, and some people lose interest. It doesn’t prove that it was agreed, or "
        "that one person uses both accounts."
    )
    found = template.format(loser=loser, winner=winner, lost=gave_up, count=matches, entries=played.SOON)
    return Sign(found, weight)
