"""Language and colours, chosen at the foot of every page by its reader."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
CHOOSE = "/appearance"


def test_a_visitor_reads_on_in_the_language_just_chosen(client: Client) -> None:
    assert client.post(CHOOSE, {"language": "de", "next": "/fairness/"})["Location"] == "/fairness/"
    assert '<html lang="de"' in client.get("/fairness/").content.decode()


def test_the_language_of_an_account_is_changed_too(as_ann: Client, ann: User) -> None:
    as_ann.post(CHOOSE, {"language": "it"})
    ann.refresh_from_db()
    assert ann.language == "it"
    assert '<html lang="it"' in as_ann.get("/rules/").content.decode()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_is_there_before_any_style_is_read(theme: str, client: Client) -> None:
    client.post(CHOOSE, {"theme": theme})
    page = client.get("/").content.decode()
    assert f'data-theme="{theme}">' in page
    assert f'<meta name="color-scheme" content="{theme}">' in page
    assert page.count('name="theme-color"') == 1


def test_the_theme_of_the_device_is_chosen_by_forgetting_the_other(client: Client) -> None:
    client.post(CHOOSE, {"theme": "dark"})
    client.post(CHOOSE, {"theme": ""})
    page = client.get("/").content.decode()
    assert "data-theme" not in page
    assert page.count('name="theme-color"') == 2


@pytest.mark.parametrize("wrong", [{"language": "tlh"}, {"theme": "<b>"}, {}])
def test_what_is_neither_changes_nothing(wrong: dict[str, str], as_ann: Client, ann: User) -> None:
    answer = as_ann.post(CHOOSE, wrong)
    ann.refresh_from_db()
    assert (answer.status_code, answer.cookies.keys() & {"theme", "django_language"}, ann.language) == (302, set(), "")
    as_ann.cookies["theme"] = "<b>"
    assert "data-theme" not in as_ann.get("/rules/").content.decode()


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_nobody_is_led_to_another_site(elsewhere: str, client: Client) -> None:
    assert client.post(CHOOSE, {"theme": "dark", "next": elsewhere})["Location"] == "/"


def test_the_choice_leads_back_to_the_page_it_stands_on_but_not_to_what_was_posted(client: Client) -> None:
    assert 'name="next" value="/rules/"' in client.get("/rules/?a=b").content.decode()
    assert 'name="next" value="/"' in client.post("/accounts/login/", {}).content.decode()


def test_a_part_of_a_page_is_in_the_language_of_the_page(as_ann: Client, ann: User) -> None:
    ann.language = "en"
    ann.save(update_fields=["language"])
    assert '<html lang="de"' in as_ann.get("/settings/", headers={"X-Page-Language": "de"}).content.decode()
    assert '<html lang="en"' in as_ann.get("/settings/", headers={"X-Page-Language": "xx"}).content.decode()
