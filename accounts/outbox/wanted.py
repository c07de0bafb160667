"""Whether the reader of a letter wants it."""

from django.utils.translation import gettext as _

from accounts.channels import STRANGERS, Notice
from accounts.models import Outbox, Preferences, User


def why_unwanted(row: Outbox, reader: User, notice: Notice) -> str:
    """Return why a reader is not to be told, as a sentence, or ""."""
    if row.endpoint is not None and row.endpoint.off is not None:
        return _("This notification channel is switched off.")
    if notice.muted:
        return _("You’ve muted this match.")
    if reader.is_guest and row.channel in STRANGERS:
        return _("Guests don’t get emails, only notifications in their browser.")
    is_suspended = not reader.is_active and reader.left is None
    wanted = wants(reader, notice.preference) or (notice.to_suspended and is_suspended)
    return "" if wanted else _("You’ve switched off emails of this kind.")


def wants(user: User, preference: str) -> bool:
    """Say whether a person who may sign in has left notices of this sort on."""
    if user.is_bot or not user.is_active:
        return False
    chosen = chosen_by(user)
    if not preference or chosen is None:
        return True
    return bool(getattr(chosen, preference)) and chosen.rhythm != Preferences.Rhythm.OFF


def chosen_by(user: User) -> Preferences | None:
    """Return what a user has chosen, read with the row; None where nothing was ever chosen."""
    return getattr(user, "preferences", None)
