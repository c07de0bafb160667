"""Who seeks an opponent, for moderators: what is asked, since when, and why a seek rests.

Opponents in the moderator's running matches are left out: that somebody owes a first move may be a secret between the
players.
"""

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin_lists import BY_USER, people_called
from games.core.admin_rows import GameFilter, PeopleRowsAdmin, moment, own_matches
from games.core.models import Seat
from games.rules import registry
from games.seeks import pages as seeks
from games.seeks.models import Seek, Sleep

RESTS = {
    Sleep.FIRST_MOVE: gettext_lazy("still owes a first move"),
    Sleep.SEALED: gettext_lazy("still owes a first move"),  # for all that anybody else may know
    Sleep.VACATION: gettext_lazy("on vacation"),
    Sleep.UNSEEN: gettext_lazy("not here for a week"),
    Sleep.UNREACHABLE: gettext_lazy("suspended, or emails bounce"),
    Sleep.ENOUGH: gettext_lazy("already has as many matches as wanted"),
    Sleep.BARRED: gettext_lazy("barred from rated matches"),
}
"""Why a seek is asleep, as moderators read it."""


@admin.register(Seek)
class SeekAdmin(PeopleRowsAdmin):
    """What users seek, the newest first."""

    list_display = ["since", "user", "title", "paces", "asked", "rests"]
    list_filter = [GameFilter]
    search_help_text = BY_USER
    ordering = ["-pk"]
    fields = ["user", "title", "paces", "asked", "since", "rests", "looked_on"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seek]:
        at_table = Seat.objects.filter(match__in=own_matches(request)).exclude(user=request.user.pk)
        opponents = list(at_table.values_list("user", flat=True).distinct())
        return Seek.objects.with_owners(timezone.now()).exclude(user__in=opponents).order_by(*self.ordering)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Seek:
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def sought(self, text: str) -> Q:
        return Q(user__in=people_called(text))

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, seek: Seek) -> str:
        return _(registry.current(seek.game).meta.title) if is_played(seek) else seek.game

    @admin.display(description=gettext_lazy("pace"))
    def paces(self, seek: Seek) -> str:
        return seeks.paces(seek)

    @admin.display(description=gettext_lazy("conditions"))
    def asked(self, seek: Seek) -> SafeString | str:
        return one_a_line(seeks.conditions_in_words(seek)) if is_played(seek) else "–"

    @admin.display(description=gettext_lazy("last here"))
    def looked_on(self, seek: Seek) -> str:
        """Show the day, which is enough: hours would be a record of presence."""
        return moment(seek.looked.date())

    @admin.display(description=gettext_lazy("on hold"))
    def rests(self, seek: Seek) -> str:
        why = seek.sleep(timezone.now())
        return str(RESTS[why]) if why else "–"


def is_played(seek: Seek) -> bool:
    """Say whether the game is one of the site's, as it may have been once."""
    return seek.game in registry.slugs()


def one_a_line(words: Iterable[str]) -> SafeString | str:
    """Return each of these in a line of its own; a dash for none."""
    return format_html_join("", "<div>{}</div>", ((each,) for each in words)) or "–"
