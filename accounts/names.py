"""User names: which are allowed, and which look alike."""

import hashlib
import unicodedata
from collections.abc import Callable
from functools import cache

from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SHORTEST, LONGEST = 2, 30
FORMER = "former player"
"""What those who have left are called, with a number behind it; nobody else may have a name that looks like it."""

validators: list[Callable[[str], None]] = [
    RegexValidator(
        r"^[^\W_][\w.-]*\Z",
        gettext_lazy("A name begins with a letter or a digit and goes on with letters, digits, dots, hyphens and “_”."),
    ),
    MinLengthValidator(SHORTEST, gettext_lazy("A name has at least %(limit_value)d signs.")),
    MaxLengthValidator(LONGEST, gettext_lazy("A name has at most %(limit_value)d signs.")),
]


def too_alike(name: str) -> str:
    """The sentence that refuses a name whose skeleton somebody has already."""
    return _("“%(name)s” looks too much like the name of somebody who is here already.") % {"name": name}


def skeleton(name: str) -> str:
    """What a name looks like: two names that a reader could take for one another have the same skeleton.

    Case, separators, look-alikes of other scripts (Cyrillic `А`, Greek `ο`), `0`/`o`, `1`/`l`/`i` and `rn`/`m` all
    fold together. Accents are kept: `Müller` and `Muller` are two people.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(_representative(sign) for sign in folded if sign not in "._- ")
    return plain.translate(_TWINS).replace("rn", "m")


def looks_former(name: str) -> bool:
    """Whether a name looks like those that people get who have left."""
    return skeleton(name).startswith(skeleton(FORMER))


def fingerprint(name: str) -> str:
    """The same for all names that look alike; the name cannot be read from it, only tried."""
    return hashlib.sha256(b"former name\0" + skeleton(name).encode()).hexdigest()


_TWINS = str.maketrans("01i", "oll")


@cache
def _representative(sign: str) -> str:
    """One sign for all that look like it: the Latin letter where there is one."""
    if sign.isascii():
        return sign
    return _look_alike(sign) or _look_alike(sign.upper()) or sign


def _look_alike(sign: str) -> str:
    # Imported late: the table is two megabytes of JSON that only sign-up needs.
    from confusable_homoglyphs.confusables import confusables_data

    twins = [twin["c"] for twin in confusables_data.get(sign, ())]
    return next((twin.casefold() for twin in twins if twin.isascii() and twin.isalnum()), "")
