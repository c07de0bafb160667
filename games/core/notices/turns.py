"""What players are told about their matches: queued with the entry that causes it, written when it is sent."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from enum import Enum
from typing import Any

from django.conf import settings
from django.db.models import BigIntegerField, Exists, OuterRef, Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts import outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.links import absolute
from accounts.models import Outbox, User
from games.core.clock.reminders import Reminder
from games.core.models import Match, Seat, Turn
from games.core.notices import pictures
from games.core.reading import clocks, endings, log, mail_links, play_links
from games.core.reading.seen import Seen
from games.rules.sentence import N_

TURN = "turn"
REMINDER = "reminder"
START = "start"
END = "end"
GONE = "gone"
OUTCOMES: dict[str, str] = {
    Seat.Outcome.WON: N_("You won{score} – {game} with {opponents}"),
    Seat.Outcome.LOST: N_("You lost{score} – {game} with {opponents}"),
    Seat.Outcome.LEVEL: N_("Draw{score} – {game} with {opponents}"),
    Seat.Outcome.TIMEOUT: N_("You ran out of time – {game} with {opponents}"),
    Seat.Outcome.ABSENT: N_("Void – {game} with {opponents}"),
    Seat.Outcome.VOID: N_("Void – {game} with {opponents}"),
}
"""The subjects of mails about the end; the score, if any, has a space before it."""
SOON = timedelta(minutes=10)
"""Within what time a notice is sent once its reader wants it; one that still waits then is kept by something else."""
MOST_TOLD = 12
"""Sentences of what has happened that a mail holds, the weightiest; how many more there are it says."""


def queue(batch: rows.Batch, match: Match, seats: Sequence[Seat], fresh: Sequence[Turn]) -> None:
    """Queue what an entry makes due: to seats that newly owe a move, and to all others when the match begins. Bots are
    told nothing."""
    people = {seat.pk: seat for seat in seats if not seat.house}
    letters = [_letter_of(turn) for turn in fresh if turn.seat_id in people]
    if match.ply == 0:
        waiting = {turn.seat_id for turn in fresh}
        letters += [row_for_seat(START, match, seat) for key, seat in people.items() if key not in waiting]
    outbox.enqueue(batch, letters)


def queue_turn(batch: rows.Batch, turn: Turn) -> None:
    """Tell the player of a seat of a turn that began before the seat was theirs."""
    outbox.enqueue(batch, [_letter_of(turn)])


def _letter_of(turn: Turn) -> Outbox:
    about = {"match": turn.match_id, "seat": turn.seat_id, "ply": turn.ply}
    return outbox.email_row(turn.user_id, TURN, turn.key, about, timedelta(seconds=settings.TURN_MAIL_DELAY))


def row_for_seat(kind: str, match: Match, seat: Seat) -> Outbox:
    """Return a notice of a kind about a match, one for each of its seats, to be queued."""
    return outbox.email_row(seat.user_id, kind, f"{match.pk}", {"match": match.pk, "seat": seat.pk})


def reminder_of(turn: Turn, reminder: Reminder) -> Outbox:
    """Return a reminder of a turn, to be queued: one for each deadline and kind."""
    key = f"{turn.key}:{reminder}:{turn.deadline.timestamp():.0f}"
    payload = {"match": turn.match_id, "seat": turn.seat_id, "ply": turn.ply, "reminder": reminder}
    return outbox.email_row(turn.user_id, REMINDER, key, payload)


class Informed(Enum):
    """Whether a player can know of a turn: has looked or moved since, was sent a notice of it, or wants none. Of one
    who cannot, whether there was a letter, which came back."""

    YES, NO, CAME_BACK = range(3)


def informed(owing: Sequence[tuple[Seat, Turn]]) -> dict[int, Informed]:
    """Return for each seat, by key, whether its player can know of the turn."""
    known = {seat.pk: Informed.YES if _has_acted(seat, turn) else Informed.NO for seat, turn in owing}
    asked = [(seat, turn) for seat, turn in owing if known[seat.pk] is Informed.NO]
    notices = outbox.queued(TURN, [(turn.user_id, turn.key) for _, turn in asked])
    for (seat, turn), notice in zip(asked, notices, strict=True):
        if _is_told(notice) or _is_told_otherwise(turn) or seat.user.is_bot:
            known[seat.pk] = Informed.YES
        elif notice is not None and notice.came_back:
            known[seat.pk] = Informed.CAME_BACK
    return known


def _has_acted(seat: Seat, turn: Turn) -> bool:
    moved = seat.answered_ply is not None and seat.answered_ply >= turn.ply
    return moved or turn.looked or turn.fetched


def _is_told(notice: Outbox | None) -> bool:
    """Say whether a notice was sent and did not come back; who has switched such notices off, or wants them later,
    counts as told.
    """
    if notice is None or notice.came_back:
        return False
    return notice.status in (Outbox.Status.SENT, Outbox.Status.OBSOLETE) or _waits_as_wanted(notice)


def _waits_as_wanted(notice: Outbox) -> bool:
    """Say whether a notice waits because its reader wants it later, and not because it could not be sent when that
    was.
    """
    failed = notice.status == Outbox.Status.FAILED or notice.refused or bool(notice.error)
    return notice.held is not None and not failed and notice.next_try > timezone.now() - SOON


def _is_told_otherwise(turn: Turn) -> bool:
    """Say whether a reminder was sent, by any channel, or news of the turn by a channel other than email."""
    reminders = Q(kind=REMINDER, key__startswith=f"{turn.key}:")
    elsewhere = Q(kind=TURN, key__startswith=f"{turn.key}@")
    sent = Outbox.objects.filter(recipient=turn.user_id, status=Outbox.Status.SENT)
    return any(not row.came_back for row in sent.filter(reminders | elsewhere).only("came_back"))


def register() -> None:
    """Tell the outbox how each kind is written and what it is called."""
    outbox.register(TURN, turn_notice, gettext_lazy("Your turn in a match"))
    outbox.register(REMINDER, reminder, gettext_lazy("Your time is running out"))
    outbox.register(START, start_notice, gettext_lazy("A match has begun"))
    outbox.needed_while(of_running_match)


def of_running_match() -> Exists:
    """Say whether a row of the outbox is about a match that runs: it may say that its player can know of the turn
    (`informed`), and that he was sent the seal (`Facts.is_first`).
    """
    match = Cast(KeyTextTransform("match", OuterRef("payload")), BigIntegerField())
    return Exists(Match.objects.filter(pk=match, status=Match.Status.PLAYING))


def turn_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Write “It is your turn”, unless the move was made since or the player has looked at the match."""
    turn = _owed(user, payload)
    if turn is None or turn.looked:
        return None
    return _of_turn(user, turn, "turn", "turn_mails", _("Your turn: {game} against {opponents}"))


