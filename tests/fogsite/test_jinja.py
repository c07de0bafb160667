"""Templates in Jinja: texts, addresses, and what every page knows."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, clear_url_caches, set_script_prefix
from django.utils.translation import override
from jinja2 import FileSystemLoader, UndefinedError

from accounts.models import User
from fogsite.jinja import environment
from fogsite.settings import BASE_DIR

TEMPLATES = sorted(path.relative_to(BASE_DIR / "templates") for path in (BASE_DIR / "templates").rglob("*.jinja"))


def made(source: str) -> Any:
    return engines["jinja"].from_string(source)


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_every_template_can_be_read(path: object) -> None:
    get_template(str(path))


def test_indentation_is_not_sent(client: Client) -> None:
    assert "\n " not in client.get("/fairness/").content.decode()


def test_what_a_template_is_given_is_escaped() -> None:
    assert made("{{ name }}").render({"name": '<b>"'}) == "&lt;b&gt;&#34;"
    assert made("{% trans %}{{ name }} wins.{% endtrans %}").render({"name": "<b>"}) == "&lt;b&gt; wins."


@pytest.mark.parametrize(
    "source",
    [
        "{{ nobody }}",
        "{{ nobody.at_home }}",
        "{{ house.at_home }}",
        "{% if nobody %}{% endif %}",
        "{% for each in nobody %}{% endfor %}",
    ],
)
def test_a_page_of_a_test_fails_on_a_name_that_is_missing(source: str) -> None:
    with pytest.raises(UndefinedError):
        made(source).render({"house": {}})


def test_elsewhere_it_draws_nothing_and_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    made = environment(FileSystemLoader([])).from_string(
        "<{{ noone.at.home }}{% if noone.at.home %}!{% endif %}{% for each in house.people %}{% endfor %}>"
        "{% if house.cat is defined %}{% endif %}"
    )
    assert [made.render(house={}) for _ in range(2)] == ["<>", "<>"]
    said = "A template asks for what its page lacks: "
    assert caplog.messages == [f"{said}'noone' is undefined", f"{said}'dict object' has no attribute 'people'"]


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


def test_an_address_of_a_row_has_its_number() -> None:
    assert made("{{ url('delete_army', 7) }}").render({}) == "/armies/7/delete"


def test_an_address_that_is_none_is_a_fault() -> None:
    with pytest.raises(NoReverseMatch):
        made("{{ url('nowhere') }}").render({})


def test_addresses_stand_below_where_the_site_stands() -> None:
    template = made("{{ url('fairness') }} {{ url('profile', 'Ann') }}")
    assert template.render({}) == "/fairness/ /players/Ann/"
    try:
        set_script_prefix("/below/")
        assert template.render({}) == "/below/fairness/ /below/players/Ann/"
    finally:
        set_script_prefix("/")
        clear_url_caches()


def test_a_query_is_changed_in_one_place(rf: RequestFactory) -> None:
    request = rf.get("/?page=2&q=a%26b")
    assert made("{{ querystring(page=3) }}").render({"request": request}) == "?page=3&amp;q=a%26b"


def test_what_a_view_says_of_the_reader_stands_above_what_every_page_knows(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user, request.session, request._messages = User(username="Ann"), {}, ()  # type: ignore[attr-defined, assignment]
    page = get_template("fairness.jinja")
    assert "Sign out" in page.render({}, request)
    assert "Sign in" in page.render({"user": AnonymousUser()}, request)


@pytest.mark.parametrize("name", ["admin/base_site.html", "emails/match.html"])
def test_the_admin_and_mails_are_djangos(name: str) -> None:
    assert get_template(name).backend is engines["django"]  # type: ignore[attr-defined]
