"""People and their mail, for those who run the site."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import SEARCH_VAR, ChangeList, ChangeListSearchForm
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.db.models import Model, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _, ngettext

from accounts import history, names, outbox, people, tokens
from accounts.admin_lists import (
    BY_USER,
    BoundedPaginator,
    ColumnFilter,
    FoundPaginator,
    LargeList,
    bounded,
    people_beginning,
    people_called,
)
from accounts.channels import CHANNELS
from accounts.models import Outbox, Preferences, User, Vacation
from accounts.outbox import halts, upkeep

LONGEST_SEARCH = 254
"""Signs of the longest thing to look for, a mail address; SQLite cannot look for a text that is very much longer."""


class SearchForm(ChangeListSearchForm):
    """What a moderator looks for in a list."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[SEARCH_VAR].validators.append(MaxLengthValidator(LONGEST_SEARCH))


def possible_filters(self: ChangeList, request: HttpRequest) -> Any:
    """Return the filters of a list; refused like others that cannot be: a year that no calendar holds, and the
    character U+0000, which PostgreSQL cannot look for.
    """
    if any("\0" in value for name, values in request.GET.lists() for value in values):
        raise IncorrectLookupParameters
    try:
        return _filters(self, request)
    except OverflowError as error:
        raise IncorrectLookupParameters(error) from error


# Of all lists, those that other apps bring along included.
_filters = ChangeList.get_filters
ChangeList.get_filters = possible_filters  # type: ignore[method-assign]
ChangeList.search_form_class = SearchForm


class PreferencesInline(admin.StackedInline):
    model = Preferences
    can_delete = False


class LookedAt:
    """Rows that nobody adds, changes or deletes."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class VacationInline(LookedAt, admin.TabularInline):
    """To look at: what has passed is used, and matches must be told of what is changed."""

    model = Vacation
    fields = ["begins", "ends", "automatic", "created"]


class UnlikeOthers(forms.ModelForm):
    """A form whose name must not look like anybody else's, nor, where it is new, mislead people."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name != self.initial.get("username"):
            names.require_fit(name)
        User.require_unlike(name, besides=self.instance.pk)
        return name


class PersonForm(UnlikeOthers, UserChangeForm):
    pass


class NewPersonForm(UnlikeOthers, AdminUserCreationForm):
    pass


class NewPasswordForm(AdminPasswordChangeForm):
    """A password set by an operator. Anyone who had the old one may have made tokens, so all of them end."""

    @transaction.atomic
    def save(self, commit: bool = True) -> Any:
        tokens.revoke_all(self.user)
        return super().save(commit)


OFFERED = ("exact", "isnull", "gte", "lt")
"""What filters of the admin ask of a column; `year` and its like fail on a year that there is not."""


