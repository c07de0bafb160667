"""Domains and email addresses in one spelling: in ASCII, by IDNA 2008, as mail servers and browsers write them.

Python and Django know IDNA 2003 alone, by which straße.example is strasse.example: somebody else's domain.
"""

from urllib.parse import urlsplit, urlunsplit

import idna


def to_ascii(domain: str) -> str:
    """Return a domain in lower case, with each label that needs it as `xn--…`. Raises ValueError for what is none."""
    if domain.isascii():
        return domain.lower()
    return idna.encode(domain, uts46=True, std3_rules=True).decode()


def normal_address(given: str) -> str:
    """Return an email address in lower case with its domain in ASCII. Raises ValueError for a domain that is none."""
    local, at, domain = given.lower().rpartition("@")
    return f"{local}{at}{to_ascii(domain)}"


def normal_url(given: str) -> str:
    """Return an address of the web with its host in ASCII. Raises ValueError for a malformed one, or for its host."""
    parts = urlsplit(given)
    if given.isascii() or not parts.hostname:
        return given
    before, at, host = parts.netloc.rpartition("@")
    name, colon, port = host.partition(":")
    return urlunsplit(parts._replace(netloc=f"{before}{at}{to_ascii(name)}{colon}{port}"))
