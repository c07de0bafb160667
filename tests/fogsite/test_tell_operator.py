"""`tell_operator`: one email about a unit that failed, without a database, and no second one within the hour."""

from __future__ import annotations

import io
import smtplib
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

UNIT = "fogsite-web.service"
LINES = "2026-03-02T03:00:00+0000 web1 gunicorn[7]: SECRET_KEY is not set\n"


@pytest.fixture(autouse=True)
def operator() -> Iterator[None]:
    with override_settings(OPERATOR_EMAIL="otto@example.org", DEFAULT_FROM_EMAIL="Club <club@example.org>"):
        yield


def tell(monkeypatch: pytest.MonkeyPatch, *args: str, unit: str = UNIT, lines: str = LINES) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    out = io.StringIO()
    call_command("tell_operator", unit, *args, stdout=out)
    return out.getvalue()


def test_the_email_names_the_unit_and_ends_with_its_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tell(monkeypatch) == "The operator was told.\n"

    [letter] = mail.outbox
    assert (letter.subject, letter.to) == (f"Sealed Move: {UNIT} has failed", ["otto@example.org"])
    assert letter.from_email == "Club <club@example.org>"
    assert letter.body.startswith(f"{UNIT} has failed at http://testserver. ")
    assert f"\n{LINES}" in letter.body


def test_an_empty_journal_is_said_to_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    tell(monkeypatch, lines="")
    assert "\n(It is empty.)\n" in mail.outbox[0].body


def test_within_an_hour_no_second_email_is_sent_about_a_unit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    notes = f"--notes={tmp_path}"
    tell(monkeypatch, notes)
    again = tell(monkeypatch, notes)
    tell(monkeypatch, notes, unit="fogsite-backup.service")

    assert again == f"Nothing was sent: you were told of {UNIT} within the last hour.\n"
    assert [letter.subject.split()[2] for letter in mail.outbox] == [UNIT, "fogsite-backup.service"]

    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        tell(monkeypatch, notes)
    with time_machine.travel(timezone.now() - timedelta(hours=1)):  # the clock was set back
        tell(monkeypatch, notes)
    assert len(mail.outbox) == 4


def test_an_email_that_was_not_taken_is_no_email(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise smtplib.SMTPServerDisconnected

    notes = f"--notes={tmp_path}"
    with monkeypatch.context() as patch:
        patch.setattr("fogsite.management.commands.tell_operator.send_mail", refuse)
        with pytest.raises(CommandError, match=r"^The email was not sent: SMTPServerDisconnected\.$"):
            tell(monkeypatch, notes)

    assert tell(monkeypatch, notes) == "The operator was told.\n"


def test_without_an_address_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with override_settings(OPERATOR_EMAIL=""):
        assert tell(monkeypatch) == "OPERATOR_EMAIL is not set: nobody was told.\n"
    assert mail.outbox == []


def test_the_name_of_a_unit_leads_out_of_no_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    tell(monkeypatch, f"--notes={notes}", unit="../fogsite@a-b.service")
    assert [each.name for each in notes.iterdir()] == [".._fogsite@a-b.service"]