class OfferedFilters(admin.ModelAdmin):
    """Rows are filtered by what the page offers alone. Django takes any column of the model in an address, and whether
    rows are left tells what stands in it."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        names = [each if isinstance(each, str) else getattr(each, "parameter_name", "") for each in self.list_filter]
        return any(lookup in {name, *(f"{name}__{how}" for how in OFFERED)} for name in names if name)


class ReadOnlyAdmin(history.SaidActs, LookedAt, LargeList, OfferedFilters):
    """Rows to look at. What may be done to them goes through the services, never through a form over the row."""

    actions: Any = None

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show what was done to a row, as sentences."""
        response = super().history_view(request, object_id, extra_context)
        context = getattr(response, "context_data", None)
        if context:
            context["about"] = self.named(context["object"])
            history_of = _("History")
            context["title"] = f"{history_of}: {context['about']}"
            context["acts"] = [(entry.action_time, self.said(entry)) for entry in context["action_list"]]
        return response

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row. Raises Http404 where there is none for the reader."""
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found


class LanguageFilter(ColumnFilter):
    title = _("language")
    parameter_name = "language"
    field = "language"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(code, str(name)) for code, name in settings.LANGUAGES]


@admin.register(User)
class PersonAdmin(LargeList, OfferedFilters, UserAdmin):
    form = PersonForm
    add_form = NewPersonForm
    change_password_form = NewPasswordForm
    list_display = ["username", "email", "is_bot", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_active", "is_bot", "is_staff", LanguageFilter, "date_joined"]
    search_help_text = _("Enter the first letters of a name, or a full email address.")
    readonly_fields = ["skeleton", "is_active", "decisions", "date_joined", "last_login"]
    fieldsets = [
        (None, {"fields": ["username", "skeleton", "password", "email", "time_zone", "language"]}),
        (_("Permissions"), {"fields": ["is_active", "decisions", "is_bot", "is_staff", "is_superuser", "groups"]}),
        (_("Dates"), {"fields": ["date_joined", "last_login"]}),
    ]
    add_fieldsets = [(None, {"fields": ["username", "email", "usable_password", "password1", "password2"]})]

    def sought(self, text: str) -> Q:
        return people_beginning(text)

    @admin.display(description=_("decisions of moderators"))
    def decisions(self, person: User) -> SafeString:
        """Lead to where moderators suspend people, with a reason and a term: nobody does so by a tick."""
        found = f"{reverse('admin:measures_measure_changelist')}?{urlencode({'q': person.username})}"
        take = f"{reverse('admin:measures_measure_take')}?{urlencode({'person': person.username})}"
        links = '<a href="{}">{}</a> · <a href="{}">{}</a>'
        return format_html(links, found, _("What was decided"), take, _("Decide"))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        found, distinct = super().get_search_results(request, queryset, search_term)
        return (bounded(queryset, found) if search_term.strip() else found), distinct

    def get_paginator(self, request: HttpRequest, *given: Any, **named: Any) -> Paginator:
        paginator = FoundPaginator if request.GET.get(SEARCH_VAR, "").strip() else BoundedPaginator
        return paginator(*given, **named)

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        """Return the order of the list: by name.

        The rows that a search finds are sorted afterwards. By the index of names, PostgreSQL would walk through all of
        them until it had met enough that were found.
        """
        return [Concat("username", Value(""))] if request.GET.get(SEARCH_VAR) else ["username"]

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # people close their accounts; the page that asks would list what their matches hide

    def get_inlines(self, request: HttpRequest, obj: Any) -> list[Any]:
        return [] if obj is None else [PreferencesInline, VacationInline]


class KindFilter(ColumnFilter):
    title = _("kind")
    parameter_name = "kind"
    field = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(kind, kind) for kind in outbox.notice_kinds()]


class ChannelFilter(ColumnFilter):
    title = _("channel")
    parameter_name = "channel"
    field = "channel"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(channel, channel) for channel in CHANNELS]


@admin.register(Outbox)
class OutboxAdmin(ReadOnlyAdmin):
    """What was told to whom. Bodies are never kept. Rows are read-only, except for trying again."""

    list_display = [
        "created",
        "recipient",
        "address",
        "kind",
        "key",
        "status",
        "attempts",
        "next_try",
        "sent_at",
        "report",
        "error",
    ]
    list_filter = ["status", KindFilter, ChannelFilter, "created"]
    list_select_related = ["recipient"]
    search_help_text = BY_USER
    ordering = ["-created"]
    actions = ["try_again_now", "cancel"]
    change_list_template = "admin/accounts/outbox/change_list.html"

    def sought(self, text: str) -> Q:
        to_address = Q(address=text.lower()) & (Q(recipient=None) | Q(mailbox=people.mailbox(text)))
        return Q(recipient__in=people_called(text)) | to_address

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Say above the list that letters wait, and why."""
        for alarm in halts.alarms() if request.method == "GET" else ():
            self.message_user(request, alarm, messages.ERROR)
        return super().changelist_view(request, extra_context)

    def has_try_again_permission(self, request: HttpRequest) -> bool:
        """Say whether the user may send letters again; a user who may only look can't."""
        return request.user.has_perm("accounts.change_outbox")

    @admin.action(description=_("Try again now"), permissions=["try_again"])
    def try_again_now(self, request: HttpRequest, queryset: QuerySet[Outbox]) -> None:
        taken = upkeep.send_again(queryset)
        self._log(request, taken, "Sent again.")
        told = ngettext("Retrying %(count)d notice now.", "Retrying %(count)d notices now.", len(taken))
        self.message_user(request, told % {"count": len(taken)})

    @admin.action(description=_("Cancel waiting notices"), permissions=["try_again"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Outbox]) -> None:
        taken = upkeep.cancel(queryset)
        self._log(request, taken, "Cancelled.")
        told = ngettext("%(count)d notice won’t be sent.", "%(count)d notices won’t be sent.", len(taken))
        self.message_user(request, told % {"count": len(taken)})

    def _log(self, request: HttpRequest, taken: list[Outbox], change: str) -> None:
        """Note who did it, row by row."""
        if taken:
            assert request.user.pk is not None
            LogEntry.objects.log_actions(request.user.pk, taken, CHANGE, change_message=change)

    def get_urls(self) -> list[Any]:
        mine = self.admin_site.admin_view(self.figures)
        return [path("figures/", mine, name="accounts_outbox_figures"), *super().get_urls()]

    def figures(self, request: HttpRequest) -> HttpResponse:
        """Return how letters fare, in numbers."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {**self.admin_site.each_context(request), "title": _("Statistics"), "opts": self.opts}
        return render(request, "admin/accounts/outbox/figures.html", context | {"figures": upkeep.figures()})


admin.site.unregister(Authenticator)  # allauth's own page shows the secrets


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """Who has which second factor. Removing one is for its owner, or for `manage.py second_factor reset`."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type"]
    list_select_related = ["user"]
    search_help_text = BY_USER
    fields = ["user", "type", "created_at", "last_used_at"]

    def sought(self, text: str) -> Q:
        return Q(user__in=people_called(text))


admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class AddressAdmin(LargeList, EmailAddressAdmin):
    list_select_related = ["user"]
    search_help_text = BY_USER

    def sought(self, text: str) -> Q:
        return Q(user__in=people_called(text)) | Q(email=text.lower())
