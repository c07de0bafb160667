"""What players are told when a seat goes to somebody else: queued with it, written when it is sent."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.channels import Notice
from accounts.database import rows
from accounts.models import User
from games.core.models import Match, Ruling, Seat, Substitution
from games.core.models.seat import guest_plays
from games.core.notices.turns import LetterFacts, both_seats, seat_of

SUBSTITUTE = "substitute"
RELIEVED = "relieved"
UNTAKEN = "untaken"


def queue_substitute(batch: rows.Batch, match: Match, seats: Sequence[Seat], former: int) -> None:
    """Queue news of a seat that is about to be handed over by the next entry: for these seats, and for the former
    player. Bots are told nothing."""
    ply = match.ply + 1
    key = f"{match.pk}:{ply}"
    people = [seat for seat in seats if not seat.house]
    letters = [
        outbox.email_row(seat.user_id, SUBSTITUTE, key, {"match": match.pk, "ply": ply, "seat": seat.pk})
        for seat in people
    ]
    letters.append(outbox.email_row(former, RELIEVED, key, {"match": match.pk, "ply": ply}))
    outbox.enqueue(batch, letters)


def queue_untaken(batch: rows.Batch, match: Match, seats: Sequence[Seat], sought: Seat) -> None:
    """Queue, for all players, news that nobody has taken over the seat for which somebody was sought."""
    payload = {"match": match.pk, "by": sought.pk, "user": sought.user_id}
    key = f"{match.pk}:{sought.open_until}"
    outbox.enqueue(
        batch, [outbox.email_row(seat.user_id, UNTAKEN, key, {**payload, "seat": seat.pk}) for seat in seats]
    )


def substitute_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return who plays on, unless the match is over or the reader sits there no more."""
    seat = seat_of(user, payload)
    change = _change(payload)
    if seat is None or seat.match.status != Match.Status.PLAYING:
        return None
    facts = LetterFacts(seat)
    told = (
        _("You’re taking over {former}’s seat") if change.user_id == user.pk else _("{name} took over {former}’s seat")
    )
    said = told.format(name=change.user.username, former=change.former.username)
    subject = _("{told}: {game}").format(told=said, game=facts.title)
    return facts.notice(subject, "substitute", "end_mails", told=said, reason=_reason(change))


def untaken_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Tell a player that everybody plays on.

    Return `None` if the match is over, or if somebody is sought again or has come after all.
    """
    both = both_seats(user, payload)
    if both is None or both[0].match.status != Match.Status.PLAYING:
        return None
    seat, sought = both
    if sought.user_id != payload["user"] or sought.is_open(timezone.now()):
        return None
    facts = LetterFacts(seat)
    if seat.pk == sought.pk:
        told = _("Nobody took over your seat")
        means = _("You’re still playing. You can look for a replacement again.")
    else:
        told = _("Nobody took over {name}’s seat").format(name=sought.user.username)
        means = _("{name} is still playing.").format(name=sought.user.username)
    subject = _("{told}: {game}").format(told=told, game=facts.title)
    return facts.notice(subject, "untaken", "end_mails", told=told, means=means)


def relieved_notice(user: User, payload: dict[str, Any]) -> Notice:
    """Return who plays on for the reader, who is shown nothing of the match any more."""
    change = _change(payload)
    title = change.match.title
    subject = _("{name} took over your seat: {game}").format(name=change.user.username, game=title)
    url = settings.SITE_URL + reverse("my_matches")
    context = {"name": change.user.username, "title": title, "absent": _counts_absence(change), "url": url}
    context["reason"] = _reason(change)
    return Notice(subject, "relieved", context, "end_mails", f"match-{change.match.public_id}", url=url)


def _change(payload: dict[str, Any]) -> Substitution:
    found = Substitution.objects.select_related("match", "user", "former")
    return found.get(match=payload["match"], ply=payload["ply"])


def _counts_absence(change: Substitution) -> bool:
    """Say whether the former player was absent where that counts, which it does not in a match with a guest."""
    return change.absent and not Seat.objects.filter(guest_plays(), match=change.match_id).exists()


def _reason(change: Substitution) -> str:
    """Return why a moderator wanted it so; empty where it was none."""
    ruling = Ruling.objects.filter(match=change.match, ply=change.ply).first()
    return ruling.reason if ruling else ""
