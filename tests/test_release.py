"""`make release` writes, commits and tags a version, or says why not and changes nothing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from fogsite import version
from fogsite.settings import BASE_DIR
from tests.release import NotReleased, git, release, written

DAY = date(2026, 11, 28)
CHANGES = (
    "# Changes\n\n## Unreleased\n\n### Added\n\n- Players: a new game.\n\n## 0.1.0 – 2026-11-01\n\n- The first one.\n"
)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with release 0.1.0 and one entry under “Unreleased”."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ann@example.org")
    (tmp_path / "fogsite").mkdir()
    (tmp_path / "fogsite" / "version.py").write_text('RELEASE = "0.1.0"\nUNKNOWN = "unknown"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "site: Begin."]):
        git(tmp_path, *command)
    return tmp_path


def test_a_release_is_written_dated_committed_and_tagged(checkout: Path) -> None:
    told = release(checkout, "0.2.0", DAY)

    assert (checkout / "fogsite" / "version.py").read_text() == 'RELEASE = "0.2.0"\nUNKNOWN = "unknown"\n'
    assert (checkout / "CHANGELOG.md").read_text() == CHANGES.replace(
        "## Unreleased\n", "## Unreleased\n\n## 0.2.0 – 2026-11-28\n"
    )
    assert git(checkout, "log", "--format=%s", "-1") == "release: Publish 0.2.0."
    assert git(checkout, "rev-parse", "v0.2.0^{commit}") == git(checkout, "rev-parse", "HEAD")
    assert git(checkout, "status", "--porcelain") == ""
    assert "v0.2.0" in told
    with pytest.raises(NotReleased, match=r"CHANGELOG\.md has no entry"):
        release(checkout, "0.3.0", DAY)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("", r"name a version"),
        ("2", r"name a version"),
        ("0.1.0", r"0\.1\.0 has to be higher than 0\.1\.0"),
        ("0.0.9", r"0\.0\.9 has to be higher than 0\.1\.0"),
    ],
)
def test_a_version_that_cannot_be_is_refused(checkout: Path, named: str, why: str) -> None:
    with pytest.raises(NotReleased, match=why):
        release(checkout, named, DAY)

    assert git(checkout, "tag") == ""


def test_ten_is_higher_than_nine(checkout: Path) -> None:
    release(checkout, "0.10.0", DAY)

    assert git(checkout, "tag") == "v0.10.0"


def test_what_is_not_committed_is_not_released(checkout: Path) -> None:
    (checkout / "new.txt").write_text("new")

    with pytest.raises(NotReleased, match="commit your changes first"):
        release(checkout, "0.2.0", DAY)

    assert (checkout / "CHANGELOG.md").read_text() == CHANGES


def test_the_version_stands_in_one_place() -> None:
    assert written((BASE_DIR / "fogsite" / "version.py").read_text()) == version.RELEASE
