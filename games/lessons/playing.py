"""The match at the end of a lesson, as its learner plays it: kept in the session, from move to move."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from django.http import HttpRequest

from accounts.sessions import FINISHES
from games.core.services.play import Stale
from games.lessons import finish, lesson as lessons
from games.lessons.finish import Aftermath
from games.lessons.lesson import Lesson, name_kept
from games.rules import engine, registry
from games.rules.chance import SECRET_BYTES
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import RulesError
from games.rules.game import Seat, Step
from games.rules.sentence import N_, sentence


class FinishKept(TypedDict):
    """What the session keeps of a match: a seed that nobody sees, the learner's moves, the steps that are composed for
    the next one, and whether it is over."""

    seed: str
    moves: list[str]
    plan: str
    is_over: bool


class Playing(NamedTuple):
    """A match at the end of a lesson: where it is now, and the steps that are composed. `is_lost` says that another one
    was begun, whose moves no longer fit the lesson."""

    at: Aftermath
    kept: FinishKept
    plan: Sequence[Step] = ()
    is_lost: bool = False

    @property
    def number(self) -> int:
        """How many moves the learner has made."""
        return len(self.kept["moves"])


def finish_of(request: HttpRequest, slug: str, lesson: Lesson) -> Playing:
    """Return the match that a reader plays; one that has not begun if there is none, or none that can go on."""
    kept = _all(request).get(name_kept(slug, lesson))
    if kept is None:
        return Playing(finish.beginning(slug, lesson), _fresh())
    try:
        at = finish.after_moves(slug, lesson, bytes.fromhex(kept["seed"]), kept["moves"])
    except RulesError:  # the lesson has changed since
        return Playing(finish.beginning(slug, lesson), _fresh(), is_lost=True)
    return Playing(at, kept, _plan(registry.current(slug), at.position, lesson.me, kept["plan"]))


def _plan(rules: AnyGame, position: AnyPosition, me: Seat, text: str) -> list[Step]:
    """Return the steps that were composed; none if they no longer fit."""
    try:
        steps = engine.parse_move(rules, text) if text else []
        engine.preview(rules, position, me, steps)
    except RulesError:
        return []
    return steps


def play_move(request: HttpRequest, slug: str, lesson: Lesson, text: str, expected: int) -> None:
    """Make a move. `expected` is the number of moves that the learner saw; the same move sent again is not made again.

    Raises Stale, and what `engine.apply` raises; then all stays as it was.
    """
    rules = registry.current(slug)
    text = engine.move_text(rules, engine.parse_move(rules, text))
    playing = finish_of(request, slug, lesson)
    kept = playing.kept
    if kept["moves"][expected:] == [text] and expected >= 0:
        return
    _require_asked(playing, expected)
    seed = bytes.fromhex(kept["seed"])
    after = finish.after_one_move(slug, lesson, playing.at.position, seed=seed, number=playing.number, text=text)
    is_over = engine.outcome(rules, after.position) is not None
    moves = [*kept["moves"], text]
    _store(request, slug, lesson, {"seed": kept["seed"], "moves": moves, "plan": "", "is_over": is_over})


def keep_plan(request: HttpRequest, slug: str, lesson: Lesson, text: str, expected: int) -> None:
    """Keep the steps that are composed so far; an empty text takes all back. Raises like `play_move`."""
    rules = registry.current(slug)
    playing = finish_of(request, slug, lesson)
    _require_asked(playing, expected)
    if text.strip():
        steps = engine.parse_move(rules, text)
        engine.preview(rules, playing.at.position, lesson.me, steps)
        text = engine.move_text(rules, steps)
    _store(request, slug, lesson, {**playing.kept, "plan": text.strip()})


def begin_again(request: HttpRequest, slug: str, lesson: Lesson) -> None:
    """Forget the match, so that another one begins."""
    request.session[FINISHES] = {name: kept for name, kept in _all(request).items() if name != name_kept(slug, lesson)}


def finish_to_resume(request: HttpRequest, slug: str) -> Lesson | None:
    """Return the lesson of a game whose match a reader has begun and not ended; None if there is none."""
    found = _all(request)
    begun = (each for each in lessons.of_game(slug) if each.finish and name_kept(slug, each) in found)
    return next((each for each in begun if not found[name_kept(slug, each)]["is_over"]), None)


def _require_asked(playing: Playing, expected: int) -> None:
    """Raise Stale unless the learner is asked what the page showed."""
    if expected != playing.number:
        raise Stale(sentence(N_("This match has moved on since you opened the page. Here is how it stands now.")))


def _fresh() -> FinishKept:
    return {"seed": secrets.token_hex(SECRET_BYTES), "moves": [], "plan": "", "is_over": False}


def _all(request: HttpRequest) -> dict[str, FinishKept]:
    """Return all matches that the session keeps, by lesson."""
    kept: dict[str, FinishKept] = request.session.get(FINISHES, {})
    return kept


def _store(request: HttpRequest, slug: str, lesson: Lesson, kept: FinishKept) -> None:
    request.session[FINISHES] = {**_all(request), name_kept(slug, lesson): kept}
