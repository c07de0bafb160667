"""What hints claim is what happens."""

from __future__ import annotations

import pytest

from games.rules.chance import KeyedChance
from games.rules.registry import current, slugs
from tests.rules.claims import BOLD, SAMPLES, Shown, claims, play_on, sightings

FEW = 3  # positions in which a claim must at least have been put to the test

EVERY_GAME = pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.xdist_group(slug)) for slug in slugs()]
)


@pytest.mark.by_turns(1)
@EVERY_GAME
def test_what_a_hint_claims_holds_in_every_position_played_on(slug: str) -> None:
    rules, found = current(slug), claims(slug)
    shown = sightings(rules)
    for key, claim in found.by_key.items():
        tried = 0
        for number, (position, seat, hint) in enumerate(shown[key][:SAMPLES]):
            chance = KeyedChance(b"claims %d" % number)
            held = claim.holds(Shown(position.state, seat, hint, play_on(rules, position, seat, claim, chance)))
            assert held is not False, (key, number, seat, str(hint.text))
            tried += held is not None
        assert tried >= FEW, key


@EVERY_GAME
def test_a_hint_that_promises_is_held_to_it(slug: str) -> None:
    found = claims(slug)
    shown = sightings(current(slug))
    bold = {key for key, each in shown.items() if any(BOLD.search(str(hint.text)) for _, _, hint in each)}
    assert bold <= set(found.by_key)
