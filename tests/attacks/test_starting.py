"""Attacks by the operator on himself: production in an environment in which it would be open to anybody."""

from __future__ import annotations

import pytest

from tests.attacks.conftest import Judge
from tests.parts.production import Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(3)]

GUNICORN = ["-m", "gunicorn", "--preload", "--check-config", "fogsite.wsgi"]
STARTS, REFUSES = "starts", "refuses"

DANGEROUS = {
    "no DATABASE_URL": {"DATABASE_URL": ""},
    "DEVELOPMENT": {"DEVELOPMENT": "1"},
    "the published key": {"SECRET_KEY": "development-only-" + "x" * 40},
    "a short key": {"SECRET_KEY": "abc"},
    "any host": {"ALLOWED_HOSTS": "*"},
    "any host, too": {"ALLOWED_HOSTS": "www.example.org,*"},
}


def outcome(production: Production, **changes: str) -> str:
    """Say whether the web server starts; if not it says a sentence, and not where it broke."""
    done = production.attempt(*GUNICORN, **changes)
    assert "Traceback" not in done.stderr
    return REFUSES if done.returncode else STARTS


@pytest.mark.parametrize("kind", DANGEROUS)
def test_production_does_not_start_with(kind: str, production: Production, judge: Judge) -> None:
    judge("M5", f"production with {kind}", expected=REFUSES, answer=outcome(production, **DANGEROUS[kind]))


def test_production_starts_as_the_manual_says(production: Production, judge: Judge) -> None:
    judge("M5", "production as the manual says", expected=STARTS, answer=outcome(production))


def test_production_does_not_start_with_the_demo_people(production: Production, judge: Judge) -> None:
    make = (
        "from accounts import demo; from tests.parts.cast import person;"
        "mo = person('Mo', is_staff=True, is_superuser=True); mo.set_password(demo.PASSWORD); mo.save()"
    )
    forget = "from accounts.models import User; User.objects.filter(username='Mo').delete()"
    production.manage("shell", "-c", make)
    try:
        answer = outcome(production)
    finally:
        production.manage("shell", "-c", forget)

    judge("M5", "production with a demo person in the database", expected=REFUSES, answer=answer)
