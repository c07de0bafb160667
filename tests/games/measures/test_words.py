"""The sentences that moderators begin with are there for each kind, in each language, and short enough."""

import pytest
from django.conf import settings
from django.utils.translation import gettext as _, override

from games.measures import services as measures, words
from games.measures.models import Kind
from games.measures.services import MAX_REASON

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("kind", Kind.values)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_in_every_language(kind: str, language: str) -> None:
    found = words.sentences_for(kind, language)
    assert found
    assert [each.text for each in found if each.lacks_language or len(each.text) > MAX_REASON] == []


def test_a_sentence_that_lacks_a_language_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(words.TEMPLATES, Kind.WARN, ["Nobody has translated this."])
    assert [each.lacks_language for each in words.sentences_for(Kind.WARN, "de")] == [True]
    assert [each.lacks_language for each in words.sentences_for(Kind.WARN, "en")] == [False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_measure_means_is_said_in_every_language(language: str) -> None:
    english = set(words.MEANS.values())
    with override(language):
        assert language.startswith("en") or not english & {_(each) for each in english}


def test_all_that_can_be_taken_has_words() -> None:
    assert set(measures.OFFERED) <= set(words.MEANS) & set(words.TEMPLATES)
