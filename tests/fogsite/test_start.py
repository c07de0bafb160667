"""A production copy that lacks something says so in one sentence and does not start."""

import os
import re
import subprocess
import sys

import pytest

from fogsite.settings import BASE_DIR

GOOD = {
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": "www.example.org",
    "EMAIL_URL": "smtp+tls://user:hunter2@mail.example.org:587",
    "DATABASE_URL": "sqlite:///:memory:",
}
SOUND = {"SECRET_KEY": "".join(chr(33 + number) for number in range(60) if chr(33 + number) not in "#$,")}
NO_SITE = "SITE_URL must begin with https:// or http:// and name one host, not "
MANAGE = ["manage.py", "check"]
WSGI = ["-c", "import fogsite.wsgi"]
CELERY = ["-m", "celery", "-A", "fogsite", "report"]


def start(program: list[str], **changes: str) -> subprocess.CompletedProcess[str]:
    """Starts a production copy; a variable changed to "" is taken away."""
    wanted = {"PATH": os.environ["PATH"], **GOOD, **changes}
    env = {name: value for name, value in wanted.items() if value}
    return subprocess.run(
        [sys.executable, *program], env=env, cwd=BASE_DIR, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("program", [MANAGE, WSGI, CELERY], ids=["manage", "wsgi", "celery"])
def test_a_complete_environment_starts(program: list[str]) -> None:
    done = start(program)

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("program", [MANAGE, WSGI, CELERY], ids=["manage", "wsgi", "celery"])
@pytest.mark.parametrize(
    ("variable", "sentence"),
    [
        ("SECRET_KEY", "SECRET_KEY is not set: it signs sessions and links; use 50 random characters."),
        ("ALLOWED_HOSTS", "ALLOWED_HOSTS is not set: name the hosts this site answers to, separated by commas."),
        (
            "EMAIL_URL",
            "EMAIL_URL is not set: mails need a server, e.g. smtp+tls://user:password@mail.example.org:587.",
        ),
    ],
)
def test_a_missing_variable_is_named_in_one_sentence(program: list[str], variable: str, sentence: str) -> None:
    done = start(program, **{variable: ""})

    assert done.returncode == 1
    assert done.stderr == f"{sentence} See docs/operations.md.\n"


@pytest.mark.parametrize("program", [MANAGE, WSGI], ids=["manage", "wsgi"])
@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("gopher://user:hunter2@mail.example.org", "it does not begin with smtp://, smtp+tls:// or smtp+ssl://"),
        ("smtp://user:hunter2@mail.example.org:post", "its port is not a number from 1 to 65535"),
        ("smtp://", "it names no host"),
    ],
)
def test_a_broken_email_url_is_named_without_its_password(program: list[str], url: str, fault: str) -> None:
    done = start(program, EMAIL_URL=url)

    assert done.returncode == 1
    assert done.stderr.startswith(f"EMAIL_URL is not understood: {fault}. ")
    assert done.stderr.count("\n") == 1
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("DATABASE_URL", "oracle", "DATABASE_URL is not understood: write postgres://user:password@host:5432/name."),
        ("ALLOWED_HOSTS", ",", "ALLOWED_HOSTS is not set: name the hosts this site answers to, separated by commas."),
        ("ALLOWED_HOSTS", ".example.org", f"{NO_SITE}“https://.example.org”."),
        ("SITE_URL", "www.example.org", f"{NO_SITE}“www.example.org”."),
        ("SITE_URL", "http://[", f"{NO_SITE}“http://[”."),
        ("REDIS_URL", "redis://[", "REDIS_URL must begin with redis://, rediss:// or unix://."),
        ("TURN_MAIL_DELAY", "soon", "TURN_MAIL_DELAY must be a whole number, not “soon”."),
        ("REDIS_URL", "localhost", "REDIS_URL must begin with redis://, rediss:// or unix://."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not “LOUD”."),
        ("DEVELOPMENT", "perhaps", "DEVELOPMENT must be 1 or 0, not “perhaps”."),
    ],
)
def test_any_other_variable_that_makes_no_sense_is_named_too(variable: str, value: str, sentence: str) -> None:
    done = start(MANAGE, **{variable: value})

    assert done.returncode == 1
    assert done.stderr == f"{sentence} See docs/operations.md.\n"


def test_the_operations_manual_names_every_variable() -> None:
    settings = (BASE_DIR / "fogsite" / "settings.py").read_text()
    manual = (BASE_DIR / "docs" / "operations.md").read_text()

    named = set(re.findall(r'env\.\w+\(\s*"(\w+)"', settings))

    assert len(named) > 10
    assert {name for name in named if f"| `{name}` |" not in manual} == set()


@pytest.mark.parametrize(("behind_proxy", "said"), [("", "fogsite.W006"), ("1", "no issues")])
def test_the_deployment_check_asks_for_the_proxy(behind_proxy: str, said: str) -> None:
    done = start([*MANAGE, "--deploy"], BEHIND_PROXY=behind_proxy, **SOUND)

    assert said in done.stdout + done.stderr


def test_signatures_of_a_former_key_still_hold() -> None:
    sign = "import fogsite.wsgi; from django.core import signing; "
    made = start(["-c", f"{sign}print(signing.dumps('hello'))"]).stdout.strip()
    read = ["-c", f"{sign}print(signing.loads('{made}'))"]
    new = "y" * 25 + "z" * 25

    assert start(read, SECRET_KEY=new, SECRET_KEY_FALLBACKS=f"{'w' * 50}, {GOOD['SECRET_KEY']}").stdout == "hello\n"
    assert "BadSignature" in start(read, SECRET_KEY=new).stderr
