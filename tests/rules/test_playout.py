"""Playouts: whole matches from a seed, by players who know no more than their seat."""

from collections.abc import Sequence

import pytest

from games.rules import registry, verify
from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.errors import BadOption
from games.rules.game import Step, View
from games.rules.playout import BOTS, Playout, playout
from games.rules.record import dumps

EN_GARDE = registry.game("en-garde", 1)
PAIR = ["random", "random"]


def test_the_same_seed_gives_the_same_record() -> None:
    assert dumps(playout(EN_GARDE, {"rounds": 1}, "7", PAIR)) == dumps(playout(EN_GARDE, {"rounds": 1}, "7", PAIR))


def test_another_seed_gives_another_match() -> None:
    first, second = (playout(EN_GARDE, {"rounds": 1}, seed, PAIR) for seed in ("7", "8"))
    assert first.secret != second.secret
    assert [e.text for e in first.entries[1:]] != [e.text for e in second.entries[1:]]


def test_a_playout_is_a_sound_record_with_a_result() -> None:
    record = playout(EN_GARDE, {"rounds": 1}, "7", PAIR)
    verify.check(record)
    assert record.result is not None
    assert record.result.reason == "points"
    assert (record.entries[0].at, record.entries[1].at) == ("2000-01-01T00:00:00Z", "2000-01-01T00:01:00Z")


def test_the_hours_go_on_after_sixty_entries() -> None:
    record = playout(EN_GARDE, {"rounds": 9}, "7", PAIR)
    assert record.entries[61].at == "2000-01-01T01:01:00Z"


def test_options_not_given_stand_at_their_defaults() -> None:
    record = playout(EN_GARDE, {"rounds": 1}, "7", PAIR)
    assert record.options == {
        "variant": "advanced",
        "rounds": 1,
        "starter": "random",
        "aid": True,
        "last_retreat": "hand",
    }


def test_the_referee_sees_the_pile_after_every_entry() -> None:
    record = playout(EN_GARDE, {"rounds": 1}, "7", PAIR, referee=True)
    assert len(record.views) == len(record.entries)
    assert len(record.views[0]["pile_order"]) == 15


def test_a_match_of_three_with_moves_of_several_steps_plays_to_its_end() -> None:
    auction = registry.game("sealed-auction", 1)
    record = playout(auction, {}, "7", ["random"] * 3)
    verify.check(record)
    assert sorted(joiner.joined for joiner in record.seats) == [0, 1, 2]
    assert any("; " in entry.text for entry in record.entries)


def test_a_player_is_given_the_view_of_its_seat_and_the_steps_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[View, Sequence[Step | None]]] = []

    def first(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
        seen.append((view, steps))
        return steps[0]

    monkeypatch.setitem(BOTS, "first", first)
    match = Playout(EN_GARDE, {"starter": "left"}, "7", ["first", "first"])
    before = match.log.position
    match.play(1)
    view, steps = seen[0]
    assert view == EN_GARDE.view(before.state, 0)
    assert list(steps) == EN_GARDE.legal_steps(before.state, 0)
    assert len(seen) == 1


def test_the_players_sit_where_the_draw_puts_them() -> None:
    orders = {Playout(EN_GARDE, {}, str(seed), PAIR).order for seed in range(10)}
    assert orders == {(0, 1), (1, 0)}


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        BadOption,
        match=r"^There’s no computer opponent called “clever”\. "
        r"Available: random, en-garde, greedy, presser, beginner, casual, club, strong, expert\.$",
    ):
        Playout(EN_GARDE, {}, "7", ["random", "clever"])


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(BadOption, match=r"^En Garde needs 2 players, not 3\.$"):
        Playout(EN_GARDE, {}, "7", ["random"] * 3)


def test_a_match_that_outlasts_its_bound_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Playout(EN_GARDE, {}, "7", PAIR)
    monkeypatch.setattr(EN_GARDE, "meta", type("Short", (), {"bound": 5, "slug": "en-garde"}))
    with pytest.raises(RuntimeError, match=r"^playout-7 of en-garde is not over after 5 moves$"):
        match.play()


@pytest.mark.parametrize("slug", sorted(slug for slug, package in registry.PACKAGES.items() if package.rivals))
def test_plain_players_end_their_matches_by_legal_steps_and_know_no_more_than_their_seat(slug: str) -> None:
    game = registry.game(slug, 1)
    for name in registry.PACKAGES[slug].rivals:
        for seed in range(3):
            assert playout(game, {}, f"{name} {seed}", [name, slug]).result is not None


def test_a_plain_player_plays_its_own_game_alone() -> None:
    with pytest.raises(BadOption, match="There’s no computer opponent called “presser”"):
        Playout(registry.game("field-of-glory", 1), {}, "7", ["presser", "random"])
