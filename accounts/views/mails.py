"""What was sent to me, and the page that stops mails of a sort."""

from django.core.paginator import Paginator
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from accounts import outbox
from accounts.channels.email import unsubscribe
from accounts.models import Outbox, User
from accounts.outbox import bounces
from accounts.personal import unmistakable
from accounts.request import SignedIn, asked_and_answered, signed_in_to_look

MAILS_PER_PAGE = 50


@signed_in_to_look
def sent_mails(request: SignedIn) -> HttpResponse:
    """Return what was sent to me, when, and what became of it."""
    rows = Outbox.objects.of(request.user).select_related("endpoint").order_by("-created")
    page = Paginator(rows, MAILS_PER_PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    about = outbox.subjects(request.user, shown)
    letters = [(row, outbox.notice_title(row.kind), about.get(row.pk), _way(row), _fate(row)) for row in shown]
    since = outbox.listed_since()
    context = {"page_obj": page, "letters": letters, "since": since if request.user.date_joined < since else None}
    return render(request, "accounts/mails.jinja", context)


def _way(row: Outbox) -> str:
    """Return where a notice went or is to go."""
    return row.endpoint.name if row.endpoint is not None else row.address or _("email")


def _fate(row: Outbox) -> str:
    """Return what became of a notice, in words."""
    if row.report:
        return bounces.report_in_words(row)
    if row.held is not None and row.status == Outbox.Status.PENDING and not row.error:  # else it is tried again
        local = localtime(row.next_try)
        at = date_format(local, unmistakable(_("j M Y, H:i"), local))
        return _("Waiting until {time}, as you chose.").format(time=at)
    if row.status == Outbox.Status.OBSOLETE:
        return _("Skipped: it was no longer needed.")
    return row.get_status_display()


@csrf_exempt  # mail programs post here without ever having seen a page (RFC 8058); the signature says who it is
@asked_and_answered
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Switch one sort of mail off: looking changes nothing, posting does."""
    try:
        user_id, preference = unsubscribe.read_link(token)
    except BadSignature:
        return render(request, "accounts/stop.jinja", {"state": "bad"}, status=404)
    user = get_object_or_404(User, pk=user_id)
    if request.method == "POST":
        unsubscribe.unsubscribe(user.pk, preference)
    state = "stopped" if request.method == "POST" else "ask"
    context = {"state": state, "sort": unsubscribe.SORTS[preference], "person": user}
    return render(request, "accounts/stop.jinja", context)
