"""Guests on the pages that begin a match: a visitor becomes one, and one is led to an account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext as _

from accounts import guests
from accounts.models import User
from accounts.views.forms import time_zones


def new_guest(request: HttpRequest) -> User:
    """Return a guest who reads the language of this page, in the time zone that the browser gave."""
    zone = request.POST.get("time_zone", "")
    return guests.create(zone if zone in time_zones() else "", (get_language() or "").split("-")[0])


def to_an_account(request: HttpRequest) -> HttpResponse:
    """Lead a guest who would play people to where a name and an address are chosen."""
    messages.info(
        request,
        _("Guests play against the computer. To play against people, choose a name and enter your email address."),
    )
    return redirect("keep")
