"""The pages of lessons: each scene has an address, so that going back, leaving and coming again lose nothing."""

from collections.abc import Callable
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import looks_limited
from accounts.request import asked_and_answered
from games.boards.registry import about
from games.boards.things import is_asked_for
from games.core.pages import things
from games.core.views.matches import expected
from games.lessons import course, finish_pages, lesson as lessons, pages, playing, progress
from games.lessons.course import Pressed
from games.lessons.lesson import Lesson
from games.lessons.pages import LessonPage
from games.rules.errors import RulesError


@require_safe
def lesson_of(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the lesson that the reader has begun, where they left it, or to the first one of the game."""
    finish_to_resume = playing.finish_to_resume(request, slug)
    if finish_to_resume is not None:
        return redirect("finish", slug, finish_to_resume.key)
    found = progress.next_scene(request, slug)
    if found is None:
        raise Http404
    return redirect("lesson", slug, *found)


@looks_limited("browse")
@asked_and_answered
def lesson(request: HttpRequest, slug: str, key: str, number: int) -> HttpResponse:
    """Show a scene of a lesson. If the step that it asks for is sent, lead to the next one; otherwise say why not."""
    found = lessons.find(slug, key)
    if found is None or not 1 <= number <= len(found.scenes):
        raise Http404
    return _pressed(request, slug, found, number) if request.method == "POST" else _scene(request, slug, found, number)


def _scene(request: HttpRequest, slug: str, found: Lesson, number: int) -> HttpResponse:
    if is_asked_for(request):
        return things.things_response(request, slug, pages.on_board(slug, found, number, request.user))
    return _page(request, pages.scene(slug, found, number, request.user))


def _pressed(request: HttpRequest, slug: str, found: Lesson, number: int) -> HttpResponse:
    try:
        text = _sent(request, slug, found, number)
        if course.takes_back(slug, found, number, text):
            return redirect("lesson", slug, found.key, number - 1)
        answer = course.answer_to_press(slug, found, number, text)
    except RulesError:  # a text that was pasted, or what our pages never send
        answer = Pressed(is_right=False)
    if not answer.is_right:
        return _page(request, pages.scene(slug, found, number, request.user, answer), 422)
    following = min(number + 1, len(found.scenes))
    progress.note(request, slug, found, following)
    return redirect("lesson", slug, found.key, following)


def _sent(request: HttpRequest, slug: str, found: Lesson, number: int) -> str:
    """Return the move that is sent, or the one that the game makes of what is sent. Raises RulesError."""
    part = next((part for part in about(slug).composes if part in request.POST), None)
    if part is None:
        return request.POST.get("move", "")
    return course.plan_composed(slug, found, number, part, request.POST[part])


@looks_limited("browse")
@asked_and_answered
def finish(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the match at the end of a lesson, or make the learner's move: `move` is its text, `expected` the number of
    moves that the page showed; with `ask`, a move that could be another one has to be confirmed. `again` begins
    another match."""
    found = _with_finish(slug, key)
    if request.method != "POST":
        return _match(request, slug, found)
    if "again" in request.POST:
        playing.begin_again(request, slug, found)
        return redirect("finish", slug, key)
    return _confirmed(request, slug, found) or _carry_out(request, slug, found, playing.play_move)


@require_POST
def finish_plan(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Keep what the learner has composed of a move: `move` is the text of the whole plan, empty to take all back."""
    return _carry_out(request, slug, _with_finish(slug, key), playing.keep_plan)


def _with_finish(slug: str, key: str) -> Lesson:
    """Return a lesson that ends in a match. Raises Http404."""
    found = lessons.find(slug, key)
    if found is None or found.finish is None:
        raise Http404
    return found


def _match(request: HttpRequest, slug: str, found: Lesson, refused: RulesError | None = None) -> HttpResponse:
    stands = playing.finish_of(request, slug, found)
    if is_asked_for(request):
        return things.things_response(request, slug, finish_pages.on_board(slug, found, stands, request.user))
    page = finish_pages.match(slug, found, stands, request.user, refused)
    return _page(request, page, refused.status if refused else 200)


def _confirmed(request: HttpRequest, slug: str, found: Lesson) -> HttpResponse | None:
    """Ask whether a move shall be made, where a page without its script could not; None where nothing is asked."""
    stands = playing.finish_of(request, slug, found)
    if "ask" not in request.POST or expected(request) != stands.number:
        return None
    confirm = finish_pages.unconfirmed_move(slug, found, stands, request.user, request.POST.get("move", ""))
    if confirm is None:
        return None
    return _page(request, replace(finish_pages.match(slug, found, stands, request.user), confirm=confirm))


def _carry_out(
    request: HttpRequest, slug: str, found: Lesson, write: Callable[[HttpRequest, str, Lesson, str, int], None]
) -> HttpResponse:
    try:
        write(request, slug, found, request.POST.get("move", ""), expected(request))
    except RulesError as error:
        return _match(request, slug, found, error)
    return redirect("finish", slug, found.key)


def _page(request: HttpRequest, page: LessonPage, status: int = 200) -> HttpResponse:
    template = "lessons/_lesson.jinja" if request.htmx else "lessons/lesson.jinja"  # type: ignore[attr-defined]
    answer = render(request, template, {"page": page}, status=status)
    answer["HX-Replace-Url"] = page.ways.submit  # a page that is loaded again stays where it is
    return answer
