"""Which code runs."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

from fogsite import version


@pytest.fixture(autouse=True)
def just_started() -> Iterator[None]:
    version.running_version.cache_clear()
    yield
    version.running_version.cache_clear()


def commit(directory: Path) -> str:
    """Return a new commit in a checkout, which is made where there is none."""
    author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for command in (["init", "--quiet"], [*author, "commit", "--quiet", "--allow-empty", "--message", "A commit"]):
        subprocess.run(["git", *command], cwd=directory, check=True)
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=directory, check=True, capture_output=True, text=True)
    return done.stdout[:12]


@pytest.mark.django_db
@pytest.mark.parametrize(("release", "shown"), [("0.0.0", ""), ("1.2.3", " 1.2.3")])
def test_the_foot_of_a_page_shows_the_release_once_there_is_one(
    client: Client, monkeypatch: pytest.MonkeyPatch, release: str, shown: str
) -> None:
    monkeypatch.setattr(version, "RELEASE", release)
    page = client.get("/about/").content.decode()
    assert f"Turn-based board games, at your pace. {settings.SITE_NAME}{shown}</p>" in page


def test_the_environment_says_what_runs(tmp_path: Path) -> None:
    commit(tmp_path)
    with override_settings(BASE_DIR=tmp_path, VERSION="2.1"):
        assert version.running_version() == "2.1"


def test_else_the_commit_does_with_which_the_process_began(tmp_path: Path) -> None:
    first = commit(tmp_path)
    with override_settings(BASE_DIR=tmp_path, VERSION=""):
        assert version.running_version() == first
        assert commit(tmp_path) != first
        assert version.running_version() == first


def test_where_neither_is_there_it_is_unknown(tmp_path: Path) -> None:
    with override_settings(BASE_DIR=tmp_path, VERSION=""):
        assert version.running_version() == "unknown"


def test_a_checkout_that_git_cannot_read_is_unknown(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    with override_settings(BASE_DIR=tmp_path, VERSION=""):
        assert version.running_version() == "unknown"
