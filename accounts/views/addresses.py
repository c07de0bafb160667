"""How somebody whose emails came back shows that they arrive again."""

from django.contrib import messages
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import notices
from accounts.outbox import bounces
from accounts.request import SignedIn, asked_and_answered, signed_in_to_post


@signed_in_to_post
def ask_whether_emails_arrive(request: SignedIn) -> HttpResponse:
    """Send a link to my address, which shows that emails arrive there."""
    if request.user.is_unreachable:
        notices.queue_arrival(request.user)
        messages.success(
            request, _("We’ve sent a link to your address. Open it to confirm that our emails are reaching you again.")
        )
    return redirect("account_email")


@asked_and_answered
def emails_arrive(request: HttpRequest, token: str) -> HttpResponse:
    """Let a reader who got an email say so: looking changes nothing, posting says it."""
    try:
        user = bounces.read_link(token)
    except BadSignature:
        return render(request, "accounts/arrives.jinja", {"state": "bad"}, status=404)
    if request.method == "POST":
        bounces.arrives(user)
    state = "proved" if request.method == "POST" else "ask"
    return render(request, "accounts/arrives.jinja", {"state": state, "person": user})
