"""The page of a match as a play link shows it: what its seat sees and is asked, and no way to anything else."""

from django.urls import reverse

from games.boards.registry import about
from games.core.pages import hints, match_parts as parts
from games.core.pages.match_parts import Ending, Revealed, Standpoint, Subject, Templates
from games.core.pages.matches import LinkPage, Read, StoppedClocks, Ways
from games.core.reading.play_links import PlayLink


def match(link: PlayLink, asked_log: str | None = None) -> LinkPage:
    """Return the current state of the match for the seat of a link, with the part of the log asked for."""
    found = link.found
    row = found.match
    seat = found.seat
    read = Read.of(found)
    head = read.head
    return LinkPage(
        subject=Subject.of(row, found.seats),
        head=head,
        templates=Templates.of(row.game),
        at=Standpoint(found.newest, found.newest, is_past=False),
        log=read.log(asked_log),
        news=read.news,
        asked=read.asked,
        board=read.board(head),
        ending=Ending.of_player(read.seen),
        revealed=Revealed.of(row, found.seats, seat),
        handed_over=parts.handed_over(read.seen, seat.counting),
        ways=ways(link),
        clocks=StoppedClocks.of(found),
        sound=read.sound,
        help=hints.help_of(found, read.asked),
    )


def ways(link: PlayLink) -> Ways:
    """Return where a move is sent by a link."""
    composed = about(link.found.match.game).composes
    return Ways(
        submit=reverse("submit_by_link", args=[link.token]),
        plan=reverse("plan_by_link", args=[link.token]),
        parts={part: reverse(f"{part}_by_link", args=[link.token]) for part in composed},
    )
