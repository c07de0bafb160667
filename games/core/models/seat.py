"""Somebody's place in a match, and all that is kept of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts import blocks
from accounts.database.columns import number_of
from games.core.clock.stops import Span
from games.core.models.chat import ChatLine
from games.core.models.counting import Counting
from games.core.models.log import Entry
from games.core.models.match import Match
from games.core.models.time_up import TimeUp
from games.core.models.turn import Turn

FIRST_MATCHES = 3
"""So many finished matches of a game, and its player needs nobody beside the board any more."""
HALT = "halt"
"""Marks a span of `Seat.away` that is no vacation."""


class SeatQuerySet(models.QuerySet["Seat"]):
    def with_news(self) -> SeatQuerySet:
        """Return each seat with `chat_news` and `turns_due`, all within the query for the seats.

        `chat_news` grows with every line of its chat, and each time that one is hidden or shown again. It never falls:
        a page that knows a number knows the chat. `turns_due` says how many matches wait for its user.
        """
        lines = (
            ChatLine.objects.filter(match=OuterRef("match"), pk__gt=OuterRef("chat_from")).order_by().values("match")
        )
        turns = Turn.objects.filter(user=OuterRef("user"))
        choices = TimeUp.objects.waiting(OuterRef("user"))
        news = Count("pk") + Count("hidden") + 2 * Sum("shown_again")
        return self.annotate(
            chat_news=Coalesce(Subquery(lines.annotate(news=news).values("news")), 0),
            turns_due=number_of(turns) + number_of(choices),
        )

    def with_unread(self, user: Any) -> SeatQuerySet:
        """Return each seat with `unread`: how many lines of others the user has not seen there, 0 on seats of others
        and where the chat is muted; within the query for the seats.
        """
        new = ChatLine.objects.filter(match=OuterRef("match"), hidden=None, pk__gt=OuterRef("chat_read"))
        told = When(user=user, chat_muted=False, then=number_of(new.exclude(user=user)))
        return self.annotate(unread=Case(told, default=0))

    def across_blocks(self, user: Any) -> SeatQuerySet:
        """Return the seats of those whom a user, or the one of a key, blocks, and of those who block that user."""
        return self.filter(user__in=blocks.across(user))

    def with_hints(self) -> SeatQuerySet:
        """Return each seat with `knows_game`, whether its user has finished a match of the game, `is_first`, whether no
        more than one, `is_practised`, whether FIRST_MATCHES of them, and `is_fresh_from_practice`, whether exactly so
        many, before the seat's first move; `hint_choice`, when the user wants hints, `coach_choice`, whether the coach,
        and `goes_on`, whether to another match after a move, each None where nothing was ever chosen: within the query
        for the seats.
        """
        over = Q(match__game=OuterRef("match__game"), match__status=Match.Status.OVER)
        finished = Seat.objects.filter(over, user=OuterRef("user"))
        return self.annotate(
            knows_game=Exists(finished),
            is_first=~Exists(finished[1:2]),
            is_practised=Exists(finished[FIRST_MATCHES - 1 : FIRST_MATCHES]),
            is_fresh_from_practice=Q(
                Exists(finished[FIRST_MATCHES - 1 : FIRST_MATCHES]),
                ~Exists(finished[FIRST_MATCHES : FIRST_MATCHES + 1]),
                ~Exists(Entry.objects.filter(match=OuterRef("match"), seat=OuterRef("number"))),
            ),
            hint_choice=F("user__preferences__hints"),
            coach_choice=F("user__preferences__coach"),
            goes_on=F("user__preferences__next_after_move"),
        )


def house_plays(match: str = "match") -> Exists:
    """Say whether the house has a seat in the match that rows name by this field, within the query for them."""
    return Exists(Seat.objects.filter(match=OuterRef(match), house=True))


def guest_plays(match: str = "match") -> Exists:
    """Return a condition that a guest plays in the match.

    A guest who has kept the account is no guest any more; one who was closed as a guest remains one.
    """
    return Exists(Seat.objects.filter(match=OuterRef(match), user__guest_until__isnull=False))


CLOSED = datetime.fromtimestamp(0, UTC)
"""`Seat.open_until` of a seat for which somebody was sought, and is no more."""


class Offered(NamedTuple):
    """What a seat offers the others: its `kind`, for how many `days`, and the number of the `seat` that it is for, None
    where it is for all. All who agree hold the same."""

    kind: str
    days: int = 0
    seat: int | None = None


NOTHING = Offered("")


class Seat(models.Model):
    """Somebody's place in a match. Its columns stand by feature, each group under the module that writes it."""

    class Offer(models.TextChoices):
        DRAW = "draw", _("a draw")
        CANCEL = "cancel", _("to cancel the match")
        UNDO = "undo", _("to take the last move back")
        PAUSE = "pause", _("a pause")
        TIME = "time", _("more time")
        SEAT = "seat", _("to hand the seat over")

    class Outcome(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        LEVEL = "level", _("drawn")
        TIMEOUT = "timeout", _("lost on time")
        ABSENT = "absent", _("void by absence")
        VOID = "void", _("void")

    # Who sits here.
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    # Set when the match begins.
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    # 0 for the first who sat down, 1 for the second, …
    joined = models.PositiveSmallIntegerField()
    house = models.BooleanField(
        default=False, help_text=_("a computer opponent has this seat; the worker makes its moves")
    )
    level = models.CharField(
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text=_("how strong its computer opponent plays; empty: as before there were levels"),
    )
    declared = models.BooleanField(
        default=False, db_default=False, help_text=_("its player was labelled as a program when the match began")
    )
    zone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text=_("the player’s time zone when the match began"),
    )

    # Its share of the draws (`services/secret.py`).
    entropy = models.CharField(max_length=32)
    entropy_source = models.CharField(max_length=8, choices=[("browser", "browser"), ("server", "server")])

    # What it is asked, and what it answered last (`services/turns.py`).
    serial = models.PositiveIntegerField(default=0, help_text=_("changes with what the seat is asked"))
    answered = models.IntegerField(null=True, blank=True, help_text=_("the serial its newest entry answered"))
    answered_ply = models.IntegerField(null=True, blank=True)

    # What it sees (`services/stamps.py`, `services/looks.py`).
    stamp = models.CharField(max_length=32, blank=True, help_text=_("changes with what the seat can see"))
    changed = models.DateTimeField(null=True, blank=True, help_text=_("when the seat’s view last changed"))
    blind = models.JSONField(
        default=list, blank=True, help_text=_("entries it can’t know about yet: others’ sealed ones")
    )
    news = models.JSONField(
        default=dict,
        blank=True,
        db_default={},
        help_text=_("the most important thing that has happened since its last move"),
    )
    opened_ply = models.IntegerField(default=-1)
    opened_at = models.DateTimeField(null=True, blank=True)

    # What its player has composed and not yet submitted (`services/play.py`).
    plan = models.TextField(blank=True)
    plan_serial = models.PositiveIntegerField(default=0)
    plan_dropped = models.BooleanField(default=False)
    plan_by_program = models.BooleanField(
        default=False, db_default=False, help_text=_("saved with a token, through the API")
    )

    # How the match ended for it (`services/outcomes.py`).
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    score = models.IntegerField(null=True, blank=True)
    army = models.CharField(
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text=_("the kind of army it had, once the match is over; empty if the game has no armies"),
    )
    absent = models.BooleanField(
        default=False, db_default=False, help_text=_("counts as if this player’s time had run out")
    )
    absent_since = models.DateTimeField(
        null=True, blank=True, help_text=_("when its player last moved in any match before the time ran out")
    )

    # Its time, beside that of its turn (`games/core/clock/`).
    bank = models.DurationField(null=True, blank=True, help_text=_("its time bank, once it has made its first move"))
    total_left = models.DurationField(
        null=True, blank=True, help_text=_("what is left of the total time, while it isn’t the seat’s turn")
    )
    known_bank = models.DurationField(
        null=True, blank=True, help_text=_("the time bank when the seat was last asked to move")
    )
    known_total = models.DurationField(
        null=True, blank=True, help_text=_("how much of the total time was left when the seat was last asked to move")
    )
    extended = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("the other player has given it two more days, which is possible only once"),
    )
    away = models.JSONField(
        default=list, blank=True, db_default=[], help_text=_("the player’s vacations, each with its start and end")
    )
    spared = models.DateTimeField(
        null=True, blank=True, help_text=_("when it got more time because an email about its turn had bounced")
    )

    # Its newest move, while that may be taken back (`offers/undo.py`).
    undo_ply = models.IntegerField(
        null=True, blank=True, help_text=_("its newest move, while it can still be taken back")
    )
    undo_given = models.DurationField(
        null=True, blank=True, help_text=_("the time of the turn in which it made that move")
    )
    undo_left = models.DurationField(
        null=True, blank=True, help_text=_("how much of that time was left when the move was made")
    )
    undo_bank = models.DurationField(null=True, blank=True, help_text=_("its time bank when that turn began"))

    # What it offers the others (`services/offers.py`).
    offer = models.CharField(max_length=12, blank=True, help_text=_("what the player offers the others"))
    offer_days = models.PositiveSmallIntegerField(default=0, db_default=0, help_text=_("number of days offered"))
    offer_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("number of the seat the offer is for; empty: for everyone")
    )
    offer_number = models.PositiveIntegerField(
        default=0, db_default=0, help_text=_("number of its newest offer among all offers of the match")
    )

    # Somebody else may take it over (`services/substitutes.py`).
    open_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text=_("until when someone can take it over; a past time means it was open once"),
    )
    deserted = models.BooleanField(
        default=False, db_default=False, help_text=_("can be taken over because its time was up")
    )
    taken_ply = models.IntegerField(
        null=True,
        blank=True,
        help_text=_("the entry that gave its player the seat; empty: they’ve played from the start"),
    )

    # Chat, notes and notices (`services/chat.py`, `services/notes.py`, `services/looks.py`).
    chat_read = models.BigIntegerField(default=0, help_text=_("the newest chat message the player has seen"))
    chat_from = models.BigIntegerField(
        default=0, db_default=0, help_text=_("the player can’t see chat up to this message")
    )
    chat_muted = models.BooleanField(default=False)
    muted = models.BooleanField(
        default=False, db_default=False, help_text=_("no notices about the match before it ends")
    )
    notes = models.TextField(blank=True, help_text=_("only the player can see them"))

    # Hints (`services/looks.py`).
    hints = models.BooleanField(
        null=True, blank=True, help_text=_("whether hints are shown to the player; empty: as in the settings")
    )
    hinted = models.JSONField(default=dict, blank=True, help_text=_("hints shown so far, each with its serial"))

    objects = SeatQuerySet.as_manager()

    chat_news: int
    unread: int
    turns_due: int
    knows_game: bool
    is_first: bool
    is_practised: bool
    is_fresh_from_practice: bool
    hint_choice: str | None
    coach_choice: bool | None
    goes_on: bool | None

    class Meta:
        ordering = ["number", "joined"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_user_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
            models.UniqueConstraint(fields=["match", "joined"], name="one_joiner_at_a_time"),
        ]
        indexes = [
            models.Index(fields=["open_until"], name="seat_by_opening", condition=Q(open_until__isnull=False)),
            models.Index(fields=["match"], name="seat_of_house", condition=Q(house=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of match {self.match_id}"

    @property
    def current_plan(self) -> str:
        """What its player has composed for what the seat is asked now; "" where that is nothing."""
        return self.plan if self.plan_serial == self.serial else ""

    @property
    def vacations(self) -> tuple[Span, ...]:
        """The player's vacations that stop the clock here, each from when to when."""
        return self._spans(halts=False)

    @property
    def halts(self) -> tuple[Span, ...]:
        """What else stops the clock here, even without vacations in the match; others only see that it stands."""
        return self._spans(halts=True)

    def _spans(self, *, halts: bool) -> tuple[Span, ...]:
        found = ((begin, end) for begin, end, *marks in self.away if (HALT in marks) is halts)
        return tuple((datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in found)

    def away_until(self, now: datetime) -> datetime | None:
        """Return when the vacation ends that stops the player's clock now, and those that follow upon it.

        None without one.
        """
        ends = None
        for begin, end in sorted(self.vacations):
            if begin <= (ends or now) < end:
                ends = end
        return ends

    def is_open(self, now: datetime) -> bool:
        """Say whether somebody may take it over, in a match that is being played."""
        return self.open_until is not None and self.open_until > now

    def close(self) -> None:
        """Let nobody take it over any more; that somebody once could is remembered."""
        self.open_until = self.open_until and CLOSED
        self.deserted = False

    def has_lapsed(self, now: datetime) -> bool:
        """Say whether the time in which somebody could take it over is past, which nobody has noted yet."""
        return self.open_until is not None and CLOSED < self.open_until <= now

    @property
    def index(self) -> int:
        """The seat's number in a match that has begun."""
        if self.number is None:
            raise ValueError(f"{self} has no number before the match begins")
        return self.number

    @property
    def share(self) -> str:
        """What was added to the draws for its player; empty for one who has taken it over."""
        return self.entropy if self.taken_ply is None else ""

    @property
    def share_by_site(self) -> bool:
        """Whether the site has drawn that, as no browser or program gave any."""
        return bool(self.share) and self.entropy_source == "server"

    def may_take_back(self, match: Match) -> bool:
        """Say whether the seat may ask to take its last move back, which nobody has answered."""
        return match.status == Match.Status.PLAYING and self.undo_ply == match.ply

    def has_sealed(self, match: Match) -> bool:
        """Say whether the seat's newest answer is secret, as it was when the newest entry was added."""
        ply = self.answered_ply
        return ply is not None and ply >= match.ply - match.sealed and ply in match.watch_blind

    @property
    def offered(self) -> Offered:
        """What the player offers the others; NOTHING for none."""
        return Offered(self.offer, self.offer_days, self.offer_seat)

    @offered.setter
    def offered(self, offered: Offered) -> None:
        self.offer, self.offer_days, self.offer_seat = offered

    @property
    def agrees(self) -> bool:
        """Whether the offer is nothing but a yes to what another seat has asked for itself."""
        return self.offer_seat not in (None, self.number)

    @property
    def counting(self) -> Counting:
        """The numbers by which the seat knows the entries."""
        return Counting(self.blind)

    def counted(self, ply: int) -> int:
        """Return the number by which the seat knows an entry: those it may not know of are not counted."""
        return self.counting.counted(ply)

    def ply_of(self, counted: int) -> int:
        """Return the ply of the entry that the seat knows by a number."""
        return self.counting.ply_of(counted)
