"""What a mail server reports of a letter it could not deliver (RFC 3464), as far as we read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses

LONGEST_REPORT = 1_000_000
"""Bytes of a report that are read; what is quoted behind them tells nothing."""
TO = ("Delivered-To", "X-Original-To", "Envelope-To", "To")
STATUS = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})\b", re.ASCII)
PERMANENT, TEMPORARY = "5", "4"


@dataclass(frozen=True)
class Report:
    """The addresses that a report came to, and its status (RFC 3463): 5.… where a letter came back for good, 4.… where
    it may still arrive."""

    to: tuple[str, ...]
    status: str


def read(text: bytes) -> Report | None:
    """A letter as a report; None where it is none, or reports no failure. Raises anything for a malformed one."""
    letter = message_from_bytes(text)
    found = sorted(filter(None, (judged(*each) for each in _recipients(letter))))
    if not found:
        return None
    headers = [str(value) for name in TO for value in letter.get_all(name, [])]
    return Report(tuple(address for _, address in getaddresses(headers)), found[-1])


def judged(action: str, status: str) -> str:
    """The status of a failure as we take it; "" where nothing has failed.

    Failed for good is only what says so twice, by its action and by its status.
    """
    found = STATUS.match(status)
    code = found[1] if found else ""
    if action == "failed":
        return code if code.startswith((PERMANENT, TEMPORARY)) else ""
    if action == "delayed":
        return code if code.startswith(TEMPORARY) else f"{TEMPORARY}.0.0"
    return ""


def _parts(letter: Message, kind: str) -> list[Message]:
    """The parts of what is of a kind; none where it is of another."""
    parts = letter.get_payload() if letter.get_content_type() == kind else []
    return [part for part in parts if isinstance(part, Message)] if isinstance(parts, list) else []


def _recipients(letter: Message) -> Iterator[tuple[str, str]]:
    """Action and status of each recipient that a report tells of."""
    for part in _parts(letter, "multipart/report"):
        for each in _parts(part, "message/delivery-status"):
            yield str(each.get("Action", "")).strip().lower(), str(each.get("Status", ""))
