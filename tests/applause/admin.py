"""Who has thanked whom, for moderators. Of the match they learn nothing here: it may be private."""

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from tests.applause.models import Thanks


@admin.register(Thanks)
class ThanksAdmin(ReadOnlyAdmin):
    list_display = ["by", "to", "given"]
    list_select_related = ["by", "to"]
    fields = ["by", "to", "given"]
    ordering = ["-pk"]
