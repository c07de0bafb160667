"""Who reads deadlines by a secret address."""

from django.db import models
from django.utils import timezone

from accounts.models.user import User


class Feed(models.Model):
    """That a user's deadlines can be read by a secret address, as a calendar and as a feed (`accounts/feeds.py`).

    `nonce` makes the address another one than any before it; nobody can make the address of it but the site's key.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="feed")
    nonce = models.CharField(max_length=32)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"feed of user {self.user_id}"
