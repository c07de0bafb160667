"""The page of the other places where somebody is notified."""

import secrets
from base64 import b64encode
from ipaddress import ip_address
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from accounts import domains, feeds
from accounts.channels import DeliveryError, outward
from accounts.fields import TextField
from accounts.limits import limited
from accounts.models import Endpoint, Preferences
from accounts.outbox import endpoints as service
from accounts.outbox.endpoints import MAX_ENDPOINTS
from accounts.request import SignedIn, number_in, own_address, signed_in_to_fill_in, signed_in_to_post


class WebhookForm(forms.ModelForm):
    """Where to post notices, and in which shape."""

    shape = forms.ChoiceField(
        label=gettext_lazy("Format"), choices=Endpoint.Shape.choices, initial=Endpoint.Shape.SIGNED
    )

    class Meta:
        model = Endpoint
        fields = ["name", "address", "shape"]
        field_classes = {"name": TextField, "address": TextField}

    def __init__(self, *args: Any, mine: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mine = mine
        self.fields["name"].label = _("Webhook name")
        self.fields["address"].label = _("Webhook address")
        self.fields["address"].widget.attrs |= {"inputmode": "url", "autocomplete": "off", "placeholder": "https://"}

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"].strip()
        try:
            address = domains.normal_url(address)
            host = outward.checked(address).hostname or ""
            if _is_number(host):
                outward.resolved(host)
        except DeliveryError as error:
            raise forms.ValidationError(str(error)) from None
        except ValueError:
            raise forms.ValidationError(_("The server name in this address isn’t valid. Check the spelling.")) from None
        return address

    def clean(self) -> dict[str, Any]:
        if self.mine >= MAX_ENDPOINTS:
            raise forms.ValidationError(
                _("You’ve reached the limit of %(most)d. Remove one first.") % {"most": MAX_ENDPOINTS}
            )
        return super().clean() or {}


class MailboxForm(forms.ModelForm):
    """Whether notices go to the mailbox besides."""

    class Meta:
        model = Preferences
        fields = ["by_email"]
        labels = {"by_email": gettext_lazy("Email me about matches as well")}


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@signed_in_to_fill_in
def endpoints(request: SignedIn) -> HttpResponse:
    """Show the reader's webhooks and devices, with a form for another one, and whether emails come as well.

    `next` is the match to go back to for a reader who was led here after a move.
    """
    service.remove_signed_out(request.user)
    mine = list(Endpoint.objects.filter(user=request.user))
    chosen = Preferences.objects.filter(user=request.user).first() or Preferences(user=request.user)
    if request.method == "POST" and "mailbox" in request.POST:
        MailboxForm(request.POST, instance=chosen).save()
        return redirect("endpoints")
    form = WebhookForm(request.POST or None, mine=len(mine))
    if request.method == "POST" and form.is_valid():
        _add(request, form)
        return redirect("endpoints")
    context = {"form": form, "endpoints": mine, "mailbox": MailboxForm(instance=chosen)}
    context |= {"feeds": feeds.feed_addresses(request.user), "next": own_address(request.GET.get("next", ""))}
    return render(request, "accounts/endpoints.jinja", context, status=422 if form.is_bound else 200)


def _add(request: SignedIn, form: WebhookForm) -> None:
    """Save a webhook; one that is signed gets a secret of its own."""
    made = form.save(commit=False)
    made.user = request.user
    made.channel = Endpoint.Channel.WEBHOOK
    if made.shape == Endpoint.Shape.SIGNED:
        made.secret = "whsec_" + b64encode(secrets.token_bytes(24)).decode()
    made.save()
    messages.success(
        request, _("“%(name)s” has been added. Send a test to see whether it arrives.") % {"name": made.name}
    )


@limited("try_endpoint")
@signed_in_to_post
def try_out(request: SignedIn) -> HttpResponse:
    """Send a test to one of mine; one that was switched off is on again."""
    endpoint = get_object_or_404(Endpoint, user=request.user, pk=_posted(request))
    Endpoint.objects.filter(pk=endpoint.pk).update(off=None, failing=None, error="")
    service.queue_test(endpoint)
    messages.success(
        request, _("A test message is on its way. Reload this page in a moment to see whether it arrived.")
    )
    return redirect("endpoints")


@signed_in_to_post
def remove(request: SignedIn) -> HttpResponse:
    """Take one of mine away."""
    if service.remove_endpoint(request.user, _posted(request)):
        messages.success(request, _("Removed. We won’t send anything there any more."))
    return redirect("endpoints")


def _posted(request: SignedIn) -> int:
    """Return the number that was posted; 0, which is nobody's, for what is none."""
    return number_in(request.POST.get("number", "")) or 0
