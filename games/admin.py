"""The admin of the core, and the roof under which Django finds that of features.

Everything of a match may be looked at, nothing edited, and a running match as a spectator sees it.

The secret, the snapshots, players' plans, notes and entropy are not shown while a match runs, nor is the raw text of
a move: a moderator who plays elsewhere on the site must not learn here what players hide from each other. Of a running
match in which the moderator sits there is nothing here at all, for even who owes a move may be a secret among the
players.
"""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from accounts.admin import OutboxAdmin, ReadOnlyAdmin
from accounts.database.columns import IsListed
from accounts.models import Outbox
from games.boards.registry import about as about_game
from games.core.admin_forms import RulingForm, UndoneRulingForm, ruling_in_words
from games.core.admin_rows import (
    BY_PLAYER,
    GameFilter,
    MatchGameFilter,
    MatchRowsAdmin,
    is_running,
    match_link,
    match_search,
    may_rule,
    moment,
    of_match,
    of_player,
    own_matches,
    spectator_text,
    table,
)
from games.core.models import Entry, Heartbeat, Match, Seat, TimeUp, Turn, waiting_ruling
from games.core.pages import match_parts
from games.core.reading import clocks
from games.core.reading.log import MOST_TOLD
from games.core.reading.seen import Seen, result
from games.core.reading.voice import SiteVoice
from games.core.seams import match_admin
from games.core.seams.match_admin import WordForm
from games.core.services import secret
from games.rules.errors import RulesError
from games.rules.game import SPECTATOR


