"""What the players of a match write to each other beside the board. None of it is part of the log."""

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Case, Exists, F, Value, When
from django.utils import timezone

from accounts import streams
from accounts.models import Block, User
from games.chat import notices
from games.core.models import ChatLine, Match, Seat
from games.core.reading.access import NotYours, own_seat
from games.core.seams import bars
from games.core.seams.bars import Act
from games.core.seams.merging import Merge
from games.core.services import texts
from games.rules.errors import RulesError
from games.rules.sentence import N_, Sentence, sentence

MAX_LENGTH = 2_000
"""Characters of a line."""

LINES_SHOWN = 50
"""Lines of a chat that are shown at once."""

MAX_LINES = 10
WITHIN = timedelta(minutes=1)
"""Lines one may write in such a time, all matches together."""

REPEATED_WITHIN = timedelta(seconds=10)
"""A line sent again so soon is the same one, sent twice by a nervous finger or a bad connection."""

MAX_ID = 2**63 - 1
"""The largest id a database takes."""


class ChatError(RulesError):
    """Something that cannot be said here."""

    code = "talk"
    status = 409


class TooFast(ChatError):
    """More lines in a short time than anybody reads."""

    code = "too_fast"
    status = 429


@transaction.atomic
def say(public_id: str, user: User, text: str) -> ChatLine:
    """Write a line to the others of a match that has begun.

    Raises NotYours for a stranger, TooLong (also for an empty line), TooFast, or ChatError where nobody would
    read it.
    """
    # Lines are numbered as they appear.
    if not Match.objects.select_for_update(no_key=True).filter(public_id=public_id).first():
        raise NotYours
    seats = _seats(public_id)
    mine = _mine(seats, user.pk)
    text = texts.cleaned(text, MAX_LENGTH)
    _require_heard(seats, user)
    said = _just_said(mine.match, user, text)
    return said or _write(mine.match, user, text, seats)


def _write(match: Match, user: User, text: str, seats: Sequence[Seat]) -> ChatLine:
    line = ChatLine.objects.create(match=match, user=user, text=text)
    notices.queue_line(line, seats)
    streams.tell({seat.user_id for seat in seats}, match.public_id)
    return line


def _just_said(match: Match, user: User, text: str) -> ChatLine | None:
    """Return the line that this one repeats, if any. Raises TooFast."""
    recent = list(ChatLine.objects.filter(user=user, created__gt=timezone.now() - WITHIN).order_by("-pk")[:MAX_LINES])
    for line in recent[:1]:
        if (line.match_id, line.text) == (match.pk, text) and line.created > timezone.now() - REPEATED_WITHIN:
            return line
    if len(recent) == MAX_LINES:
        raise TooFast(sentence(N_("You’ve written {most} messages in one minute. Wait a moment."), most=MAX_LINES))
    return None


def _require_heard(seats: Sequence[Seat], user: User) -> None:
    reason = why_silent(seats, user)
    if reason is not None:
        raise ChatError(reason)


def why_silent(seats: Sequence[Seat], user: User) -> Sentence | None:
    """Return why a player cannot write in this match; None where he can. The seats come with their users."""
    others = [seat.user for seat in seats if seat.user_id != user.pk]
    if all(other.is_bot for other in others):
        return sentence(N_("The computer doesn’t chat, so this match has no chat."))
    if user.is_guest:
        return sentence(N_("Guests can’t chat. Choose a name and enter your email address first."))
    if all(other.is_bot or other.left for other in others):
        return sentence(N_("There’s nobody left in this match to read your messages."))
    is_blocked, is_barred = _blocked_and_barred(user.pk, [other.pk for other in others])
    if is_blocked:
        return sentence(N_("This match has no chat, because not all of its players want to write to each other."))
    return bars.why_not(user.pk, Act.CHAT) if is_barred else None


