"""What `manage.py check --deploy` says of an environment that runs and is wrong."""

import os
import secrets
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import WARNING
from django.test import override_settings

from fogsite import checks
from games.rules import beliefs


@pytest.mark.parametrize(
    ("https", "behind_proxy", "found"), [(True, False, ["fogsite.W006"]), (True, True, []), (False, False, [])]
)
def test_a_site_by_https_stands_behind_a_proxy_that_it_knows_of(
    https: bool, behind_proxy: bool, found: list[str]
) -> None:
    with override_settings(HTTPS=https, BEHIND_PROXY=behind_proxy):
        said: list[Any] = checks.check_proxy(None)
    assert [each.id for each in said] == found


def test_a_former_key_that_can_be_guessed_is_found_like_the_key_itself() -> None:
    good, published = secrets.token_urlsafe(50), "development-only-" + "x" * 40
    with override_settings(SECRET_KEY=good, SECRET_KEY_FALLBACKS=[good, published, "short"]):
        said: list[Any] = checks.check_secret_key(None)
    assert [(each.id, each.msg) for each in said] == [
        ("fogsite.E002", "A key of SECRET_KEY_FALLBACKS can be guessed: it is published with the source code."),
        ("fogsite.E002", "A key of SECRET_KEY_FALLBACKS can be guessed: it has fewer than 50 characters."),
    ]


@pytest.mark.parametrize(
    ("url", "hosts", "found"),
    [
        ("https://www.example.org:8443", ["www.example.org"], []),
        ("https://www.example.org", [".example.org"], []),
        ("http://[::1]:8000", ["[::1]"], []),
        ("https://other.example.org", ["www.example.org"], ["fogsite.W007"]),
    ],
)
def test_a_site_answers_at_its_own_address(url: str, hosts: list[str], found: list[str]) -> None:
    with override_settings(SITE_URL=url, ALLOWED_HOSTS=hosts):
        said: list[Any] = checks.check_site_url(None)
    assert [each.id for each in said] == found


def test_a_folder_for_dumps_that_the_worker_could_not_write_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, file = tmp_path / "closed", tmp_path / "file"
    closed.mkdir()
    file.touch()
    access = os.access  # tests may run as root, to whom nothing is closed
    monkeypatch.setattr(os, "access", lambda path, mode: path != closed and access(path, mode))
    found = {}
    for folder in ("", str(tmp_path), str(tmp_path / "new" / "dumps"), str(closed), str(closed / "dumps"), str(file)):
        with override_settings(DUMP_DIR=folder):
            said: list[Any] = checks.check_dumps(None)
        found[folder] = [(each.id, each.msg, each.is_serious(WARNING)) for each in said]

    told = {folder: f"No public dump can be written to DUMP_DIR ({folder}) by this user." for folder in found}
    assert [folder for folder, said in found.items() if said == []] == list(found)[:3]
    assert list(found.values())[3:] == [[("fogsite.I008", told[folder], False)] for folder in list(found)[3:]]


def test_beliefs_that_are_not_used_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = checks.check_beliefs(None)
    assert said == []
    monkeypatch.setattr(beliefs, "refused", lambda: iter(["beliefs.json: it is of version 2."]))
    said = checks.check_beliefs(None)
    assert [(each.id, each.msg) for each in said] == [("fogsite.W014", "beliefs.json: it is of version 2.")]
