"""What people are told about their accounts: how to get one, a new password, whose an address is, what was changed.

Links are made when the email is sent: what is queued holds no secret that is not sealed, and asking tells nobody who
has an account.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, gettext as _, gettext_lazy

from accounts import codes, outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import Endpoint, Outbox, SignUp, User
from accounts.outbox import bounces, endpoints, upkeep

SIGN_UP = "sign-up"
KEEP = "keep"
RESET = "reset"
CONFIRMATION = "confirmation"
SECURITY = "security"
ARRIVAL = "arrival"
CODE = "code"
DAY = timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)
RESET_LASTS = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
LONGEST_AGENT = 200
"""Signs that are kept of how a browser calls itself."""

CHANGES = {
    "password_changed": gettext_lazy("Your password was changed."),
    "password_set": gettext_lazy("Your password was set."),
    "password_reset": gettext_lazy("Your password was reset using a link we emailed you."),
    "email_changed": gettext_lazy("Your account has a new email address. This one is no longer linked to it."),
    "email_deleted": gettext_lazy("An email address was removed from your account."),
    "totp_activated": gettext_lazy("An authenticator app was added. You now need its codes to sign in."),
    "totp_deactivated": gettext_lazy("The authenticator app was removed."),
    "recovery_codes_generated": gettext_lazy("New recovery codes were created. Older ones no longer work."),
    "webauthn_added": gettext_lazy("A passkey or security key was added."),
    "webauthn_removed": gettext_lazy("A passkey or security key was removed."),
    "second_factor_removed": gettext_lazy("The site’s staff switched off two-factor authentication for your account."),
    "token_made": gettext_lazy("A token was created. A program can use it to act on your behalf."),
}
"""What was changed: by the last part of allauth's name for its email, or by our own name."""


FACTORS = {"totp_activated", "webauthn_added", "recovery_codes_generated"}
"""Changes that a new password does not undo: what was added is taken away on the page of the second factor."""


def register() -> None:
    """Tell the outbox how each kind is written and what it is called."""
    outbox.register(SIGN_UP, sign_up_notice, gettext_lazy("Your sign-up"), "proofs")
    outbox.register(KEEP, sign_up_notice, gettext_lazy("A guest entered your address"), "others")
    outbox.register(RESET, reset_notice, gettext_lazy("A new password"), "resets")
    outbox.register(CODE, code_notice, gettext_lazy("A sign-in code"), "codes")
    outbox.register(CONFIRMATION, confirmation_notice, gettext_lazy("Is this your address?"), "proofs")
    outbox.register(ARRIVAL, arrival_notice, gettext_lazy("Are our emails reaching you?"), "proofs")
    outbox.register(bounces.BOUNCED, bounced_notice, gettext_lazy("Emails to you are bouncing"))
    outbox.register(SECURITY, security_notice, gettext_lazy("A change to how you sign in"))
    outbox.register(endpoints.OFF, off_notice, gettext_lazy("One of your notification channels has been switched off"))
    outbox.register(endpoints.TRIAL, trial_notice, gettext_lazy("A test message"))


# --- Queueing -------------------------------------------------------------------------------------------------------


def queue_sign_up(sign_up: SignUp) -> None:
    """Queue the answer to a sign-up, or to a guest who wants to stay, for the address that was given."""
    kind = KEEP if sign_up.guest_id else SIGN_UP
    outbox.queue_to(sign_up.email, kind, {"sign_up": sign_up.pk}, sign_up.language)


def queue_reset(address: str) -> None:
    """Queue the link to a new password for the user who may have this address."""
    outbox.queue_to(address, RESET, {}, get_language() or "")


def queue_code(address: str, code: str) -> None:
    """Queue a sign-in code for the user who may have this address; `""` if nobody was found who has it."""
    outbox.queue_to(address, CODE, {"code": codes.seal(code)}, get_language() or "")


def queue_confirmation(address: EmailAddress) -> None:
    """Queue the question whether an address is its user's, who causes it."""
    payload = {"email_address": address.pk}
    outbox.queue_to(address.email, CONFIRMATION, payload, address.user.language, address.user_id)


def remove_unconfirmed(now: datetime | None = None) -> int:
    """Forget addresses that were to replace others, as soon as the letter that last asked for them is old enough to be
    forgotten too; how many those were. Called before these letters go, by which alone it finds them.
    """
    old = (now or timezone.now()) - upkeep.KEPT_OF_STRANGERS
    asked = Outbox.objects.filter(recipient=None, kind=CONFIRMATION)
    named = asked.filter(created__lte=old).values_list("payload__email_address", flat=True)
    again = asked.filter(Q(created__gt=old) | Q(status__in=Outbox.UNSENT), address=Lower(OuterRef("email")))
    replacing = EmailAddress.objects.filter(pk__in=list(named), verified=False, primary=False)
    return replacing.filter(~Exists(again)).delete()[0]


def queue_arrival(user: User) -> None:
    """Queue the question whether emails arrive again, to the address of a user, who causes it."""
    outbox.queue_to(user.email, ARRIVAL, {"user": user.pk}, user.language, user.pk)


def queue_security(user: User, change: str, ip: str = "", agent: str = "", address: str | None = None) -> None:
    """Queue news of a change to how a user signs in, made from `ip` by the browser `agent` where these are known.

    It goes to `address` where one is given: the one that was the user's until now.
    """
    payload = {"user": user.pk, "change": change, "ip": ip, "agent": agent[:LONGEST_AGENT]}
    payload["at"] = timezone.now().isoformat()
    if address:
        outbox.queue_to(address, SECURITY, payload, user.language)
    else:
        outbox.queue(user.pk, SECURITY, uuid4().hex, payload)


