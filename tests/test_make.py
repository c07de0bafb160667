"""`make test` installs what it needs where it may, and says what it could not have; `make lint` warns of nothing."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fogsite.settings import BASE_DIR
from tests.parts.lacking import THERE_IS_NO, UNTRIED, lacking, tell
from tests.parts.patience import PATIENCE

Install = Callable[..., subprocess.CompletedProcess[str]]

PYTHON = ["python3", "python3-venv"]
PROGRAMS = ["nginx", "openssl", "systemd"]
SAYS_WHERE = "exit 0"
"""A program that is there and works."""


OF_MAKE = {"MAKEFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "ALL"}
"""What a make tells the makes below it."""


def planned(*given: str) -> list[str]:
    """Return the commands that make would run where nobody asks for anything else, as the make does that runs these
    tests.
    """
    asked = {name: value for name, value in os.environ.items() if name not in OF_MAKE}
    done = subprocess.run(["make", "-n", *given], cwd=BASE_DIR, env=asked, capture_output=True, text=True, check=True)
    return done.stdout.replace("\\\n\t", "").splitlines()


# --- What is installed ----------------------------------------------------------------------------------------------


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with `tests/install`, on a machine that has nothing but bash: its programs stand in `bin`."""
    for folder in ("tests", "bin", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(BASE_DIR / "tests" / "install", tmp_path / "tests" / "install")
    for name in ("bash", "env", "dirname"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    there(tmp_path / "bin" / "uname", "echo Linux x86_64")
    there(tmp_path / "bin" / "id", "echo 1000")
    return tmp_path


def there(program: Path, does: str = SAYS_WHERE) -> None:
    """Put a program there that does this."""
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!/bin/bash\n{does}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def root(bare: Path, apt: str = SAYS_WHERE) -> None:
    """Let root ask from now on, and Debian's programs do this with what is wanted."""
    there(bare / "bin" / "id", "echo 0")
    there(bare / "bin" / "apt-get", f'echo "apt-get ${{@: -1}}"; {apt}')


def install(bare: Path, step: str, **variables: str) -> tuple[int, list[str]]:
    """Return how a step of `tests/install` ended, and what it and the programs it called have said."""
    done = subprocess.run(
        ["tests/install", step],
        cwd=bare,
        env={"PATH": str(bare / "bin"), "SBIN": "", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_root_on_a_bare_debian_is_given_all_of_it(bare: Path) -> None:
    root(bare)

    wanted = ["git", *PYTHON, *PROGRAMS, "chromium-headless-shell", "chromium"]
    assert install(bare, "packages") == (0, [f"apt-get {name}" for name in ("-qq", *wanted)])


def test_what_is_there_is_left_as_it_is(bare: Path) -> None:
    root(bare)
    for name in ("git", "python3", "nginx", "systemd-analyze", "chromium"):
        there(bare / "bin" / name)

    assert install(bare, "packages") == (0, ["apt-get -qq", "apt-get openssl"])
    there(bare / "bin" / "openssl")
    assert install(bare, "packages") == (0, [])


def test_the_python_that_was_named_counts(bare: Path) -> None:
    root(bare)
    for name in ("git", "nginx", "openssl", "systemd-analyze", "chromium", "my-python"):
        there(bare / "bin" / name)

    assert install(bare, "packages", PYTHON="my-python") == (0, [])


@pytest.mark.parametrize(("machine", "with_packages"), [("Linux aarch64", True), ("Linux riscv64", False)])
def test_redis_and_postgresql_are_installed_where_they_do_not_come_with_the_packages(
    bare: Path, machine: str, with_packages: bool
) -> None:
    root(bare)
    there(bare / "bin" / "uname", f"echo {machine}")
    for name in ("git", "python3", "nginx", "openssl", "systemd-analyze", "chromium"):
        there(bare / "bin" / name)

    redis = [] if with_packages else ["apt-get redis-server"]
    postgresql = [] if list(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")) else ["apt-get postgresql"]
    for missing, variables in ((redis + postgresql, {}), (redis, {"DATABASE_URL": "postgres://somewhere"})):
        assert install(bare, "packages", **variables) == (0, ["apt-get -qq", *missing] if missing else [])


@pytest.mark.parametrize(
    ("known", "said"), [("libc.so.6", ["apt-get -qq", "apt-get libatomic1"]), ("libatomic.so.1", [])]
)
def test_the_library_that_playwright_needs_is_installed_where_the_system_has_none(
    bare: Path, known: str, said: list[str]
) -> None:
    root(bare)
    for name in ("git", "python3", "nginx", "openssl", "systemd-analyze", "chromium"):
        there(bare / "bin" / name)
    there(bare / "sbin" / "ldconfig", f'echo "{known} (libc6,x86-64) => /lib/{known}"')

    assert install(bare, "packages", SBIN=str(bare / "sbin")) == (0, said)


def as_if(python: Path, before: str) -> None:
    """Put this Python there, as it would be if it had run this before."""
    there(python, f'exec {sys.executable} -c "import sys; {before}; $2"')


@pytest.mark.parametrize("version", [11, 12, 13, 14])
def test_redis_comes_with_the_packages_for_every_python(bare: Path, version: int) -> None:
    root(bare)
    for name in ("git", "nginx", "openssl", "systemd-analyze", "chromium"):
        there(bare / "bin" / name)
    as_if(bare / "bin" / "python3", f"sys.version_info = (3, {version}, 1)")

    assert install(bare, "packages") == (0, [])


@pytest.mark.parametrize("module", ["ensurepip", "venv"])
def test_a_python_that_can_make_no_venv_is_none(bare: Path, module: str) -> None:
    root(bare)
    for name in ("git", "nginx", "openssl", "systemd-analyze", "chromium"):
        there(bare / "bin" / name)
    as_if(bare / "bin" / "python3", f"sys.modules['{module}'] = None")

    assert install(bare, "packages") == (0, [f"apt-get {name}" for name in ("-qq", *PYTHON)])


def test_what_is_not_on_the_path_of_everybody_is_there_too(bare: Path) -> None:
    for name in ("git", "python3", "openssl", "systemd-analyze", "chromium"):
        there(bare / "bin" / name)
    there(bare / "sbin" / "nginx")

    assert install(bare, "packages", SBIN=str(bare / "sbin")) == (0, [])


def test_root_elsewhere_than_on_debian_is_told_too(bare: Path) -> None:
    for name in ("git", "python3", "openssl", "systemd-analyze", "chromium"):
        there(bare / "bin" / name)
    there(bare / "bin" / "id", "echo 0")

    assert install(bare, "packages") == (0, ["Not installed, since only root on Debian may: nginx."])


def test_who_is_not_root_is_told_what_is_missing_and_goes_on(bare: Path) -> None:
    for name in ("git", "python3", "openssl", "systemd-analyze"):
        there(bare / "bin" / name)

    told = "Not installed, since only root on Debian may: nginx chromium-headless-shell chromium."
    assert install(bare, "packages") == (0, [told])


def test_one_package_that_is_not_to_be_had_holds_up_no_other(bare: Path) -> None:
    root(bare, apt='[[ "${@: -1}" != nginx ]]')
    for name in ("git", "python3", "openssl", "systemd-analyze"):
        there(bare / "bin" / name)

    said = [
        "apt-get -qq",
        "apt-get nginx",
        "Debian's package nginx was not to be had.",
        "apt-get chromium-headless-shell",
        "apt-get chromium",
    ]
    assert install(bare, "packages") == (0, said)


# --- The browser ----------------------------------------------------------------------------------------------------

DOWNLOADED = ".venv/.browsers/chromium_headless_shell-1/linux/headless_shell"


def test_a_chromium_that_is_there_is_taken_and_nothing_downloaded(bare: Path) -> None:
    there(bare / "bin" / "chromium")
    there(bare / DOWNLOADED)

    assert install(bare, "chromium") == (0, [str(bare / "bin" / "chromium")])
    assert install(bare, "browser") == (0, [])


def test_one_that_does_not_run_is_none(bare: Path) -> None:
    there(bare / "bin" / "chromium", "echo Please install the snap; exit 1")
    there(bare / "bin" / "google-chrome")

    assert install(bare, "chromium") == (0, [str(bare / "bin" / "google-chrome")])


def test_the_headless_shell_comes_first(bare: Path) -> None:
    there(bare / "bin" / "chromium")
    there(bare / "bin" / "chromium-headless-shell")

    assert install(bare, "chromium") == (0, [str(bare / "bin" / "chromium-headless-shell")])


def test_one_that_shows_notifications_is_no_headless_shell(bare: Path) -> None:
    there(bare / "bin" / "chromium-headless-shell")
    assert install(bare, "desktop") == (1, [])

    there(bare / "bin" / "chromium")
    assert install(bare, "desktop") == (0, [str(bare / "bin" / "chromium")])


@pytest.mark.parametrize(("as_root", "how"), [(False, ""), (True, "--with-deps ")])
def test_without_one_playwright_downloads_its_own(bare: Path, as_root: bool, how: str) -> None:
    if as_root:
        root(bare, apt="false")
    there(bare / ".venv/bin/playwright", 'echo "playwright $@ to $PLAYWRIGHT_BROWSERS_PATH"')

    assert install(bare, "chromium") == (1, [])
    asked = f"playwright install --only-shell {how}chromium to {bare}/.venv/.browsers"
    assert install(bare, "browser") == (0, [asked])
    there(bare / DOWNLOADED)
    assert install(bare, "chromium") == (0, [str(bare / DOWNLOADED)])
    assert install(bare, "browser") == (0, [])


def test_that_there_is_none_at_all_is_said_and_stops_nothing(bare: Path) -> None:
    there(bare / ".venv/bin/playwright", "exit 1")

    assert install(bare, "browser") == (0, ["Playwright's Chromium was not to be had."])


# --- What was not tried ---------------------------------------------------------------------------------------------


def skipped(nodeid: str, reason: str) -> pytest.TestReport:
    return pytest.TestReport(nodeid, ("", 0, ""), {}, "skipped", ("test.py", 1, f"Skipped: {reason}"), "setup")


BROWSERS = "There is no Chromium: install chromium."
OUT = [
    skipped("tests/e2e/test_one.py::test_a[/rules/]@group", BROWSERS),
    skipped("tests/e2e/test_two.py::test_b", BROWSERS),
    skipped("tests/deploy/test_files.py::test_c", "There is no nginx: install nginx."),
    skipped("tests/deploy/test_migrations.py::test_d", "Not tried: git has no commit."),
]
SAID = ["There is no Chromium: install chromium. Not tried: 2 of tests/e2e/."]
SAID += ["There is no nginx: install nginx. Not tried: 1 of tests/deploy/."]


def test_each_run_says_what_it_lacked_and_did_not_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(UNTRIED, str(tmp_path / "untried"))
    written: list[str] = []

    tell(OUT, written.append)
    tell(OUT[2:], written.append)
    tell([], written.append)

    assert written == [*SAID, SAID[1]]
    assert (tmp_path / "untried").read_text().splitlines() == written


def test_nothing_is_skipped_for_something_missing_where_all_has_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=BROWSERS):
        lacking(BROWSERS)
    monkeypatch.setenv("CI", "true")
    with pytest.raises((pytest.fail.Exception, pytest.skip.Exception), match=BROWSERS) as raised:
        lacking(BROWSERS)
    assert raised.type is pytest.fail.Exception
    assert BROWSERS.startswith(THERE_IS_NO)


@pytest.mark.parametrize("code", [0, 1])
def test_make_test_says_it_all_once_more_at_its_end_however_it_ends(bare: Path, code: int) -> None:
    shutil.copy(BASE_DIR / "Makefile", bare / "Makefile")
    there(bare / "tests" / "install", 'echo "install $1"')
    for name in ("python", "pytest", "ruff", "mypy", "lint-imports"):
        there(bare / ".venv" / "bin" / name)
    there(bare / ".venv/bin/pytest", f'echo "{SAID[0]}" >> "$UNTRIED"; exit {code}')
    (bare / ".venv" / ".untried").write_text("Of another run.\n")

    for name in ("requirements.txt", "requirements-postgres.txt"):  # installed already
        (bare / "tests" / name).touch()
        os.utime(bare / "tests" / name, (0, 0))
    (bare / ".venv" / ".tools").touch()

    done = subprocess.run(["make", "--silent", "test"], cwd=bare, capture_output=True, text=True, check=False)

    said = done.stdout.splitlines()
    installed = [line for line in said if line.startswith("install")]
    assert (bool(done.returncode), installed) == (bool(code), ["install packages", "install browser"])
    assert said[-1 if code else -2 :] == [SAID[0]] * (1 if code else 2)
    assert "Of another run." not in said


def test_what_is_installed_is_not_installed_again(bare: Path) -> None:
    shutil.copy(BASE_DIR / "Makefile", bare / "Makefile")
    there(bare / ".venv/bin/python", 'echo "pip $@"')
    for name in (
        "requirements.txt",
        "requirements-dev.txt",
        "tests/requirements.txt",
        "tests/requirements-postgres.txt",
    ):
        (bare / name).touch()

    def lines(stamp: str) -> int:
        make = ["make", "--silent", f".venv/.{stamp}"]
        return len(subprocess.run(make, cwd=bare, capture_output=True, text=True, check=True).stdout.splitlines())

    # One at a time, as the doors of the Makefile ask: make 4.4 remembers within a call what was not there.
    assert [lines(stamp) for stamp in ("tools", "service", "production", "tools")] == [2, 0, 0, 0]


# --- .ci/run, make lint ---------------------------------------------------------------------------------------------


def test_the_gate_adds_nothing_and_a_whole_run_nothing_but_every_case() -> None:
    run = (BASE_DIR / ".ci" / "run").read_text()

    assert run.splitlines()[-1] == "exec make test"
    assert re.findall(r"install -\S+ -y --no-install-recommends (.+)", run) == ["make"]
    brief, whole = planned("suite"), planned("suite", "ALL=1")
    briefly, wholly = ([shlex.split(line) for line in lines] for lines in (brief, whole))
    assert [[word for word in line if word != "--brief"] for line in briefly] == wholly != briefly


def test_a_soak_is_the_suite_with_cases_drawn_by_a_word(bare: Path) -> None:
    assert planned("soak") == planned("suite")
    shutil.copy(BASE_DIR / "Makefile", bare / "Makefile")
    there(bare / ".venv/bin/pytest", 'echo "drawn by $TURN"')
    words = []
    for given in ([], [], ["TURN=8863dfe"]):
        command = ["make", "--silent", "-o", ".venv/.tools", "soak", *given]
        done = subprocess.run(command, cwd=bare, capture_output=True, text=True, check=True)
        words.append(set(re.findall("drawn by (.*)", done.stdout)))
    assert all(len(each) == 1 and re.fullmatch("[0-9a-f]{7,8}", min(each)) for each in words)
    assert words[0] != words[1]
    assert words[2] == {"8863dfe"}


def test_the_suite_meets_sqlite_and_what_touches_rows_meets_postgresql_too() -> None:
    sqlite, postgres = (shlex.split(line) for line in planned("suite", "ALL=1", "WORKERS=3") if "-n 3" in line)

    common = ["UNTRIED=.venv/.untried", ".venv/bin/pytest", "-q", "-n", "3", "--dist", "loadgroup", "--by-turns"]
    elsewhere = ["--postgres", "--ignore", "tests/rules", "--ignore", "tests/e2e"]
    chosen = ["-m", "(database or postgres) and not browser and not page", "-k", "not twin"]
    assert (sqlite, postgres) == (common, [*common, *elsewhere, *chosen])


def test_lint_runs_every_linter() -> None:
    found = re.findall(
        r"^echo '(.+?)'; (.+?) \|\| \{ echo 'What to do: .+'; exit 1; \}$", "\n".join(planned("lint")), re.M
    )

    names = ("ruff check", "ruff format --check", "mypy .", "lint-imports", "python -m tests.prose")
    linters = [f".venv/bin/{name}" for name in names]
    assert found == [(linter, linter) for linter in linters]


def test_the_migrations_are_checked_without_a_warning() -> None:
    (command,) = (line for line in planned("lint") if "makemigrations" in line)

    done = subprocess.run(
        command,
        shell=True,
        cwd=BASE_DIR,
        env={"PATH": os.environ["PATH"], "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "No changes detected\n", "")


# --- What measures --------------------------------------------------------------------------------------------------

LOADS_ALL = """
from importlib import import_module
from pkgutil import iter_modules
import tests.bench
for module in iter_modules(tests.bench.__path__):
    if module.name != "__main__":
        import_module(f"tests.bench.{module.name}")
"""


def test_each_bench_is_loaded_before_django_is_set_up() -> None:
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run([sys.executable, "-c", LOADS_ALL], cwd=BASE_DIR, env=without, capture_output=True, text=True)
    assert done.returncode == 0, f"Import models inside functions, after `database()` has set Django up:\n{done.stderr}"