def _blocked_and_barred(user_id: int, others: Sequence[int]) -> tuple[bool, bool]:
    """Say whether a block stands between a user and any of the others, and whether the user is kept from chats, by one
    query: every page of a match asks."""
    blocked = Exists(Block.objects.between(user_id, *others))
    barred = Case(When(bars.barred(Act.CHAT, "pk"), then=Value(True)), default=Value(False))
    return User.objects.filter(pk=user_id).values_list(blocked, barred).get()


def chat_lines(seat: Seat, before: int | None = None) -> list[ChatLine]:
    """Return the newest lines of a chat that are for a seat, LINES_SHOWN at most, or those before a line's id, oldest
    first; hidden ones without their text. What was said before its player took it over was said to somebody else.
    """
    found = ChatLine.objects.filter(match=seat.match_id, pk__gt=seat.chat_from).select_related("user").order_by("-pk")
    if before is not None:
        found = found.filter(pk__lt=min(before, MAX_ID))
    newest = list(found[:LINES_SHOWN])
    for line in newest:
        line.text = "" if line.hidden else line.text
    return newest[::-1]


def mark_read(public_id: str, user_id: int, line_id: int) -> None:
    """Note that a player has seen the chat up to a line; never back. Raises NotYours for a stranger."""
    seat = own_seat(user_id, public_id)
    newest = ChatLine.objects.filter(match=seat.match_id, pk__lte=max(min(line_id, MAX_ID), 0)).order_by("-pk")
    for line in newest[:1]:
        Seat.objects.filter(pk=seat.pk, chat_read__lt=line.pk).update(chat_read=line.pk)


def note_shown(seat: Seat, newest: int) -> None:
    """Note that a player has been shown the chat up to the line of this id, 0 for none."""
    if newest > seat.chat_read:
        Seat.objects.filter(pk=seat.pk, chat_read__lt=newest).update(chat_read=newest)


def mute_chat(public_id: str, user_id: int, muted: bool) -> None:
    """Have no more marks and mails for the chat of a match, or have them again. Raises NotYours."""
    Seat.objects.filter(pk=own_seat(user_id, public_id).pk).update(chat_muted=muted)


def may_hide(user: User | AnonymousUser) -> bool:
    """Say whether somebody may take lines of chats out of sight, and show them again."""
    return user.has_perm("games.change_chatline")


def why_not_hide(line: ChatLine, user_id: int | None) -> Sentence | None:
    """Return why somebody who may hide lines can neither hide this one nor show it again.

    Return `None` if nothing is in the way.
    """
    match = line.match
    played = match.seats.filter(user=user_id).exists() or match.substitutions.filter(former=user_id).exists()
    return sentence(N_("You’re a player in this match. Ask another moderator.")) if played else None


def hide(line: ChatLine, why: str) -> bool:
    """Take a line out of sight, for a reason all of its match are shown. What it said stays for moderators alone.

    Return False if another moderator has just hidden it.
    """
    shown = ChatLine.objects.filter(pk=line.pk, hidden=None)
    return bool(shown.update(hidden=timezone.now(), hidden_why=why))


def show(line: ChatLine) -> bool:
    """Show a hidden line again, in its old place. Players who have read the chat beyond it get no mark for it.

    Return False if another moderator has just shown it.
    """
    hidden = ChatLine.objects.filter(pk=line.pk, hidden__isnull=False)
    return bool(hidden.update(hidden=None, hidden_why="", shown_again=F("shown_again") + 1))


def _seats(public_id: str) -> list[Seat]:
    """Return the seats of a match that has begun."""
    begun = Seat.objects.filter(match__public_id=public_id, number__isnull=False)
    return list(begun.select_related("match", "user"))


def _mine(seats: Sequence[Seat], user_id: int) -> Seat:
    for seat in seats:
        if seat.user_id == user_id:
            return seat
    raise NotYours


def merge_rows(merge: Merge) -> None:
    """Make the lines of a guest those of the account, in the matches that become the account's."""
    ChatLine.objects.filter(match__in=merge.matches, user=merge.guest).update(user=merge.account)
