"""Bots, "house opponents" to readers: users marked as such, whose moves the worker makes as one game's rules choose.

They see what a person on their seat would see: their view, and the steps that the rules offer. Their choices come from
a chance of their own, never from the match's secret.
"""

import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match, Opponent, Turn
from games.core.reading import bot_profiles, positions
from games.core.seams import begin
from games.core.seams.begin import MatchTerms
from games.core.services import eligibility, play, tickets
from games.core.services.eligibility import LobbyError
from games.core.services.tickets import Ticket
from games.rules import engine, levels, playout, registry
from games.rules.chance import SECRET_BYTES, KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import GameOver
from games.rules.game import Step
from games.rules.levels import Bot
from games.rules.sentence import N_, sentence

logger = logging.getLogger(__name__)

TRIED_DAYS = 14
"""Days a move in a match begun by trying: a guest who makes an account after a week shall find it still running."""
MOST_SECONDS = 0.9
"""Seconds of processor time after which a level that searches answers with its best so far."""
MIN_SECONDS = 0.25
"""Seconds a move takes at least, so that its time does not tell how much there was to weigh."""


def bot_of(slug: str) -> User:
    """Return the bot of a game, who comes into being when first asked for. Raises LobbyError for none."""
    if not bot_profiles.has(slug):
        raise LobbyError(sentence(N_("This game has no computer opponent.")))
    return bot_profiles.existing_bot(slug) or _create(slug) or bot_of(slug)


def _create(slug: str) -> User | None:
    """Make the user; None where somebody else just did."""
    try:
        with transaction.atomic():
            user = User(username=_free_name(bot_profiles.PROFILES[slug].name), is_bot=True)
            user.set_unusable_password()
            user.save()
            Opponent.objects.create(user=user, game=slug)
            return user
    except IntegrityError:
        return None


def _free_name(name: str) -> str:
    """Return the name, with a number where somebody's looks like it."""
    candidate = name
    number = 1
    while True:
        try:
            User.require_unlike(candidate)
        except ValidationError:
            number += 1
            candidate = f"{name}.{number}"
        else:
            return candidate


# --- Playing against them -------------------------------------------------------------------------------------------


class Given(TypedDict, total=False):
    """What a browser or a program adds as a match begins: a share of chance, and the text of the ticket that its user
    was shown (`tickets.once`)."""

    entropy: str
    ticket: str


@transaction.atomic
def challenge(
    user: User,
    slug: str,
    options: Mapping[str, Any],
    *,
    seat: int | None = None,
    pace_days: int = Chosen.pace_days,
    clock: Chosen | None = None,
    level: str = "",
    **given: Unpack[Given],
) -> Match:
    """Begin a match against the bot of a game at once. `seat` is the user's; None draws the seats. Of the clock
    nothing counts that only people have. Without a `level` it plays at the usual one.

    Raises UnknownGame, BadOption, TicketError, or LobbyError for a game without a bot, a clock, a seat or a level that
    does not exist, and a user with too many such matches.
    """
    rules = registry.current(slug)
    opponent = bot_of(slug)
    chosen = clock or Chosen(pace_days)
    eligibility.require_possible(rules.meta.seats, chosen, seat)
    terms = MatchTerms.newest(slug, options, chosen.for_house)
    order = begin.order_of(seat, rules.meta.seats)
    computer = Computer(opponent, level_of(slug, level))
    begin_with = partial(_begun, terms, user, computer, order, given.get("entropy", ""))
    begun = tickets.once(given.get("ticket", ""), slug, user, begin_with)
    if begun.started is None:  # the user has invited people with it
        raise tickets.taken()
    return begun


class Computer(NamedTuple):
    """Who plays against a user: the bot of a game, and at which level."""

    bot: User
    level: str


def level_of(slug: str, wanted: str = "") -> str:
    """Return the name of the level that is wanted, or of the usual one; empty for a game without levels. Raises
    LobbyError.
    """
    known = [level.name for level in levels.levels(slug)]
    if wanted and wanted not in known:
        template = N_("There’s no level “{level}”. Available: {known}.")
        raise LobbyError(sentence(template, level=wanted[:40], known=", ".join(known) or "–"))
    return wanted or (levels.USUAL if known else "")


def _begun(
    terms: MatchTerms, user: User, computer: Computer, order: Sequence[int] | None, entropy: str, ticket: Ticket
) -> Match:
    _require_few(user)
    opponent = begin.player(computer.bot, ticket.commitment)._replace(level=computer.level)
    players = [begin.player(user, ticket.commitment, entropy), opponent]
    return begin.begin_match(terms, ticket, players, order).match


