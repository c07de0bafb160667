"""Twins: two matches, the same moves, different secrets, and all that ever reaches one of the seats.

Both twins are played at the same standing hours under the same id, secret and addresses, one after the other, and each
is taken back. All that may differ are the digests, which hold the hidden cards under a key, and the tokens of forms.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts import feeds, outbox, streams
from accounts.channels import outward
from accounts.models import Endpoint, Feed, User
from fogsite import stream
from fogsite.stream import Stream
from games.chat import services as chat
from games.core.clock.terms import Chosen
from games.core.documents import archive
from games.core.models import Match, Seat
from games.core.services import secret, sweeps
from games.offers import services as offers
from games.rules.chance import ScriptedChance
from tests.games.tables import answer, begin, now, owing, pass_time, seat
from tests.parts import browser, games

MATCH = "firstmatch"
BESIDE = ["resign", "offer", *(f"offer/{kind}" for kind in Seat.Offer.values), "time-up", "chat", "notes", "rematch"]
BESIDE += ["?log=all", "watch", "positions.json", "pictures", "0/preview.png", "?eyes=all", "0/?eyes=1"]
"""What can be asked for below a match, or about it."""
PUSHES = "https://fcm.googleapis.com/1"
"""Where the viewer's browser takes its pushes."""
DIGEST = re.compile(r"\b[0-9a-f]{64}\b|(?<=receipt: )[0-9a-f]{16}|(?<=<code>)[0-9a-f]{16}")
TOKEN = re.compile(r'name="(?:csrfmiddlewaretoken|ticket)" value="[^"]+"|data-match="[^"]+" data-seal="[^"]+"')
FILM = re.compile(r'data-ply="(?P<ply>\d+)".*class="show-me" href="\S+/(?P<first>\d+)/"', re.DOTALL)
LINK = re.compile(r"http://testserver(/[to]/\S+)")

Course = Callable[["Watch"], None]


def draws(items: Sequence[Any], wanted: Sequence[Any]) -> list[int]:
    """Return what to draw so that a shuffle brings the items into the wanted order."""
    left, drawn = list(items), []
    for last in range(len(left) - 1, 0, -1):
        chosen = left.index(wanted[last], 0, last + 1)
        left[last], left[chosen] = left[chosen], left[last]
        drawn.append(chosen)
    return drawn


@contextmanager
def fixed(drawn: list[int]) -> Iterator[None]:
    """Let the match that begins while the `with` lasts draw this, and keep the key of its digests."""
    keyed = secret.keyed

    def scripted(*args: Any, **kwargs: Any) -> Any:
        return ScriptedChance(drawn), keyed(*args, **kwargs)[1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secret, "keyed", scripted)
        yield


