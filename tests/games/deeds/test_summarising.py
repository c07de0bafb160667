"""What a match that is over shows of its whole course is worked out once, and no look at it plays the match again."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.database import claims
from accounts.models import User
from games.core.documents import records
from games.core.models import Match
from games.core.services import play
from games.deeds import summaries, summarising as services
from games.deeds.models import Summary
from games.deeds.summaries import EDITION, NOTHING
from games.rules import record
from games.rules.game import REFEREE
from games.tasks import award_due
from tests.games.browsing import signed_in, told
from tests.games.tables import attack, begin, now, play_on
from tests.rules import golden

pytestmark = pytest.mark.django_db


def imported(name: str, *players: User) -> Match:
    """Return a golden record, played by these people."""
    written = record.loads(golden.at(name).read_bytes())
    return records.import_record(written, [user.username for user in players])


@pytest.fixture
def over(match: Match) -> Match:
    """En Garde, played to its end."""
    return play_on(match, choose=attack)


def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the matches for which something is worked out from now on."""
    found: list[str] = []
    real = summaries.work_out

    def work_out(match: Match) -> Any:
        found.append(match.public_id)
        return real(match)

    monkeypatch.setattr(summaries, "work_out", work_out)
    return found


def test_the_sweep_works_out_every_match_that_is_over_once(
    over: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    void, _running = begin(ann, ben, public_id="voidmatch1"), begin(ann, ben, public_id="runsmatch1")
    play_on(void, 3)
    play.adjudicate(void.public_id, "!void", "A test.")
    done = worked_out(monkeypatch)
    award_due()
    assert sorted(done) == sorted([over.public_id, void.public_id])
    assert set(Summary.objects.values_list("match", "edition")) == {(over.pk, EDITION), (void.pk, EDITION)}
    assert [summaries.summary_of(now(match)) for match in (over, void)] == [
        summaries.work_out(now(m)) for m in (over, void)
    ]
    assert services.note_due() == 0


def test_anyone_finds_what_is_kept(over: Match, ann: User, cat: User, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [(Client(), "?eyes=all"), (signed_in(cat), "3/?eyes=1"), (signed_in(ann), ""), (signed_in(ann), "?eyes=0")]
    before = [_closed(client, over, address) for client, address in pages]
    award_due()
    done = worked_out(monkeypatch)
    assert [_closed(client, over, address) for client, address in pages] == before
    assert done == []
    assert "wins the match" in before[0]


def _closed(client: Client, match: Match, address: str) -> str:
    """Return what a page says of key moments and deeds, and the card."""
    page = told(client.get(f"{match.get_absolute_url()}{address}"))
    moments = page.partition('<details class="replay moments over"')[2].partition("</details>")[0]
    return moments + page.partition("<p>Deeds: ")[2].partition("</p>")[0]


def test_a_long_match_is_shown_without_until_the_sweep_has_come(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "SHORT", over.ply - 1)
    assert summaries.summary_of(over) == NOTHING
    assert "Key moments" not in told(Client().get(over.get_absolute_url()))
    award_due()
    assert "Key moments" in told(Client().get(over.get_absolute_url()))


def test_a_new_edition_is_worked_out_again_and_the_former_shown_in_the_meantime(
    over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    award_due()
    former = summaries.summary_of(over)
    monkeypatch.setattr(summaries, "EDITION", EDITION + 1)
    monkeypatch.setattr(summaries, "SHORT", over.ply - 1)
    done = worked_out(monkeypatch)
    assert (summaries.summary_of(now(over)), done) == (former, [])
    assert (services.note_due(), done) == (1, [over.public_id])
    assert Summary.objects.get().edition == EDITION + 1


def test_one_of_another_form_is_passed_over(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    Summary.objects.update(edition=EDITION - 1, content=b"[]")
    assert summaries.summary_of(over) == summaries.work_out(over)
    monkeypatch.setattr(summaries, "SHORT", over.ply - 1)
    assert summaries.summary_of(over) == NOTHING


def test_one_that_cannot_be_played_again_stops_no_other(
    over: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = imported("en-garde-1-standard-points", ann, ben)
    real = summaries.work_out

    def work_out(match: Match) -> Any:
        if match.pk == over.pk:
            raise RuntimeError
        return real(match)

    monkeypatch.setattr(summaries, "work_out", work_out)
    assert (services.note_due(), services.note_due()) == (2, 0)
    assert (summaries.summary_of(over), summaries.summary_of(other)) == (NOTHING, real(other))
    assert "The summary of match firstmatch cannot be worked out" in caplog.text


def test_more_are_due_than_go_together(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        match = begin(ann, ben, public_id=f"match00{number}")
        play.resign(match.public_id, ann.pk)
    monkeypatch.setattr(services, "MATCHES_TOGETHER", 2)
    assert [services.summarise(), services.summarise(), services.summarise()] == [2, 1, 0]


def test_matches_without_any_come_before_those_of_an_earlier_edition(
    over: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.resign(begin(ann, ben, public_id="newermatch").public_id, ann.pk)
    Summary.objects.exclude(match=over).update(edition=EDITION)
    monkeypatch.setattr(summaries, "EDITION", EDITION + 1)
    monkeypatch.setattr(services, "MATCHES_TOGETHER", 1)
    done = worked_out(monkeypatch)
    assert (services.note_due(), done) == (2, ["firstmatch", "newermatch"])


def test_while_another_process_works_them_out_nothing_is_done(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "claim", lambda _name: False)
    assert services.summarise() == 0


def test_each_viewer_is_told_what_that_viewer_may_know(ann: User, ben: User) -> None:
    kept = summaries.work_out(imported("en-garde-1-standard-points", ann, ben))
    assert [kept.seen_by(viewer) for viewer in (0, 1)] == [kept.seen_by(REFEREE)] * 2
    assert set(kept.moments) == {REFEREE}  # what is the same for all is kept once


SEALED = {
    "en-garde-1-standard-points": "63b9d9b234ae95cd",
    "en-garde-1-standard-rollback": "5a6816d6acb0b3dc",
    "field-of-glory-1-control": "736c1494f62e208f",
    "fantasy-dice-battles-1-heroes": "da8b20bb02af0bad",
}
"""What the summaries of these records come to, in EDITION 5."""


@pytest.mark.parametrize("name", SEALED)
def test_anyone_who_changes_what_is_kept_raises_the_edition(name: str, ann: User, ben: User) -> None:
    kept = msgspec.json.encode(summaries.work_out(imported(name, ann, ben)))
    found = hashlib.sha256(kept).hexdigest()[:16]
    assert found == SEALED[name], f"Raise EDITION in games/deeds/summaries.py, and note {found} of {name} here."
