"""What people do at a site, in the words of the code that is run here: it may be older than this file's neighbours."""

import django

django.setup()

from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from games import tasks  # noqa: E402
from games.core.models import Match  # noqa: E402
from tests.games import tables  # noqa: E402
from tests.parts.cast import person  # noqa: E402


def browser() -> Client:
    return Client(SERVER_NAME="localhost")


def invite_join_and_move() -> str:
    match = tables.play_on(tables.begin(person("Ann"), person("Ben")), 3)
    return f"{match.status} {match.ply}"


def try_a_game() -> str:
    answer = browser().post(reverse("try_out", args=["en-garde"]))
    match = Match.objects.latest("pk")
    ply = tables.play_on(match, 1).ply
    tasks.answer(match.pk)
    return f"{answer.status_code} {Match.objects.get(pk=match.pk).ply > ply}"


def sign_up() -> str:
    filled = {"username": "Newcomer", "email": "new@example.org", "password1": "en-garde-2026"}
    return str(browser().post("/accounts/signup/", filled).status_code)


def look() -> str:
    return str([browser().get(reverse(name)).status_code for name in ("home", "account_login")])


for deed in (invite_join_and_move, try_a_game, sign_up, look):
    print(f"{deed.__name__}: {deed()}")  # noqa: T201
