"""The pages of saved armies: kept, built, taken in as text, given a name, deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import armies, army_builder
from games.faces import spoken
from games.models import SavedArmy
from games.rules.errors import RulesError
from games.rules.fantasy_dice_battles import names
from games.rules.fantasy_dice_battles.data import Army
from games.rules.fantasy_dice_battles.sets import HOUSE_SET, SETS
from games.rules.sentence import sentence
from games.views import SignedIn, asked_and_answered, private, signed_in_to_post

HOUSE = SETS[HOUSE_SET]
LIST, BUILDER, DELETE = "games/armies.html", "games/army.html", "games/delete_army.html"


@private
@login_required
@require_safe
def armies_page(request: SignedIn) -> HttpResponse:
    """The armies I keep, and the ways to a new one."""
    return render(request, LIST, _list(request))


def _list(request: SignedIn) -> dict[str, Any]:
    kept = SavedArmy.objects.filter(user=request.user, data_set=HOUSE.id)
    return {
        "rows": [_row(row) for row in kept],
        "most": armies.MOST,
        "factions": [(each, spoken(names.of_faction(each))) for each in HOUSE.factions],
        "presets": [
            (preset.id, preset.army.faction, spoken(sentence(preset.name))) for preset in HOUSE.presets.values()
        ],
        "longest_name": armies.LONGEST_NAME,
    }


def _row(row: SavedArmy) -> dict[str, Any]:
    """An army of the list: what it is made of, whether it can be opened, and whether it can be played as it is."""
    try:
        summary = army_builder.summary(armies.parsed(row.text, HOUSE), HOUSE)
    except RulesError as error:
        return {"army": row, "summary": spoken(error.sentence), "opens": False, "playable": False}
    return {"army": row, "summary": summary, "opens": True, "playable": armies.playable(row.text, HOUSE)}


@private
@signed_in_to_post
@require_POST
def take(request: SignedIn) -> HttpResponse:
    """Keep an army given as text."""
    name, text = request.POST.get("name", ""), request.POST.get("text", "")
    try:
        kept = armies.keep(request.user, name, text)
    except RulesError as error:
        given = {"error": spoken(error.sentence), "name": name, "text": text[: armies.LONGEST]}
        return render(request, LIST, {**_list(request), **given}, status=422)
    messages.success(request, _("The army “{name}” is kept.").format(name=kept.name))
    return redirect("armies")


@private
@login_required
@asked_and_answered
def new(request: SignedIn, faction: str) -> HttpResponse:
    """Build an army of a faction, from nothing or from a preset."""
    if faction not in HOUSE.factions:
        raise Http404
    start = HOUSE.presets.get(request.GET.get("preset", ""))
    army = start.army if start and start.army.faction == faction else army_builder.empty(faction)
    return _build(request, army, "")


@private
@login_required
@asked_and_answered
def saved_army(request: SignedIn, number: int) -> HttpResponse:
    """Change an army I keep, or its name."""
    row = get_object_or_404(SavedArmy, pk=number, user=request.user, data_set=HOUSE.id)
    try:
        army = armies.parsed(row.text, HOUSE)
    except RulesError as error:
        raise Http404(str(error)) from error
    return _build(request, army, row.name, row)


def _build(request: SignedIn, army: Army, name: str, row: SavedArmy | None = None) -> HttpResponse:
    """The form; what was posted is looked at, arranged or kept, as the button says."""
    error, deed = "", request.POST.get("deed", "")
    if request.method == "POST":
        name = request.POST.get("name", "")
        try:
            army = army_builder.posted(request.POST.dict(), army.faction, HOUSE)
            if deed == "keep":
                kept = armies.keep(request.user, name, _text(army), row.pk if row else None)
                messages.success(request, _("The army “{name}” is kept.").format(name=kept.name))
                return redirect("armies")
        except RulesError as refused:
            error = spoken(refused.sentence)
        if deed == "arrange" and not error:
            army, error = army_builder.arranged(army, HOUSE)
    context = {"draft": army_builder.draft(army, HOUSE), "name": name, "row": row, "error": error}
    return render(request, BUILDER, {**context, "longest_name": armies.LONGEST_NAME}, status=422 if error else 200)


def _text(army: Army) -> str:
    return army_builder.draft(army, HOUSE).text


@private
@login_required
@asked_and_answered
def delete(request: SignedIn, number: int) -> HttpResponse:
    """Delete an army I keep, after a question."""
    row = get_object_or_404(SavedArmy, pk=number, user=request.user)
    error = ""
    if request.method == "POST" and request.POST.get("confirm"):
        row.delete()
        messages.success(request, _("The army “{name}” is deleted.").format(name=row.name))
        return redirect("armies")
    if request.method == "POST":
        error = _("Tick the box to say that you mean it.")
    context = {"army": row, "summary": _row(row)["summary"], "error": error}
    return render(request, DELETE, context, status=422 if error else 200)
