"""Scenes in which what is read by a key of awards, and of whole logs, can be tried; see `readers`."""

from __future__ import annotations

import json

from accounts.models import User
from games.core.documents import records
from games.core.models import Match
from games.core.reading import positions
from games.core.services import play
from games.deeds import owners as reading, pages as deeds, services as awards, summaries, summarising as services
from games.deeds.models import Award, Summary
from games.offers import undo
from games.ratings import services as ratings
from games.rules.game import dump
from tests.games import tables
from tests.games.rows.doors import NOON, Act, Cast
from tests.games.rows.doors_awards import won
from tests.games.rows.readers import reader


def firsts(cast: Cast) -> list[str]:
    """Return in which matches Ann and Cat have won first."""
    found = Award.objects.filter(user__in=[cast.ann, cast.cat], deed="win").order_by("match__public_id")
    return [public_id.removeprefix(f"{cast.key}-") for public_id in found.values_list("match__public_id", flat=True)]


@reader("awards.note_due", ["first", "other"], of_a_person=True)
def _due(cast: Cast) -> Act:
    won(cast.ann, cast.ben, f"{cast.key}-later", 1)
    awards.note_due()
    won(cast.ann, cast.ben, f"{cast.key}-first")
    won(cast.cat, cast.ben, f"{cast.key}-other")

    def noted() -> list[str]:
        awards.note_due()
        return firsts(cast)

    return noted


@reader("awards.note_due: after one was struck", ["later", "other"], of_a_person=True)
def _struck(cast: Cast) -> Act:
    """Set the scene with two matches that Ann has won. Cat keeps hers."""
    made = won(cast.ann, cast.ben, f"{cast.key}-first")
    won(cast.ann, cast.ben, f"{cast.key}-later", 1)
    won(cast.cat, cast.ben, f"{cast.key}-other")
    awards.note_due()
    ratings.strike(made.public_id, "One person played both sides.")

    def noted() -> list[str]:
        awards.note_due()
        return firsts(cast)

    return noted


@reader("awards.owners", {"win": 2, "wall": 1})
def _owners(cast: Cast) -> Act:
    """Set the scene with a game that nobody else plays, and another one."""
    match, game = won(cast.ann, cast.ben, f"{cast.key}-first"), f"game of {cast.key}"
    have = [(cast.ann, "win", game), (cast.ann, "wall", game), (cast.cat, "win", game), (cast.ben, "win", "another")]
    for user, deed, of in have:
        Award.objects.get_or_create(user=user, deed=deed, game=of, defaults={"match": match, "earned": NOON})
    return lambda: reading.owners(game)


@reader("awards.of_person", [["first"], ["other"], ["", "first"]], of_a_person=True)
def _of_person(cast: Cast) -> Act:
    """Set the scene: from which match Ann and Cat have the award.

    Ann's came from a private one. Cat and Ann ask what they may know of it.
    """
    won(cast.ann, cast.ben, f"{cast.key}-first", private=True)
    won(cast.cat, cast.ben, f"{cast.key}-other")
    awards.note_due()

    def named(person: User, reader: User) -> list[str]:
        found = [deed for row in deeds.of_person(person.pk, reader.pk) for deed in row.deeds]
        return [address.strip("/").removeprefix(f"m/{cast.key}-") for _title, address in found]

    def own(user: User) -> list[str]:
        mine = [deed.mine for deed in deeds.of_game("en-garde", user).deeds if deed.mine]
        return [award.match.public_id.removeprefix(f"{cast.key}-") for award in mine]

    return lambda: [own(cast.ann), own(cast.cat), [*named(cast.ann, cast.cat), *named(cast.ann, cast.ann)]]


@reader("awards.look_anew", [False, True])
def _anew(cast: Cast) -> Act:
    """Say whether awards still know of the match that is meant, and of another one."""
    made = [won(cast.ann, cast.ben, f"{cast.key}-{name}") for name in ("meant", "other")]
    awards.note_due()

    def known() -> list[bool]:
        awards.look_anew(Match.objects.filter(pk=made[0].pk))
        return [Match.objects.get(pk=match.pk).awarded for match in made]

    return known


@reader("summaries.summary_of", [["win"], []])
def _summary(cast: Cast) -> Act:
    """Return the deeds of the two seats of a match, as they are kept."""
    match = won(cast.ann, cast.ben, f"{cast.key}-first")
    summaries.save_summaries({match.pk: summaries.work_out(match)})
    return lambda: summaries.summary_of(match).deeds


@reader("summaries.note_due", [summaries.EDITION, summaries.EDITION])
def _summaries_due(cast: Cast) -> Act:
    """Return the editions of what is kept afterwards of two matches that are over."""
    made = [won(cast.ann, cast.ben, f"{cast.key}-first"), won(cast.ann, cast.cat, f"{cast.key}-other")]

    def editions() -> list[int]:
        services.note_due()
        return [Summary.objects.get(match=match).edition for match in made]

    return editions


@reader("records.finished_in_parts", 3)
def _in_parts(cast: Cast) -> Act:
    """Count the entries of a match written in parts: as many as the match has."""
    match = tables.play_on(cast.match(), 1)
    play.resign(match.public_id, cast.ann.pk)
    return lambda: len(json.loads(b"".join(records.finished_in_parts(tables.now(match))))["entries"])


@reader("positions.walk: where the match went back", [[4, 5], True])
def _went_back(cast: Cast) -> Act:
    """Return the entries walked through, and whether they lead to where it stands."""
    match = tables.play_on(cast.match(), 3)
    undo.go_back(match.public_id, 1, "A mistake.")
    match = tables.play_on(match, 1)

    def walked() -> list[object]:
        walk = positions.walk(match, 3, 5)
        stands = positions.newest_position(tables.now(match)).position
        return [[each.entry.ply for each in walk.played], dump(walk.position) == dump(stands)]

    return walked
