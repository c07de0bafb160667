"""Ratings in words: of a person, and what a match has changed or why it changes nothing."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.models import Match, Seat
from games.core.reading.voice import player_name
from games.ratings import numbers
from games.ratings.counting import Verdict
from games.ratings.models import Rating, RatingChange
from games.rules import registry
from games.rules.sentence import N_

FOR: dict[str, str] = {
    Seat.Outcome.WON: N_("{before} → {after} ({change}) for the win against {others}"),
    Seat.Outcome.LEVEL: N_("{before} → {after} ({change}) for the draw with {others}"),
    Seat.Outcome.LOST: N_("{before} → {after} ({change}) for the loss to {others}"),
    Seat.Outcome.TIMEOUT: N_("{before} → {after} ({change}) for running out of time against {others}"),
}
"""What has changed a rating, by the outcome of a seat."""
FOR_PAIR = N_("{before} → {after} ({change}) for the pair of matches with {others}")
WHY_NOT: dict[Verdict, str] = {
    Verdict.UNRATED: N_("The match isn’t rated."),
    Verdict.VOID: N_("The match is void and doesn’t change ratings."),
    Verdict.SUBSTITUTE: N_("The match doesn’t change ratings, because another player took over a seat."),
    Verdict.HOUSE: N_("Matches against the computer don’t change ratings."),
    Verdict.GUEST: N_("The match doesn’t change ratings, because a guest played in it."),
    Verdict.STRUCK: N_("A moderator has excluded the match from ratings: {reason}"),
    Verdict.UNMOVED: N_("The match doesn’t change ratings, because not every player made a move."),
    Verdict.PROGRAM: N_(
        "The match doesn’t change ratings, because a program made moves for a player who did not lose."
    ),
    Verdict.ABSENCE: N_(
        "The match doesn’t change ratings. It was lost through an absence that already counts in another match."
    ),
    Verdict.PAIRED: N_("The match counts towards ratings together with the other match of its pair."),
}
CURVED = 90
"""Matches of a person that their curves go back."""


@dataclass(frozen=True)
class Rated:
    """A person's rating in one game, `title`; `words` are its number and how sure it is."""

    game: str
    title: str
    number: int
    deviation: int
    is_settled: bool
    matches: int

    @property
    def words(self) -> str:
        """The number, with its deviation or that it is still settling."""
        return rating_in_words(numbers.Strength(self.number, self.deviation), with_deviation=True)


def rating_in_words(rating: numbers.Strength, *, with_deviation: bool = False) -> str:
    """Return a rating as a sentence holds it."""
    number = str(round(rating.number))
    if not rating.is_settled:
        return _("{number}, provisional").format(number=number)
    return f"{number}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{round(rating.deviation)}" if with_deviation else number


def of_person(user_id: int) -> list[Rated]:
    """Return the ratings of a person, by the title of their games."""
    return by_title(Rating.objects.filter(user=user_id))


@dataclass(frozen=True)
class Curve:
    """How a rating has gone: `numbers` are what it was after each of the newest matches that counted, oldest first."""

    numbers: Sequence[int]

    @property
    def points(self) -> str:
        """The line as path data, in a box of 100 by 30: the lowest number near its foot, the highest near its top."""
        low = min(self.numbers)
        high = max(self.numbers)
        across = 100 / (len(self.numbers) - 1)
        up = 26 / max(high - low, 1)
        return "M" + "L".join(f"{at * across:.4g} {28 - (each - low) * up:.4g}" for at, each in enumerate(self.numbers))


def curves(user_id: int) -> dict[str, Curve]:
    """Return the curves of a person by the titles of the games, from their newest `CURVED` matches in all games.

    A game with fewer than three of these has none. This takes one query.
    """
    rows = RatingChange.objects.filter(user=user_id, verdict=Verdict.COUNTS.value).order_by("-pk")
    found: dict[str, list[int]] = defaultdict(list)
    for game, number in rows.values_list("match__game", "number")[:CURVED]:
        found[_(registry.title(game))].append(round(number))
    return {title: Curve(numbers[::-1]) for title, numbers in found.items() if len(numbers) >= 3}


def by_title(rows: Iterable[Rating]) -> list[Rated]:
    """Return ratings as pages have them, by the title of their games; those of games that are gone are left out."""
    return sorted((rated(row) for row in rows if row.game in registry.slugs()), key=lambda each: each.title)


