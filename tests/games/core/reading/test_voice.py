"""Sentences and units in the language of each reader."""

from django.utils.translation import override

from games.boards.fantasy_dice_battles.unit_cards import unit_card
from games.core.reading.voice import SiteVoice
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.sentence import counted, sentence


def test_each_reader_is_told_in_his_language() -> None:
    told = []
    for language in ("en", "de", "it", "en"):
        with override(language):
            told.append(sentence("Knights").said(SiteVoice()))
    assert told == ["Knights", "Ritter", "Cavalieri", "Knights"]


def test_a_voice_keeps_the_language_it_was_made_in() -> None:
    with override("de"):
        german = SiteVoice()
    with override("en"):
        assert [sentence("Knights").said(voice) for voice in (german, SiteVoice())] == ["Ritter", "Knights"]


def test_each_number_has_a_template_of_its_own() -> None:
    with override("de"):
        drawn = [counted("{who} draws a card.", "{who} draws {count} cards.", n, who="Ann") for n in (1, 2, 1)]
        assert [each.said(SiteVoice()) for each in drawn] == [
            "Ann zieht eine Karte.",
            "Ann zieht 2 Karten.",
            "Ann zieht eine Karte.",
        ]


def test_a_unit_is_shown_in_the_language_of_each_reader() -> None:
    data, names = SETS[DEFAULT_SET], []
    for language in ("en", "de", "it", "en"):
        with override(language):
            names.append(unit_card(data.kinds["knights"], data).name)
    assert names == ["Knights", "Ritter", "Cavalieri", "Knights"]