def try_out(user: User, slug: str, *, level: str = "", lesson: str = "", **given: Unpack[Given]) -> Match:
    """Begin the match with which a visitor tries a game: after a lesson a short one, of what was learnt there.

    Raises what `challenge` raises.
    """
    bot_of(slug)
    profile = bot_profiles.PROFILES[slug]
    options = {**profile.trial, **profile.trials.get(lesson, {})}
    if not lesson and slug in bot_profiles.finished_games(user):
        options = {**options, **profile.longer}
    return challenge(user, slug, options, seat=0, pace_days=TRIED_DAYS, level=level, **given)


def after_trial(slug: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options of the match against a bot after one with these: a trial leads to a longer one."""
    profile = bot_profiles.PROFILES[slug]
    trials = [{**profile.trial, **differs} for differs in ({}, *profile.trials.values())]
    is_trial = any(trial.items() <= options.items() for trial in trials)
    return {**options, **profile.longer} if is_trial else options


def _require_few(user: User) -> None:
    """Raise LobbyError for a user who plays as many as one may. Hold the user's row, so that two begun at once count
    each other."""
    eligibility.require_here(user)
    if eligibility.running_with_house(user) >= eligibility.MAX_WITH_HOUSE:
        template = N_("You already have {limit} matches against the computer. Finish one before you begin another.")
        raise LobbyError(sentence(template, limit=eligibility.MAX_WITH_HOUSE))


# --- What the worker does for them ----------------------------------------------------------------------------------


def owed(most: int) -> list[int]:
    """Return the matches in which a bot owes a move, longest first; those of so many turns at most."""
    theirs = Turn.objects.filter(user__in=User.objects.filter(is_bot=True), seat__house=True)  # of the many turns few
    turns = theirs.filter(match__status=Match.Status.PLAYING, match__held_until=None).order_by("since")
    return list(dict.fromkeys(turns.values_list("match_id", flat=True)[:most]))


def move_for_bot(match_id: int, pause: float = 0) -> bool:
    """Make one move that a bot owes in a match, `pause` seconds after it was asked; whether one was made.

    Harmless when run twice or by two workers at once: the later move is stale.
    """
    turn = lowest(Turn.objects.filter(match_id=match_id, seat__house=True, match__status=Match.Status.PLAYING))
    if turn is None:
        return False
    position = positions.newest_position(turn.match).position
    steps = _chosen(turn.match.rules, position, turn.seat.index, turn.seat.level)
    time.sleep(_rest(turn.match, pause))
    try:
        made = submit_move(turn, steps)
    except (play.Stale, GameOver):
        return False
    return not made.repeated


def lowest(turns: QuerySet[Turn]) -> Turn | None:
    """Return the turn of the lowest seat, with its match; the caller then composes a move for it."""
    return turns.select_related("match", "seat").order_by("seat__number").first()


def choose_move(rules: AnyGame, position: AnyPosition, number: int, player: Bot) -> list[Step]:
    """Return the move that a player of the rules chooses for a seat, by a chance of its own."""
    return playout.compose(rules, position, number, player, KeyedChance(secrets.token_bytes(SECRET_BYTES)))


def submit_move(turn: Turn, steps: Sequence[Step]) -> play.Receipt:
    """Make the move that a turn owes. Raises what `play.submit` raises."""
    text = engine.move_text(turn.match.rules, steps)
    return play.submit(turn.match.public_id, turn.user_id, text, turn.seat.serial)


def _chosen(rules: AnyGame, position: AnyPosition, number: int, level: str = "") -> list[Step]:
    """Return the move that the game's bot chooses at a level, or as before there were levels; a random one where it
    fails, since somebody waits for it.
    """
    slug = rules.meta.slug
    try:
        known = playout.players(slug, _enough())
        return choose_move(rules, position, number, known.get(level, known[slug]))
    except Exception:
        logger.exception("The computer player of %s failed; a random move is made for it", rules.meta.slug)
        return choose_move(rules, position, number, playout.choose_at_random)


def _enough() -> levels.Enough:
    """Return what says that a move that begins now has taken its time."""
    until = time.thread_time() + MOST_SECONDS
    return lambda: time.thread_time() > until


def _rest(match: Match, pause: float) -> float:
    """Return seconds until the pause since the newest entry is over."""
    passed = (timezone.now() - (match.moved or match.created)).total_seconds()
    return max(0, min(pause, pause - passed))
