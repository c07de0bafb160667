"""Renewing and switching off the secret addresses of one's calendar and feed, which stand on the page of endpoints."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import feeds
from accounts.request import SignedIn, signed_in_to_post


@signed_in_to_post
def renew_feeds(request: SignedIn) -> HttpResponse:
    """Make new addresses, the first ones or in place of others."""
    feeds.renew_addresses(request.user)
    messages.success(request, _("Your new addresses are below. Earlier ones no longer work."))
    return redirect("endpoints")


@signed_in_to_post
def stop_feeds(request: SignedIn) -> HttpResponse:
    """Switch the addresses off."""
    feeds.stop(request.user)
    messages.success(request, _("Your calendar and feed are switched off. Their addresses no longer work."))
    return redirect("endpoints")
