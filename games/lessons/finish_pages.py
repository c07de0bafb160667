"""The match at the end of a lesson, as its page shows it."""

import hashlib
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.about import Shown
from games.boards.registry import about
from games.core.pages.asked import Unconfirmed, unconfirmed
from games.core.pages.hints import Help
from games.core.pages.matches import Ways
from games.lessons import pages
from games.lessons.course import Standing
from games.lessons.lesson import Lesson
from games.lessons.pages import Instruction, LessonPage, Plain
from games.lessons.playing import Playing
from games.lessons.taught import Reader, Taught
from games.rules import engine, registry
from games.rules.errors import RulesError
from games.rules.sentence import Who, sentence
from games.rules.telling import Weight


def match(slug: str, lesson: Lesson, playing: Playing, reader: Reader, refused: RulesError | None = None) -> LessonPage:
    """Return the match as its learner sees it; `refused` is why what was sent was not played."""
    table = _taught(slug, lesson, playing, reader)
    result = _result(table)
    here = pages.finish_url(slug, lesson)
    ways = Ways(here, reverse("finish_plan", args=[slug, lesson.key]), dict.fromkeys(about(slug).composes, here))
    told = _told(lesson, table, playing, result, refused)
    page = pages.page(slug, lesson, table, number=lesson.count, told=told, ways=ways, is_last=bool(result))
    known = Help() if result else _help(page, table)
    return replace(page, ply=playing.number, is_played=True, ending=Plain(result=result), help=known)


def on_board(slug: str, lesson: Lesson, playing: Playing, reader: Reader) -> Shown:
    """Return what its board shows."""
    return _taught(slug, lesson, playing, reader).shown


def unconfirmed_move(slug: str, lesson: Lesson, playing: Playing, reader: Reader, text: str) -> Unconfirmed | None:
    """Return a move that has to be confirmed before it is made; None for any other."""
    return unconfirmed(_taught(slug, lesson, playing, reader).seen, text, pages.finish_url(slug, lesson))


def _taught(slug: str, lesson: Lesson, playing: Playing, reader: Reader) -> Taught:
    """Return where the match stands. Its name differs each time that it is begun, so that all of it is watched."""
    kept = playing.kept
    name = hashlib.sha256(f"name {kept['seed']}".encode()).hexdigest()[:8] if kept["moves"] else "finish"
    asks = engine.outcome(registry.current(slug), playing.at.position) is None
    at = Standing(playing.at.position, [*playing.plan], [*playing.at.own, *playing.at.answer])
    return Taught.of(slug, lesson, at, reader=reader, name=name, serial=playing.number, asks=asks)


def _result(table: Taught) -> str:
    """Return how the match ended, in words; empty while it goes on."""
    ended = engine.outcome(table.rules, table.at.position)
    return engine.result(table.rules, ended, table.seen.viewer).said(table.seen.voice) if ended else ""


def _told(lesson: Lesson, table: Taught, playing: Playing, result: str, refused: RulesError | None) -> Instruction:
    """Return what has happened, what is asked, and what the coach says."""
    assert lesson.finish is not None
    asked = table.asked
    advice = None if result else table.rules.advice(asked.view, lesson.me)
    return Instruction(
        said=result or _said(lesson, table, playing),
        do=asked.prompt,
        wrong=refused.sentence.said(table.seen.voice) if refused else _wrong(playing),
        is_refused=refused is not None,
        advice=advice.said(table.seen.voice) if advice else "",
        instead=_(lesson.finish.instead) if lesson.finish.instead else "",
    )


def _said(lesson: Lesson, table: Taught, playing: Playing) -> str:
    """Return what has happened, or what the match is about before anything has."""
    assert lesson.finish is not None
    if playing.kept["moves"]:
        newest = table.at._replace(events=list(playing.at.answer or playing.at.own))
        headline = replace(table, at=newest).news.headline
        return " ".join(filter(None, [_outcome(table, playing), headline]))
    return sentence(lesson.finish.said, other=table.other).said(table.seen.voice)


def _outcome(table: Taught, playing: Playing) -> str:
    """Return how the fight ended that the learner's own move has decided, before all that the answer is about."""
    me = table.seen.viewer
    own = table.seen.known(playing.at.own) if playing.at.answer else []
    told = (each for each in engine.told(table.rules, own, me) if each.weight <= Weight.FIGHT)
    found = next((each.sentence for each in told if each.sentence.params.get("who") != Who(me)), None)
    return found.said(table.seen.voice) if found else ""


def _wrong(playing: Playing) -> str:
    if not playing.is_lost:
        return ""
    return _("The lesson has changed since you played, so this match begins again.")


def _help(page: LessonPage, table: Taught) -> Help:
    """Return the help of a match: what happened last, in its order, what can be done, and when a step can be taken
    back."""
    told = [each.sentence.said(table.seen.voice) for each in engine.told(table.rules, page.news.news, page.me)]
    happened = _("Since your last move:") + " " + " ".join(told) if told else ""
    back = _("You can take back steps until you play the move. After that it stays: your opponent answers at once.")
    return replace(page.help, tips=[*filter(None, [happened]), *page.help.tips, back])
