"""Templates in Jinja say what Django's would, and pages include them."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import engines
from django.utils.translation import override

from fogsite.settings import BASE_DIR
from games.boards import drawing

TEMPLATES = sorted(path.relative_to(BASE_DIR / "templates") for path in (BASE_DIR / "templates").rglob("*.jinja"))


def made(source: str) -> Any:
    return engines[drawing.engine()].from_string(source)


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_every_template_can_be_read(path: object) -> None:
    drawing.template(str(path))


def test_what_a_template_is_given_is_escaped() -> None:
    assert made("{{ name }}").render({"name": '<b>"'}) == "&lt;b&gt;&#34;"
    assert made("{% trans %}{{ name }} wins.{% endtrans %}").render({"name": "<b>"}) == "&lt;b&gt; wins."


def test_a_name_that_is_missing_is_empty() -> None:
    assert made("<{{ nobody.at.home }}{% if nobody.at.home %}!{% endif %}>").render({}) == "<>"


def test_texts_are_said_in_the_language_of_each_reader() -> None:
    for language, expected in (("en", "Sign out"), ("de", "Abmelden"), ("it", "Esci"), ("en", "Sign out")):
        with override(language):
            assert made('{{ _("Sign out") }}: {{ _(text) }}').render({"text": "Sign out"}) == f"{expected}: {expected}"
            assert made("{% trans %}Sign out{% endtrans %}").render({}) == expected


def test_a_text_that_stands_in_a_template_is_escaped() -> None:
    assert made('{{ _("<b> & all") }}').render({}) == "&lt;b&gt; &amp; all"


def test_a_language_that_we_do_not_speak_is_answered_in_english() -> None:
    with override("fr"):
        assert made('{{ _("Sign out") }}').render({}) == "Sign out"


def test_an_address_by_name() -> None:
    template = made("{{ url('fairness') }} {{ url('profile', 'a&b') }}")
    assert template.render({}) == "/fairness/ /players/a&amp;b/"


def test_a_page_of_djangos_includes_one_with_what_it_knows_and_more() -> None:
    page = engines["django"].from_string('{% drawn "field-of-glory/_sum.jinja" sum=found %}')
    assert "<li>&lt;b&gt;</li>" in page.render({"found": {"lines": ["<b>"], "total": 3}})


def test_a_page_includes_the_first_of_several_that_is_there() -> None:
    page = engines["django"].from_string("{% drawn names %}")
    names = ["games/boards/nothing-choices.jinja", "games/_choice_list.jinja"]
    assert "choice-list" in page.render({"names": names, "choices": []})
