"""Who has which deed, for moderators: as everybody may know it, so of a private match that gave one only its players
learn which it was, and when.

Keys of awards are given one after the other, so a key tells the time as well: the list follows none, and shows none.
"""

from typing import NoReturn

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils.formats import localize
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin_lists import BY_USER, people_called
from games.core.admin_rows import GameFilter, MatchRowsAdmin, match_link
from games.deeds import owners as awards, queries as deeds
from games.deeds.models import Award
from games.rules import registry


@admin.register(Award)
class AwardAdmin(MatchRowsAdmin):
    """The deeds that people have, by person and game: a list whose rows have no pages of their own."""

    list_display = ["user", "title", "achieved", "link", "since"]
    list_display_links = None
    list_filter = [GameFilter]
    list_select_related = ["user", "match"]
    search_help_text = BY_USER
    ordering = ["user_id", "game", "deed"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Award]:
        return awards.sighted(super().get_queryset(request), request.user.pk)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> NoReturn:
        """Refuse every request for a single row: its address would hold its key.

        Raises: `Http404`, always.
        """
        raise Http404

    def sought(self, text: str) -> Q:
        return Q(user__in=people_called(text))

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, award: Award) -> str:
        return _(registry.title(award.game))

    @admin.display(description=gettext_lazy("deed"))
    def achieved(self, award: Award) -> str:
        titles = {deed.key: _(deed.title) for deed in deeds.of_game(award.game)}
        return titles.get(award.deed, award.deed)

    @admin.display(description=gettext_lazy("match"))
    def link(self, award: Award) -> SafeString | str:
        return match_link(award.match) if may_look_at(award) else _("a private match")

    @admin.display(description=gettext_lazy("earned"))
    def since(self, award: Award) -> str:
        return str(localize(localtime(award.earned))) if may_look_at(award) else "–"


def may_look_at(award: Award) -> bool:
    """Say whether the moderator may know of the match, as anybody may."""
    return bool(award.in_sight)  # type: ignore[attr-defined]  # as the list reads it