def reminder(user: User, payload: dict[str, Any]) -> Notice | None:
    """Write “Your time runs out”, unless the move was made since."""
    turn = _owed(user, payload)
    if turn is None:
        return None
    subject = _("Your time is running out: {game} against {opponents}")
    urgent = Reminder(payload["reminder"]).is_urgent
    return _of_turn(user, turn, "reminder", "reminder_mails", subject, urgent=urgent)


def start_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return "The match has begun", for players who don't move first. Return None once it is over: the end is told."""
    seat = seat_of(user, payload)
    if seat is None or seat.match.status != Match.Status.PLAYING:
        return None
    facts = LetterFacts(seat)
    subject = _("{game} against {opponents} has begun").format(game=facts.title, opponents=facts.opponents)
    return facts.notice(subject, "start", "end_mails")


def _owed(user: User, payload: dict[str, Any]) -> Turn | None:
    """Return the turn, unless it is over or now another's."""
    turn = _turns.first(payload["seat"], payload["ply"])
    return turn if turn is not None and turn.user_id == user.pk else None


_turns = rows.Query(
    lambda seat, ply: (
        Turn.objects.filter(seat_id=seat, ply=ply)
        .select_related("match", "seat__match")
        .annotate(by_link=Exists(mail_links.entitled().filter(pk=OuterRef("user_id"))))
    ),
    1001,
    1002,
)
_seats = rows.Query(lambda match: Seat.objects.filter(match_id=match).select_related("user"), 1001)