@admin.register(Match)
class MatchAdmin(MatchRowsAdmin):
    match_field = "pk"
    list_display = ["public_id", "title", "status", "players", "of_pair", "newest", "clock", "started"]
    list_filter = [GameFilter, "status", "created"]
    search_help_text = BY_PLAYER
    ordering = ["-pk"]
    change_form_template = "admin/games/match/change_form.html"
    fieldsets = [
        (
            None,
            {
                "fields": [
                    *["public_id", "title", "version", "option_list", "clock", "clock_details", "status", "of_pair"],
                    *["result_words", "ruling_waits", "newest", "created", "started", "newest_at", "ended"],
                    *["seat_list", "board", "log"],
                ]
            },
        ),
        (
            gettext_lazy("To check the draws"),
            {"fields": ["newest_digest", "commitment", "secret"], "classes": ["collapse"]},
        ),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related("seats__user")

    @property
    def acts(self) -> dict[str, Any]:  # type: ignore[override]
        """What is noted of a ruling, and of what features let moderators do."""
        return {pattern: said for form in self.forms.values() for pattern, said in form.acts.items()}

    def named(self, row: Match) -> str:
        players = ", ".join(seat.user.username for seat in row.seats.all())
        return f"{row.title} ({players})"

    def sought(self, text: str) -> Q:
        return Q(pk__in=Seat.objects.filter(of_player(text)).order_by().values("match"))

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, match: Match) -> str:
        return match.title

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        return ", ".join(seat.user.username for seat in match.seats.all())

    @admin.display(description=gettext_lazy("other match of the pair"))
    def of_pair(self, match: Match) -> SafeString | str:
        """Show the pair of a match as a search for its id, so that no row of a list needs another query."""
        return match_search(match.twin_id) if match.pair else "–"

    @admin.display(description=gettext_lazy("newest entry"))
    def newest(self, match: Match) -> int:
        return match.told.counted(match.ply)

    @admin.display(description=gettext_lazy("digest"))
    def newest_digest(self, match: Match) -> str:
        return newest_entry(match).digest if match.ply >= 0 else "–"

    @admin.display(description=gettext_lazy("last move"))
    def newest_at(self, match: Match) -> str:
        return moment(newest_entry(match).created if match.ply >= 0 else None)

    @admin.display(description=gettext_lazy("options"))
    def option_list(self, match: Match) -> SafeString:
        return table(match_parts.option_words(match))

    @admin.display(description=gettext_lazy("clock"))
    def clock(self, match: Match) -> str:
        return clocks.brief(match)

    @admin.display(description=gettext_lazy("what it means"))
    def clock_details(self, match: Match) -> str:
        return " ".join(clocks.details(match, match.seats.all()))

    @admin.display(description=gettext_lazy("result"))
    def result_words(self, match: Match) -> str:
        return result(match, match.seats.all()) or "–"

    @admin.display(description=gettext_lazy("pending ruling"))
    def ruling_waits(self, match: Match) -> str:
        row = waiting_ruling(match)
        if row is None:
            return "–"
        said = _("{ruling}, because: “{reason}” It takes effect on {when}.")
        ruling = ruling_in_words(row.text, match.seats.all())
        return said.format(ruling=ruling, reason=row.reason, when=moment(row.due))

    @admin.display(description=gettext_lazy("secret"))
    def secret(self, match: Match) -> str:
        return _("shown when the match is over") if is_running(match) else secret.revealed(match)

    @admin.display(description=gettext_lazy("seats"))
    def seat_list(self, match: Match) -> SafeString:
        names = [_(name) for name in match.rules.meta.seat_names]
        return table(("–" if seat.number is None else names[seat.number], seat.user) for seat in match.seats.all())

    @admin.display(description=gettext_lazy("as a spectator sees it"))
    def board(self, match: Match) -> SafeString | str:
        """Lead to the match as everybody may see it, by a picture of its board if the game draws one."""
        if match.ply < 0:
            return _("The match has not begun.")
        link = format_html('<a href="{}">{}</a>', match.get_absolute_url(), _("Look through the match"))
        if not about_game(match.game).preview:
            return link
        picture = reverse("desk_picture", args=[match.public_id])
        shown = '<img class="board" src="{}" width="1200" height="630" alt="{}"><br>{}'
        return format_html(shown, picture, _("The board as a spectator sees it"), link)

    @admin.display(description=gettext_lazy("log"))
    def log(self, match: Match) -> SafeString | str:
        if match.ply < 0:
            return "–"
        counting = match.told
        first = counting.ply_of(max(counting.counted(match.ply) - MOST_TOLD, -1))
        told = Seen.between(match, match.seats.all(), SPECTATOR, first, match.ply).lines(known_as=counting.counted)
        mark = " (" + _("by program") + ")"
        rows = [(line.ply, " ".join(line.sentences), mark if line.by_program else "") for line in told]
        return format_html_join("", "<p>{} · {}{}</p>", rows)

    # --- what a moderator may do ---

    @property
    def forms(self) -> dict[str, type[WordForm]]:
        """The forms that a moderator fills in about a match, by name."""
        return {"rule": RulingForm, "unrule": UndoneRulingForm, **dict(match_admin.FORMS)}

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.ask_view)
        own = [path(f"<int:pk>/{name}/", view, {"name": name}, name=f"games_match_{name}") for name in self.forms]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        match = self.get_object(request, object_id)
        fitting = [(name, form.link) for name, form in self.forms.items() if may_rule(request) and form.is_for(match)]
        links = [(reverse(f"admin:games_match_{name}", args=[match.pk]), link) for name, link in fitting]
        context = {**(extra_context or {}), "links": links, "subtitle": self.named(match)}
        return super().change_view(request, object_id, form_url, context)

    def ask_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Ask what a moderator means to do to a match; the form does it."""
        form_class = self.forms[name]
        match = self.get_queryset(request).filter(pk=pk).first()
        if match is None or match.status == Match.Status.OPEN:
            raise Http404
        plays = form_class.bars_players and match.seats.filter(user=request.user.pk).exists()
        if plays or not may_rule(request):
            raise PermissionDenied
        form = form_class(request.POST or None, seats=match.seats.all())
        if form.is_valid() and self._done(request, match, form):
            return redirect("admin:games_match_change", pk)
        context = {**self.admin_site.each_context(request), "match": match, "form": form}
        context |= {"title": form.title, "explanation": str(form.told).format(id=match.public_id)}
        return render(request, "admin/games/match/rule.html", context, status=422 if form.is_bound else 200)

    def _done(self, request: HttpRequest, match: Match, form: WordForm) -> bool:
        """Do it and keep who did it and why; says so, or says why not."""
        try:
            with transaction.atomic():
                self.log_change(request, match, form.act(match))
        except RulesError as error:
            messages.error(request, error.sentence.said(SiteVoice()))
            return False
        messages.success(request, str(form.done))
        return True


def newest_entry(match: Match) -> Entry:
    """Return the newest entry that a spectator may know of."""
    return match.entries.get(ply=match.told.ply_of(match.told.counted(match.ply)))


@admin.register(Entry)
class EntryAdmin(MatchRowsAdmin):
    """The log as a spectator may know of it: which entries there are, and what a move in a running match says."""

    list_display = ["created", "link", "number", "seat", "shown"]
    list_filter = [MatchGameFilter, "match__status"]
    list_select_related = ["match"]
    search_help_text = gettext_lazy("The id of a match.")
    ordering = ["-pk"]
    fields = ["link", "number", "seat", "shown", "drawn", "digest", "created"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        running = Q(match__ended=None)
        return super().get_queryset(request).exclude(running & IsListed("ply", "match__watch_blind"))

    def sought(self, text: str) -> Q:
        return of_match(text)

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def link(self, entry: Entry) -> SafeString:
        return match_link(entry.match)

    @admin.display(description=gettext_lazy("Entry"))
    def number(self, entry: Entry) -> int:
        return entry.match.told.counted(entry.ply)

    @admin.display(description=gettext_lazy("text"))
    def shown(self, entry: Entry) -> str:
        return spectator_text(entry)

    @admin.display(description=gettext_lazy("draws"))
    def drawn(self, entry: Entry) -> str:
        return _("shown when the match is over") if is_running(entry.match) else str(entry.draws)


@admin.register(Seat)
class SeatAdmin(MatchRowsAdmin):
    """Who sits where. When somebody last looked is shown to the day, so that it is no record of anybody's hours."""

    list_display = ["link", "number", "user", "outcome", "score", "opened", "opened_on"]
    list_filter = [MatchGameFilter, "match__status", "outcome"]
    list_select_related = ["match", "user"]
    search_help_text = BY_PLAYER
    ordering = ["-pk"]
    fields = [
        *["link", "number", "user", "joined", "given_entropy", "entropy_source"],
        *["opened", "opened_on", "outcome", "score", "army"],
    ]

    def sought(self, text: str) -> Q:
        return of_player(text)

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def link(self, seat: Seat) -> SafeString:
        return match_link(seat.match)

    @admin.display(description=gettext_lazy("opened at entry"))
    def opened(self, seat: Seat) -> int:
        return seat.match.told.counted(seat.opened_ply)

    @admin.display(description=gettext_lazy("opened on"))
    def opened_on(self, seat: Seat) -> str:
        return moment(seat.opened_at.date() if seat.opened_at else None)

    @admin.display(description=gettext_lazy("entropy"))
    def given_entropy(self, seat: Seat) -> str:
        return _("shown when the match is over") if is_running(seat.match) else seat.entropy


