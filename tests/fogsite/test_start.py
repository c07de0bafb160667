"""A production copy that lacks something says so in one sentence and does not start."""

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from accounts import demo
from fogsite import env
from fogsite.settings import BASE_DIR
from tests.fogsite.test_settings import BESIDE, GOOD, WRITE
from tests.parts.patience import PATIENCE
from tests.parts.ports import free_port

pytestmark = pytest.mark.by_turns(5)

MANAGE = ["manage.py", "check"]
WSGI = ["-c", "import fogsite.wsgi"]
CELERY = ["-m", "celery", "-A", "fogsite", "report"]


def start(program: list[str], **changes: str) -> subprocess.CompletedProcess[str]:
    """Start a production copy. A variable changed to "" is taken away."""
    wanted = {"PATH": os.environ["PATH"], **GOOD, **changes}
    environment = {name: value for name, value in wanted.items() if value}
    return subprocess.run(
        [sys.executable, *program],
        env=environment,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("program", [MANAGE, WSGI, CELERY], ids=["manage", "wsgi", "celery"])
def test_a_complete_environment_starts(program: list[str]) -> None:
    done = start(program)

    assert done.returncode == 0, done.stderr


def test_the_web_has_read_addresses_and_views_before_the_first_request() -> None:
    done = start(
        ["-c", "import fogsite.wsgi, sys; print({'fogsite.urls', 'games.core.views.matches'} - set(sys.modules))"]
    )

    assert (done.returncode, done.stdout) == (0, "set()\n"), done.stderr


@pytest.mark.parametrize("program", [MANAGE, WSGI, CELERY], ids=["manage", "wsgi", "celery"])
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set: it signs sessions and links; use 50 random characters."),
        ({"DEVELOPMENT": "1"}, BESIDE.format("SECRET_KEY, ALLOWED_HOSTS")),
        (
            {"EMAIL_URL": "smtp://user:hunter2@mail.example.org:post"},
            f"EMAIL_URL is not understood: its port is not a number from 1 to 65535. {WRITE}",
        ),
    ],
    ids=["missing", "dangerous", "broken"],
)
def test_every_program_ends_with_the_sentence_of_the_settings_alone(
    program: list[str], changes: dict[str, str], sentence: str
) -> None:
    done = start(program, **changes)

    assert done.returncode == 1
    assert done.stderr == f"{sentence} See docs/operations.md.\n"


def test_no_key_that_is_written_anywhere_in_the_repository_is_taken() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=BASE_DIR, capture_output=True, text=True, check=True)
    texts = [BASE_DIR / name for name in tracked.stdout.split("\0") if name.endswith((".py", ".md", "Makefile", "run"))]
    written = {
        key
        for path in texts
        for key in re.findall(r"SECRET_KEY[\"']?\s*[=:]\s*[\"']?([^\s\"',)]{20,})", path.read_text(errors="replace"))
        if not key.startswith(("env.", "secrets."))
    }

    assert {key for key in written if not env.weakness(key)} == set()


def test_a_development_copy_answers_this_machine_alone() -> None:
    show = ["-c", "from fogsite import settings; print(*settings.ALLOWED_HOSTS)"]
    bare = {**dict.fromkeys(GOOD, ""), "DEVELOPMENT": "1"}

    assert start(show, **bare).stdout == "localhost 127.0.0.1 [::1]\n"
    assert start(show, **bare, HOST="0.0.0.0").stdout == "*\n"


@pytest.mark.parametrize("command", ["replay", "playout", "position"])
def test_a_command_about_the_rules_alone_works_with_the_environment_of_production_too(command: str) -> None:
    done = start(["manage.py", command, "--help"])

    assert (done.returncode, done.stderr) == (0, "")


# --- Demo people ----------------------------------------------------------------------------------------------------

GUNICORN = ["-m", "gunicorn", "fogsite.wsgi", "--preload", "--no-control-socket", "--workers", "1"]
WORKER = ["-m", "celery", "--quiet", "-A", "fogsite", "worker", "--pool", "solo"]
OPEN = (
    "The database has demo people with the password that everybody knows: Ann, Mo. "
    "Give them other passwords, or name another database. See docs/operations.md.\n"
)
INSERT = """
import django; django.setup()
from accounts.models import User
for name, password in {people}.items():
    User.objects.create_user(name, name + "@example.org", password)
"""


