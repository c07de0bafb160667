"""A folder of a mail server (IMAP) into which letters come: each is read once."""

import imaplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from accounts.channels.email.reports import LONGEST_REPORT

SERVERS: dict[str, tuple[type[imaplib.IMAP4], int]] = {
    "imap": (imaplib.IMAP4, 143),
    "imaps": (imaplib.IMAP4_SSL, 993),
}
NOT_UNDERSTOOD = (
    "BOUNCE_IMAP_URL is not understood: write imaps://user:password@mail.example.org/INBOX, special characters of "
    "user and password as %40 and so on."
)


@dataclass(frozen=True)
class Folder:
    """Where a folder is, and who may read it."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    name: str


def parse_folder(url: str) -> Folder:
    """Return the folder that BOUNCE_IMAP_URL names.

    Raises: `ImproperlyConfigured`, with a sentence that never repeats the URL.
    """
    try:
        parts = urlsplit(url)
        _, port = SERVERS[parts.scheme]
        given = parts.username, parts.password, parts.hostname
        port = parts.port or port
    except (ValueError, KeyError):
        raise ImproperlyConfigured(NOT_UNDERSTOOD) from None
    user, password, host = (unquote(each or "") for each in given)
    if not (user and password and host):
        raise ImproperlyConfigured(NOT_UNDERSTOOD)
    return Folder(parts.scheme, host, port, user, password, unquote(parts.path.strip("/")) or "INBOX")


@contextmanager
def signed_in(folder: Folder, timeout: int) -> Iterator[imaplib.IMAP4]:
    """Hold a connection to the server, with the folder opened, while it is used.

    Raises: as `read_each`.
    """
    with SERVERS[folder.scheme][0](folder.host, folder.port, timeout=timeout) as server:
        server.login(folder.user, folder.password)
        status, _ = server.select('"' + folder.name.replace("\\", "\\\\").replace('"', '\\"') + '"')
        if status != "OK":
            raise imaplib.IMAP4.error("The folder cannot be opened.")
        yield server


def read_each(folder: Folder, take: Callable[[bytes], object]) -> int:
    """Give each unread letter of a folder to `take`, then mark it as read; how many there were.

    Raises OSError or imaplib.IMAP4.error where the server cannot be reached or refuses.
    """
    with signed_in(folder, settings.EMAIL_TIMEOUT) as server:
        numbers = server.uid("search", "UNSEEN")[1][0].split()
        for number in numbers:
            _, found = server.uid("fetch", number.decode(), f"(BODY.PEEK[]<0.{LONGEST_REPORT}>)")
            for text in (part[1] for part in found if isinstance(part, tuple)):
                take(text)
            server.uid("store", number.decode(), "+FLAGS.SILENT", r"(\Seen)")
        return len(numbers)
