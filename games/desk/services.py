"""What moderators write for one another, and the log of what each of them looked at.

Nobody reads a note about himself, nor one in the case of a report that involves him, nor one about a person with whom
something involves him; nor who has looked at his page.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.database import portions
from accounts.models import User
from accounts.request import number_in
from games.core.seams.merging import Merge
from games.core.services import texts
from games.desk import weeks
from games.desk.models import Note, OpenedPage
from games.reports import standing
from games.reports.models import Report

MAX_NOTE = 1000
"""Characters of a note."""
KEPT = timedelta(days=365)
"""How long notes about people and the log are kept. Notes of a case go with its report."""
MAX_PAGE = 500
OF_REPORTS = "games_report_"
OF_PEOPLE = ("desk_person_", "accounts_user_")
"""How the names of pages about a report, and about a person, begin."""
UNTOLD = frozenset({"jsi18n", "password_change"})
"""Pages of the admin that show no rows."""


@transaction.atomic
def write_once(about: Report | User, moderator: User, text: str, since: datetime | None) -> bool:
    """Write a note in a case or about a person, unless the moderator has written it on this very page, which was drawn
    at `since`; whether this call did. Raises TooLong, also for an empty one."""
    list(User.objects.select_for_update(of=("self",), no_key=True).filter(pk=moderator.pk))  # the other press waits
    here = Q(report=about) if isinstance(about, Report) else Q(person=about)
    mine = Note.objects.filter(here, by=moderator, text=texts.cleaned(text, MAX_NOTE))
    if since is not None and mine.filter(written__gte=since).exists():
        return False
    write = note_on_report if isinstance(about, Report) else note_on_person
    write(about, moderator, text)  # type: ignore[arg-type]  # each takes what it is about
    return True


def note_on_report(report: Report, moderator: User, text: str, *, for_operators: bool = False) -> Note:
    """Write a note in the case of a report. Raises TooLong, also for an empty one."""
    return _noted(Note(report=report, for_operators=for_operators), moderator, text)


def note_on_person(person: User, moderator: User, text: str) -> Note:
    """Write a note about a person. Raises TooLong, also for an empty one."""
    return _noted(Note(person=person), moderator, text)


def _noted(note: Note, moderator: User, text: str) -> Note:
    note.by = moderator
    note.text = texts.cleaned(text, MAX_NOTE)
    note.written = timezone.now()
    note.save()
    return note


def notes_on_person(person: User, reader: User) -> QuerySet[Note]:
    """Return the notes about a person that somebody else may read: only the reader's own if something involves both."""
    found = Note.objects.filter(person=person).select_related("by")
    since = standing.apart_since(reader.pk, person.pk)
    return found if since is None else found.filter(Q(by=reader) | Q(written__lte=since))


def acts_about_person(person: User, reader: User, acts: Iterable[LogEntry]) -> list[LogEntry]:
    """Return those of these acts that the reader may know: a note that is hidden isn't told of either."""
    since = standing.apart_since(reader.pk, person.pk)
    return [act for act in acts if since is None or act.user_id == reader.pk or act.action_time <= since]


def record_look(request: HttpRequest, status: int) -> None:
    """Note which page of the admin a member of the staff asked for."""
    name = (request.resolver_match and request.resolver_match.url_name) or ""
    if not isinstance(request.user, User) or name in UNTOLD:
        return
    look = OpenedPage(by=request.user, at=timezone.now(), page=request.get_full_path()[:MAX_PAGE])
    look.status = status
    look.why = getattr(request, "looked_why", "")
    key = _key(request)
    if name.startswith(OF_REPORTS):
        look.report = Report.objects.filter(pk=key).first()
    if name.startswith(OF_PEOPLE):
        look.person = User.objects.filter(pk=key).first()
    look.save()


def _key(request: HttpRequest) -> int:
    """Return the key of the row that an address of the admin names, 0 for none."""
    named = request.resolver_match.kwargs if request.resolver_match else {}
    return number_in(str(named.get("object_id") or named.get("pk", ""))) or 0


def looks_for(reader: User) -> QuerySet[OpenedPage]:
    """Return the log, without what was looked at about its reader."""
    involving = standing.involving(reader.pk).values("pk")
    hidden = Q(person=reader.pk) | Q(report__in=involving)
    return OpenedPage.objects.exclude(hidden & ~Q(by=reader.pk)).select_related("by")


def sweep() -> None:
    """Forget what is older than it is kept, and count the figures of the site."""
    before = timezone.now() - KEPT
    portions.remove_rows(OpenedPage.objects.filter(at__lte=before), "at")
    portions.remove_rows(Note.objects.filter(written__lte=before, report=None), "written")
    weeks.count_due()


def forget(user: User) -> None:
    """Delete what was noted about somebody who leaves, and which pages that user opened."""
    Note.objects.filter(person=user).delete()
    OpenedPage.objects.filter(Q(person=user) | Q(by=user)).delete()


def merge_rows(merge: Merge) -> None:
    """Have notes about a guest that is closed be about the account."""
    if merge.all_of_it:
        Note.objects.filter(person=merge.guest).update(person=merge.account)
        OpenedPage.objects.filter(person=merge.guest).update(person=merge.account)
