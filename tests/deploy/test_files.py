"""What lies in `deploy/` is what systemd, nginx and compose take, as far as they say so without running it."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from fogsite.settings import BASE_DIR
from tests.parts.lacking import lacking
from tests.parts.ports import free_port
from tests.parts.production import (
    DEPLOY,
    IN_RELEASE,
    NGINX,
    PATH,
    PROGRAMS,
    TARGET,
    UPSTREAMS,
    documented_site,
    make_certificate,
    program,
)

SCRIPTS = ["fogsite-manage", "fogsite-upgrade", "fogsite-backup", "fogsite-restore"]
SERVICES = [f"fogsite-{unit}.service" for unit in (*TARGET, "backup", "failed@")]
MANUAL = (BASE_DIR / "docs" / "operations.md").read_text()
LIMITS = {
    "UMask": "0077",
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "ProtectProc": "invisible",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "ProtectClock": "yes",
    "ProtectHostname": "yes",
    "ProtectControlGroups": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6",
    "RestrictNamespaces": "yes",
    "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes",
    "LockPersonality": "yes",
    "SystemCallArchitectures": "native",
    "SystemCallFilter": "@system-service",
    "SystemCallErrorNumber": "EPERM",
}


def needed(name: str, package: str) -> str:
    """Return the path of a program."""
    return shutil.which(name, path=PATH) or lacking(f"There is no {name}: install the package {package}.")


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def read(unit: str) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False)  # EnvironmentFile stands twice
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    parser.read(DEPLOY / unit)
    return parser


def files(*kinds: str) -> list[Path]:
    return sorted(path for path in DEPLOY.iterdir() if path.suffix in kinds)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units in a folder, with programs that are on this machine."""
    for path in files(".service", ".socket", ".target", ".timer"):
        text = path.read_text().replace(IN_RELEASE, f"{PROGRAMS}/").replace("/usr/local/sbin", str(DEPLOY))
        (tmp_path / path.name).write_text(text)
    return tmp_path


def test_systemd_takes_every_unit(installed: Path) -> None:
    units = sorted(installed.iterdir())

    done = run(needed("systemd-analyze", "systemd"), "verify", "--man=no", *units)

    ours = [line for line in done.stderr.splitlines() if "fogsite" in line]
    assert (done.returncode, ours) == (0, [])
    assert len(units) == 12


@pytest.mark.parametrize("unit", [path.name for path in files(".service", ".socket", ".timer") if "@" not in path.name])
def test_the_operator_is_told_of_each_unit_that_fails(unit: str) -> None:
    assert read(unit)["Unit"]["OnFailure"] == "fogsite-failed@%n.service"


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_gets_no_right_that_it_does_not_need(service: str) -> None:
    analyze = needed("systemd-analyze", "systemd")

    done = run(analyze, "security", "--offline=true", "--threshold=20", DEPLOY / service)

    assert done.returncode == 0, done.stdout
    limits = dict(read(service)["Service"])
    assert {name: limits.get(name) for name in LIMITS} == LIMITS


def test_a_backup_leaves_the_shared_memory_of_postgresql_which_has_the_same_user() -> None:
    service = read("fogsite-backup.service")["Service"]

    assert (service["User"], service["RemoveIPC"]) == ("postgres", "no")


@pytest.mark.parametrize("unit", TARGET)
def test_a_service_runs_as_a_user_who_may_not_write_its_code(unit: str) -> None:
    service = read(f"fogsite-{unit}.service")["Service"]

    assert service["User"] == service["Group"] == "fogsite"
    assert "ReadWritePaths" not in service
    assert service["RemoveIPC"] == "yes"
    assert service.get("StateDirectory") == ("fogsite" if unit in ("beat", "worker") else None)
    assert "adduser --system --group --no-create-home --home /nonexistent fogsite" in MANUAL
    assert "\ngit clone REPOSITORY /srv/fogsite/source &&\n" in MANUAL  # as root


