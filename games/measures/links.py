"""Signed links for suspended people, who can't sign in: to read why, and to answer."""

from django.core import signing
from django.urls import reverse

from accounts.links import absolute
from accounts.models import User
from games.measures.models import Kind, Measure

BY_MAIL = "games.measures.mail"
"""Signs links in letters. They hold as long as the measure is kept."""
SIGNED_IN = "games.measures.sign_in"
"""Signs links for somebody who has just shown the right password."""
LASTS = 60 * 60
"""Seconds for which these hold."""


def by_mail(measure: Measure) -> str:
    """Return the link for the letter about a suspension."""
    return absolute("suspended", signing.dumps(measure.pk, salt=BY_MAIL))


def after_sign_in(user: User) -> str:
    """Return the page for somebody who would sign in, and is suspended."""
    return reverse("suspended", args=[signing.dumps([user.pk], salt=SIGNED_IN)])


def measure_of(token: str) -> Measure | None:
    """Return the newest suspension of the person a link is for, also by an older letter; None if there is none.

    Raises BadSignature.
    """
    known = Measure.objects.filter(kind=Kind.SUSPEND).select_related("person")
    try:
        (user_id,) = signing.loads(token, salt=SIGNED_IN, max_age=LASTS)
    except signing.SignatureExpired:
        raise
    except signing.BadSignature:
        told_of = known.filter(pk=signing.loads(token, salt=BY_MAIL)).first()
        if told_of is None:
            return None
        user_id = told_of.person_id
    return known.filter(person=user_id).order_by("-begun", "-pk").first()
