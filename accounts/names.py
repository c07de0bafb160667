"""User names: which are allowed, and which look alike."""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _, gettext_lazy

from accounts.characters import INVISIBLE, is_mark

MIN_LENGTH = 2
MAX_LENGTH = 30
FORMER = "former player"
"""What those who have left are called, with a number behind it; nobody else may have a name that looks like it."""

UNFIT_SIGNS = gettext_lazy(
    "A name must start with a letter or a digit, and can contain only letters, digits, dots, hyphens and “_”."
)
MOST_MARKS = 4
"""Marks on one letter: मोहित has one at most, Burmese needs four."""
MOST_ACCENTS = 2
"""Marks on one letter that belong to no script, such as accents; Arabic and Yoruba need two."""
OVERLAYS = frozenset("\u0321\u0322\u0334\u0335\u0336\u0337\u0338")
"""Marks through a letter, unseen on one that has a stroke or hook already, such as ø; no name needs them apart."""
SEPARATORS = re.compile("[\u02b9\u02ba\u02c2-\u02df\u02ec\u02ee\u0374\u0640\ua717-\ua71f\ua788]")
"""Signs that count as letters and look like lines, points or nothing. The ʻokina and ʼ are real letters."""
DOT_ABOVE = "\u0307"
DOTTED = frozenset("ijıȷɉɨʝᶖϳіј")
"""Letters that a dot above does not change (Unicode: Soft_Dotted), and those that it makes an i or a j."""


def validate_signs(name: str) -> None:
    """Raise ValidationError for a name with anything but letters and their marks, digits, dots, hyphens and `_`."""
    if not name[:1].isalnum() or not all(sign.isalnum() or sign in "._-" or is_mark(sign) for sign in name):
        raise ValidationError(UNFIT_SIGNS, code="invalid")


def validate_length(name: str) -> None:
    """Raise ValidationError for a name that is too short, counted without marks, since a reader counts letters."""
    if sum(not is_mark(sign) for sign in name) < MIN_LENGTH:
        told = _("A name needs at least %(limit_value)d characters.") % {"limit_value": MIN_LENGTH}
        raise ValidationError(told, code="min_length")


validators: list[Callable[[str], None]] = [
    validate_signs,
    validate_length,
    MaxLengthValidator(MAX_LENGTH, gettext_lazy("A name can have at most %(limit_value)d characters.")),
]
"""What every name in the database fulfils. What is asked of a new one besides, `require_fit` says."""

RESERVED = (
    "admin", "administrator", "guest", "house", "moderator", "official", "postmaster",
    "root", "staff", "support", "system", "webmaster",
)  # fmt: skip
"""Names, besides the site's own, that would be taken for its word."""

WRITTEN_TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})
"""Scripts that one language uses side by side: Japanese, Korean, Chinese."""


def require_visible(name: str) -> None:
    """Raise ValidationError for a name with a sign that shows nothing. Asked before anything else, since any other
    sentence would speak of what nobody sees.
    """
    if INVISIBLE.search(name):
        raise ValidationError(_("This name contains an invisible character. Please remove it."), code="unfit_name")


def require_fit(name: str) -> None:
    """Raise ValidationError, with a sentence that says what is possible, for a new name that would mislead people."""
    require_visible(name)
    for is_at_fault, told in FAULTS:
        if is_at_fault(name):
            raise ValidationError(told, code="unfit_name")


def _mixes_scripts(name: str) -> bool:
    scripts = {_script(sign) for sign in name if sign.isalpha() or is_mark(sign)} - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= together for together in WRITTEN_TOGETHER)


def _abuses_marks(name: str) -> bool:
    """Say whether marks stand on no letter, add nothing to it, or tower over the lines above and below."""
    in_parts = _runs_of_marks(unicodedata.normalize("NFD", name))
    if any(_adds_nothing(base, marks) for base, marks in in_parts):
        return True
    return any(not base.isalpha() or _towers(marks) for base, marks in _runs_of_marks(name))


def _adds_nothing(base: str, marks: str) -> bool:
    """Return whether a mark stands there twice, goes through the letter, or is a dot above on one that has it."""
    return len(set(marks)) < len(marks) or bool(OVERLAYS & set(marks)) or (DOT_ABOVE in marks and base in DOTTED)


def _towers(marks: str) -> bool:
    accents = sum(_script(mark) == "INHERITED" for mark in marks)
    return len(marks) > MOST_MARKS or accents > MOST_ACCENTS


def _runs_of_marks(name: str) -> Iterator[tuple[str, str]]:
    """Yield each run of marks with the character that it stands on, "" where it begins the name."""
    before = ""
    for marks, run in groupby(name, is_mark):
        signs = "".join(run)
        if marks:
            yield before, signs
        before = signs[-1]


