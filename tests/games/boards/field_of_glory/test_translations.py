"""What the translations of Field of Glory call things: each by one word, that of docs/words.md."""

import re

import pytest

from fogsite import catalogues
from fogsite.settings import BASE_DIR

LOCALE = BASE_DIR / "games" / "boards" / "field_of_glory" / "locale"
GIVEN_UP = {
    "de": r"\b(Kampfwert|Armee\w*|Piken|Reserven|[Aa]bleg\w*|legst du \w+ ab|[Ss]par dir|[Vv]om Stapel)\b",
    "it": r"\b(picchieri|punti (vittoria|comando)|carta bonus|controllo della vittoria)\b",
}


@pytest.mark.parametrize("language", ["de", "it"])
def test_a_thing_has_one_word(language: str) -> None:
    found = catalogues.read_catalogue(LOCALE / language / "LC_MESSAGES" / "django.po")
    strings = [message.string for message in found]
    said = [text for each in strings for text in ([each] if isinstance(each, str) else each or ())]
    assert len(said) > len(strings) > 700
    assert [text for text in said if re.search(GIVEN_UP[language], text)] == []
