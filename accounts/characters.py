"""Characters: which show nothing, and which stand on others."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Signs that show nothing: Unicode's Default_Ignorable_Code_Point."""

BLANK = "\u2800"
"""The Braille cell without a dot: a blank that Unicode counts among the symbols."""


def is_mark(sign: str) -> bool:
    """Return whether a character stands on the letter before it: an accent, or a vowel of मोहित or ไทย."""
    return unicodedata.category(sign) in ("Mn", "Mc")


def shows_nothing(text: str) -> bool:
    """Return whether a reader would see nothing of a text: it holds blanks and invisible characters alone."""
    return not any(unicodedata.category(sign)[0] not in "CZ" and sign != BLANK for sign in INVISIBLE.sub("", text))


def require_text(text: str) -> None:
    """Refuse a text that shows a reader nothing.

    Raises: `ValidationError`.
    """
    if shows_nothing(text):
        raise ValidationError(_("This contains only invisible characters. Write something people can see."))
