"""Who runs the site, as its pages about, contact, privacy and terms say it."""

from dataclasses import dataclass
from datetime import date

from babel import Locale
from django.conf import settings
from django.utils.translation import get_language, to_locale


@dataclass(frozen=True)
class Operator:
    """The person or the club that runs the site; what is empty, the operator has not said yet."""

    name: str
    address: list[str]
    email: str
    country: str
    since: date | None

    @property
    def is_known(self) -> bool:
        """Whether a reader can be told who that is."""
        return bool(self.name or self.address or self.email)


def operator() -> Operator:
    """Return who runs the site, with their country by its name in the reader's language."""
    return Operator(
        name=settings.OPERATOR_NAME,
        address=settings.OPERATOR_ADDRESS,
        email=settings.OPERATOR_EMAIL,
        country=_country(settings.OPERATOR_COUNTRY),
        since=settings.TERMS_DATE,
    )


def _country(letters: str) -> str:
    """Return the name of a country in the reader's language; "" for none."""
    locale = Locale.parse(to_locale(get_language() or "en"))
    return str(locale.territories[letters]) if letters else ""