class Watch:
    """One twin, and all that ever reached one of its seats."""

    def __init__(
        self, match: Match, users: Sequence[User], viewer: User, noon: time_machine.Traveller, *, briefly: bool
    ) -> None:
        self.match, self.viewer, self.noon, self.briefly = match, viewer, noon, briefly
        self.users = {user.username: user for user in users}
        self.client = Client()
        self.client.force_login(viewer)
        self.seen: list[tuple[str, str]] = []
        self.moments: set[tuple[str, bool]] = set()
        self.heard = 0
        self.streams = stream.Streams()
        for reader in (viewer.pk, streams.watching(MATCH)):
            self.streams.open(reader, stream.Credentials(""))
        for shape in Endpoint.Shape.values:
            Endpoint.objects.create(
                user=viewer, channel="webhook", shape=shape, address=f"https://{shape}", secret="c2VjcmV0"
            )
        session = str(self.client.session.session_key)
        Endpoint.objects.create(user=viewer, channel="push", address=PUSHES, keys=browser.KEYS, session=session)
        self.feed = Feed.objects.create(user=viewer, nonce="0" * 32)
        self.look("begin", whole=self.first_of_kind())

    def play(self, name: str, text: str, label: str = "") -> None:
        """Make somebody's move an hour later. The viewer moves by the page, so that its answer is seen too."""
        self.noon.shift(timedelta(hours=1))
        user = self.users[name]
        if user == self.viewer:
            self.post("submit", text, seat(self.match, user).serial)
            assert now(self.match).entries.filter(seat=seat(self.match, user).number, text=text).exists(), text
        else:
            answer(self.match, user, text)
        self.look(label or f"{name} {text}", whole=bool(label) or self.first_of_kind())

    def pause(self, label: str, *, whole: bool = True) -> None:
        """Let an hour go by."""
        self.noon.shift(timedelta(hours=1))
        self.look(label, whole=whole)

    def stay_away(self) -> None:
        """Let over half of the time for a move go by with the service alive, and remind the viewer."""
        pass_time(self.noon, timedelta(hours=54))
        sweeps.remind()
        self.look("the viewer is reminded", whole=False)

    def first_of_kind(self) -> bool:
        """Note the kind of moment, by what the viewer knows alone; whether it is the first."""
        kind = now(self.match).status, self.viewer.username in owing(self.match)
        known = kind in self.moments
        self.moments.add(kind)
        return not known

    def look(self, label: str, *, whole: bool = True) -> None:
        """Note everything the viewer can get hold of; of a moment like one before, what tells most."""
        self.seen.append((label, "-" * 40))
        self.noon.shift(timedelta(minutes=1))
        self.mails()  # before a page is looked at: who has looked is told nothing
        if whole and not self.briefly:
            self.pages()
            self.errors()
            self.record()
        else:
            self.page()
        self.feeds()
        self.words()

    def page(self) -> None:
        self.get(f"/m/{MATCH}/?log=all")
        self.get("/matches/")

    def pages(self) -> None:
        address = f"/m/{MATCH}/"
        self.film(address)
        self.get(address, headers={"HX-Request": "true"})
        self.get("/matches/waiting")
        beside = [f"{address}{what}" for what in BESIDE]
        around = ["/matches/", "/matches/next/", "/invitations/", f"/i/{MATCH}/", "/players/Ann/", "/players/Ben/"]
        for page in (*around, *beside, address):
            self.get(page)
        self.get(f"{address}chat", headers={"HX-Request": "true"})
        stamp = self.get(f"{address}stamp")
        self.get(f"{address}stamp", headers={"If-None-Match": stamp.headers["ETag"]})

    def film(self, address: str) -> None:
        """Open the page as one who comes back, and ask for the boards of its film as the browser does."""
        found = FILM.search(self.get(address).text)
        for ply in range(int(found["first"]), int(found["ply"])) if found else ():
            self.get(f"{address}{ply}/", headers={"HX-Request": "true"})

    def feeds(self) -> None:
        for page in feeds.PAGES:
            self.get(reverse(page, args=[feeds.feed_token(self.feed)]))

    def plies(self) -> None:
        """Look at every earlier entry, and at the first that is not there."""
        ply = 0
        while self.get(f"/m/{MATCH}/{ply}/").status_code == 200:
            ply += 1

    def errors(self) -> None:
        serial = seat(self.match, self.viewer).serial
        for text in games.facts(self.match.game).typed:
            self.post("submit", text, serial)
            self.post("plan", text, serial)
        self.post("submit", "F1", serial + 1)

    def talks(self) -> None:
        """Let somebody else write and make an offer, and the viewer answer.

        Every page and mail about it is the same.
        """
        me, match = self.viewer, self.match
        other = next(user for user in self.users.values() if user != me)
        chat.say(MATCH, other, "Are you there?")
        offers.make(MATCH, other.pk, "draw")
        self.pause("somebody talks and offers")
        self.say("chat", text="I am.")
        self.say("notes", notes="He offers a draw.")
        self.say("offer/draw", act="decline")
        self.say("offer/cancel", act="offer", confirm="1")
        self.look("the viewer answers")
        offers.decline(match.public_id, other.pk)
        self.pause("the offer is declined", whole=False)

    def asks_back(self) -> None:
        """Let the viewer ask for a takeback. Look at what the page shows of that, and what is answered."""
        self.get(f"/m/{MATCH}/offer/undo")
        self.say("offer/undo", act="offer")
        self.say("offer/undo", act="agree")

    def say(self, what: str, **given: str) -> None:
        self.answer(f"POST {what}", self.client.post(f"/m/{MATCH}/{what}", given))

    def mails(self) -> None:
        mail.outbox.clear()
        sweeps.heartbeat()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(outward, "post", self.posted)
            browser.known_site(patch)
            outbox.deliver_due()
        for letter in mail.outbox:
            if letter.to == [self.viewer.email]:
                self.note(f"mail {letter.subject}", letter.message().as_string())
                for link in LINK.findall(str(letter.body)):
                    self.answer("GET the link of a letter", Client().get(link))

    def posted(self, address: str, body: bytes, headers: Mapping[str, str]) -> outward.Answer:
        """Return what a webhook of the viewer is told."""
        self.note(f"post to {address}", browser.read(body) if "TTL" in headers else body.decode())
        return outward.Answer(204)

    def words(self) -> None:
        """Look at what each stream that the viewer can hold has sent since the last look.

        Those streams go to open pages and programs of the viewer, and to all who watch the match.
        """
        done = [each for _, each, *_ in connection.run_on_commit if isinstance(each, partial)]
        told = [each.args for each in done if each.func is streams.publish_event]
        for readers, word in told[self.heard :]:
            for reader in readers if word != streams.CHECK else ():
                self.streams.hear(reader, word)
        self.heard = len(told)
        for reader, (held, *_) in self.streams.by_reader.items():
            what = "stream" if reader == self.viewer.pk else "stream of the match"
            self.note(what, self._sent(held) if held.words else "")

    def _sent(self, stream: Stream) -> str:
        """Return what a stream sends next. It runs in a thread of its own: after a browser, this one has a loop."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, stream.next_chunk()).result().decode()

    def record(self) -> None:
        out = StringIO()
        call_command("export", MATCH, seat=seat(self.match, self.viewer).number, stdout=out)
        self.note("export", out.getvalue())
        for name, document in archive.archive_documents(self.viewer):
            self.note(f"archive {name}", document.decode())

    def get(self, url: str, **given: Any) -> Any:
        response = self.client.get(url, **given)
        self.answer(f"GET {url}", response)
        return response

    def post(self, what: str, text: str, expected: int) -> None:
        data = {"move": text, "expected": str(expected)}
        self.answer(f"POST {what} {text!r}", self.client.post(f"/m/{MATCH}/{what}", data))

    def answer(self, label: str, response: Any) -> None:
        head = "\n".join(f"{name}: {value}" for name, value in sorted(response.headers.items()))
        self.note(label, f"{response.status_code}\n{head}\n\n{response.getvalue().decode(errors='backslashreplace')}")

    def note(self, label: str, what: str) -> None:
        what = re.sub(r"boundary=\S+|--=+\d+==(--)?|Message-ID: \S+|X-Request-ID: \S+", "", what)
        self.seen.append((label, DIGEST.sub("DIGEST", TOKEN.sub("TOKEN", what))))


def watched(
    drawn: list[int],
    course: Course,
    viewer: str,
    users: Sequence[User],
    noon: time_machine.Traveller,
    game: str,
    *,
    clock: Chosen | None = None,
    briefly: bool = False,
) -> list[tuple[str, str]]:
    """Play one twin and answer all that reached its viewer; briefly, what tells most."""
    with transaction.atomic():
        with fixed(drawn):
            match = begin(*users, game=game, public_id=MATCH, clock=clock)
        watch = Watch(match, users, {user.username: user for user in users}[viewer], noon, briefly=briefly)
        course(watch)
        if not briefly:
            watch.plies()
        assert any(label == f"post to {PUSHES}" for label, _ in watch.seen)
        transaction.set_rollback(True)
    return watch.seen


def assert_same(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    """Fail with the first thing that differs."""
    assert [label for label, _ in one] == [label for label, _ in other]
    for (label, mine), (_, twin) in zip(one, other, strict=True):
        assert mine == twin, label
