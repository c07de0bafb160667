"""What players write, as pages show it."""

import re

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

ADDRESS = re.compile(r"https?://[^\s<>\"'“”«»]+", re.IGNORECASE)
AFTERWARDS = ".,;:!?…)]}*_~"
"""Signs at the end of an address that belong to the sentence around it, as does a bracket that it has not opened."""


def linked(text: str) -> SafeString:
    """Return plain text with its web addresses made links that vouch for nothing; escape everything else."""
    parts = []
    end = 0
    for found in ADDRESS.finditer(text):
        address = _trimmed(found.group())
        parts += [(text[end : found.start()],), _link(address)]
        end = found.start() + len(address)
    return format_html_join("", "{}", [*parts, (text[end:],)])


def _trimmed(address: str) -> str:
    while address[-1] in AFTERWARDS and not (address[-1] == ")" and address.count("(") >= address.count(")")):
        address = address[:-1]
    return address


def _link(address: str) -> tuple[SafeString]:
    rel = "nofollow noopener noreferrer ugc"
    return (format_html('<a href="{}" rel="{}" target="_blank">{}</a>', address, rel, address),)
