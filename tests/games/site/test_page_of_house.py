"""The pages that say what the site is and who runs it: complete with the operator's settings, and whole without."""

from datetime import date

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.games.browsing import told

PAGES = ("/about/", "/contact/", "/privacy/", "/terms/")
NOBODY = "The people who run this site haven’t introduced themselves here yet."


@pytest.fixture
def club(settings: Settings) -> None:
    """Let a club run the site."""
    settings.OPERATOR_NAME, settings.OPERATOR_EMAIL = "Games <club>", "club@example.org"
    settings.OPERATOR_ADDRESS = ["Seestraße 5", "12345 Musterstadt"]
    settings.OPERATOR_COUNTRY, settings.TERMS_DATE = "DE", date(2026, 11, 29)


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_each_page_names_the_operator(client: Client, club: None, path: str) -> None:
    page = client.get(path).content.decode()
    assert "<strong>Games &lt;club&gt;</strong>" in page
    assert "Seestraße 5<br>12345 Musterstadt<br>" in page
    assert '<a href="mailto:club@example.org">club@example.org</a>' in page
    assert "introduced themselves" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_each_page_is_whole_without_an_operator(client: Client, path: str) -> None:
    page = told(client.get(path))
    assert (NOBODY in page) == (path == "/about/")
    assert "letterhead" not in client.get(path).content.decode()
    assert "Write to us" not in page
    assert "Who is responsible" not in page
    assert "Who this is between" not in page
    assert "None" not in page
    assert "mailto:" not in page
    assert "This has applied since" not in page


@pytest.mark.django_db
def test_law_and_day_are_said_in_the_readers_language(client: Client, club: None) -> None:
    page = told(client.get("/terms/", headers={"Accept-Language": "it"}))
    assert "La legge di questo Paese: Germania." in page
    assert "Tutto questo vale dal 29 novembre 2026." in page


@pytest.mark.django_db
def test_the_operators_own_page_replaces_our_page(client: Client, settings: Settings) -> None:
    settings.PRIVACY_URL, settings.CONTACT_URL = "/privacy.html", "mailto:us@example.org"
    assert [client.get(path).status_code for path in PAGES] == [200, 404, 404, 200]
    assert '<a href="/privacy.html">Privacy</a>' in told(client.get("/terms/"))


@pytest.mark.django_db
def test_public_dumps_are_told_where_there_are_such(client: Client, settings: Settings) -> None:
    settings.DUMP_DIR = ""
    assert "Once a month" not in told(client.get("/privacy/"))
    settings.DUMP_DIR = "/var/dumps"
    assert "Once a month" in told(client.get("/privacy/"))
