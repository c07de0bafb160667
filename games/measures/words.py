"""Measures in words: what each means for the person, and sentences that moderators begin with."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext as _, ngettext, override

from games.core.reading.dates import moment_in_words
from games.measures.models import Kind, Measure
from games.rules.sentence import N_

MEANS: dict[str, str] = {
    Kind.REMIND: N_("A moderator has sent you a reminder."),
    Kind.WARN: N_(
        "A moderator has given you a warning. If this happens again, we may restrict or suspend your account."
    ),
    Kind.MUTE: N_("You can’t write in chats until {until}."),
    Kind.UNRATED: N_(
        "You can’t begin or join rated matches until {until}. Matches that are already running stay rated."
    ),
    Kind.SUSPEND: N_("Your account is suspended until {until}."),
    Kind.CLOSE: N_("Two moderators have closed your account for good."),
}
"""What a measure means, said to the person."""

MEANT: dict[str, str] = {
    Kind.MUTE: N_("You couldn’t write in chats until {until}."),
    Kind.UNRATED: N_("You couldn’t begin or join rated matches until {until}."),
    Kind.SUSPEND: N_("Your account was suspended until {until}."),
}
"""What a measure with a term meant that is over or was taken back, said to the person."""

ACTS: dict[str, Callable[[int], str]] = {
    Kind.REMIND: lambda _n: _("Remind {name}"),
    Kind.WARN: lambda _n: _("Warn {name}"),
    Kind.MUTE: lambda n: ngettext("Mute {name} for {n} day", "Mute {name} for {n} days", n),
    Kind.UNRATED: lambda n: ngettext(
        "Keep {name} from rated matches for {n} day", "Keep {name} from rated matches for {n} days", n
    ),
    Kind.SUSPEND: lambda n: ngettext("Suspend {name} for {n} day", "Suspend {name} for {n} days", n),
    Kind.CLOSE: lambda _n: _("Propose to close {name}’s account"),
}
"""What a moderator does by a measure, as the last button says it: for so many days where it has a term."""

CLOCKS = N_(
    "In your running matches, your clock is paused for the suspension, but at most for seven days. After that it "
    "resumes, even if you can’t move yet. Nobody you play with is told that you’re suspended."
)
"""What becomes of a suspended person's matches."""

TEMPLATES: dict[str, list[str]] = {
    Kind.REMIND: [
        N_("Please stay friendly in chats, even when a match goes badly."),
        N_("Please play your matches to the end, or resign. Don’t keep your opponents waiting."),
        N_("Please choose a name that doesn’t offend anyone."),
        N_("Please play every rated match to win, and use only one account."),
    ],
    Kind.WARN: [
        N_("You’ve insulted other players. That must not happen again."),
        N_("You’ve threatened another player. That must not happen again."),
        N_("You’ve lost matches on purpose. Rated matches must be played to win."),
        N_("Accounts that seem to be yours have played rated matches against each other. Use only one."),
        N_("We’ve found that you didn’t play some rated matches to win. That must not happen again."),
        N_("You’ve insulted or threatened another player. That must not happen again."),
    ],
    Kind.MUTE: [
        N_("You’ve insulted other players in chats."),
        N_("You’ve threatened another player in a chat."),
        N_("You’ve posted advertising in chats."),
        N_("You kept writing to players who had asked you to stop."),
        N_("You’ve insulted or threatened another player in a chat."),
    ],
    Kind.UNRATED: [
        N_("You’ve lost rated matches on purpose."),
        N_("Accounts that seem to be yours have played rated matches against each other."),
        N_("You’ve left many rated matches without resigning."),
        N_("We’ve found that you didn’t play some rated matches to win."),
    ],
    Kind.SUSPEND: [
        N_("You’ve insulted other players again, though we warned you."),
        N_("You’ve threatened another player."),
        N_("Accounts that seem to be yours have played rated matches against each other."),
        N_("We’ve found that you didn’t play some rated matches to win."),
        N_("You’ve insulted or threatened another player."),
    ],
    Kind.CLOSE: [
        N_("You’ve repeatedly threatened other players."),
        N_("You’ve repeatedly manipulated ratings, though we warned you."),
    ],
}
"""Sentences that moderators begin with, in the language of the person; they can change them."""


class Template(NamedTuple):
    """A sentence to begin with: its key in forms, and its text in the person's language."""

    key: str
    text: str
    lacks_language: bool


def when(at: datetime, *, zoned: bool = False) -> str:
    """Return a moment in the reader's language and time zone; in letters, with the name of the zone."""
    said = moment_in_words(at)
    return f"{said} ({get_current_timezone_name()})" if zoned else said


def means(measure: Measure, *, zoned: bool = False) -> str:
    """Return what a measure means, to the person, in the reader's language; in letters, with the name of the zone."""
    until = when(measure.ends, zoned=zoned) if measure.ends else ""
    return _(MEANS[measure.kind]).format(until=until)


def meant(measure: Measure, now: datetime, *, zoned: bool = False) -> str:
    """Return what a measure means to the person, or meant until it ended."""
    if measure.kind not in MEANT or measure.runs(now):
        return means(measure, zoned=zoned)
    return _(MEANT[measure.kind]).format(until=when(_over_since(measure), zoned=zoned))


def _over_since(measure: Measure) -> datetime:
    return min(at for at in (measure.ended, measure.ends) if at is not None)  # a sweep may have been late


def act(kind: str, name: str, term: int | None) -> str:
    """Return what a moderator does by a measure about the person of this name, as a button says it."""
    return ACTS[kind](term or 0).format(name=name, n=term)


def became(measure: Measure, now: datetime) -> str:
    """Return what became of a measure, in words for moderators; "" for what is said and that is all."""
    if measure.undone_by is not None and measure.ended is not None:
        return _("taken back on {when} by {name}").format(when=when(measure.ended), name=measure.undone_by)
    if measure.verdict == Measure.Verdict.LIFTED and measure.judged is not None:
        return _("lifted on {when} by {name}").format(when=when(measure.judged), name=measure.judged_by or "–")
    if measure.kind == Kind.CLOSE and measure.seconded_by_id is not None:
        return _("closed for good")
    if not measure.lasts:
        return ""
    return _running_or_over(measure, now)


def _running_or_over(measure: Measure, now: datetime) -> str:
    if not measure.runs(now):
        return _("ended on {when}").format(when=when(_over_since(measure)))
    return _("in force until {when}").format(when=when(measure.ends)) if measure.ends else _("needs a second moderator")


def clocks(measure: Measure) -> str:
    """Return what becomes of the person's matches, in the reader's language; empty unless it is a suspension."""
    return _(CLOCKS) if measure.kind == Kind.SUSPEND else ""


def sentences_for(kind: str, language: str) -> list[Template]:
    """Return the sentences to begin with for a kind of measure, in a language."""
    return [_template(kind, number, text, language) for number, text in enumerate(TEMPLATES.get(kind, ()))]


def _template(kind: str, number: int, text: str, language: str) -> Template:
    with override(language):
        said = _(text)
    return Template(f"{kind}-{number}", said, lacks_language=said == text and not language.startswith("en"))
