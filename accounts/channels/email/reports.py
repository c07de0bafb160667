"""What mail servers report of letters they could not deliver (RFC 3464 and 6533, qmail, Exim), as far as we read it."""

import base64
import quopri
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses

LONGEST_REPORT = 1_000_000
"""Bytes of a report that are read; what is quoted behind them tells nothing."""
TO = ("Delivered-To", "X-Original-To", "Envelope-To", "To")
STATUS = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})\b", re.ASCII)
PERMANENT = "5"
TEMPORARY = "4"
UNKNOWN = f"{TEMPORARY}.0.0"
"""What is noted where a server gives no status: nothing then says that the next letter fails as well."""
KINDS = ("message/delivery-status", "message/global-delivery-status")
DECODERS: dict[str, Callable[[bytes], bytes]] = {"base64": base64.b64decode, "quoted-printable": quopri.decodestring}
BLANK_LINE = re.compile(rb"\r?\n[ \t]*\r?\n")
QMAIL = re.compile(r"\s*Hi\. This is the .*?\n\s*\n<[^\n]*>:\n(.*)", re.DOTALL)
"""A report by qmail: a greeting, and the first address with what was said of it."""
QMAIL_STATUS = re.compile(r"\(#([45]\.\d{1,3}\.\d{1,3})\)", re.ASCII)


@dataclass(frozen=True, order=True)
class DeliveryFailure:
    """Whether a server has given a letter up, and its status (RFC 3463).

    The status says more of the address than of the letter: a letter that is given up for a full mailbox has 4.2.2.
    """

    final: bool
    status: str


@dataclass(frozen=True)
class DeliveryReport:
    """The addresses that a report came to, and the worst failure it tells of."""

    to: tuple[str, ...]
    failure: DeliveryFailure


def parse_report(text: bytes) -> DeliveryReport | None:
    """Return a letter as a report; None where it reports no failure. Raises anything for a malformed one."""
    letter = message_from_bytes(text)
    found = [failure for part in _parts(letter) for failure in _failures(part)] or list(_plain(letter))
    if not found:
        return None
    headers = [str(value) for name in TO for value in letter.get_all(name, [])]
    return DeliveryReport(tuple(address for _, address in getaddresses(headers)), max(found))


def judged(action: str, status: str) -> DeliveryFailure | None:
    """Return the failure that an action and a status tell of; None where nothing has failed.

    The action alone says whether the server tries again (RFC 3464, 2.3.3).
    """
    match = STATUS.match(status)
    code = match[1] if match else ""
    if action == "failed":
        return DeliveryFailure(final=True, status=code if code.startswith((PERMANENT, TEMPORARY)) else UNKNOWN)
    if action == "delayed":
        return DeliveryFailure(final=False, status=code if code.startswith(TEMPORARY) else UNKNOWN)
    return None


def _parts(letter: Message) -> Iterator[Message]:
    """Yield all parts, however wrapped, but none of a letter within the letter: that is of somebody else's."""
    if letter.get_content_maintype() != "multipart":
        yield letter
        return
    for part in letter.get_payload():
        if isinstance(part, Message):
            yield from _parts(part)


def _failures(part: Message) -> Iterator[DeliveryFailure]:
    """Yield the failure of each recipient that a part tells of."""
    if part.get_content_type() not in KINDS:
        return
    for block in BLANK_LINE.split(_source(part)):
        about = message_from_bytes(block.strip())
        words = str(about.get("Action", "")).lower().split()
        if words and (failure := judged(words[0], str(about.get("Status", "")))):
            yield failure


def _source(part: Message) -> bytes:
    """Return what stands in a part that Python has read as one or more letters of their own."""
    payload = part.get_payload()
    letters = [each for each in payload if isinstance(each, Message)] if isinstance(payload, list) else []
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    source = b"\n\n".join(each.as_bytes() for each in letters)
    return DECODERS.get(encoding, bytes)(source)


def _plain(letter: Message) -> Iterator[DeliveryFailure]:
    """Yield what a report tells in plain text: by Exim, which names the addresses in a header, or by qmail."""
    if letter.get_content_type() != "text/plain":
        return
    if "X-Failed-Recipients" in letter:
        yield DeliveryFailure(final=True, status=UNKNOWN)
    body = letter.get_payload(decode=True)
    if isinstance(body, bytes) and (match := QMAIL.match(body.decode("latin-1").replace("\r\n", "\n"))):
        status = QMAIL_STATUS.search(match[1])
        yield DeliveryFailure(final=True, status=status[1] if status else UNKNOWN)
