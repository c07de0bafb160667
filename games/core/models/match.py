"""Matches, and the secret that all their draws come from."""

from __future__ import annotations

import secrets
import string
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from games.core.clock import terms
from games.core.clock.terms import Clock
from games.core.models.counting import Counting
from games.rules import registry
from games.rules.errors import UnknownGame, Unplayable
from games.rules.game import Game
from games.rules.record import SECOND
from games.rules.sentence import N_, sentence

ALPHABET = string.ascii_lowercase + string.digits


def new_public_id() -> str:
    """Return ten characters nobody can guess: the name of a match in addresses, mails and records."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def second_of(first: str) -> str:
    """Return the public id of the other match of a pair, whose first one has this id."""
    return f"{first}{SECOND}"


class MatchQuerySet(models.QuerySet["Match"]):
    def of(self, user_id: int) -> MatchQuerySet:
        """Return the matches in which somebody sits."""
        return self.filter(seats__user_id=user_id)


class Match(models.Model):
    """One playing of a game. Everything but its log and its clock is derived and may be rebuilt.

    Its columns stand by feature, each group under the module that writes it.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        VOID = "void", _("void")

    class Absence(models.TextChoices):
        """What happens when a player's time is up, as it was agreed before the start."""

        LOSS = terms.LOSS, _("the match is lost")
        CHOICE = terms.CHOICE, _("the opponent decides")

    # What is played, and by what name.
    public_id = models.CharField(max_length=40, unique=True, default=new_public_id, editable=False)
    game = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    commitment = models.CharField(max_length=64)
    created = models.DateTimeField(default=timezone.now)

    # Where it stands (`services/entries.py`).
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    started = models.DateTimeField(null=True, blank=True)
    moved = models.DateTimeField(null=True, blank=True, help_text=_("time of the newest entry"))
    ply = models.IntegerField(default=-1, help_text=_("number of the newest entry"))
    digest = models.CharField(max_length=64, blank=True, help_text=_("digest of the newest entry"))
    ended = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)

    # What it says of time (`games/core/clock/terms.py`).
    pace_days = models.PositiveSmallIntegerField(help_text=_("days per move; 0 with a time bank"))
    bank_hours = models.PositiveSmallIntegerField(default=0, db_default=0, help_text=_("hours a time bank starts with"))
    increment_hours = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text=_("hours each move adds to the time bank")
    )
    cap_hours = models.PositiveSmallIntegerField(default=0, db_default=0, help_text=_("hours a time bank can hold"))
    nights = models.BooleanField(default=False, db_default=False, help_text=_("nights don’t count"))
    weekends = models.BooleanField(default=False, db_default=False, help_text=_("weekends don’t count"))
    vacations = models.BooleanField(default=True, db_default=False, help_text=_("a vacation stops a player’s clock"))
    total_days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("days each player has for the whole match; empty: the default")
    )
    absence = models.CharField(
        max_length=6,
        choices=Absence,
        default=Absence.CHOICE,
        db_default=Absence.LOSS,
        help_text=_("what happens when time is up"),
    )
    last_moment = models.DateTimeField(
        null=True,
        blank=True,
        help_text=_("the latest moment the match can end: start plus all totals; only an outage moves it"),
    )

    # What stops its clocks (`services/turns.py`).
    paused_until = models.DateTimeField(null=True, blank=True)
    # Until when a moderator's ruling waits, which then ends it: nobody can act, and all clocks stand.
    held_until = models.DateTimeField(null=True, blank=True, editable=False)
    outage = models.BigIntegerField(default=0, db_default=0, help_text="the newest outage that was given back to it")

    # Who may look at it (`reading/access.py`).
    private = models.BooleanField(default=False, help_text=_("only its players can see it, even once it’s over"))
    watchable = models.BooleanField(
        default=False, db_default=False, help_text=_("anyone can watch during the match, without seeing hands")
    )
    # Changes with what spectators see while it runs.
    watch_stamp = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    # The plies that spectators may not know of.
    watch_blind = models.JSONField(default=list, blank=True, db_default=[], editable=False)
    # How many of its newest entries there are from the oldest that only players may know of: several of them answer in
    # secret just now. `watch_blind` says which of these others may know of, such as one that hands over a seat.
    sealed = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)

    # Ratings (`services/ratings.py`).
    rated = models.BooleanField(default=False)
    struck = models.CharField(
        max_length=300,
        blank=True,
        default="",
        db_default="",
        help_text=_("why a moderator has excluded it from ratings"),
    )
    # It is over and rated, and the ratings know of it.
    tallied = models.BooleanField(default=False, db_default=False)

    # Awards (`services/awards.py`).
    # It is over, and the awards know of it as it is.
    awarded = models.BooleanField(default=False, db_default=False)

    # Matches that belong to it (`services/rematch.py`, `services/pairs.py`).
    rematch_of = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches")
    # The public id of the first match of its pair, which both share; empty for a match by itself.
    pair = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)

    # What of it is removed when it has been over for long (`services/upkeep.py`).
    # Most of its snapshots are gone.
    thinned = models.BooleanField(default=False, db_default=False)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(
                name="over_means_result",
                condition=Q(status="over", result__isnull=False) | (~Q(status="over") & Q(result__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-created"], name="match_by_status"),
            models.Index(fields=["last_moment"], name="match_by_last_moment", condition=Q(status="playing")),
            models.Index(fields=["game", "-created"], name="match_by_game"),
            models.Index(fields=["-started"], condition=Q(watchable=True, status="playing"), name="match_to_watch"),
            models.Index(fields=["-ended", "-id"], condition=Q(status="over", private=False), name="match_to_look_at"),
            models.Index(fields=["id"], condition=Q(sealed__gt=0), name="match_sealed"),
            models.Index(fields=["pair"], condition=~Q(pair=""), name="match_by_pair"),
            models.Index(fields=["ended"], condition=Q(thinned=False, ended__isnull=False), name="match_to_thin"),
            models.Index(fields=["game", "ended"], condition=Q(rated=True, status="over"), name="match_rated"),
            models.Index(
                fields=["ended"], condition=Q(rated=True, status="over", tallied=False), name="match_to_tally"
            ),
            models.Index(fields=["ended"], condition=Q(status="over", awarded=False), name="match_to_award"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.public_id])

    @property
    def reason(self) -> str:
        """Why a moderator ended it, for its players; empty where none did."""
        ending = (self.result or {}).get("reason", "void")
        if self.ended is None or ending not in ("void", "adjudication"):  # which a player or the clock brings about
            return ""
        return next((ruling.reason for ruling in self.rulings.all() if ruling.ply == self.ply), "")

    @property
    def rules(self) -> Game[Any, Any]:
        """The rules it is played by, in its own version. Raises Unplayable where no package brings them any more."""
        try:
            return registry.game(self.game, self.version)
        except UnknownGame as error:
            template = N_("{game} can’t be played here at the moment. The match stays as it is.")
            raise Unplayable(sentence(template, game=registry.title(self.game))) from error

    @property
    def watched(self) -> Counting:
        """The numbers by which those know its entries who watch it while it runs."""
        return Counting(self.watch_blind)

    @property
    def told(self) -> Counting:
        """The numbers by which moderators know its entries: while it runs as spectators do, then all of them."""
        return self.watched if self.ended is None else Counting()

    @property
    def twin_id(self) -> str:
        """The public id of the other match of its pair, without a query; empty for a match by itself."""
        return second_of(self.pair) if self.pair == self.public_id else self.pair

    def twin(self) -> Match | None:
        """Return the other match of its pair; None for a match by itself."""
        return Match.objects.filter(pair=self.pair).exclude(pk=self.pk).first() if self.pair else None

    @property
    def of_pair(self) -> str:
        """Which match of its pair it is, in words; empty for a match by itself."""
        if not self.pair:
            return ""
        return gettext("first of a pair") if self.pair == self.public_id else gettext("second of a pair")

    def told_apart(self, subject: str) -> str:
        """Return the subject of a letter or the like about it, with which match of its pair it is."""
        return f"{subject} ({self.of_pair})" if self.pair else subject

    @property
    def title(self) -> str:
        """What its game is called."""
        return gettext(registry.title(self.game))

    @property
    def clock(self) -> Clock:
        """What it says of time."""
        return Clock(
            pace=timedelta(days=self.pace_days),
            bank=timedelta(hours=self.bank_hours),
            increment=timedelta(hours=self.increment_hours),
            cap=timedelta(hours=self.cap_hours),
            nights=self.nights,
            weekends=self.weekends,
            vacations=self.vacations,
            total=timedelta(days=self.total_days or self.usual_total),
            absence=self.absence,
        )

    def pause_at(self, now: datetime) -> datetime | None:
        """Return until when its clocks are paused at a moment, as its players agreed; `None` if they run."""
        return self.paused_until if self.paused_until is not None and now < self.paused_until else None

    @property
    def usual_total(self) -> int:
        """Days each player may use in all where nothing else was said."""
        return terms.usual_total(self.pace_days, self.increment_hours, self.rules.meta.moves)


class MatchSecret(models.Model):
    """The secret all draws come from. `games.core.services.secret` alone reads it."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="+")
    scheme = models.CharField(max_length=8)
    secret = models.BinaryField()

    def __str__(self) -> str:
        return f"secret of match {self.match_id}"
