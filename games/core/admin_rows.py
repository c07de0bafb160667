"""What lists of rows of matches have in common in the admin: which rows there are for whom, and how they are found."""

from collections.abc import Iterable
from datetime import date
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.utils import display_for_value
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin import ReadOnlyAdmin
from accounts.admin_lists import ColumnFilter, people_called
from accounts.models import User
from games.core.models import Entry, Match, Seat, Substitution
from games.core.pages import lists
from games.core.reading.seen import entry_text
from games.rules.game import SPECTATOR

RUNNING = (Match.Status.OPEN, Match.Status.PLAYING)
"""In these a match may still hide something."""


def own_matches(request: HttpRequest) -> QuerySet[Match]:
    """Return the running matches in which the user has a seat, or had one."""
    seats = Seat.objects.filter(user=request.user.pk).order_by().values("match")
    given_away = Substitution.objects.filter(former=request.user.pk).order_by().values("match")
    return Match.objects.filter(status__in=RUNNING, pk__in=seats.union(given_away))


class PeopleRowsAdmin(ReadOnlyAdmin):
    """Rows that name people. Names lead to profiles if the moderator may not look at users.

    Django's own links would lead to the pages of these users.
    """

    people: ClassVar = {"user"}
    """The fields that name somebody: each has a column `…_profile`."""

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = super().get_fields(request, obj)
        if request.user.has_perm("accounts.view_user"):
            return fields
        return [f"{field}_profile" if field in self.people else field for field in fields]

    @admin.display(description=gettext_lazy("player"))
    def user_profile(self, row: Any) -> SafeString | str:
        return profile_link(row.user)


class MatchRowsAdmin(PeopleRowsAdmin):
    """Rows of matches, without running ones in which the moderator has a seat: these are not found."""

    match_field = "match"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        # As numbers: a part of the query would be taken for dear, and the rows for cheaper to read from end to end.
        own = list(own_matches(request).values_list("pk", flat=True))
        return super().get_queryset(request).exclude(**{f"{self.match_field}__in": own})


class GameFilter(ColumnFilter):
    title = gettext_lazy("game")
    parameter_name = "game"
    field = "game"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(game["slug"], game["title"]) for game in lists.games_to_invite_to()]


class MatchGameFilter(GameFilter):
    """By the game of the row's match."""

    field = "match__game"


BY_PLAYER = gettext_lazy("A match id, or the full name or email address of a player.")


def of_match(public_id: str) -> Q:
    """Return rows of the match of this id."""
    return Q(match__in=list(Match.objects.filter(public_id=public_id).values_list("pk", flat=True)))


def of_player(text: str) -> Q:
    """Return rows of the match of this id, and those of a player who has this name or email address."""
    return of_match(text) | Q(user__in=people_called(text))


def is_running(match: Match) -> bool:
    """Say whether the match may still hide something."""
    return match.status in RUNNING


def may_rule(request: HttpRequest) -> bool:
    """Say whether the moderator may end matches by a ruling."""
    return request.user.has_perm("games.change_match")


def spectator_text(entry: Entry) -> str:
    """Return the text of an entry as anybody may read it: in full once the match is over, until then as to a
    spectator.
    """
    match = entry.match
    return entry_text(entry, match, SPECTATOR, match.told.counted) if is_running(match) else entry.text


def match_link(match: Match) -> SafeString:
    """Return a link to the match's page in the admin."""
    return format_html('<a href="{}">{}</a>', reverse("admin:games_match_change", args=[match.pk]), match.public_id)


def profile_link(user: User | None) -> SafeString | str:
    """Return a link to what everybody may know of somebody; of somebody who left there is nothing but the name."""
    if user is None:
        return "–"
    if user.left:
        return left_name(user)
    return format_html('<a href="{}">{}</a>', reverse("profile", args=[user.username]), user.username)


def left_name(user: User) -> str:
    """Return the name of somebody who left, and that the account is closed: “former player 14” alone is no answer."""
    closed = _("account closed")
    return f"{user.username} ({closed})"


def moment(at: date | None) -> str:
    """Return a moment or a day in words; a dash for none. Django's pages of a row would say “None”."""
    return str(display_for_value(at, "–"))


def match_search(public_id: str) -> SafeString:
    """Return a link to the list of matches, with the one of this id alone."""
    return format_html('<a href="{}?q={}">{}</a>', reverse("admin:games_match_changelist"), public_id, public_id)


def table(rows: Iterable[tuple[str, object]]) -> SafeString:
    """Return names and values, one pair a line."""
    return format_html("<table>{}</table>", format_html_join("", "<tr><th>{}</th><td>{}</td></tr>", rows))
