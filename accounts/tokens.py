"""Tokens for programs: made by people whose address is verified, shown once, kept as hashes, taken back at will."""

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.crypto import hash_token

from accounts import feeds, notices
from accounts.database import rows
from accounts.models import Token, User

MAX_TOKENS = 20
"""Tokens one user may have."""


def create(user: User, name: str, scope: str, ip: str = "", agent: str = "") -> str:
    """Return a new token, in the only moment in which it can be read. Raises ValidationError with the reason why
    not.

    `ip` and `agent` are where it is made from, as the email that tells of it says.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # of two made at once, each sees the other
        _require_entitled(user)
        token: str = Token.objects.create(user=user, name=name, scope=scope)[1]
        notices.queue_security(user, "token_made", ip, agent)
    return token


def _require_entitled(user: User) -> None:
    if user.is_guest or not EmailAddress.objects.filter(user=user, verified=True).exists():
        raise ValidationError(_("API tokens need an account with a confirmed email address."))
    if Token.objects.filter(user=user).count() >= MAX_TOKENS:
        raise ValidationError(_("You already have {most} tokens. Revoke one first.").format(most=MAX_TOKENS))


_shown = rows.Query(lambda digest: Token.objects.select_related("user").filter(digest=digest), "digest")


def find(token: str) -> Token | None:
    """Return the token somebody shows, with its user, in one query.

    None where there is none or its user may not use it.
    """
    found = _shown.first(hash_token(token))
    return found if found and found.user.is_active and not found.user.is_guest else None


def revoke(user: User, number: str) -> bool:
    """Take one of the user's tokens back, named by the beginning that is kept of it; whether there was one."""
    found = [token.pk for token in Token.objects.filter(user=user) if token.token_key == number]
    return bool(Token.objects.filter(pk__in=found).delete()[0])


def revoke_all(user: User) -> None:
    """Revoke all of the user's tokens, and the addresses of calendar and feed.

    Anyone who had the password may have seen them.
    """
    Token.objects.filter(user=user).delete()
    feeds.stop(user)


def note_used(token: Token) -> None:
    """Remember the day on which a token was last shown: one write a day at most."""
    today = timezone.now().date()
    if token.used != today:
        Token.objects.filter(pk=token.pk).update(used=today)
