"""What the units and nginx's site say that only a booted machine would show, held to what depends on it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from gunicorn.config import GracefulTimeout  # type: ignore[import-untyped]

from fogsite import gunicorn, stream
from tests.deploy.test_files import compose, read
from tests.parts.production import DEPLOY, TARGET, UPSTREAMS, documented_environment, documented_site, program

STATE = "/var/lib/"
"""Where systemd makes what `StateDirectory` names."""


# --- Services -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", TARGET)
def test_a_service_starts_in_its_release_and_the_version_comes_last(unit: str) -> None:
    said = (DEPLOY / f"fogsite-{unit}.service").read_text()

    assert re.findall(r"^(?:WorkingDirectory|EnvironmentFile|UnsetEnvironment)=.*$", said, re.MULTILINE) == [
        "WorkingDirectory=/srv/fogsite/site",
        "EnvironmentFile=/etc/fogsite.env",
        "EnvironmentFile=/srv/fogsite/site/version.env",
        "UnsetEnvironment=PWD",
    ]


@pytest.mark.parametrize("unit", TARGET)
def test_a_service_starts_after_what_it_needs(unit: str) -> None:
    parts = read(f"fogsite-{unit}.service")["Unit"]

    assert parts["After"] == "network.target postgresql.service redis-server.service"
    assert parts.get("Requires") == (f"fogsite-{unit}.socket" if unit in UPSTREAMS else None)


def test_the_sockets_are_where_nginx_asks() -> None:
    listens = {unit: read(f"fogsite-{unit}.socket")["Socket"]["ListenStream"] for unit in UPSTREAMS}

    assert listens == UPSTREAMS


def test_the_web_and_the_streams_have_time_to_end_what_they_are_at() -> None:
    web, streams = (read(f"fogsite-{unit}.service")["Service"] for unit in ("web", "stream"))
    options = program("stream")

    assert (web["Type"], web["KillMode"]) == ("notify", "mixed")
    assert int(web["TimeoutStopSec"]) > GracefulTimeout.default
    assert int(streams["TimeoutStopSec"]) > int(options[options.index("--timeout-graceful-shutdown") + 1])


def test_a_stream_that_is_open_is_a_file_that_may_be_open() -> None:
    limit = int(read("fogsite-stream.service")["Service"]["LimitNOFILE"])

    assert limit == compose()["services"]["stream"]["ulimits"]["nofile"]
    assert limit > stream.MAX_WATCHING


def test_what_beat_and_dumps_write_lies_where_systemd_lets_them() -> None:
    beat, worker = (read(f"fogsite-{unit}.service")["Service"] for unit in ("beat", "worker"))
    schedule = beat["Environment"].removeprefix("CELERY_BEAT_SCHEDULE_FILENAME=")

    assert Path(schedule).parent == Path(STATE, beat["StateDirectory"])
    for name in ("DUMP_DIR", "DELETIONS_FILE"):
        assert Path(STATE, worker["StateDirectory"]) in Path(documented_environment()[name]).parents


@pytest.mark.parametrize("unit", TARGET)
def test_all_units_share_the_folder_in_which_they_count(unit: str) -> None:
    service = read(f"fogsite-{unit}.service")["Service"]
    made = {name: value for name, value in service.items() if name.startswith("RuntimeDirectory")}

    assert made == {"RuntimeDirectory": "fogsite", "RuntimeDirectoryMode": "0700", "RuntimeDirectoryPreserve": "yes"}
    assert documented_environment()["METRICS_DIR"] == "/run/fogsite"


def test_gunicorn_forgets_that_a_worker_was_busy_which_is_gone() -> None:
    options = program("web")

    assert options[options.index("--config") + 1] == f"python:{gunicorn.__name__}"
    assert callable(gunicorn.child_exit)


def test_the_service_starts_with_the_machine() -> None:
    assert read("fogsite.target")["Install"]["WantedBy"] == "multi-user.target"


# --- The backup -----------------------------------------------------------------------------------------------------


def test_the_backup_runs_once_a_night_and_after_a_night_switched_off() -> None:
    timer = read("fogsite-backup.timer")

    assert dict(timer["Timer"]) == {"OnCalendar": "*-*-* 03:30", "RandomizedDelaySec": "15min", "Persistent": "yes"}
    assert timer["Install"]["WantedBy"] == "timers.target"
    assert read("fogsite-backup.service")["Service"]["Type"] == "oneshot"


def test_the_backup_is_of_the_services_database_and_environment_and_nobody_else_reads_it() -> None:
    service = read("fogsite-backup.service")["Service"]
    database = documented_environment()["DATABASE_URL"].partition("?")[0].rpartition("/")[2]

    assert service["Environment"] == f"PGDATABASE={database}"
    assert service["LoadCredential"] == "fogsite.env:/etc/fogsite.env"
    assert service["StateDirectoryMode"] == "0700"
    assert service["ExecStart"].split() == [
        "/usr/local/sbin/fogsite-backup",
        f"{STATE}{service['StateDirectory']}",
        "${CREDENTIALS_DIRECTORY}/fogsite.env",
    ]


def test_the_backup_may_note_what_came_of_it_where_the_service_looks_and_may_read_it() -> None:
    service = read("fogsite-backup.service")["Service"]

    assert documented_environment()["BACKUP_STATUS"] == f"/var/cache/{service['CacheDirectory']}"
    assert service["CacheDirectoryMode"] == "0755"


# --- Telling the operator -------------------------------------------------------------------------------------------


def test_the_operator_is_told_with_the_end_of_the_journal_by_the_services_user() -> None:
    parts = read("fogsite-failed@.service")
    service = parts["Service"]

    assert (service["User"], service["Group"], service["Type"]) == ("fogsite", "fogsite", "oneshot")
    assert service["SupplementaryGroups"] == "systemd-journal"
    assert service["ExecStart"] == (
        '/bin/sh -c \'journalctl --no-pager --output=short-iso --lines=30 --unit="%i" | '
        "/srv/fogsite/site/.venv/bin/python manage.py tell_operator "
        f'--notes /run/{service["RuntimeDirectory"]} "%i"\''
    )
    assert service["RuntimeDirectoryPreserve"] == "yes"


def test_an_email_that_is_not_taken_is_tried_again_and_nobody_is_told_of_that() -> None:
    parts = read("fogsite-failed@.service")

    assert (parts["Service"]["Restart"], parts["Service"]["RestartSec"]) == ("on-failure", "5min")
    assert (parts["Unit"]["StartLimitBurst"], parts["Unit"]["StartLimitIntervalSec"]) == ("5", "30min")
    assert "OnFailure" not in parts["Unit"]


# --- Commands -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("named", "runs"), [("", "newest"), ("older", "older")])
def test_a_command_runs_as_the_services_user_in_the_release_that_is_meant(
    named: str, runs: str, tmp_path: Path
) -> None:
    for release in ("newest", "older"):
        (tmp_path / release).mkdir()
    (tmp_path / "site").symlink_to("newest")
    (tmp_path / "fogsite.env").touch()
    runner = tmp_path / "systemd-run"
    runner.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    runner.chmod(0o755)
    script = (DEPLOY / "fogsite-manage").read_text()
    script = script.replace("/etc/", f"{tmp_path}/").replace("/srv/fogsite/", f"{tmp_path}/")
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", **({"RELEASE": f"{tmp_path}/{named}"} if named else {})}

    command = ["sh", "-c", script, "fogsite-manage", "import", "two words"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines() == [
        *("--quiet", "--wait", "--collect", "--pty", "--pipe", "--uid=fogsite", "--gid=fogsite"),
        f"--property=WorkingDirectory={tmp_path}/{runs}",
        f"--property=EnvironmentFile={tmp_path}/fogsite.env",
        "--property=NoNewPrivileges=yes",
        *(f"{tmp_path}/{runs}/.venv/bin/python", "manage.py", "import", "two words"),
    ]


# --- nginx ----------------------------------------------------------------------------------------------------------


def location(name: str) -> list[str]:
    """Return what the site says of a location, line by line."""
    inside = rf"^    location {re.escape(name)} \{{\n(.*?)^    \}}"
    found = re.search(inside, documented_site(), re.MULTILINE | re.DOTALL)
    assert found, name
    return [line.strip() for line in found[1].splitlines()]


@pytest.mark.parametrize("path", ["/stream/", "/api/v1/stream/"])
def test_nginx_hands_a_stream_on_at_once_and_does_not_take_its_silence_for_the_end(path: str) -> None:
    said = location(f"= {path}")
    [waits] = [int(line.split()[1].rstrip("s;")) for line in said if line.startswith("proxy_read_timeout")]

    assert waits > 2 * stream.BEAT
    assert [line for line in said if line.startswith("proxy_") and "timeout" not in line] == [
        f"proxy_pass http://{UPSTREAMS['stream']};",
        "proxy_http_version 1.1;",
        "proxy_set_header Host $host;",
        "proxy_set_header X-Request-ID $request_id;",
        'proxy_set_header Connection "";',
        "proxy_buffering off;",
    ]


def test_secret_addresses_stand_in_no_log_and_browsers_tell_them_nobody() -> None:
    assert location("~ ^/[tof]/") == [
        "access_log off;",
        "error_log /dev/null;",
        "add_header Referrer-Policy no-referrer always;",
        "proxy_hide_header Referrer-Policy;",
        f"proxy_pass http://{UPSTREAMS['web']};",
    ]
    for busy in ("@busy", "@busy_api"):
        assert "access_log off;" in location(busy)
    assert "add_header Referrer-Policy no-referrer always;" in location("@busy")


@pytest.mark.parametrize("path", ["/", "/api/", "/static/"])
def test_all_else_goes_to_the_web_which_is_told_who_asks(path: str) -> None:
    inherited = re.findall(r"^    (proxy_set_header .*|client_max_body_size .*);$", documented_site(), re.MULTILINE)

    assert f"proxy_pass http://{UPSTREAMS['web']};" in location(path)
    assert not any(line.startswith("proxy_set_header") for line in location(path))  # one alone would drop all others
    assert inherited == [
        "client_max_body_size 1m",
        "proxy_set_header Host $host",
        "proxy_set_header X-Forwarded-Proto $scheme",
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for",
        "proxy_set_header X-Request-ID $request_id",
    ]


@pytest.mark.parametrize("path", ["/api/", "= /api/v1/stream/"])
def test_a_program_that_asks_too_much_is_told_so_in_its_own_format(path: str) -> None:
    assert "error_page 429 @busy_api;" in location(path)
    assert "default_type application/json;" in location("@busy_api")
