"""Links that switch one sort of mail off for one user, without signing in."""

from django.core import signing

from accounts.links import absolute
from accounts.models import Preferences, User

SALT = "accounts.unsubscribe"
SORTS = {field.name: field.verbose_name for field in Preferences._meta.fields if field.name.endswith("_mails")}


def unsubscribe_url(user: User, preference: str) -> str:
    """Return the address that stops mails of this sort; it never expires, as mails do not."""
    return absolute("stop_mails", signing.dumps([user.pk, preference], salt=SALT))


def read_link(token: str) -> tuple[int, str]:
    """Return the user's id and the preference a link is about; raises signing.BadSignature where it is not ours."""
    user_id, preference = signing.loads(token, salt=SALT)
    if preference not in SORTS:
        raise signing.BadSignature("This sort of mail is not known.")
    return user_id, preference


def unsubscribe(user_id: int, preference: str) -> None:
    """Switch mails of this sort off."""
    Preferences.objects.update_or_create(user_id=user_id, defaults={preference: False})
