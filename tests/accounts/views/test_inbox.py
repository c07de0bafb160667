"""The development inbox: mail one can read without a mail server."""

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client


@pytest.fixture
def inbox(settings: Any, tmp_path: Path) -> Path:
    settings.DEVELOPMENT = True
    settings.MAIL_DIR = tmp_path / "mail"
    settings.EMAIL_BACKEND = "accounts.channels.email.inbox.InboxBackend"
    return tmp_path / "mail"


def send(subject: str) -> None:
    message = EmailMultiAlternatives(subject, "Go to http://testserver/m/1/ <now>", to=["ann@example.org"])
    message.attach_alternative("<p>Go <a href='http://testserver/m/1/'>there</a></p>", "text/html")
    message.send()


def test_an_empty_inbox_says_so(client: Client, inbox: Path) -> None:
    assert "None yet." in client.get("/inbox/").content.decode()


def test_letters_are_listed_newest_first(client: Client, inbox: Path) -> None:
    send("First – move")
    send("Second")
    page = client.get("/inbox/").content.decode()
    assert 0 < page.index("Second") < page.index("First – move")
    assert "ann@example.org" in page


def test_a_letter_shows_its_text_with_links_that_can_be_clicked(client: Client, inbox: Path) -> None:
    send("Hello")
    [letter] = inbox.iterdir()
    page = client.get(f"/inbox/{letter.stem}/").content.decode()
    assert '<a href="http://testserver/m/1/" rel="nofollow">http://testserver/m/1/</a> &lt;now&gt;' in page
    html = client.get(f"/inbox/{letter.stem}/html/").content.decode()
    assert html.strip() == "<p>Go <a href='http://testserver/m/1/'>there</a></p>"


@pytest.mark.parametrize("path", ["/inbox/unknown/", "/inbox/unknown/html/", "/inbox/..%2Fsettings/"])
def test_a_letter_that_is_not_there_is_not_found(client: Client, inbox: Path, path: str) -> None:
    send("Hello")
    assert client.get(path).status_code == 404


def test_outside_development_there_is_no_inbox(client: Client, inbox: Path, settings: Any) -> None:
    send("Hello")
    [letter] = inbox.iterdir()
    settings.DEVELOPMENT = False
    for path in ("/inbox/", f"/inbox/{letter.stem}/", f"/inbox/{letter.stem}/html/"):
        assert client.get(path).status_code == 404
