"""What moderators see of chats: they can take a line out of sight, and show it again."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.characters import require_text, shows_nothing
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
from games.core.reading.dates import moment_in_words
from games.core.reading.voice import SiteVoice

LONGEST_QUOTE = 60
"""Characters of a line that are quoted where it can't be hidden."""


class HidingForm(forms.Form):
    """Why a moderator takes a line of a chat out of sight, or shows it again."""

    reason = TextField(label=gettext_lazy("Why"), max_length=300, validators=[require_text])


def _why_unfit(form: HidingForm) -> str:
    """Return what is wrong with the reason for hiding messages."""
    if shows_nothing(form.data["reason"]):
        return _("Say why you hide the message: the players of the match read it instead.")
    return str(form.errors["reason"][0])


def _way_back(request: HttpRequest) -> str:
    """Return the page of the admin from which the moderator came, as the address says; "" for none."""
    asked = request.GET.get("next", "")
    is_here = url_has_allowed_host_and_scheme(asked, allowed_hosts=None) and asked.startswith(reverse("admin:index"))
    return asked if is_here else ""


class LineAct(NamedTuple):
    """What a moderator can do to a line: `act` does it for a reason, and says whether another was faster."""

    of_hidden: bool
    """Whether it is for lines that are hidden, or for those that are shown."""
    title: Promise
    told: Promise
    """What it means, before it is done."""
    act: Callable[[ChatLine, str], bool]
    kept: str
    """What the history says of it, with the reason."""
    done: Promise


