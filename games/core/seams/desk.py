"""What moderators find in the admin beside its lists: one of the seams.

Who calls: `fogsite/admin.py`. It draws the parts of the first page, and tells of every page of the admin that was
asked for, and how it was answered. The feature that shows a person, or the case of a report, draws what others know of
the person.

In which transaction: none; a hook opens its own if it needs one. In what order: as `games/features.py` lists the
features.

Where one fails: the request does. Nobody looks at what cannot be noted.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User
from games.core.seams.seam import Seam


class DeskPart(NamedTuple):
    """A part of the first page: `read` returns what its Django template draws as `part`, None for nothing."""

    read: Callable[[HttpRequest], object | None]
    template: str


class PersonPart(NamedTuple):
    """A part of what moderators see of a person: `read` gets the request, the person, and the key of the report in
    whose case it stands, None on the person's own page."""

    read: Callable[[HttpRequest, User, int | None], object | None]
    template: str


class Drawn(NamedTuple):
    """What a template of a feature draws."""

    part: object
    template: str


class Acted(NamedTuple):
    """What a feature has done about the reported person, as far as a moderator may know it: `is_done` if the reporter
    may be told that something was, `holds` if something comes of this very report, and `waits` if another moderator
    must agree to that first."""

    is_done: bool
    holds: bool
    waits: bool


class ClosingStep(Protocol):
    """What a feature does about the reported person as a report is closed: a form among the fields of the case."""

    drawn_by: str
    """The template of the fields, with the form as `step`."""
    checked_by: str
    """The template of what the person will read, on the page that asks for the last time."""

    def is_valid(self) -> bool:
        """Say whether what was filled in can be done."""

    def refusal(self) -> str:
        """Return why the moderator can no longer do what was chosen; empty if nothing is in the way."""

    def is_wanted(self) -> bool:
        """Say whether the moderator has chosen anything of it."""

    def waits(self) -> bool:
        """Say whether another moderator must agree, so that the report can't be closed yet."""

    def is_grave(self) -> bool:
        """Say whether it shuts the person out, so that its button is red."""

    def button(self) -> str:
        """Return what it does, as a button says it."""

    def take(self) -> str:
        """Do it, in the transaction that closes the report unless it waits, and return what the moderator reads."""


MOST_KEPT = 50
LONGEST_KEPT = 500
"""How many fields of a form are kept, and values and characters of each: at least what the form has."""
FIRST_PAGE = Seam[DeskPart]("the first page of the admin")
OF_PERSON = Seam[PersonPart]("what moderators see of a person")
CLOSING = Seam[Callable[[HttpRequest, User, int], ClosingStep | None]]("what is done as a report is closed")
TOLD = Seam[Callable[[int], bool]]("whether the reported person was told")
ACTED = Seam[Callable[[int, int], Acted]]("what was done about the reported person")
HIDDEN = Seam[Callable[[int], QuerySet[Any, Any]]]("the people whom a moderator has to do with")
LOOKS = Seam[Callable[[HttpRequest, int], None]]("the pages of the admin that are opened")


def on_first_page(name: str, read: Callable[[HttpRequest], object | None], template: str) -> None:
    """Show something on the first page of the admin. Raises BadFeature."""
    FIRST_PAGE.add(name, DeskPart(read, template))


def on_person(name: str, read: Callable[[HttpRequest, User, int | None], object | None], template: str) -> None:
    """Show moderators something about a person. Raises BadFeature."""
    OF_PERSON.add(name, PersonPart(read, template))


def on_closing(name: str, make: Callable[[HttpRequest, User, int], ClosingStep | None]) -> None:
    """Let moderators do something about the reported person as they close a report. `make` gets the request, the person
    and the key of the report, and returns None where the moderator can't, and has chosen nothing. Raises BadFeature."""
    CLOSING.add(name, make)


def on_told(name: str, hook: Callable[[int], bool]) -> None:
    """Say of a report, by its key, whether the reported person was told of its outcome otherwise. Raises BadFeature."""
    TOLD.add(name, hook)


def on_acted(name: str, hook: Callable[[int, int], Acted]) -> None:
    """Say what was done about the reported person, given the keys of the report and of the moderator who closes it.
    Raises BadFeature."""
    ACTED.add(name, hook)


def hide_people(name: str, which: Callable[[int], QuerySet[Any, Any]]) -> None:
    """Have the desk tell a moderator nothing about the users whose keys are found. The moderator must know why they are
    left out: otherwise a name that is missing would tell of a secret. Raises BadFeature."""
    HIDDEN.add(name, which)


def on_look(name: str, hook: Callable[[HttpRequest, int], None]) -> None:
    """Have a hook called after each page of the admin, with the status of the answer. Raises BadFeature."""
    LOOKS.add(name, hook)


def parts(request: HttpRequest) -> list[Drawn]:
    """Return what features show on the first page to this reader."""
    return _drawn((part.read(request), part.template) for _, part in FIRST_PAGE)


def parts_of_person(request: HttpRequest, person: User, report: int | None = None) -> list[Drawn]:
    """Return what features show to this reader about a person."""
    return _drawn((part.read(request, person, report), part.template) for _, part in OF_PERSON)


def closing_steps(request: HttpRequest, person: User, report: int) -> list[ClosingStep]:
    """Return what this moderator can do about the reported person while closing a report."""
    return [step for _, make in CLOSING if (step := make(request, person, report)) is not None]


def is_told(report: int) -> bool:
    """Say whether a feature has told the reported person of the outcome of a report."""
    return any(hook(report) for _, hook in TOLD)


def keep_draft(request: HttpRequest, report: int) -> None:
    """Keep what a moderator has filled in to close a report, until the page of its case is drawn again."""
    filled = [(name, values) for name, values in request.POST.lists() if not name.startswith(("hide", "csrf"))]
    kept = {name: [value[:LONGEST_KEPT] for value in values[:MOST_KEPT]] for name, values in filled[:MOST_KEPT]}
    request.session[f"draft-{report}"] = kept


def draft_of(request: HttpRequest, report: int) -> dict[str, list[str]]:
    """Return what was kept of what a moderator has filled in, by the names of the fields."""
    found: dict[str, list[str]] = request.session.get(f"draft-{report}", {})
    return found


def forget_draft(request: HttpRequest, report: int) -> None:
    """Forget what was kept, as the page shows it."""
    request.session.pop(f"draft-{report}", None)


def acted(report: int, moderator: int) -> Acted:
    """Return what features have done about the reported person, as far as a moderator may know it."""
    found = [hook(report, moderator) for _, hook in ACTED]
    return Acted(*(any(each) for each in zip(*found, strict=True))) if found else Acted(False, False, False)


def people_hidden_from(moderator: int) -> list[QuerySet[Any, Any]]:
    """Return queries for the keys of users whom features hide from a moderator."""
    return [which(moderator) for _, which in HIDDEN]


def _drawn(found: Iterable[tuple[object | None, str]]) -> list[Drawn]:
    return [Drawn(part, template) for part, template in found if part is not None]


def tell_of_page(request: HttpRequest, status: int) -> None:
    """Tell features of a page that was asked for, and how it was answered."""
    for _name, hook in LOOKS:
        hook(request, status)
