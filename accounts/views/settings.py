"""The page of one's settings."""

from django.contrib import messages
from django.db import transaction
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.models import Preferences, User
from accounts.request import SignedIn, signed_in_to_fill_in
from accounts.views.forms import PlayingForm, PreferencesForm, RemindersForm, RhythmForm, SettingsForm


@signed_in_to_fill_in
def settings(request: SignedIn) -> HttpResponse:
    """Time zone, language, hints, and what to be told when."""
    if request.method == "POST":
        return _save(request, request.user.pk)
    return render(request, "accounts/settings.jinja", _forms(request, User.objects.get(pk=request.user.pk)))


@transaction.atomic
def _save(request: HttpRequest, user_id: int) -> HttpResponse:
    # Of two who save for the first time at once, the second finds the row of the first.
    forms = _forms(request, User.objects.select_for_update(no_key=True).get(pk=user_id))
    if not all(form.is_valid() for form in forms.values()):
        return render(request, "accounts/settings.jinja", forms, status=422)
    chosen = Preferences.objects.filter(user=user_id)
    before = chosen.values().first()
    for form in forms.values():
        form.save()
    if chosen.values().first() != before:
        outbox.release(user_id)
    with translation.override(forms["person"].instance.language or translation.get_language()):  # the one just chosen
        messages.success(request, _("Settings saved."))
    return redirect("settings")


def _forms(request: HttpRequest, user: User) -> dict[str, ModelForm]:
    """Return the forms of the page over copies: a refused form must not show its values in the page's frame."""
    preferences = Preferences.objects.filter(user=user).first() or Preferences(user=user)
    return {
        "person": SettingsForm(request.POST or None, instance=user),
        "playing": PlayingForm(request.POST or None, instance=preferences),
        "rhythm": RhythmForm(request.POST or None, instance=preferences),
        "mails": PreferencesForm(request.POST or None, instance=preferences),
        "reminders": RemindersForm(request.POST or None, instance=preferences),
    }
