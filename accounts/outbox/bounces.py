"""Letters that come back: what mail servers report is noted on the row and, where it is for good, on the person.

The reader of a letter can see the signed sender in it, and so can forge a report of it: a report does no more than say
that this reader's own mailbox takes no letters, until its owner proves that it does.
"""

import logging
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.core import signing
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts import people
from accounts.channels.email import envelope, reports
from accounts.channels.email.reports import DeliveryFailure
from accounts.models import Outbox, User
from accounts.outbox import endpoints
from accounts.outbox.registry import DAY

logger = logging.getLogger(__name__)

BOUNCED = "bounced"
SALT = "accounts.outbox.bounces"

WORDS = {
    "1": gettext_lazy("this address doesn’t exist"),
    "2": gettext_lazy("the mailbox doesn’t accept emails"),
    "2.2": gettext_lazy("the mailbox is full"),
    "2.3": gettext_lazy("the email was too long"),
    "3.4": gettext_lazy("the email was too long"),
    "4": gettext_lazy("the mail server couldn’t be reached"),
    "7": gettext_lazy("the mail server doesn’t accept our emails"),
}
"""What a status (RFC 3463) says, by what stands behind its first number, or the beginning of that."""


# --- Reports --------------------------------------------------------------------------------------------------------


def record_report(text: bytes, recipient: str = "") -> bool:
    """Note what a letter reports of one of our letters; say whether it did.

    `recipient` is the address it came to, if its own header doesn't say so. A letter changes nothing except a line of
    the log if it is no report, wasn't signed here or is about a row that is gone.
    """
    try:
        report = reports.parse_report(text)
    except Exception as error:  # a stranger's letter can be wrong in any way
        return _refused(f"it cannot be read ({type(error).__name__})")
    if report is None:
        return _refused("it reports no failure")
    rows = [row for each in (recipient, *report.to) if (row := envelope.row_of(each)) is not None]
    if not rows:
        return _refused("it came to no address that was signed here")
    return _noted(rows[0], report.failure) or _refused("no such letter is known any more")


def _refused(why: str) -> bool:
    logger.warning("A letter is no report of one of ours: %s.", why)
    return False


@transaction.atomic
def _noted(pk: UUID, failure: DeliveryFailure) -> bool:
    """Note a failure on its row, and on all that were told by the same letter; whether there is such a row."""
    row = Outbox.objects.filter(pk=pk, attempts__gt=0).select_related("recipient").first()
    if row is None:
        return False
    about = {"recipient": row.recipient_id, "sent_at": row.sent_at} if row.recipient_id and row.sent_at else {"pk": pk}
    together = Outbox.objects.filter(**about)
    if failure.final:
        together.update(report=failure.status, came_back=True)
        if (user := _owner(row)) is not None and (_is_permanent(failure) or _is_repeated(row, user)):
            _mark(row, user)
    else:
        together.filter(came_back=False).update(report=failure.status)
    outcome = "given up" if failure.final else "delayed"
    logger.info("%s %s was reported as %s, with the status %s.", row.kind, row.pk, outcome, failure.status)
    return True


# --- Addresses ------------------------------------------------------------------------------------------------------


def _owner(row: Outbox) -> User | None:
    """Return the user whose address a letter went to; None where it is no longer theirs, or was proved since."""
    user = row.recipient or people.by_address(row.address)
    if user is None or not user.email or user.email.lower() != row.address:
        return None
    if user.proved is not None and row.sent_at is not None and user.proved >= row.sent_at:
        return None
    return user


def _is_permanent(failure: DeliveryFailure) -> bool:
    """Return whether a letter failed for a reason that the next one meets as well."""
    return failure.status.startswith(reports.PERMANENT)


def _is_repeated(row: Outbox, user: User) -> bool:
    """Return whether the letter just before or just after this one, to the same address, came back too.

    Mail servers report in any order.
    """
    if row.sent_at is None:
        return False
    others = Outbox.objects.of(user).filter(channel=row.channel, address=row.address)
    if user.proved is not None:
        others = others.filter(sent_at__gt=user.proved)
    before = others.filter(sent_at__lt=row.sent_at).order_by("-sent_at").first()
    after = others.filter(sent_at__gt=row.sent_at).order_by("sent_at").first()
    return any(each is not None and each.came_back for each in (before, after))


def _mark(row: Outbox, user: User) -> None:
    """Mark a user's address as one from which letters come back, and tell them by other channels."""
    if User.objects.filter(pk=user.pk).exclude(bounced=row.address).update(bounced=row.address):
        endpoints.notify_endpoints(user.pk, BOUNCED, f"{row.pk}", {})


@receiver(email_confirmed)
def prove(email_address: EmailAddress, **_: object) -> None:
    """Let emails go to an address again: its owner has shown that they read what comes there."""
    User.objects.filter(pk=email_address.user_id).update(bounced="", proved=timezone.now())


def link_token(user: User) -> str:
    """Return what the link holds by which a user shows that emails arrive again."""
    return signing.dumps([user.pk, user.email.lower()], salt=SALT)


def read_link(token: str) -> User:
    """Return whose address a link is about.

    Raises BadSignature where it is not ours, too old, or of a former address.
    """
    pk, address = signing.loads(token, salt=SALT, max_age=DAY)
    user = User.objects.filter(pk=pk).first()
    if user is None or user.email.lower() != address:
        raise signing.BadSignature("This address is no longer the user's.")
    return user


def arrives(user: User) -> None:
    """Note that emails to a user's address arrive again."""
    User.objects.filter(pk=user.pk, email=user.email).update(bounced="", proved=timezone.now())


# --- In words -------------------------------------------------------------------------------------------------------


def report_in_words(row: Outbox) -> str:
    """Return what was reported of a letter as a sentence for its reader; "" for nothing."""
    if not row.report:
        return ""
    about = row.report.partition(".")[2]
    why = str(WORDS.get(about) or WORDS.get(about.partition(".")[0]) or _("the mail server gave no reason"))
    if row.came_back:
        return _("Bounced: {why} ({status}).").format(why=why, status=row.report)
    return _("Not delivered yet: {why} ({status}).").format(why=why, status=row.report)