def rated(row: Rating) -> Rated:
    """Return a rating as pages have it."""
    number = round(row.number)
    deviation = round(row.deviation)
    return Rated(row.game, _(registry.title(row.game)), number, deviation, row.value.is_settled, row.matches)


# --- Of a match -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Changed:
    """What a match has done to the rating of the player on a seat, in words."""

    user_id: int
    name: str
    words: str


@dataclass(frozen=True)
class OfMatch:
    """What a match does to ratings: what it has changed, or a sentence, empty where nothing needs to be said; `unrated`
    is the same sentence where it was offered as a rated match and is none. `own` is what it has done to the reader's
    rating, empty for nothing."""

    changes: Sequence[Changed] = ()
    sentence: str = ""
    unrated: str = ""
    own: str = ""


def of_match(match: Match, seats: Collection[Seat]) -> OfMatch:
    """Return what a match does to ratings, by one query where it is over and rated, or the second of an unrated pair.

    The seats must come with their users, the match with its invitation.
    """
    if unrated := _made_unrated(match, seats):
        return OfMatch(sentence=unrated, unrated=unrated)
    if match.ended is None:
        return OfMatch(sentence=_("The result changes the players’ ratings.") if match.rated else "")
    if match.rated and (match.pair or match.status == Match.Status.OVER):
        return _changed(match, seats)
    return OfMatch(sentence=_why_not(match, _verdict(match, seats)))


def _made_unrated(match: Match, seats: Collection[Seat]) -> str:
    """Say that a guest has joined, if a rated match was offered; return `""` for all others."""
    if match.rated or any(seat.house or seat.taken_ply is not None for seat in seats):
        return ""
    offered = _offered(match)
    if offered is None or not offered.invitation.made_unrated:
        return ""
    joined = [player_name(seat) for seat in seats if seat.user_id != offered.invitation.inviter_id]
    if len(joined) > 1:  # any of them may be the one
        return _("Not rated: a guest joined.")
    return _("Not rated: {name} joined as a guest.").format(name=joined[0])


def _offered(match: Match) -> Match | None:
    """Return the match itself, or the first of its pair, by an invitation to which it began.

    None where there was none.
    """
    if getattr(match, "invitation", None) is not None:
        return match
    if not match.pair:
        return None
    return Match.objects.filter(public_id=match.pair, invitation__isnull=False).select_related("invitation").first()


def _verdict(match: Match, seats: Collection[Seat]) -> Verdict | None:
    """Return why a match was not even tallied; None where nobody expects it."""
    if any(seat.taken_ply is not None for seat in seats):
        return Verdict.SUBSTITUTE
    if any(seat.house for seat in seats):
        return None
    return Verdict.VOID if match.rated else Verdict.UNRATED


def _changed(match: Match, seats: Collection[Seat]) -> OfMatch:
    found = {row.user_id: row for row in RatingChange.objects.filter(match=match)}
    if not match.tallied or len(found) < len(seats):
        return OfMatch(sentence=_("We’re updating the ratings. Check again in a minute."))
    verdicts = {Verdict(row.verdict) for row in found.values()}
    if verdicts != {Verdict.COUNTS}:
        return OfMatch(sentence=_why_not(match, verdicts.pop()))
    return OfMatch([_change(seat, seats, found, paired=bool(match.pair)) for seat in seats])


def _change(seat: Seat, seats: Collection[Seat], found: dict[int, RatingChange], *, paired: bool) -> Changed:
    row = found[seat.user_id]
    difference = round(row.after.number) - round(row.before.number)
    change = f"{difference:+d}".replace("-", "−")
    others = [f"{player_name(each)} ({round(found[each.user_id].before.number)})" for each in seats if each != seat]
    words = _(FOR_PAIR if paired else FOR[seat.outcome]).format(
        before=round(row.before.number),
        after=round(row.after.number),
        change=change if row.after.is_settled else _("{number}, provisional").format(number=change),
        others=", ".join(others),
    )
    return Changed(seat.user_id, player_name(seat), words)


def _why_not(match: Match, verdict: Verdict | None) -> str:
    return _(WHY_NOT[verdict]).format(reason=match.struck) if verdict else ""
