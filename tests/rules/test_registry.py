"""The table of games and versions."""

from __future__ import annotations

import pytest

from games.rules import registry
from games.rules.errors import UnknownGame
from games.rules.game import Game


def test_a_game_is_made_once() -> None:
    assert registry.game("sealed-auction", 1) is registry.game("sealed-auction", 1)


def test_every_row_leads_to_the_game_and_version_it_names() -> None:
    for slug, version in registry.GAMES:
        game = registry.game(slug, version)
        assert isinstance(game, Game)
        assert (game.meta.slug, game.meta.version) == (slug, version)


def test_new_matches_use_the_highest_version_wherever_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", dict(reversed(registry.GAMES.items())))
    assert registry.current("sealed-auction").meta.version == 2
    assert registry.slugs()[0] == "sealed-auction"


def test_a_game_with_two_versions_is_named_once() -> None:
    assert list(registry.slugs()) == list(dict.fromkeys(slug for slug, _version in registry.GAMES))
    assert registry.slugs().count("sealed-auction") == 1


def test_an_unknown_game_or_version_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame) as version:
        registry.game("sealed-auction", 3)
    known = ", ".join(f"{slug} {number}" for slug, number in registry.GAMES)
    assert str(version.value) == f"There’s no game “sealed-auction” in version 3. Available: {known}."
    with pytest.raises(UnknownGame) as game:
        registry.current("chess")
    assert str(game.value) == f"There’s no game “chess”. Available: {', '.join(registry.slugs())}."


def test_metas_are_whole() -> None:
    for slug, version in registry.GAMES:
        meta = registry.game(slug, version).meta
        assert len(meta.seat_names) == len(set(meta.seat_names)) == meta.seats >= 2
        for option in meta.options:
            values = [choice.value for choice in option.choices]
            assert option.default in values
            assert len(set(values)) == len(values) > 1
            assert all((option.title, option.help, *(choice.label for choice in option.choices)))
