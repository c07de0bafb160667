"""Offers that players can make each other, as pages show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.models import Seat
from games.core.models.seat import Offered
from games.core.pages.context import spread
from games.core.reading.access import Access
from games.core.reading.seen import opponents
from games.core.reading.voice import SiteVoice
from games.core.seams.panels import MatchLook, ToAnswer
from games.offers.services import KINDS
from games.offers.words import WORDS, Words, asking, offer_in_words


def offer_kinds(found: Access) -> list[tuple[str, str, str]]:
    """Return what can be offered in a match: the name of each kind, what it is called, and what happens once all
    agree.
    """
    voice = SiteVoice.of(found.seats)
    with_house = any(seat.house for seat in found.seats)
    possible = [kind for kind in WORDS if (KINDS[kind].house or not with_house) and not _bar(found, kind, voice)]
    return [(kind, _(WORDS[kind].title), WORDS[kind].means(Offered(kind), {}).said(voice)) for kind in possible]


@dataclass(frozen=True)
class Page:
    """The page about one kind of offer, by its words.

    `is_mine`: the reader offers something of this kind. `said` is what others offer of it, the newest with this
    `number`; `offer` is what the reader would take up of that, or else could make. `possible_days` are those to choose
    from; with these the page says the `last_moment`, by which the match is certainly over.
    """

    kind: str
    bar: str
    words: Words
    offer: Offered
    question: str
    means: str
    is_mine: bool
    said: list[str]
    number: int
    possible_days: tuple[int, ...]
    last_moment: datetime | None

    @classmethod
    def of(cls, found: Access, kind: str, offering: Seat | None = None) -> Page:
        """Return the page as a player reads it; `offering` where it is about what one seat offers, and nothing else."""
        voice = SiteVoice.of(found.seats)
        mine = found.seat
        words = WORDS[kind]
        others = [seat for seat in found.seats if seat.pk != mine.pk and seat.offered != mine.offered]
        theirs = _asking(others, kind) if offering is None else [offering]
        days = KINDS[kind].days
        is_mine = offering is None and mine.offer == kind
        offer = theirs[0].offered if theirs else mine.offered if is_mine else Offered(kind)
        names = ", ".join(opponents(found.seats, mine.number))
        return cls(
            kind=kind,
            bar="" if theirs or is_mine else _bar(found, kind, voice),
            words=words,
            offer=offer,
            question=words.question(offer, {"game": found.match.title, "names": names}).said(voice),
            means=words.means(offer, {}).said(voice),
            is_mine=is_mine,
            said=[offer_in_words(seat, mine=False, voice=voice) for seat in theirs],
            number=max((seat.offer_number for seat in theirs), default=0),
            possible_days=days,
            last_moment=found.match.last_moment if days else None,
        )


def _asking(others: Iterable[Seat], kind: str) -> list[Seat]:
    """Return the seats that offer something of a kind, the newest offer first.

    Where each asks for something of their own, return that seat alone: an answer is to one of them.
    """
    found = sorted(asking(others, kind), key=lambda seat: seat.offer_number, reverse=True)
    return found[:1] if KINDS[kind].own else found


def _bar(found: Access, kind: str, voice: SiteVoice) -> str:
    """Return why an offer of a kind cannot be made, as far as is known before it is; empty where it can."""
    bar = None if found.match.ended else KINDS[kind].bar(found.match, found.seat)
    return bar.said(voice) if bar else ""


def offered(found: Access, kind: str, offering: Seat | None = None) -> dict[str, Any]:
    """Return what the page about one kind of offer shows a player; `offering` as for Page."""
    return spread(Page.of(found, kind, offering))


class OffersInMenu(NamedTuple):
    """The match in which something can be offered, and what one press there offers: each kind with its title.

    `asks_why`: the reader has moved, and cannot take that back.
    """

    match: str
    ready: list[tuple[str, str]]
    asks_why: bool


def in_menu(look: MatchLook) -> OffersInMenu | None:
    """Return what offers something in a match that goes on, and what leads to all that can be offered."""
    if look.seat is None or look.match.ended is not None:
        return None
    may = {
        Seat.Offer.UNDO: look.seat.may_take_back(look.match),
        Seat.Offer.DRAW: not any(seat.house for seat in look.seats),
    }
    standing = {seat.offer for seat in look.seats}
    ready = [(str(kind), _(WORDS[kind].title)) for kind in may if may[kind] and kind not in standing]
    asks_why = undo_in_help(look) == UndoShown(look.match.public_id, may=False, has_moved=True)
    return OffersInMenu(look.match.public_id, ready, asks_why)


class UndoShown(NamedTuple):
    """Whether the reader may ask to take back the last move of a match, and has made one."""

    match: str
    may: bool
    has_moved: bool


def undo_in_help(look: MatchLook) -> UndoShown | None:
    """Return whether a move can be taken back; None where nobody asks, or somebody has asked already.

    Why a move cannot says the page of the offer: to know it takes reading the match.
    """
    seat = look.seat
    if seat is None or look.match.ended is not None or any(each.offer == Seat.Offer.UNDO for each in look.seats):
        return None
    return UndoShown(look.match.public_id, seat.may_take_back(look.match), seat.answered_ply is not None)


@dataclass(frozen=True)
class Answerable:
    """An offer that stands, as the page of the match lets its reader answer it there.

    `is_asked`: the reader may agree or decline. Agreeing takes a button that says what it ends, with the words of
    `confirm`, if it ends anything.
    """

    said: str
    means: str
    url: str
    is_mine: bool
    is_asked: bool
    number: int
    days: int
    confirm: str


def to_answer(look: MatchLook) -> list[ToAnswer]:
    """Return every offer that stands in a match: what, in whose words, and how its reader answers it."""
    mine = look.seat
    if mine is None:
        return []
    voice = SiteVoice.of(look.seats)
    found = [_answerable(look.match.public_id, mine, seat, voice) for seat in look.seats if seat.offer]
    return [ToAnswer(each.said, is_mine=each.is_mine, panel=each) for each in found]


def _answerable(public_id: str, mine: Seat, seat: Seat, voice: SiteVoice) -> Answerable:
    words = WORDS[seat.offer]
    is_mine = seat.pk == mine.pk
    return Answerable(
        said=offer_in_words(seat, is_mine, voice),
        means=words.means(seat.offered, {}).said(voice),
        url=reverse("offer", args=[public_id, seat.offer]),
        is_mine=is_mine,
        is_asked=not (is_mine or seat.agrees or seat.offered == mine.offered),
        number=seat.offer_number,
        days=seat.offer_days,
        confirm=_(words.confirm) if words.confirm else "",
    )
