"""The numbers of rules on the pages that explain the games."""

from django.utils.html import format_html_join
from django.utils.safestring import SafeString


def rule(numbers: str) -> SafeString:
    """Return the numbers of the rules that a paragraph tells, each with an address of its own: `{{ rule("EG-N8 EG-N9")
    }}`.
    """
    return format_html_join(" ", '<small class="rule" id="{0}">{0}</small>', ((number,) for number in numbers.split()))