DEMO = pytest.mark.xdist_group("demo")  # the database is made once


@pytest.fixture(scope="module")
def demo_database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a database with the demo people. Ben has a password of his own."""
    url = f"sqlite:///{tmp_path_factory.mktemp('demo') / 'db.sqlite3'}"
    assert start(["manage.py", "migrate", "--verbosity", "0"], DATABASE_URL=url).returncode == 0
    people = {"Ann": demo.PASSWORD, "Ben": "a password of my own", "Mo": demo.PASSWORD}
    done = start(["-c", INSERT.format(people=people)], DATABASE_URL=url, DJANGO_SETTINGS_MODULE="fogsite.settings")
    assert done.returncode == 0, done.stderr
    return url


@DEMO
@pytest.mark.parametrize("program", [[*GUNICORN, "--bind", "127.0.0.1:0"], WORKER], ids=["web", "worker"])
def test_a_database_with_open_demo_people_keeps_web_and_worker_from_starting(
    program: list[str], demo_database: str
) -> None:
    done = start(program, DATABASE_URL=demo_database, REDIS_URL=f"redis://127.0.0.1:{free_port()}")

    assert done.returncode == 1
    assert done.stderr.endswith(OPEN)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgres://nobody@127.0.0.1:1/nothing", "No PostgreSQL answers at the address in DATABASE_URL.\n"),
        ("sqlite:///{}/empty.sqlite3", "The database has no tables yet: run manage.py migrate.\n"),
    ],
)
def test_a_database_that_cannot_be_asked_is_logged_and_hinders_nothing(url: str, sentence: str, tmp_path: Path) -> None:
    done = start(WSGI, DATABASE_URL=url.format(tmp_path))

    assert done.returncode == 0
    assert "WARNING fogsite.start: Whether there are demo people could not be looked up: " in done.stderr
    assert sentence in done.stderr


def test_no_connection_is_open_when_the_web_begins_to_fork(tmp_path: Path) -> None:
    look = "import fogsite.wsgi; from django.db import connection; print(connection.connection)"

    assert start(["-c", look], DATABASE_URL=f"sqlite:///{tmp_path / 'db.sqlite3'}").stdout == "None\n"


# --- make prod-check ------------------------------------------------------------------------------------------------

DEPLOY = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
FOUND = re.compile(r"^\?: \((\w+\.[EW]\d+)\)", re.MULTILINE)


def found(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the names of what a check has found to be wrong, in order; not what it could not reach."""
    return FOUND.findall(done.stderr)


def test_sound_settings_leave_the_deployment_check_nothing_but_the_database_that_is_not_there() -> None:
    done = start(DEPLOY, BEHIND_PROXY="1", DATABASE_URL="postgres://fogsite:x@127.0.0.1:1/fogsite")

    assert (done.returncode, found(done)) == (1, ["fogsite.W005"])
    assert "No PostgreSQL answers at the address in DATABASE_URL." in done.stderr


@DEMO
def test_the_deployment_check_names_sqlite_demo_people_and_debug(demo_database: str) -> None:
    done = start(DEPLOY, BEHIND_PROXY="1", DATABASE_URL=demo_database, DEBUG="1")

    assert done.returncode == 1
    assert found(done) == ["fogsite.E001", "fogsite.E005", "fogsite.W004", "security.W018"]
    assert "people with the password that everybody knows: Ann, Mo." in done.stderr


