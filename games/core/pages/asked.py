"""What a seat is asked, as its page shows it: the steps it may choose, and the plan it has composed so far."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.core.models import Seat
from games.core.reading.seen import Seen
from games.rules import engine
from games.rules.errors import RulesError

AnyPreview = engine.Preview[Any, Any]


@dataclass(frozen=True)
class Asked:
    """What a page asks its reader, and how the match looks until the answer.

    `view` is what the seat sees once its plan is played, as far as that shows nothing new; `prompt` the sentence that
    asks; `serial` what changes when something else is asked. `choices` are the steps that may follow the plan, each as
    `choice` has it, with the `step` itself, so that boards parse no text, and whether it is `final`: one press would
    send the move though another step is possible. `plan` are the steps composed so far, each with `text` and `label`;
    `plan_text` is the move they make, `plan_shorter` the one without the last of them, `plan_complete` says that they
    are a whole move, `plan_dropped` that an earlier plan fits no more.
    """

    view: Any
    prompt: str = ""
    serial: int | None = None
    choices: list[dict[str, Any]] = field(default_factory=list)
    plan: list[dict[str, str]] = field(default_factory=list)
    plan_text: str = ""
    plan_shorter: str = ""
    plan_complete: bool = False
    plan_dropped: bool = False


def asked_now(seen: Seen, seat: Seat) -> Asked:
    """Return what the seat is asked now and may answer; where it is asked nothing, whom the match waits for."""
    if not seen.is_asked:
        return Asked(seen.view, seen.prompt, seat.serial)
    rules = seen.match.rules
    preview, plan = _plan(seen, seat)
    return Asked(
        view=preview.view,
        prompt=prompt_after(seen, preview),
        serial=seat.serial,
        choices=[_offered(seen, preview, step, plan) for step in preview.legal],
        plan=[{"text": rules.text(step), "label": rules.label(step).said(seen.voice)} for step in plan],
        plan_text=engine.move_text(rules, plan),
        plan_shorter=engine.move_text(rules, plan[:-1]),
        plan_complete=preview.complete,
        plan_dropped=seat.plan_dropped,
    )


def prompt_after(seen: Seen, preview: AnyPreview) -> str:
    """Return what the seat is asked; once its plan leaves nothing open, to send it."""
    if preview.complete and not preview.legal:
        return _("Your move is complete: play it, or undo the last step.")
    return seen.match.rules.prompt(preview.view, seen.viewer).said(seen.voice)


def _plan(seen: Seen, seat: Seat) -> tuple[AnyPreview, list[Any]]:
    """Return the seat's plan and what it leads to; an empty one where it no longer fits."""
    if seat.current_plan:
        try:
            steps = engine.parse_move(seen.match.rules, seat.current_plan)
            return seen.preview(steps), steps
        except RulesError:
            seat.plan_dropped = True
    return seen.preview([]), []


def _offered(seen: Seen, preview: AnyPreview, step: Any, plan: list[Any]) -> dict[str, Any]:
    final = engine.is_final(seen.match.rules, preview, seen.viewer, step, composed=bool(plan))
    return {**choice(seen, preview, step, plan), "step": step, "final": final}


@dataclass(frozen=True)
class Unconfirmed:
    """A move that one press has sent though its player could do something else: its text, what its last step is
    called, and the address of the page to go back to."""

    move: str
    label: str
    back: str


def unconfirmed(seen: Seen, text: str, back: str) -> Unconfirmed | None:
    """Return what a move has to be confirmed as.

    None where it may be played as it is, or is none that could be played.
    """
    rules = seen.match.rules
    try:
        *plan, step = engine.parse_move(rules, text)
        preview = seen.preview(plan)
    except RulesError:
        return None
    if step not in preview.legal or not engine.is_final(rules, preview, seen.viewer, step, composed=bool(plan)):
        return None
    return Unconfirmed(engine.move_text(rules, [*plan, step]), rules.label(step).said(seen.voice), back)


def choice(seen: Seen, preview: AnyPreview, step: Any, plan: list[Any]) -> dict[str, Any]:
    """Return a step that may follow the plan: its text, its label, the move it makes, and whether it ends the move."""
    rules = seen.match.rules
    text = rules.text(step)
    return {
        "text": text,
        "label": rules.label(step).said(seen.voice),
        "move": engine.move_text(rules, [*plan, step]) if plan else text,
        "ends": engine.ends(rules, preview.position, seen.viewer, step),
    }
