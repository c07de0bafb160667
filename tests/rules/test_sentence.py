"""Sentences: templates, names, plurals, sentences in sentences, and other voices."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.sentence import N_, Sentence, Who, counted, joined, sentence


class Upside:
    """A voice that speaks another language and knows names."""

    def gettext(self, message: str) -> str:
        return {"{who} waits for {others}.": "Auf {others} wartet {who}."}.get(message, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return "{count} Münze" if count == 1 else "{count} Münzen"

    def name(self, seat: int) -> str:
        return ("Ann", "Ben")[seat]


def test_a_marked_template_stays_as_it_is() -> None:
    assert N_("Play") == "Play"


def test_a_sentence_fills_its_braces() -> None:
    assert str(sentence("{step} costs {price}.", step="A5x2", price=3)) == "A5x2 costs 3."


def test_a_number_below_zero_has_a_minus_sign() -> None:
    assert str(sentence("{own} to {theirs}", own=-1, theirs=-12)) == "−1 to −12"


def test_a_seat_is_named_by_the_voice() -> None:
    said = sentence("{who} waits.", who=Who(1))
    assert str(said) == "seat 1 waits."
    assert said.said(Upside()) == "Ben waits."


def test_templates_are_translated_and_their_parts_too() -> None:
    said = sentence("{who} waits for {others}.", who=Who(0), others=(counted("{count} coin", "{count} coins", 2),))
    assert str(said) == "seat 0 waits for 2 coins."
    assert said.said(Upside()) == "Auf 2 Münzen wartet Ann."


@pytest.mark.parametrize(("count", "words"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins")])
def test_a_counted_sentence_chooses_its_template(count: int, words: str) -> None:
    assert str(counted("{count} coin", "{count} coins", count)) == words


def test_several_parts_are_joined_with_commas() -> None:
    parts = tuple(sentence("{who}", who=Who(seat)) for seat in (0, 2))
    assert str(sentence("Waiting for {parts}.", parts=parts)) == "Waiting for seat 0, seat 2."


def test_whole_sentences_follow_each_other_and_are_translated() -> None:
    said = joined(
        [sentence("{who} waits for {others}.", who=Who(0), others=Who(1)), sentence("{who} pays.", who=Who(1))]
    )
    assert str(said) == "seat 0 waits for seat 1. seat 1 pays."
    assert said.said(Upside()) == "Auf Ben wartet Ann. Ben pays."


def test_braces_in_a_parameter_are_only_text() -> None:
    assert str(sentence("“{text}”", text="{who} {0}")) == "“{who} {0}”"


def test_a_sentence_survives_json() -> None:
    said = sentence("{who} pays {price}.", who=Who(1), price=counted("{count} coin", "{count} coins", 3))
    again = msgspec.json.decode(msgspec.json.encode(said), type=Sentence)
    assert again == said
    assert str(again) == "seat 1 pays 3 coins."


def test_what_is_kept_of_a_sentence_names_its_count_unless_it_is_nothing() -> None:
    kept = [msgspec.to_builtins(counted("{count} coin", "{count} coins", count)) for count in (0, 1)]
    assert [each.get("count") for each in kept] == [None, 1]
    assert msgspec.to_builtins(sentence("Play")) == {"type": "Sentence", "template": "Play"}
