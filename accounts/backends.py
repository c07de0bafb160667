"""Who signs in and who is signed in."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.database import rows
from accounts.models import User


class Backend(AuthenticationBackend):
    """Allauth's, by name or mail address; it finds the user of a session with a query that is built once."""

    def get_user(self, user_id: int | str) -> User | None:
        for user in rows.select(User, id=int(user_id)):
            return user if self.user_can_authenticate(user) else None
        return None