@admin.register(Turn)
class TurnAdmin(MatchRowsAdmin):
    """Who owes a move, and until when; but for where several answer in secret, since who still owes is part of it."""

    list_display = ["deadline", "link", "user", "since", "next_reminder_at", "reminders_sent"]
    list_filter = [MatchGameFilter]
    list_select_related = ["match", "user"]
    search_help_text = BY_PLAYER
    ordering = ["deadline"]
    fields = ["link", "user", "number", "since", "deadline", "next_reminder_at", "reminders_sent"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).filter(secret=False)

    def sought(self, text: str) -> Q:
        return of_player(text)

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def link(self, turn: Turn) -> SafeString:
        return match_link(turn.match)

    @admin.display(description=gettext_lazy("Entry"))
    def number(self, turn: Turn) -> int:
        return turn.match.told.counted(turn.ply)


@admin.register(TimeUp)
class TimeUpAdmin(MatchRowsAdmin):
    """Whose time is up, and who may choose until when what becomes of the match.

    `began` is not shown: it moves when the player who may choose seals a move.
    """

    list_display = ["until", "link", "absent", "user"]
    list_filter = [MatchGameFilter]
    list_select_related = ["match", "user", "seat__user"]
    search_help_text = BY_PLAYER
    ordering = ["until"]
    fields = ["link", "absent", "user", "until"]

    def sought(self, text: str) -> Q:
        return of_player(text)

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def link(self, row: TimeUp) -> SafeString:
        return match_link(row.match)

    @admin.display(description=gettext_lazy("absent"))
    def absent(self, row: TimeUp) -> str:
        return row.seat.user.username


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    list_display = ["name", "at"]
    fields = ["name", "at"]


admin.site.unregister(Outbox)


@admin.register(Outbox)
class MatchOutboxAdmin(OutboxAdmin):
    """The outbox without what was told of a running match in which the reader has a seat: it says who owes a move; and
    without what features hide."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outbox]:
        own = list(own_matches(request).values_list("pk", flat=True))
        seats = Seat.objects.filter(match__in=own)
        of_own = Q(payload__match__in=own) | Q(payload__seat__in=list(seats.values_list("pk", flat=True)))
        hidden = Outbox.objects.filter(of_own, recipient__in=seats.values("user"))
        found = super().get_queryset(request)
        assert request.user.pk is not None
        for _name, which in match_admin.LETTERS:
            found = found.exclude(which(request.user.pk))
        return found.exclude(pk__in=hidden.values("pk")) if own else found
