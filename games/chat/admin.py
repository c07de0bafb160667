"""What moderators see of chats: they can take a line out of sight."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from accounts.characters import require_text
from accounts.fields import TextField
from games.chat import services as chat
from games.core.admin_rows import (
    BY_PLAYER,
    MatchGameFilter,
    MatchRowsAdmin,
    match_link,
    of_player,
)
from games.core.models import ChatLine
from games.core.reading.voice import SiteVoice


class HidingForm(forms.Form):
    """Why a moderator takes a line of a chat out of sight; all players of the match read it."""

    reason = TextField(label=gettext_lazy("Why"), max_length=300, validators=[require_text])


@admin.register(ChatLine)
class ChatLineAdmin(MatchRowsAdmin):
    """What players wrote to each other. A moderator can take a line out of sight, and says why."""

    list_display = ["created", "link", "user", "text", "hidden"]
    list_filter = [MatchGameFilter, "hidden", "created"]
    list_select_related = ["match", "user"]
    search_help_text = BY_PLAYER
    ordering = ["-pk"]
    change_form_template = "admin/games/chatline/change_form.html"
    fields = ["link", "user", "created", "text", "hidden", "hidden_why"]

    def sought(self, text: str) -> Q:
        return of_player(text)

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def link(self, line: ChatLine) -> SafeString:
        return match_link(line.match)

    def get_urls(self) -> list[URLPattern]:
        hide = self.admin_site.admin_view(self.hide_view)
        return [path("<int:pk>/hide/", hide, name="games_chatline_hide"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        line = self.get_object(request, object_id)
        hidable = line.hidden is None and chat.may_hide(request.user)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "may_hide": hidable})

    def hide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask why, then take the line out of sight."""
        line = self.get_queryset(request).filter(pk=pk, hidden=None).first()
        if line is None:
            raise Http404
        if not chat.may_hide(request.user):
            raise PermissionDenied
        form = HidingForm(request.POST or None)
        if bar := chat.why_not_hide(line, request.user.pk):
            messages.error(request, bar.said(SiteVoice()))
        elif form.is_valid():
            self._hide(request, line, form.cleaned_data["reason"])
            return redirect("admin:games_chatline_change", pk)
        context = {**self.admin_site.each_context(request), "title": _("Hide the message"), "line": line, "form": form}
        return render(request, "admin/games/chatline/hide.html", context, status=422 if form.is_bound else 200)

    def _hide(self, request: HttpRequest, line: ChatLine, why: str) -> None:
        """Hide it, and keep who did it and why."""
        with transaction.atomic():
            chat.hide(line, why)
            self.log_change(request, line, why)
        messages.success(request, _("Message hidden. The match shows your reason in its place."))
