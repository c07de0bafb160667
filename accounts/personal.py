"""Doing something the way one user reads it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.models import User

PAGE_LANGUAGE = "X-Page-Language"
"""In which language the page is that asks for a part of itself: another tab may have chosen another one since."""


@contextmanager
def personal(user: User) -> Iterator[None]:
    """Run the block in the user's language and time zone; the site's language where the user named none."""
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        yield


def read_by(request: HttpRequest, user: User) -> None:
    """Answer a request in a user's time zone and language; in the browser's language where the user named none, and in
    that of the page where one asks for a part of itself."""
    timezone.activate(user.zone)
    language = request.headers.get(PAGE_LANGUAGE, "")
    if language not in dict(settings.LANGUAGES):
        language = user.language
    if language:
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()


HOUR = re.compile(r"H:i(?: T)?")
"""An hour in a form; Django writes nothing for T where the hour comes twice."""


def unmistakable(form: str, at: date) -> str:
    """Return a form as the filter `date` takes it, for a day or a local moment: an hour that comes twice is followed by
    the abbreviation or the offset of the zone at that moment.
    """
    if not isinstance(at, datetime) or not comes_twice(at):
        return form
    zone = "".join(f"\\{letter}" for letter in f"{at:%Z}")
    return HOUR.sub(lambda _: f"H:i {zone}", form)


def comes_twice(local: datetime) -> bool:
    """Say whether clocks on the wall show this moment twice, as when summer time ends."""
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
