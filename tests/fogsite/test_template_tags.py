"""The tags that remember what they have said say what Django's would."""

from typing import NamedTuple

import pytest
from django.template import Context, Template, TemplateSyntaxError, engines
from django.urls import NoReverseMatch, clear_url_caches, set_script_prefix
from django.utils.translation import override

from fogsite.template_tags import remembered
from fogsite.template_tags.addresses import _address


def said(template: Template, **context: object) -> str:
    return template.render(Context(context))


def made(source: str) -> Template:
    return engines["django"].engine.from_string("{% load i18n %}" + source)  # type: ignore[attr-defined]


def test_a_text_is_said_in_the_language_of_each_reader() -> None:
    template = made('{% translate "Sign out" %}')
    for language, expected in (("en", "Sign out"), ("de", "Abmelden"), ("en", "Sign out"), ("it", "Esci")):
        with override(language):
            assert said(template) == expected


def test_a_text_under_a_name_is_said_where_the_name_stands() -> None:
    template = made('{% translate "Sign out" as leave %}<{{ leave }}>')
    for language, expected in (("de", "<Abmelden>"), ("en", "<Sign out>"), ("de", "<Abmelden>")):
        with override(language):
            assert said(template) == expected


def test_a_text_with_a_context_is_told_from_the_one_without() -> None:
    template = made('{% translate "new" %} {% translate "new" context "card" %}')
    for _ in range(2):
        with override("it"):
            assert said(template) == "nuovo nuova"


def test_a_text_in_a_variable_is_looked_up_each_time() -> None:
    template = made("{% translate text %}")
    with override("de"):
        assert [said(template, text=text) for text in ("Sign out", "Rules")] == ["Abmelden", "Regeln"]


def test_a_text_whose_context_is_a_variable_is_looked_up_each_time() -> None:
    template = made('{% translate "new" context where %}')
    with override("it"):
        assert [said(template, where=where) for where in ("card", "nowhere")] == ["nuova", "new"]


def test_each_argument_has_an_address_of_its_own() -> None:
    template = made('{% url "match_ply" match ply %}')
    plies = (("a", 1), ("a", 2), ("b", 1), ("a", 1))
    assert [said(template, match=match, ply=ply) for match, ply in plies] == [
        "/m/a/1/",
        "/m/a/2/",
        "/m/b/1/",
        "/m/a/1/",
    ]


def test_signs_of_html_in_an_address_are_escaped_but_in_plain_text() -> None:
    template = made('{% url "profile" name %}{% autoescape off %} {% url "profile" name %}{% endautoescape %}')
    assert said(template, name="a&b") == "/players/a&amp;b/ /players/a&b/"


def test_an_address_that_is_none_is_a_fault_or_empty_under_a_name() -> None:
    with pytest.raises(NoReverseMatch):
        said(made('{% url "nowhere" %}'))
    assert said(made('{% url "nowhere" as address %}<{{ address }}>')) == "<>"


def test_named_arguments_are_taken() -> None:
    assert said(made('{% url "match_ply" public_id="a" ply=3 %}')) == "/m/a/3/"


def test_addresses_stand_below_where_the_site_stands() -> None:
    template = made('{% url "fairness" %}')
    assert said(template) == "/fairness/"
    try:
        set_script_prefix("/below/")
        assert said(template) == "/below/fairness/"
    finally:
        set_script_prefix("/")
        clear_url_caches()


def test_no_address_of_a_match_is_remembered() -> None:
    template = made('{% url "match" match %} {% url "fairness" %}')
    before = _address.cache_info().currsize
    assert said(template, match="a") == "/m/a/ /fairness/"
    assert _address.cache_info().currsize <= before + 1


def test_a_remembered_part_is_rendered_once_for_each_value_and_language() -> None:
    template, asked = made('{% remembered of=card %}{{ of.name }} {% translate "Rules" %}{% endremembered %}'), []

    class Card(NamedTuple):
        points: int

        @property
        def name(self) -> str:
            asked.append(self.points)
            return f"Card {self.points}"

    for language, points, expected in (
        ("en", 1, "Card 1 Rules"),
        ("en", 2, "Card 2 Rules"),
        ("de", 1, "Card 1 Regeln"),
        ("en", 1, "Card 1 Rules"),
    ):
        with override(language):
            assert said(template, card=Card(points)) == expected
    assert asked == [1, 2, 1]


def test_a_remembered_part_sees_nothing_but_its_values() -> None:
    template = made("{% remembered shown=known %}{{ shown }}{{ known }}{{ secret }}{% endremembered %}")
    assert said(template, known="a", secret="b") == "a"


def test_a_remembered_part_is_escaped() -> None:
    assert said(made("{% remembered name=name %}{{ name }}{% endremembered %}"), name="<b>") == "&lt;b&gt;"


def test_a_remembered_part_begins_anew_where_there_is_no_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "ROOM", 2)
    template = made("{% remembered number=number %}{{ number }}{% endremembered %}")
    assert [said(template, number=number) for number in (1, 2, 3, 1)] == ["1", "2", "3", "1"]
    (part,) = template.nodelist.get_nodes_by_type(remembered.Remembered)
    assert isinstance(part, remembered.Remembered)
    assert len(part.said) == 2


def test_values_of_a_remembered_part_have_names() -> None:
    with pytest.raises(TemplateSyntaxError, match=r"“remembered” takes values by name: name=value, not card\."):
        made("{% remembered card %}{% endremembered %}")
