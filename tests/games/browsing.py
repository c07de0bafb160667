"""Pages as somebody without JavaScript uses them: read, fill in the form, post it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from accounts.models import User

HTMX = {"HX-Request": "true"}
TOKENS = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')
"""These differ on each page. By chance, one holds a short name that a test looks for."""


def signed_in(user: User) -> Client:
    """Return a browser of its own in which the user is signed in."""
    client = Client()
    client.force_login(user)
    return client


def told(response: Any) -> str:
    """Return the page as text with its markup but without its tokens, entities read."""
    page = TOKENS.sub("", unescape(response.content.decode()))
    assert "<bound method" not in page  # templates in Jinja call what they show themselves
    return page


def preview(response: Any) -> dict[str, str]:
    """Return what a link to a page shows where people share it."""
    return dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', told(response)))


@dataclass
class Form:
    """A form of a page: what it would send, and the values that its radio buttons and its buttons offer.

    Each value of a button with the address that pressing it posts to.
    """

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    radios: dict[str, list[str]] = field(default_factory=dict)
    buttons: dict[str, dict[str, str]] = field(default_factory=dict)
    boxes: list[str] = field(default_factory=list)

    def send(self, client: Client, **filled: Any) -> Any:
        """Post it, filled in, and go where the answer leads."""
        return _confirmed(client, client.post(self.action, {**self.fields, **filled}, follow=True))

    def press(self, client: Client, name: str, value: str) -> Any:
        """Press a button of it, and go where the answer leads."""
        return _confirmed(client, client.post(self.buttons[name][value], {**self.fields, name: value}, follow=True))


def _confirmed(client: Client, answer: Any) -> Any:
    """Return the answer; where it asks to press again, what comes of that."""
    asks = '<p class="message warning sure"' in answer.content.decode()
    return form(answer, "submit").send(client) if asks else answer


def form(response: Any, action: str = "") -> Form:
    """Return the first form of the page that posts to an address ending so, or to the page itself."""
    address = action or response.request["PATH_INFO"]
    return next(found for found in forms(response) if found.action.endswith(address))


def forms(response: Any) -> list[Form]:
    """Return every form of the page that posts."""
    reader = _Reader(response.request["PATH_INFO"])
    reader.feed(response.content.decode())
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self, here: str) -> None:
        super().__init__()
        self.here = here
        self.forms: list[Form] = []
        self.inside: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form" and given.get("method") == "post":
            self.inside = Form(given.get("action") or self.here)
            self.forms.append(self.inside)
        elif tag == "input" and self.inside and given.get("name"):
            self._input(self.inside, given["name"] or "", given)
        elif tag == "button" and self.inside and given.get("name"):
            pressed = self.inside.buttons.setdefault(given["name"] or "", {})
            pressed[given.get("value") or ""] = given.get("formaction") or self.inside.action

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None

    def _input(self, inside: Form, name: str, given: dict[str, str | None]) -> None:
        value = given.get("value") or ""
        if given.get("type") == "radio":
            inside.radios.setdefault(name, []).append(value)
        if given.get("type") == "checkbox":
            inside.boxes.append(name)
        elif given.get("type") != "radio" or "checked" in given:
            inside.fields[name] = value
