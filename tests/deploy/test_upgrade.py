"""`fogsite-upgrade` in a repository of its own; what needs root or the network writes down that it was called."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fogsite.settings import BASE_DIR
from tests.fogsite.test_settings import GOOD
from tests.parts.production import DEPLOY, TARGET

MANUAL = (BASE_DIR / "docs" / "operations.md").read_text()

PACKAGES = "celery==1 \\\n    --hash=sha256:a1\ndjango==2 \\\n    --hash=sha256:b2\n    --hash=sha256:b3\nkombu==4\n"
CALLED = 'echo "$(basename "$0") $*${RELEASE:+ in $(basename "$RELEASE")}" >> "$CALLS"'
RUNS = 'echo "running: $(basename "$(readlink -f "$HOME_OF_SITE/site")")" >> "$CALLS"'
STAND_INS = {
    "fogsite-manage": f'{CALLED}\n[ "$1" != "$FAILING" ]',
    "systemctl": f'{CALLED}\n{RUNS}\n[ "$1" != "$FAILING" ]',
    "python3": 'mkdir -p .venv/bin && cp "$BIN/program" .venv/bin/pip && cp "$BIN/program" .venv/bin/python',
    "program": f'{CALLED}\ncase "$*" in *$FAILING*) [ -z "$FAILING" ] || exit 1;; esac\n'
    'case "$*" in *collectstatic*) mkdir -p var/static && touch "var/static/$(git rev-parse --short=12 HEAD)";; esac',
}


EARLY = "pip install --quiet --require-hashes --only-binary :all: --no-deps -r /dev/fd/63"
HIDING = """
import importlib.metadata, runpy, sys
shown = set(sys.argv[1:])
for module, packages in importlib.metadata.packages_distributions().items():
    if not {each.lower() for each in packages} & shown and module not in sys.builtin_module_names:
        sys.modules[module] = None