# --- Writing --------------------------------------------------------------------------------------------------------


def sign_up_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Return the link that makes an account, or, for one who has an account, that there is one; none where nobody
    waits.
    """
    sign_up = SignUp.objects.waiting().filter(pk=payload["sign_up"]).first()
    if sign_up is None:
        return None
    if reader.pk:
        return _has_account(sign_up.email)
    context = {"name": sign_up.username, "email": sign_up.email, "url": absolute("make_account", sign_up.token)}
    subject = _("Welcome to {site}: confirm your email address").format(site=settings.SITE_NAME)
    return Notice(subject, "sign_up", context, proof=f"sign-up {sign_up.pk}", lasts=DAY)


def _has_account(email: str) -> Notice:
    urls = {"sign_in_url": absolute("account_login"), "reset_url": absolute("account_reset_password")}
    subject = _("{site}: you already have an account").format(site=settings.SITE_NAME)
    return Notice(subject, "has_account", {"email": email, **urls}, proof="account", lasts=DAY)


def reset_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Return the link to a new password; none to an address that has no account."""
    if not reader.pk:
        return None
    key = user_pk_to_url_str(reader), default_token_generator.make_token(reader)
    context = {"name": reader.username, "url": absolute("account_reset_password_from_key", *key)}
    subject = _("{site}: choose a new password").format(site=settings.SITE_NAME)
    return Notice(subject, "reset", context, proof=_secrets_of(reader), lasts=RESET_LASTS)


def code_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Return the code to sign in by; none to an address that has no account, and none that is no longer good."""
    code = codes.unsealed(payload["code"])
    if not (reader.pk and code):
        return None
    minutes = int(codes.LASTS.total_seconds() // 60)
    subject = _("{site}: your sign-in code").format(site=settings.SITE_NAME)
    return Notice(subject, "code", {"name": reader.username, "code": code, "minutes": minutes})


def _secrets_of(user: User) -> str:
    """Return something that changes whenever links to a new password that were sent before are no longer good."""
    parts = f"{user.password}\0{user.last_login}\0{user.email}"
    return salted_hmac("accounts.notices.reset", parts, algorithm="sha256").hexdigest()[:32]


def confirmation_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Return the link that says whose an address is; none where that is settled, or somebody else has the address."""
    addresses = EmailAddress.objects.filter(pk=payload["email_address"], verified=False)
    address = addresses.select_related("user").first()
    if address is None or reader.pk not in (None, address.user_id):
        return None
    context = {
        "name": address.user.username,
        "url": absolute("account_confirm_email", EmailConfirmationHMAC(address).key),
    }
    subject = _("{site}: is this your address?").format(site=settings.SITE_NAME)
    return Notice(subject, "confirmation", context, proof=f"address {address.pk}", lasts=DAY)


def arrival_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Return the link that says that emails arrive; none where that is settled."""
    if reader.pk != payload["user"] or not reader.is_unreachable:
        return None
    context = {"name": reader.username, "url": absolute("emails_arrive", bounces.link_token(reader))}
    return Notice(_("{site}: are our emails reaching you?").format(site=settings.SITE_NAME), "arrival", context)


def bounced_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Tell the reader, outside the mailbox, that emails come back.

    Return `None` if they arrive again.
    """
    if not reader.is_unreachable:
        return None
    url = absolute("account_email")
    subject = _("{site}: emails to you are bouncing").format(site=settings.SITE_NAME)
    return Notice(subject, "bounced", {"url": url}, url=url)


def security_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Return what was changed, when and from where; none for an account that is closed by now."""
    user = User.objects.filter(pk=payload["user"], left=None).first()
    if user is None:
        return None
    change = CHANGES.get(payload["change"], _("Something about how you sign in has changed."))
    context = {
        "name": user.username,
        "change": str(change),
        "at": datetime.fromisoformat(payload["at"]),
        "ip": payload["ip"],
        "agent": payload["agent"],
        "factor_url": absolute("mfa_index") if payload["change"] in FACTORS else "",
        "reset_url": "" if payload["change"] == "email_changed" else absolute("account_reset_password"),
    }
    subject = _("{site}: a change to how you sign in").format(site=settings.SITE_NAME)
    return Notice(subject, "security", context | {"settings_url": ""})  # nothing there switches this email off


def off_notice(reader: User, payload: dict[str, Any]) -> Notice | None:
    """Tell the reader that an endpoint takes nothing any more, and what it said last.

    Return `None` if it was removed or mended since.
    """
    endpoint = Endpoint.objects.filter(pk=payload["endpoint"]).exclude(off=None).first()
    if endpoint is None:
        return None
    url = absolute("endpoints")
    context = {"name": endpoint.name, "error": endpoint.error, "url": url}
    subject = _("{site}: we’ve stopped notifying you at “{name}”").format(site=settings.SITE_NAME, name=endpoint.name)
    return Notice(subject, "endpoint_off", context, url=url)


def trial_notice(reader: User, payload: dict[str, Any]) -> Notice:
    """Tell the reader that notices arrive."""
    subject = _("{site}: your test message has arrived.").format(site=settings.SITE_NAME)
    return Notice(subject, "trial", {}, url=absolute("endpoints"))