def _has_other_digits(name: str) -> bool:
    return any(unicodedata.category(sign).startswith("N") and not sign.isascii() for sign in name)


def _is_like_an_address(name: str) -> bool:
    return re.search(r"\.[^\W\d_](?:[^\W\d_]|[^\x00-\x7f])", name) is not None


def _is_reserved(name: str) -> bool:
    signs = unicodedata.normalize("NFKD", name)
    bare = "".join(sign for sign in signs if not unicodedata.combining(sign) and unicodedata.category(sign) != "Lm")
    reserved = {skeleton(each) for each in (*RESERVED, settings.SITE_NAME)}
    return bool({skeleton(bare), skeleton(bare.rstrip("0123456789._-"))} & reserved)


def _separates(name: str) -> bool:
    return SEPARATORS.search(name) is not None


FAULTS: list[tuple[Callable[[str], bool], Any]] = [
    (_separates, UNFIT_SIGNS),
    (_mixes_scripts, gettext_lazy("Use letters from one script only, such as Latin or Greek.")),
    (
        _abuses_marks,
        gettext_lazy("Accents and vowel signs can only go on letters: a few on each letter, and no sign twice."),
    ),
    (_has_other_digits, gettext_lazy("Use only the digits 0 to 9 in a name.")),
    (
        _is_like_an_address,
        gettext_lazy(
            "This name looks like a web address. After a dot, use only a single letter (as in J.R.R) or a "
            "digit. Otherwise use a hyphen or “_”."
        ),
    ),
    (_is_reserved, gettext_lazy("People could think this name belongs to the site. Please choose another.")),
]


def too_alike(name: str) -> str:
    """Return the sentence that refuses a name whose skeleton somebody has already."""
    return _("“%(name)s” is taken, or too similar to another player’s name.") % {"name": name}


def skeleton(name: str) -> str:
    """Return what a name looks like: two names that a reader could take for one another have the same skeleton.

    Case, separators, signs that show nothing, look-alikes of other scripts (Cyrillic `А`, Greek `ο`), `0`/`o`,
    `1`/`l`/`i`, `rn`/`m` and `vv`/`w` all fold together. Accents are kept: `Müller` and `Muller` are two people.
    """
    return _folded(name).replace("vv", "w")


def in_one_case(text: str) -> str:
    """Return what is the same for all that PostgreSQL finds by one name: it compares capitals, and ı has that of i."""
    return text.upper().casefold()


def looks(name: str) -> set[str]:
    """Return the skeletons that a name has as it is kept and as it is shown: by case, letters may look like others.

    Greek `Ν` and `Υ` look like N and Y, but `ν` and `υ` like v and u.
    """
    shown = "".join(_representative(sign) for sign in unicodedata.normalize("NFKC", name))
    return {skeleton(name), skeleton(shown)}


def as_greek(name: str) -> str:
    """Return the skeleton that a name of Greek capitals has which looks like this one."""
    return skeleton(name).translate(_SMALL_GREEK).replace("vv", "w")


def _folded(name: str) -> str:
    """Return a skeleton as it was when `vv` and `w` were told apart, which fingerprints of that time are made of."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(_representative(sign) for sign in INVISIBLE.sub("", folded) if sign not in "._- ")
    return plain.translate(_TWINS).replace("rn", "m")


def looks_former(name: str) -> bool:
    """Say whether a name looks like those that people get who have left."""
    return skeleton(name).startswith(skeleton(FORMER))


def fingerprint(name: str) -> str:
    """Return the same for all names that look alike; the name cannot be read from it, only tried."""
    return _hashed(skeleton(name))


def fingerprints(name: str) -> set[str]:
    """Return every fingerprint that a name which looks like this one may have been given."""
    return {*map(_hashed, looks(name)), _hashed(_folded(name))}


def _hashed(looks: str) -> str:
    return hashlib.sha256(b"former name\0" + looks.encode()).hexdigest()


_TWINS = str.maketrans("01i", "oll")
_SMALL_GREEK = str.maketrans("ny", "vu")


def _script(sign: str) -> str:
    # Imported late: the table is a megabyte of JSON that only sign-up needs.
    from confusable_homoglyphs.categories import alias

    found: str = alias(sign)
    return found


@cache
def _representative(sign: str) -> str:
    """Return one sign for all that look like it: the Latin letter where there is one."""
    if sign.isascii():
        return sign
    return _look_alike(sign) or _look_alike(sign.upper()) or sign


def _look_alike(sign: str) -> str:
    # Imported late: the table is two megabytes of JSON that only sign-up needs.
    from confusable_homoglyphs.confusables import confusables_data

    twins = [twin["c"] for twin in confusables_data.get(sign, ())]
    return next((twin.casefold() for twin in twins if twin.isascii() and twin.isalnum()), "")
