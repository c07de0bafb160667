"""Days and moments as the reader's language writes them."""

from datetime import date, datetime

from django.utils import dateformat
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, pgettext

from accounts.personal import unmistakable


def spell(at: date, form: str) -> str:
    """Return a day or a local moment, as the filter `date` takes its form, with the names written as the language
    writes them. Of an hour that comes twice it says which.
    """
    names_are_small = pgettext("in the middle of a sentence", "Tuesday").islower()
    return str((SmallNames if names_are_small else dateformat.DateFormat)(at).format(unmistakable(form, at)))


def day(at: datetime) -> str:
    """Return the day of a moment, by the reader's clock."""
    return spell(localtime(at), _("j F Y"))


def moment_in_words(at: datetime) -> str:
    """Return a moment as sentences say it, by the reader's clock."""
    return spell(localtime(at), pgettext("in a sentence", "j M Y, H:i"))


class SmallNames(dateformat.DateFormat):
    """Names of days and months as languages write them that have no capitals for them; Django's all have one."""

    def D(self) -> str:
        return str(super().D()).lower()

    def l(self) -> str:  # noqa: E743 - Django calls it so
        return str(super().l()).lower()

    def F(self) -> str:
        return str(super().F()).lower()

    def M(self) -> str:
        return str(super().M()).lower()