def seat_of(user: User, payload: dict[str, Any]) -> Seat | None:
    """Return the seat a notice is for, unless somebody else has taken it over."""
    seat = Seat.objects.select_related("match").get(pk=payload["seat"])
    return seat if seat.user_id == user.pk else None


def both_seats(user: User, payload: dict[str, Any]) -> tuple[Seat, Seat] | None:
    """Return the seat a notice is for and the seat it is about, each with the turn it owes, if any, and `by_link`,
    whether its player acts by links in emails; None where somebody else has taken over the former.
    """
    by_link = Exists(mail_links.entitled().filter(pk=OuterRef("user_id")))
    seats = Seat.objects.select_related("match", "user", "turn").annotate(by_link=by_link)
    found = seats.in_bulk([payload["seat"], payload["by"]])
    seat = found[payload["seat"]]
    return (seat, found[payload["by"]]) if seat.user_id == user.pk else None


def _of_turn(user: User, turn: Turn, template: str, preference: str, subject: str, *, urgent: bool = False) -> Notice:
    """Return a notice of a turn. Its play link is for the letter alone: others read what else `Notice.url` goes to."""
    facts = LetterFacts(turn.seat)
    play_url = play_links.play_url(turn, user) if getattr(turn, "by_link", False) else facts.url
    subject = subject.format(game=facts.title, opponents=facts.opponents)
    when_over = endings.when_up(facts.match, facts.seen.seats, facts.seat)
    more = {"when_over": when_over, "asked": facts.seen.prompt, "deadline": turn.deadline, "play_url": play_url}
    notice = facts.notice(subject, template, preference, **more)
    return replace(notice, deadline=turn.deadline, urgent=urgent)


class LetterFacts:
    """What a mail to one seat says of its match."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.match = seat.match
        self.seen = Seen.now(seat.match, _seats(seat.match_id), seat.index)
        self.title = self.seen.title
        self.opponents = ", ".join(self.seen.opponents)
        self.url = settings.SITE_URL + seat.match.get_absolute_url()

    def outcome(self) -> str:
        """Return how the match ended for the seat, its own score first, as a subject says it."""
        ended = _(OUTCOMES[self.seat.outcome])
        score = endings.final_score(self.seen.seats, self.seat, self.seen.voice)
        return ended.format(score=score and f" {score}", game=self.title, opponents=self.opponents)

    def receipt(self) -> str:
        """Return the digest of the newest entry that the seat may know of."""
        known = self.seat.ply_of(self.seat.counted(self.match.ply))
        return self.seen.walk.digest if known == self.match.ply else self.match.entries.get(ply=known).digest

    def is_first(self) -> bool:
        """Say whether no other mail about the course of the match was sent to the player."""
        own = Q(key__startswith=f"{self.match.pk}:") | Q(key=f"{self.match.pk}", kind__in=(START, END, GONE))
        sent = Outbox.objects.filter(channel="email", status=Outbox.Status.SENT)
        return not sent.filter(own, recipient=self.seat.user_id).exists()

    def notice(self, subject: str, template: str, preference: str, **more: Any) -> Notice:
        """Return the notice, with what all mails about a match hold; its subject tells the matches of a pair apart."""
        happened = log.since_last_move(self.match, self.seat, self.seen.voice)
        context = {
            "match": self.match,
            "clock": clocks.brief(self.match),
            "when_up": endings.when_up(self.match, self.seen.seats),
            "title": self.title,
            "opponents": self.opponents,
            "happened": happened[:MOST_TOLD],
            "untold": len(happened[MOST_TOLD:]),
            "picture": pictures.email_picture(self.seen),
            "url": self.url,
            "commitment": self.match.commitment,
            "fairness_url": absolute("fairness"),
            "share": self.seat.share,
            "share_by_site": self.seat.share_by_site,
            "receipt": self.receipt(),
            "is_first": self.is_first(),
            "moved": self.seat.answered_ply is not None,
            **more,
        }
        thread = f"match-{self.match.public_id}"
        return Notice(
            self.match.told_apart(subject),
            template,
            context,
            preference,
            thread,
            url=context["url"],
            muted=self.seat.muted and template != "end",
        )
