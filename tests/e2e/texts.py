"""`make texts`: 150 texts of pages and emails in each language, drawn by a seed, for a reader who knows nothing of us.

They go into the folder INTO, a file for each language. Every area gives as many as the others, while it has some.
"""

from __future__ import annotations

import os
import random
import re
from html.parser import HTMLParser
from itertools import zip_longest
from pathlib import Path

import time_machine
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import outbox
from accounts.models import User
from games.core.services import sweeps
from tests.e2e.moments import Moment, moments
from tests.e2e.pages import FOR_PLAYERS, FOR_VISITORS, WATCHED
from tests.games.browsing import signed_in
from tests.parts.cast import person
from tests.parts.games import drawn

DRAWN = 150
LETTERS_WAIT = 40
"""Seconds, after which a letter about a move is due."""
LEFT_OUT = re.compile("auction|/o/offered|/api/")
"""Pages of the tests' own game, a page that only an email leads to, and one that is English in every language."""
SKIPPED = {"script", "style", "svg", "head", "template", "noscript"}
INLINE = {"a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "small", "strong", "sub", "sup", "time", "wbr"}
"""Tags within a sentence. A span is one too, unless it is only for the eye or only for a screen reader."""
APART = {"visually-hidden", "aria-hidden", "theirs"}
LANGUAGES = [code for code, _ in settings.LANGUAGES]
Found = dict[str, dict[str, str]]
"""Texts by area, each with the page that it stands on first."""


def test_texts_are_drawn(house: User) -> None:
    seed = os.environ.get("SEED", "1")
    into = Path(os.environ.get("INTO", "var/texts"))
    into.mkdir(parents=True, exist_ok=True)
    users = [person(name) for name in ("Dan", "Eve")]
    found: dict[str, Found] = {code: {} for code in LANGUAGES}
    for code in LANGUAGES:
        User.objects.update(language=code)
        _read_pages(found[code], code)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        sweeps.heartbeat()
        _read_matches(found, users, clock)
    for code in LANGUAGES:
        picked = _pick(found[code], random.Random(f"{seed} {code}"))
        lines = [f"{number}. [{page}] {text}\n" for number, (text, page) in enumerate(picked, 1)]
        (into / f"{code}.txt").write_text("".join(lines))
        assert len(lines) == DRAWN


def _read_matches(found: dict[str, Found], users: list[User], clock: time_machine.Traveller) -> None:
    """Read every kind of moment of each game in every language, and what is sent by then in one of them."""
    for game in drawn():
        for number, moment in enumerate(moments(game, *users)):
            sent = LANGUAGES[number % len(LANGUAGES)]
            _read_mails(found[sent], sent, clock)
            for code in LANGUAGES:
                _read_moment(found[code], code, f"{game}: {moment.name}", moment)


def _read_pages(found: Found, code: str) -> None:
    house = signed_in(User.objects.get(username="Ann"))
    for client, paths in ((Client(), FOR_VISITORS + WATCHED), (house, FOR_PLAYERS)):
        for path in paths:
            if not LEFT_OUT.search(path):
                _note(found, path.split("/")[1], path, _get(client, path, code))


def _read_moment(found: Found, code: str, name: str, moment: Moment) -> None:
    User.objects.update(language=code)
    reader = signed_in(User.objects.get(pk=moment.user.pk))
    _note(found, name, name, _get(reader, moment.match.get_absolute_url(), code))


def _read_mails(found: Found, code: str, clock: time_machine.Traveller) -> None:
    """Read what everybody is sent now, in this language."""
    User.objects.update(language=code)
    clock.shift(LETTERS_WAIT)
    sweeps.heartbeat()
    mail.outbox.clear()
    outbox.deliver_due()
    for letter in mail.outbox:
        for text in (letter.subject, *str(letter.body).split("\n\n")):
            found.setdefault("email", {}).setdefault(" ".join(text.split()), f"email: {letter.subject}")


def _get(client: Client, path: str, code: str) -> str:
    return client.get(path, headers={"accept-language": code}, follow=True).content.decode()


def _note(found: Found, area: str, page: str, answer: str) -> None:
    for text in _blocks(answer):
        found.setdefault(area, {}).setdefault(text, page)


def _blocks(answer: str) -> list[str]:
    reader = _Blocks()
    reader.feed(answer)
    reader.end()
    return reader.texts


def _pick(found: Found, dice: random.Random) -> list[tuple[str, str]]:
    """Return the draw: one text of each area in turn, none twice, even with other numbers."""
    shuffled = []
    for area in sorted(found):
        texts = [(text, page) for text, page in sorted(found[area].items()) if _is_said(text)]
        dice.shuffle(texts)
        shuffled.append(texts)
    seen: dict[str, tuple[str, str]] = {}
    for each in (each for row in zip_longest(*shuffled) for each in row if each):
        seen.setdefault(re.sub(r"\d+", "1", each[0]), each)
    return list(seen.values())[:DRAWN]


def _is_said(text: str) -> bool:
    return len(re.findall(r"[^\W\d_]{2,}", text)) > 1


class _Blocks(HTMLParser):
    """Collects the texts of blocks, as a reader meets them."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipping: list[str] = []
        self.spans: list[bool] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block, or leave out what nobody reads."""
        if tag in SKIPPED:
            self.skipping.append(tag)
        if tag == "span":
            self.spans.append(bool(APART.intersection(word for each in attrs for word in (each[0], each[1] or ""))))
        if self._parts(tag):
            self.end()

    def handle_endtag(self, tag: str) -> None:
        """End a block."""
        if self.skipping and self.skipping[-1] == tag:
            self.skipping.pop()
        if self._parts(tag):
            self.end()
        if tag == "span":
            self.spans.pop()

    def handle_data(self, data: str) -> None:
        """Go on with the text of a block."""
        if not self.skipping:
            self.text += data

    def end(self) -> None:
        """End a block, and keep its text."""
        if text := " ".join(self.text.replace("\xad", "").split()):
            self.texts.append(text)
        self.text = ""

    def _parts(self, tag: str) -> bool:
        return self.spans[-1] if tag == "span" else tag not in INLINE
