"""Pages about oneself."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.core.signing import BadSignature
from django.db import transaction
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts import outbox, unsubscribe
from accounts.forms import HintsForm, PreferencesForm, SettingsForm
from accounts.models import Outbox, Preferences, User
from accounts.request import SignedIn

MAILS_PER_PAGE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: SignedIn) -> HttpResponse:
    """Time zone, language, hints, mails."""
    if request.method == "POST":
        return _save(request, request.user.pk)
    return render(request, "accounts/settings.html", _forms(request, User.objects.get(pk=request.user.pk)))


@transaction.atomic
def _save(request: HttpRequest, user_id: int) -> HttpResponse:
    # Of two who save for the first time at once, the second finds the row of the first.
    forms = _forms(request, User.objects.select_for_update(no_key=True).get(pk=user_id))
    if not all(form.is_valid() for form in forms.values()):
        return render(request, "accounts/settings.html", forms, status=422)
    for form in forms.values():
        form.save()
    messages.success(request, _("Your settings are saved."))
    return redirect("settings")


def _forms(request: HttpRequest, user: User) -> dict[str, ModelForm]:
    """The forms of the page over copies: a refused form must not show its values in the page's frame."""
    preferences = Preferences.objects.filter(user=user).first() or Preferences(user=user)
    return {
        "person": SettingsForm(request.POST or None, instance=user),
        "hints": HintsForm(request.POST or None, instance=preferences),
        "mails": PreferencesForm(request.POST or None, instance=preferences),
    }


@login_required
@require_safe
def sent_mails(request: SignedIn) -> HttpResponse:
    """What was sent to me, when, and what became of it."""
    rows = Outbox.objects.of(request.user).order_by("-created")
    page = Paginator(rows, MAILS_PER_PAGE).get_page(request.GET.get("page"))
    letters = [(row, outbox.title(row.kind)) for row in page]
    return render(request, "accounts/mails.html", {"page_obj": page, "letters": letters})


@csrf_exempt  # mail programs post here without ever having seen a page (RFC 8058); the signature says who it is
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Switch one sort of mail off: looking changes nothing, posting does."""
    try:
        user_id, preference = unsubscribe.read(token)
    except BadSignature:
        return render(request, "accounts/stop.html", {"state": "bad"}, status=404)
    user = get_object_or_404(User, pk=user_id)
    if request.method == "POST":
        unsubscribe.stop(user.pk, preference)
    state = "stopped" if request.method == "POST" else "ask"
    context = {"state": state, "sort": unsubscribe.SORTS[preference], "person": user}
    return render(request, "accounts/stop.html", context)