def prod_check(**variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", "--assume-old", ".venv/.production", "prod-check"],
        env={"PATH": os.environ["PATH"], **variables},
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_prod_check_installs_nothing_that_production_does_not_need() -> None:
    done = subprocess.run(
        ["make", "--dry-run", "--assume-new", "requirements.txt", "prod-check"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )

    assert re.findall(r"pip install .*", done.stdout) == [
        "pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt"
    ]


@pytest.mark.parametrize("there", [True, False])
def test_an_environment_that_cannot_be_made_takes_none_away_that_was_there(there: bool, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\n[ "$1" = -c ] || { mkdir -p .venv/half; exit 1; }\n')
    python.chmod(0o755)
    mine = tmp_path / ".venv" / "mine"
    if there:
        mine.mkdir(parents=True)

    make = [
        "make",
        "--no-print-directory",
        "--file",
        str(BASE_DIR / "Makefile"),
        f"PYTHON={python}",
        ".venv/bin/python",
    ]
    done = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "Python has no venv; on Debian: apt install python3-venv\n")
    assert (mine.exists(), (tmp_path / ".venv").exists()) == (there, there)


def test_prod_check_without_an_environment_says_how_to_give_one() -> None:
    done = prod_check(DEVELOPMENT="1")

    assert done.returncode == 2  # make's own, for a recipe that ended with 1
    assert done.stdout == (
        "No production environment is given, so nothing was checked. Name its file: make prod-check "
        "ENV_FILE=/etc/fogsite.env; or set the variables of docs/operations.md.\n"
    )


def test_prod_check_looks_at_the_environment_it_is_given_and_at_the_file(tmp_path: Path) -> None:
    file = tmp_path / "fogsite.env"
    file.write_text(
        "".join(f"{name}={value}\n" for name, value in GOOD.items()) + "SITE_NAME=Two Words\nDEVELOPMENT=1\n"
    )
    refusal = f"{BESIDE.format('SECRET_KEY, ALLOWED_HOSTS')} See docs/operations.md.\n"

    assert prod_check(ENV_FILE=str(file)).stderr.startswith(refusal)
    assert prod_check(**GOOD, DEVELOPMENT="1").stderr.startswith(refusal)
    sound = prod_check(**GOOD, ENV_FILE=str(file), DEVELOPMENT="0", BEHIND_PROXY="1")
    assert found(sound) == ["fogsite.W004", "fogsite.W005"]


def test_a_file_of_variables_fills_up_what_is_not_set(tmp_path: Path) -> None:
    file = tmp_path / "fogsite.env"
    file.write_text("SITE_NAME=Two Words\nSOURCE_URL=https://source.example\n")
    show = ["-c", "from fogsite import settings; print(settings.SITE_NAME, settings.SOURCE_URL)"]

    assert (
        start(show, ENV_FILE=str(file), SOURCE_URL="https://mine.example").stdout == "Two Words https://mine.example\n"
    )


def test_a_file_that_cannot_be_read_is_named() -> None:
    done = start(MANAGE, ENV_FILE="/nothing/here.env")

    assert done.returncode == 1
    assert done.stderr == "ENV_FILE names a file that cannot be read: /nothing/here.env. See docs/operations.md.\n"


def test_a_line_of_the_file_that_sets_nothing_is_named_and_not_repeated(tmp_path: Path) -> None:
    file = tmp_path / "fogsite.env"
    file.write_text("# secrets\n\nSITE_NAME=Two Words\nSECRET_KEY hunter2\n")

    done = start(MANAGE, ENV_FILE=str(file))

    assert done.returncode == 1
    assert done.stderr == "ENV_FILE names a file whose line 4 is no NAME=value. See docs/operations.md.\n"


def test_the_operations_manual_names_every_variable() -> None:
    settings = (BASE_DIR / "fogsite" / "settings.py").read_text()
    manual = (BASE_DIR / "docs" / "operations.md").read_text()

    named = set(re.findall(r'env\.\w+\(\s*"(\w+)"', settings))

    assert len(named) > 10
    assert {name for name in named if f"| `{name}` |" not in manual} == set()


@pytest.mark.parametrize(("behind_proxy", "asked"), [("", ["fogsite.W006"]), ("1", [])])
def test_the_deployment_check_asks_for_the_proxy(behind_proxy: str, asked: list[str]) -> None:
    done = start(DEPLOY, BEHIND_PROXY=behind_proxy)

    assert found(done) == ["fogsite.W004", "fogsite.W005", *asked]


def test_signatures_of_a_former_key_still_hold() -> None:
    sign = "import fogsite.wsgi; from django.core import signing; "
    made = start(["-c", f"{sign}print(signing.dumps('hello'))"]).stdout.strip()
    read = ["-c", f"{sign}print(signing.loads('{made}'))"]
    new, other = secrets.token_urlsafe(50), secrets.token_urlsafe(50)

    assert start(read, SECRET_KEY=new, SECRET_KEY_FALLBACKS=f"{other}, {GOOD['SECRET_KEY']}").stdout == "hello\n"
    assert "BadSignature" in start(read, SECRET_KEY=new).stderr
