"""The admin as a whole: who may enter, and by which door."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, NamedTuple, TypeVar, cast

from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.functional import lazy
from django.utils.http import urlencode
from django.utils.translation import get_language, pgettext_lazy
from django.views.decorators.cache import never_cache

from accounts import second_factor
from accounts.history import SaidActs
from accounts.models import User
from accounts.outbox import halts
from games.core.seams import desk
from games.core.services import schedule

V = TypeVar("V", bound=Callable[..., Any])
NAMES = {
    "admin.logentry": (pgettext_lazy("rows", "act in the admin"), pgettext_lazy("rows", "acts in the admin")),
    "desk.openedpage": (pgettext_lazy("rows", "opened page"), pgettext_lazy("rows", "opened pages")),
    "desk.person": (pgettext_lazy("rows", "person"), pgettext_lazy("rows", "people")),
    "desk.week": (pgettext_lazy("rows", "week of the site"), pgettext_lazy("rows", "figures of the site")),
    "games.award": (pgettext_lazy("rows", "award"), pgettext_lazy("rows", "awards")),
    "games.chatline": (pgettext_lazy("rows", "chat line"), pgettext_lazy("rows", "chat lines")),
    "games.entry": (pgettext_lazy("rows", "move log entry"), pgettext_lazy("rows", "move log entries")),
    "games.heartbeat": (pgettext_lazy("rows", "heartbeat"), pgettext_lazy("rows", "heartbeats")),
    "games.invitation": (pgettext_lazy("rows", "invitation"), pgettext_lazy("rows", "invitations")),
    "games.match": (pgettext_lazy("rows", "match"), pgettext_lazy("rows", "matches")),
    "games.report": (pgettext_lazy("rows", "report"), pgettext_lazy("rows", "reports")),
    "games.seat": (pgettext_lazy("rows", "seat"), pgettext_lazy("rows", "seats")),
    "games.seek": (pgettext_lazy("rows", "search for an opponent"), pgettext_lazy("rows", "searches for an opponent")),
    "games.timeup": (pgettext_lazy("rows", "timeout"), pgettext_lazy("rows", "timeouts")),
    "games.turn": (pgettext_lazy("rows", "turn"), pgettext_lazy("rows", "turns")),
    "measures.measure": (pgettext_lazy("rows", "measure"), pgettext_lazy("rows", "measures")),
    "mfa.authenticator": (pgettext_lazy("rows", "second factor"), pgettext_lazy("rows", "second factors")),
}
"""What the admin calls a row of each table, and several. As options of the models, these would need migrations."""


RECENT = 5
"""How many of their own acts readers see on the first page."""


class RecentAct(NamedTuple):
    """What somebody has done in the admin, and to what; `url` leads there, "" if it isn't there for the reader."""

    said: str
    about: str
    url: str


class AdminSite(admin.AdminSite):
    """Entered by the site's own sign-in, which is throttled, and with a second factor where settings ask for it."""

    index_template = "admin/desk_index.html"
    empty_value_display = "–"  # as our own columns say that there is nothing

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Add a table, and call its rows by the words of the reader's language."""
        super().register(model_or_iterable, admin_class, **options)
        models = [model_or_iterable] if isinstance(model_or_iterable, type) else model_or_iterable
        for model in models:
            _name(model)

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and second_factor.suffices(request)

    @method_decorator(never_cache)
    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead staff on; who has not used a second factor is told so, and how to set one up (403)."""
        target = get_next_redirect_url(request) or reverse("admin:index")
        if self.has_permission(request):
            return HttpResponseRedirect(target)
        assert isinstance(request.user, User)
        context = {
            "ways": second_factor.second_factor_pages(request.user),
            "next": urlencode({REDIRECT_FIELD_NAME: target}),
        }
        return render(request, "accounts/second_factor.jinja", context, status=403)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Show first that letters wait or sweeps fail, if the reader may look after them."""
        found = halts.alarms() if request.user.has_perm("accounts.view_outbox") else []
        found += schedule.alarms() if request.user.has_perm("games.view_heartbeat") else []
        for alarm in found:
            messages.error(request, alarm)
        shown = {"parts": desk.parts(request), "recent": self._recent_acts(request)}
        return super().index(request, {**(extra_context or {}), **shown})

    def _recent_acts(self, request: HttpRequest) -> list[RecentAct]:
        """Return what the reader has done last, the newest first."""
        entries = LogEntry.objects.filter(user=request.user.pk).select_related("user", "content_type")
        return [self._recent_act(request, entry) for entry in entries.order_by("-pk")[:RECENT]]

    def _recent_act(self, request: HttpRequest, entry: LogEntry) -> RecentAct:
        model = entry.content_type and entry.content_type.model_class()
        shown = self._registry.get(model) if model else None
        if shown is None or not isinstance(shown, SaidActs):
            return RecentAct(str(entry), "", entry.get_admin_url() or "")
        with_names = shown.list_select_related if isinstance(shown.list_select_related, list) else []
        row = shown.get_queryset(request).select_related(*with_names).filter(pk=entry.object_id).first()
        url = entry.get_admin_url() if row else None
        return RecentAct(shown.said(entry), shown.named(row) if row else "", url or "")

    def admin_view(self, view: V, cacheable: bool = False) -> V:
        """Return the view for those who may enter; features are told who has opened it."""
        inner = super().admin_view(view, cacheable)

        def noted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                response = inner(request, *args, **kwargs)
            except (PermissionDenied, Http404) as error:
                desk.tell_of_page(request, 404 if isinstance(error, Http404) else 403)
                raise
            desk.tell_of_page(request, response.status_code)
            return response

        return cast(V, update_wrapper(noted, view))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Return the site's own page, which is throttled and tells of the change by mail."""
        return redirect("account_change_password")


def _name(model: type[Model]) -> None:
    found = model._meta
    one, several = NAMES.get(found.label_lower, (found.verbose_name, found.verbose_name_plural))
    found.verbose_name = _worded(found.verbose_name, one)
    found.verbose_name_plural = _worded(found.verbose_name_plural, several)


def _in_language(own: Any, word: Any) -> str:
    """Return the word for a reader, and the model's own name where no language is on: permissions keep that."""
    return str(word if get_language() else own)


_worded = lazy(_in_language, str)
