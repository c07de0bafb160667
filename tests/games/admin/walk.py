"""Everything that a moderator can ask the admin for: each page, row, filter, order and search, and what is answered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import quote, quote_plus

from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from games.core.models import Match
from tests.games.admin.test_moderator import SEEN, addresses

FRAME = {"login", "logout", "password_change", "password_change_done", "autocomplete", "view_on_site", ""}
"""Pages that show no rows; `links_of_rows` asks for those of `view_on_site`."""
NEVER = 999_999_999
"""A key that no row has."""
ORDERS = re.compile(r'href="(\?o=[^"]+)"')
"""The orders that a list offers."""
OF_MATCH = ("?log=all", "?eyes=0", "0/", "watch", "stamp", "desk", "desk.png")
EXPORTS = ("record.json", "positions.json", "pictures", "0/preview.png")
"""What can be asked for of a match outside the admin."""
CHANGING = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=nonce=")[^"]+')
"""Tokens, which are others on each page."""


class Answered(NamedTuple):
    """How the site has answered: the status, where that leads, and the page without its tokens, entities read."""

    status: int
    to: str
    text: str


Walked = dict[str, Answered]


def walk(client: Client, words: Iterable[str]) -> Walked:
    """Return what the admin answers to everything that can be asked; `words` are looked for in every list."""
    done: Walked = {}
    for url in plain_pages():
        done[url] = asked(client, url)
    for model in admin.site._registry:
        for url in of_list(client, model, words):
            done[url] = asked(client, url)
        for key in [*keys(model), NEVER]:
            for url in of_row(model, key):
                done[url] = asked(client, url)
    for url in (*links_of_rows(), *of_matches()):
        done[url] = asked(client, url)
    return done


def asked(client: Client, url: str) -> Answered:
    """Return the answer to one question, without its own address. What it would say on the next page is forgotten."""
    response = client.get(url)
    client.cookies.pop("messages", None)
    text = unescape(response.getvalue().decode(errors="backslashreplace"))
    text = CHANGING.sub("", text).replace(url, "HERE").replace(quote(url, ""), "HERE").replace(quote(url), "HERE")
    return Answered(response.status_code, response.headers.get("Location", ""), text)


def plain_pages() -> Iterator[str]:
    """Yield the pages that are about no row."""
    for found in patterns():
        if found.name == "app_list":
            for label in sorted({model._meta.app_label for model in admin.site._registry}):
                yield reverse("admin:app_list", args=[label])
        elif not takes_key(found):
            yield reverse(f"admin:{found.name}")
    yield "/"


def patterns() -> Iterator[URLPattern]:
    return (found for found in addresses(get_resolver()) if found.name and found.name not in FRAME)


def takes_key(found: URLPattern) -> bool:
    return bool(found.pattern.converters or found.pattern.regex.groups)


def label(model: type[Model]) -> str:
    return f"{model._meta.app_label}_{model._meta.model_name}"


def keys(model: type[Model]) -> list[Any]:
    """Return the keys of all rows, whether or not a moderator may know of them; of a refused table one is enough."""
    found = list(model._base_manager.order_by("pk").values_list("pk", flat=True))
    return found if label(model) in SEEN else found[:1]


def of_row(model: type[Model], key: Any) -> Iterator[str]:
    """Yield the pages about a row, which may be there or not."""
    for found in patterns():
        if takes_key(found) and (found.name or "").startswith(f"{label(model)}_"):
            yield reverse(f"admin:{found.name}", args=[key])


# --- Lists ----------------------------------------------------------------------------------------------------------


def of_list(client: Client, model: type[Model], words: Iterable[str]) -> Iterator[str]:
    """Yield a list as it comes, by every filter that it offers, in every order, and as every search leaves it."""
    url = reverse(f"admin:{label(model)}_changelist")
    response = client.get(url)
    if response.status_code != 200:
        return
    found = response.context["cl"]
    questions = [choice["query_string"] for spec in found.filter_specs for choice in spec.choices(found)]
    questions += ORDERS.findall(unescape(response.content.decode()))
    questions += [f"?q={quote_plus(word)}" for word in words]
    questions += ["?all=", "?_facets=True", "?_popup=1", "?o=1.-2", "?o=-99"]
    yield from (url + question for question in dict.fromkeys(questions))


# --- Beside the admin's own pages -----------------------------------------------------------------------------------


def links_of_rows() -> Iterator[str]:
    """Yield the addresses that lead from a row of the admin to its page on the site."""
    for model in admin.site._registry:
        kind = ContentType.objects.get_for_model(model, for_concrete_model=False)
        yield from (f"/admin/r/{kind.pk}/{key}/" for key in keys(model))


def of_matches() -> Iterator[str]:
    """Yield the pages of matches that moderators can look at, and that of one that is not there."""
    for public_id in [*Match.objects.order_by("pk").values_list("public_id", flat=True), "neverthere"]:
        yield from (f"/m/{public_id}/{what}" for what in (*OF_MATCH, *EXPORTS))


def untyped(url: str, text: str, words: Iterable[str]) -> str:
    """Return a page without what was typed to find it."""
    for word in words:
        if url.endswith(f"?q={quote_plus(word)}"):
            for written in {word, quote(word), quote_plus(word)}:
                text = text.replace(written, "")
    return text