@pytest.mark.parametrize("unit", TARGET)
def test_a_service_that_is_refused_is_not_started_for_ever(unit: str) -> None:
    parts = read(f"fogsite-{unit}.service")

    assert (parts["Unit"]["StartLimitBurst"], parts["Unit"]["StartLimitIntervalSec"]) == ("5", "5min")
    restart = "on-failure" if unit == "metrics" else "always"  # it ends where nothing is counted
    assert (parts["Service"]["Restart"], parts["Service"]["RestartSec"]) == (restart, "2")


def test_the_target_is_the_whole_service() -> None:
    wanted = read("fogsite.target")["Unit"]["Wants"].split()

    sockets = [f"fogsite-{unit}.socket" for unit in UPSTREAMS]
    assert sorted(wanted) == sorted([*sockets, *(f"fogsite-{unit}.service" for unit in TARGET)])
    assert {read(unit)["Unit"]["PartOf"] for unit in wanted} == {"fogsite.target"}


def test_a_task_half_done_is_finished_before_a_worker_ends() -> None:
    limit = settings.CELERY_TASK_TIME_LIMIT

    for unit in ("worker", "letters"):
        service = read(f"fogsite-{unit}.service")["Service"]
        assert service["KillMode"] == "mixed"
        assert int(service["TimeoutStopSec"]) > limit


def test_nginx_takes_the_site(tmp_path: Path) -> None:
    make_certificate(tmp_path / "certificate.pem", tmp_path / "key.pem")
    config = tmp_path / "nginx.conf"
    site = documented_site(tmp_path).replace("80;", f"{free_port()};")
    config.write_text(NGINX.format(home=tmp_path, site=site))

    done = run(needed("nginx", "nginx"), "-t", "-p", tmp_path, "-c", config, "-e", "stderr")

    assert done.returncode == 0, done.stderr


def test_the_site_is_reached_by_either_version_of_ip() -> None:
    listens = re.findall(r"^ *listen (.*);$", (DEPLOY / "fogsite.nginx").read_text(), re.MULTILINE)

    assert listens == ["80", "[::]:80"]


def test_the_journal_is_kept_as_long_as_nginx_keeps_its_log() -> None:
    parts = read("fogsite-journald.conf")

    assert {name: dict(parts[name]) for name in parts.sections()} == {
        "Journal": {"MaxRetentionSec": "14day", "MaxFileSec": "1day"}
    }


def test_what_containers_say_goes_to_the_journal() -> None:
    services = compose()["services"]

    assert [each["logging"] for each in services.values()] == [{"driver": "journald"}] * len(services)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_one_that_its_shell_takes(script: str) -> None:
    path = DEPLOY / script
    shell = path.read_text().partition("\n")[0].removeprefix("#!")

    assert shell in ("/bin/sh", "/bin/bash")
    assert path.stat().st_mode & 0o111 == 0o111
    assert run(shell, "-n", path).returncode == 0


