"""`python -m tests.parts.furnished`, in the environment of a running service: a match of each game, to be measured.

Prints the addresses of the matches by game, and the cookie of the player who is to move in each.
"""

from __future__ import annotations

import json
import os

import django


def main() -> None:
    """Make the matches and print where they are."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")
    django.setup()
    from django.conf import settings
    from django.test import Client

    from tests.games import tables
    from tests.parts.cast import person
    from tests.parts.games import drawn, facts

    ann, ben = person("Ann"), person("Ben")
    pages = {}
    for game in drawn():
        match = tables.play_on(tables.begin(ann, ben, game=game, public_id=game[:10]), facts(game).weighed)
        while tables.next_user(match) != ann:
            match = tables.play_on(match, 1)
        pages[game] = match.get_absolute_url()
    client = Client()
    client.force_login(ann, "accounts.backends.Backend")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    print(json.dumps({"pages": pages, "cookie": {"name": cookie.key, "value": cookie.value}}))  # noqa: T201


main()
