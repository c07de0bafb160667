"""What moderators see of invitations."""

from typing import ClassVar

from django.contrib import admin
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from accounts.admin_lists import people_called
from games.core.admin_rows import (
    MatchGameFilter,
    MatchRowsAdmin,
    match_link,
    of_match,
    profile_link,
)
from games.core.models import Match
from games.lobby.models import Invitation


@admin.register(Invitation)
class InvitationAdmin(MatchRowsAdmin):
    people: ClassVar = {"inviter"}
    list_display = ["created", "link", "title", "status", "inviter", "audience", "withdrawn"]
    list_filter = [MatchGameFilter, "match__status", "audience", "created"]
    list_select_related = ["match", "inviter"]
    search_help_text = gettext_lazy("A match id, or the full name or email address of the player who invited.")
    ordering = ["-pk"]
    fields = ["link", "title", "status", "inviter", "audience", "seat", "created", "withdrawn"]

    def sought(self, text: str) -> Q:
        return of_match(text) | Q(inviter__in=people_called(text))

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def link(self, invitation: Invitation) -> SafeString:
        return match_link(invitation.match)

    @admin.display(description=gettext_lazy("invited by"))
    def inviter_profile(self, invitation: Invitation) -> SafeString | str:
        return profile_link(invitation.inviter)

    @admin.display(description=gettext_lazy("game"), ordering="match__game")
    def title(self, invitation: Invitation) -> str:
        return invitation.match.title

    @admin.display(description=gettext_lazy("status"), ordering="match__status")
    def status(self, invitation: Invitation) -> str:
        return str(Match.Status(invitation.match.status).label)