# --- Containers -----------------------------------------------------------------------------------------------------


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_the_compose_file_fits_its_schema(tmp_path: Path) -> None:
    check = [str(PROGRAMS / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec"]
    wrong = tmp_path / "compose.yaml"
    wrong.write_text((DEPLOY / "compose.yaml").read_text().replace("cap_drop:", "capdrop:"))

    assert run(*check, DEPLOY / "compose.yaml").returncode == 0
    assert run(*check, wrong).returncode == 1


@pytest.mark.parametrize("unit", TARGET)
def test_a_container_runs_what_the_unit_runs(unit: str) -> None:
    file = (DEPLOY / "Containerfile").read_text()
    default = re.search(r"^CMD (.*)$", file, re.MULTILINE)
    assert default

    ours = compose()["services"][unit].get("command") or yaml.safe_load(default[1])

    listens = {
        "web": ["--bind", "0.0.0.0:8000"],
        "stream": ["--host", "0.0.0.0", "--port", "8001"],
        "metrics": ["--anywhere"],
    }
    assert [*" ".join(program(unit)).removesuffix(" --fd 3").split(), *listens.get(unit, [])] == ours


COUNTED = "metrics:/var/lib/fogsite-metrics"
VOLUMES = {unit: [COUNTED] for unit in TARGET} | {
    "beat": ["beat:/var/lib/fogsite", COUNTED],
    "worker": ["dumps:/var/lib/fogsite/dumps", "deletions:/var/lib/fogsite/deletions", COUNTED],
    "web": ["dumps:/var/lib/fogsite/dumps:ro", COUNTED],
}


@pytest.mark.parametrize("service", [*TARGET, "migrate"])
def test_a_container_may_write_nowhere_and_has_no_rights(service: str) -> None:
    ours = compose()["services"][service]

    assert (ours["read_only"], ours["cap_drop"], ours["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
    assert ours.get("volumes", []) == VOLUMES.get(service, [])
    assert ours["restart"] == ("no" if service == "migrate" else "unless-stopped")
    assert ("healthcheck" in ours) == (service != "migrate")
    assert "\nUSER fogsite\n" in (DEPLOY / "Containerfile").read_text()


@pytest.mark.parametrize("unit", TARGET)
def test_a_container_made_again_is_known_by_the_same_name(unit: str) -> None:
    assert compose()["services"][unit]["hostname"] == unit


def test_the_web_in_a_container_is_asked_by_a_name_that_it_answers_to() -> None:
    asked: list[str] = []

    class Web(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.headers['Host']}{self.path}")
            self.send_response(503)
            self.end_headers()

    *_, check = compose()["services"]["web"]["healthcheck"]["test"]
    env = os.environ | {"ALLOWED_HOSTS": ".example.org,localhost"}
    with HTTPServer(("127.0.0.1", 0), Web) as server:
        threading.Thread(target=server.handle_request).start()
        done = subprocess.run(
            [sys.executable, "-c", check.replace("8000", str(server.server_port))], env=env, check=False
        )

    assert (done.returncode, asked) == (0, ["example.org/healthz"])


def test_containers_wait_for_the_migration_and_it_for_the_database() -> None:
    services = compose()["services"]

    for unit in TARGET:
        assert services[unit]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "redis": {"condition": "service_healthy"},
        }
    assert services["migrate"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}


def test_a_container_ends_as_its_unit_does() -> None:
    """What says nothing has docker's ten seconds."""
    services = compose()["services"]
    given = {unit: services[unit].get("stop_grace_period", "10s") for unit in ("web", "stream", "worker", "letters")}

    assert given == {unit: f"{read(f'fogsite-{unit}.service')['Service']['TimeoutStopSec']}s" for unit in given}


def test_containers_are_reached_from_their_machine_alone() -> None:
    ports = {name: each["ports"] for name, each in compose()["services"].items() if "ports" in each}

    asked = UPSTREAMS | {"metrics": settings.METRICS_ADDRESS}
    assert ports == {unit: [f"{at}:{at.partition(':')[2]}"] for unit, at in asked.items()}


def test_the_database_of_the_containers_lasts_and_redis_keeps_nothing() -> None:
    services, volumes = compose()["services"], compose()["volumes"]

    assert services["postgres"]["volumes"] == ["database:/var/lib/postgresql/data"]
    assert services["redis"]["command"] == ["redis-server", "--save", "", "--appendonly", "no"]
    assert set(volumes) == {"database", "beat", "dumps", "deletions", "metrics"}


def test_beat_in_a_container_writes_into_its_volume_where_its_health_is_looked_for() -> None:
    beat = compose()["services"]["beat"]
    kept = beat["volumes"][0].partition(":")[2]

    assert beat["environment"]["CELERY_BEAT_SCHEDULE_FILENAME"] == f"{kept}/celerybeat-schedule"
    assert f"find {kept}/celerybeat-schedule* -mmin -10 " in beat["healthcheck"]["test"][1]
    assert beat["environment"].keys() > compose()["services"]["web"]["environment"].keys()


def test_an_image_is_built_as_a_release_is() -> None:
    file, upgrade = ((DEPLOY / name).read_text() for name in ("Containerfile", "fogsite-upgrade"))
    commands, installs = r"\.venv/bin/python (manage\.py .+?)(?: \\)?$", "--require-hashes --only-binary :all:"

    assert re.findall(commands, file, re.MULTILINE) == re.findall(commands, upgrade, re.MULTILINE)
    assert (file.count("pip install"), file.count(installs)) == (1, 1)
    assert len(set(re.findall(r"^FROM (\S+)", file, re.MULTILINE))) == 1
    assert "--uid 10001 --no-create-home fogsite && install -d -o fogsite /var/lib/fogsite /var/lib/" in file


def test_the_image_holds_all_that_the_service_imports() -> None:
    copied = set(re.findall(r"^COPY (\w+) \w+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE))
    ignored = (BASE_DIR / ".dockerignore").read_text().splitlines()

    assert copied == {"accounts", "fogsite", "games", "templates"}
    assert ignored[0] == "*"
    assert {f"!{name}" for name in copied} <= set(ignored)


def test_commands_without_an_environment_are_told_so(tmp_path: Path) -> None:
    text = (DEPLOY / "fogsite-manage").read_text()

    done = run("sh", "-c", text.replace("/etc/fogsite.env", str(tmp_path / "fogsite.env")))

    told = f"fogsite-manage: {tmp_path}/fogsite.env cannot be read. Are you root, and is it there?"
    assert (done.returncode, done.stderr) == (1, f"{told} See docs/operations.md.\n")


def test_what_has_to_be_filled_in_is_empty_in_the_file_to_fill_in() -> None:
    """An example that is left there would be taken for an answer: mails would go to the example's server."""
    lines = [line for line in (DEPLOY / "fogsite.env").read_text().splitlines() if not line.startswith("#")]

    assert [line for line in lines if "example" in line] == []
    assert [line.rstrip("=") for line in lines if line.endswith("=")] == ["SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL"]


# --- The manual -----------------------------------------------------------------------------------------------------


def test_the_manual_installs_every_file() -> None:
    lines = re.findall(r"^install (.*?)(?: &&)?$", MANUAL, re.MULTILINE)
    named = {Path(word) for line in lines for word in line.split()[2:-1] if "NAME" not in word}

    found = {path.name for pattern in named for path in DEPLOY.glob(str(pattern))}

    assert found == {path.name for path in DEPLOY.iterdir()} - {"Containerfile", "compose.yaml", ".env"}


def test_the_first_lines_can_be_pasted_again_where_the_repository_was_not_reached() -> None:
    """What is typed wrong most easily is its address; a second createuser would fail."""
    [block] = [lines for lines in blocks() if lines[0].startswith("apt update")]

    assert [line.split()[0] for line in block[: block.index("git clone REPOSITORY /srv/fogsite/source &&")]] == [
        "apt",
        "apt",
    ]


def test_the_manual_names_no_program_that_it_does_not_install() -> None:
    assert "sudo" not in MANUAL
    assert set(re.findall(r"\bfogsite-(?:manage|upgrade|backup|restore)\b", MANUAL)) == set(SCRIPTS)


STEP = re.compile(r"\w+=\w+$|\w+\(\) \{.*\}$|.* &&$")
"""What may stand before the last line of a block: a name for what follows, or a line that must come through first."""


def blocks() -> list[list[str]]:
    """Return the commands of the manual that are pasted together.

    Leave out blocks whose commands are explained and run one by one.
    """
    found = [block.splitlines() for block in re.findall(r"^```sh\n(.*?)^```", MANUAL, re.MULTILINE | re.DOTALL)]
    return [lines for lines in found if len(lines) > 1 and not any("  # " in line for line in lines)]


def test_commands_that_are_pasted_together_stop_at_the_first_that_fails() -> None:
    loose = [line for lines in blocks() for line in lines[:-1] if not STEP.match(line)]

    assert loose == []
    assert len(blocks()) == 11


def test_the_manual_waits_for_what_it_stops() -> None:
    """`systemctl stop` waits for the units that it names, and for no unit that is only part of one of them."""
    stops = [line for lines in blocks() for line in lines if line.startswith("systemctl stop")]

    assert stops == [
        "systemctl stop 'fogsite-*.service' 'fogsite-*.socket' &&",
        "systemctl stop fogsite-beat &&",
        "systemctl stop 'fogsite-*.service' 'fogsite-*.socket' &&",
    ]