runpy.run_path("fogsite/environment.py", run_name="__main__")
"""
"""Reads the environment where only some packages are installed."""


class Machine:
    """A machine with a clone of a repository, in which commits are made."""

    def __init__(self, home: Path) -> None:
        self.home, self.calls, self.origin = home / "srv", home / "calls", home / "origin"
        self.output = home / "output"
        programs = home / "bin"
        programs.mkdir()
        for name, what in STAND_INS.items():
            (programs / name).write_text(f"#!/bin/sh\n{what}\n")
            (programs / name).chmod(0o755)
        who = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.env = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(home),
            "HOME_OF_SITE": str(self.home),
            "CALLS": str(self.calls),
            "BIN": str(programs),
            "FAILING": "",
            **who,
        }
        self.git("init", "--quiet", self.origin)
        (self.origin / "requirements.txt").write_text(PACKAGES)
        self.first = self.add("fogsite/environment.py")
        self.git("clone", "--quiet", self.origin, self.home / "source")

    def git(self, *command: str | Path) -> str:
        return subprocess.run(
            ["git", *command], env=self.env, capture_output=True, text=True, check=True
        ).stdout.strip()

    def commit(self) -> str:
        """Return a new commit at the origin, in short."""
        self.git("-C", self.origin, "commit", "--quiet", "--allow-empty", "--message", "more")
        return self.git("-C", self.origin, "rev-parse", "--short=12", "HEAD")

    def add(self, file: str) -> str:
        """Return a new commit with a new file, in short."""
        path = self.origin / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        self.git("-C", self.origin, "add", ".")
        return self.commit()

    def upgrade(self, *commit: str, failing: str = "") -> int:
        """Run the script and return its exit code. Programs fail if their arguments hold `failing`."""
        self.calls.write_text("")
        env = {**self.env, "FAILING": failing}
        with self.output.open("w") as output:
            command = [str(DEPLOY / "fogsite-upgrade"), *commit]
            return subprocess.run(command, env=env, stdout=output, stderr=output, check=False).returncode

    def go_back(self, commit: str, failing: str = "") -> int:
        """Paste what the manual says about going back; return the exit code."""
        self.calls.write_text("")
        found = re.search(r"^### Going back\n.*?```sh\n(.*?)```", MANUAL, re.DOTALL | re.MULTILINE)
        assert found
        lines = found[1].replace("COMMIT", commit, 1).replace("/srv/fogsite", str(self.home))
        env = {**self.env, "FAILING": failing, "PATH": f"{self.env['PATH']}:{DEPLOY}"}
        return subprocess.run(["bash", "-c", lines], env=env, capture_output=True, check=False).returncode

    def said(self) -> str:
        """Return what the script has said."""
        return self.output.read_text()

    def called(self) -> list[str]:
        return self.calls.read_text().splitlines()

    @property
    def running(self) -> str:
        """The release that the link leads to; "" where there is none."""
        link = self.home / "site"
        return link.resolve().name if link.exists() else ""

    def releases(self) -> set[str]:
        return {path.name for path in (self.home / "releases").iterdir()}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_release_is_built_migrated_and_checked_before_it_runs(machine: Machine) -> None:
    assert machine.upgrade() == 0

    assert machine.called() == [
        EARLY,
        "python fogsite/environment.py",
        "pip install --quiet --require-hashes --only-binary :all: -r requirements.txt",
        "python manage.py collectstatic --noinput --verbosity 0",
        "python manage.py compile_catalogues",
        f"fogsite-manage migrate in {machine.first}",
        f"fogsite-manage check --deploy --fail-level WARNING in {machine.first}",
        f"systemctl try-restart {' '.join(f'fogsite-{unit}.service' for unit in TARGET)}",
        f"running: {machine.first}",
    ]
    assert (machine.home / "site" / "version.env").read_text() == f"VERSION={machine.first}\n"


def test_an_environment_that_makes_no_sense_is_told_before_all_packages_are_installed(machine: Machine) -> None:
    assert machine.upgrade(failing="environment.py") != 0

    assert machine.called() == [EARLY, "python fogsite/environment.py"]


def test_what_is_installed_first_is_all_that_the_settings_import() -> None:
    """Everything else that is installed here is hidden from them."""
    [names] = re.findall(r"/\^\(([-a-z|]+)\)==/", (DEPLOY / "fogsite-upgrade").read_text())
    env = {"PATH": os.environ["PATH"], **GOOD}
    command = [sys.executable, "-c", HIDING, *names.split("|")]
    done = subprocess.run(command, env=env, cwd=BASE_DIR, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    missing = subprocess.run(command[:-1], env=env, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert "ModuleNotFoundError: import of msgspec" in missing.stderr


def test_what_is_installed_first_is_pinned_and_hashed_as_the_rest(tmp_path: Path) -> None:
    [early] = re.findall(r"^early\(\) \{\n.*?\n\}$", (DEPLOY / "fogsite-upgrade").read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "requirements.txt").write_text(PACKAGES)
    run = ["bash", "-c", f"{early}\nearly"]

    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)

    assert done.stdout == "django==2 \\\n    --hash=sha256:b2\n    --hash=sha256:b3\n"


def test_games_from_outside_are_installed_together_with_what_the_site_needs(machine: Machine) -> None:
    games = machine.home / "games.txt"
    games.touch()

    assert machine.upgrade() == 0

    assert (
        machine.called()[2]
        == f"pip install --quiet --require-hashes --only-binary :all: -r requirements.txt -r {games}"
    )


@pytest.mark.parametrize(
    "failing", ["no-deps", "environment", "requirements", "collectstatic", "compile_catalogues", "migrate", "check"]
)
def test_a_step_that_fails_leaves_the_running_release_and_is_done_again(machine: Machine, failing: str) -> None:
    machine.upgrade()
    second = machine.commit()

    assert machine.upgrade(failing=failing) != 0
    assert machine.running == machine.first
    assert not any("systemctl" in call for call in machine.called())

    assert machine.upgrade() == 0
    assert machine.running == second


def test_pages_that_were_sent_before_still_find_their_files(machine: Machine) -> None:
    machine.upgrade()
    second = machine.commit()
    machine.upgrade()

    assert {path.name for path in (machine.home / "site" / "var" / "static").iterdir()} == {machine.first, second}


def test_a_release_that_is_there_is_gone_back_to_without_building_it(machine: Machine) -> None:
    machine.upgrade()
    machine.commit()
    machine.upgrade()

    assert machine.upgrade(machine.first) == 0

    assert machine.running == machine.first
    assert not any(call.startswith(("pip", "python")) for call in machine.called())


def test_files_of_deploy_that_have_changed_are_named(machine: Machine) -> None:
    machine.upgrade()
    assert machine.said().startswith(f"This is {machine.first} now.")

    machine.add("deploy/fogsite-web.service")
    machine.upgrade()

    first, *_ = machine.said().splitlines()
    assert first.endswith("what to do is said in docs/operations.md, Upgrade: deploy/fogsite-web.service")


def test_a_unit_that_is_new_and_not_installed_is_named_although_it_cannot_be_restarted(machine: Machine) -> None:
    machine.upgrade()
    second = machine.add("deploy/fogsite-letters.service")

    assert machine.upgrade(failing="try-restart") != 0

    assert machine.running == second
    assert "Upgrade: deploy/fogsite-letters.service" in machine.said()


def test_a_release_that_git_does_not_know_is_upgraded_all_the_same(machine: Machine) -> None:
    (machine.home / "releases" / "handmade").mkdir(parents=True)
    (machine.home / "site").symlink_to(machine.home / "releases" / "handmade")

    assert machine.upgrade() == 0

    assert machine.called()[-1] == f"running: {machine.first}"


def test_three_releases_are_kept(machine: Machine) -> None:
    made = [machine.first]
    machine.upgrade()
    for _ in range(4):
        for path in (machine.home / "releases").iterdir():
            os.utime(path, (0, path.stat().st_mtime - 100))  # as if each upgrade had been another day
        made.append(machine.commit())
        assert machine.upgrade() == 0

    assert machine.releases() == set(made[-3:])
    assert machine.running == made[-1]


def test_a_release_that_was_gone_back_to_is_among_those_that_stay(machine: Machine) -> None:
    made = [machine.first]
    machine.upgrade()
    for step in ("new", "new", "back", "new"):
        for path in (machine.home / "releases").iterdir():
            os.utime(path, (0, path.stat().st_mtime - 100))  # as if each upgrade had been another day
        if step == "new":
            made.append(machine.commit())
        assert machine.upgrade(made[0] if step == "back" else made[-1]) == 0

    assert machine.releases() == {made[0], made[2], made[3]}


def test_the_services_user_can_read_a_release_no_matter_what_root_lets_others_do(machine: Machine) -> None:
    before = os.umask(0o077)
    try:
        assert machine.upgrade() == 0
    finally:
        os.umask(before)

    built = [path for path in machine.home.joinpath("releases", machine.first).rglob("*") if ".venv" not in path.parts]
    assert {path.name for path in built} > {"version.env", "environment.py"}
    assert [path.name for path in built if path.stat().st_mode & 0o044 != 0o044] == []


def test_a_commit_that_is_not_there_changes_nothing(machine: Machine) -> None:
    machine.upgrade()

    assert machine.upgrade("nothing") == 1

    assert machine.said() == f"fogsite-upgrade: {machine.home}/source has no commit nothing. Nothing was changed.\n"
    assert (machine.running, machine.called()) == (machine.first, [])


# --- Going back -----------------------------------------------------------------------------------------------------

STOP = "systemctl stop fogsite-*.service fogsite-*.socket"


@pytest.fixture
def migrated(machine: Machine) -> Machine:
    """Return a machine that has run two releases. The newer one brought migrations of both apps."""
    for name in ("games/migrations/__init__", "games/migrations/0009_nine", "accounts/migrations/0001_initial"):
        machine.first = machine.add(f"{name}.py")
    assert machine.upgrade() == 0
    for name in ("games/migrations/0010_ten", "accounts/migrations/0002_two"):
        machine.add(f"{name}.py")
    assert machine.upgrade() == 0
    return machine


def test_going_back_migrates_to_what_the_older_code_knows_and_then_takes_it(migrated: Machine) -> None:
    newer = migrated.running

    assert migrated.go_back(migrated.first) == 0

    assert [call for call in migrated.called() if not call.startswith("python")] == [
        STOP,
        f"running: {newer}",
        "systemctl start fogsite-backup",
        f"running: {newer}",
        "fogsite-manage migrate games 0009_nine",
        "fogsite-manage migrate accounts 0001_initial",
        f"fogsite-manage migrate in {migrated.first}",
        f"fogsite-manage check --deploy --fail-level WARNING in {migrated.first}",
        f"systemctl try-restart {' '.join(f'fogsite-{unit}.service' for unit in TARGET)}",
        f"running: {migrated.first}",
        "systemctl start fogsite.target",
        f"running: {migrated.first}",
    ]


@pytest.mark.parametrize(
    ("failing", "last"), [("start", "systemctl start fogsite-backup"), ("migrate", "games 0009_nine")]
)
def test_going_back_stops_where_a_step_fails(migrated: Machine, failing: str, last: str) -> None:
    newer = migrated.running

    assert migrated.go_back(migrated.first, failing=failing) == 1

    [*_, called] = [call for call in migrated.called() if not call.startswith("running")]
    assert called.endswith(last)
    assert migrated.running == newer


def test_going_back_to_what_is_not_there_does_not_even_stop_the_service(migrated: Machine) -> None:
    assert migrated.go_back("nothing") == 1
    assert migrated.called() == []