HIDE = LineAct(
    False,
    gettext_lazy("Hide the message"),
    gettext_lazy(
        "The players of the match then see your reason instead of the message. Moderators can still read it. "
        "Its history keeps your name and your reason."
    ),
    chat.hide,
    "{reason}",
    gettext_lazy("Message hidden. The match shows your reason in its place."),
)
SHOW = LineAct(
    True,
    gettext_lazy("Show the message again"),
    gettext_lazy(
        "The players of the match can then read the message again. Only moderators see your reason: the message’s "
        "history keeps it, and your name."
    ),
    lambda line, _reason: chat.show(line),
    "shown again · {reason}",
    gettext_lazy("The players can read the message again."),
)


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
    acts = {
        "shown again · (?P<why>.*)": gettext_lazy("{who} showed the message again: “{why}”"),
        "(?P<why>.*)": gettext_lazy("{who} hid the message: “{why}”"),
    }

    def named(self, row: ChatLine) -> str:
        return f"{row.user}: {row.text}"

    def sought(self, text: str) -> Q:
        return of_player(text)

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def link(self, line: ChatLine) -> SafeString:
        return match_link(line.match)

    def get_urls(self) -> list[URLPattern]:
        hide = path("<int:pk>/hide/", self.admin_site.admin_view(self.hide_view), name="games_chatline_hide")
        show = path("<int:pk>/show/", self.admin_site.admin_view(self.show_view), name="games_chatline_show")
        return [hide, show, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        line = self.get_object(request, object_id)
        may = chat.may_hide(request.user)
        context = {"may_hide": may and line.hidden is None, "may_show": may and line.hidden is not None}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})

    def hide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask why, then take the line out of sight."""
        return self._ask(request, pk, HIDE)

    def show_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask why, then show the line again."""
        return self._ask(request, pk, SHOW)

    def _ask(self, request: HttpRequest, pk: int, asking: LineAct) -> HttpResponse:
        line = self.get_queryset(request).filter(pk=pk).first()
        if line is None:
            raise Http404
        if not chat.may_hide(request.user):
            raise PermissionDenied
        form = HidingForm(request.POST or None)
        if bar := chat.why_not_hide(line, request.user.pk):
            messages.error(request, bar.said(SiteVoice()))
        elif (line.hidden is not None) != asking.of_hidden:
            return self._too_late(request, line)
        elif form.is_valid():
            if not self._do(request, line, asking, form.cleaned_data["reason"]):
                return self._too_late(request, self.get_queryset(request).get(pk=pk))
            return self._back(request, line)
        context = {**self.admin_site.each_context(request), "line": line, "form": form}
        context |= {"title": asking.title, "explanation": asking.told}
        return render(request, "admin/games/chatline/ask.html", context, status=422 if form.is_bound else 200)

    def hide_each(self, request: HttpRequest, keys: Collection[int], reason: str) -> None:
        """Hide lines for one reason, and say of each that can't be hidden why not."""
        if not chat.may_hide(request.user):
            raise PermissionDenied
        form = HidingForm({"reason": reason})
        if not keys or not form.is_valid():
            messages.error(request, _why_unfit(form) if keys else _("Choose at least one message."))
            return
        found = {
            line.pk: line for line in self.get_queryset(request).filter(pk__in=keys).select_related("match", "user")
        }
        why_not = [self._hidden_or_why_not(request, found.get(key), form.cleaned_data["reason"]) for key in keys]
        number = why_not.count("")
        if number:
            done = ngettext(
                "{number} message hidden. The players read your reason in its place.",
                "{number} messages hidden. The players read your reason in their place.",
                number,
            ).format(number=number)
            messages.success(request, done if len(keys) > 1 else str(HIDE.done))
        for told in filter(None, why_not):
            messages.error(request, told)

    def hide_one(self, request: HttpRequest, key: int, reason: str) -> str:
        """Hide a line for a reason, unless it is hidden already. Return why it can't be, empty if it is hidden."""
        if not chat.may_hide(request.user):
            raise PermissionDenied
        line = self.get_queryset(request).filter(pk=key).select_related("match", "user").first()
        form = HidingForm({"reason": reason})
        if line is not None and line.hidden is not None:
            return ""
        return (
            self._hidden_or_why_not(request, line, form.cleaned_data["reason"]) if form.is_valid() else _why_unfit(form)
        )

    def _hidden_or_why_not(self, request: HttpRequest, line: ChatLine | None, reason: str) -> str:
        """Hide a line, or return why it can't be, with its first words."""
        if line is None:
            return _("One of the messages is no longer there.")
        bar = chat.why_not_hide(line, request.user.pk)
        if bar is None and line.hidden is None and self._kept(request, line, HIDE, reason):
            return ""
        why = bar.said(SiteVoice()) if bar else self._late(self.get_queryset(request).get(pk=line.pk))
        return f"{line.user}: “{Truncator(line.text).chars(LONGEST_QUOTE)}” · {why}"

    def _do(self, request: HttpRequest, line: ChatLine, asking: LineAct, reason: str) -> bool:
        """Do it, and say so. Return False if another moderator was faster."""
        if not self._kept(request, line, asking, reason):
            return False
        messages.success(request, str(asking.done))
        return True

    def _kept(self, request: HttpRequest, line: ChatLine, asking: LineAct, reason: str) -> bool:
        """Do it, and keep who did it and why. Return False if another moderator was faster."""
        with transaction.atomic():
            if not asking.act(line, reason):
                return False
            self.log_change(request, line, asking.kept.format(reason=reason))
        return True

    def _back(self, request: HttpRequest, line: ChatLine) -> HttpResponse:
        return redirect(_way_back(request) or reverse("admin:games_chatline_change", args=[line.pk]))

    def _too_late(self, request: HttpRequest, line: ChatLine) -> HttpResponse:
        """Say that it is done already, by whom and when, and lead back."""
        messages.error(request, self._late(line))
        return self._back(request, line)

    def _late(self, line: ChatLine) -> str:
        """Return that it is done already, by whom and when."""
        last = LogEntry.objects.filter(object_id=str(line.pk), content_type__model="chatline").order_by("-pk").first()
        told = (
            _("{name} hid this message on {when}.") if line.hidden else _("{name} showed this message again on {when}.")
        )
        if last is None:
            told = _("This message is already hidden.") if line.hidden else _("This message isn’t hidden.")
        return told.format(name=last and last.user, when=last and moment_in_words(last.action_time))
