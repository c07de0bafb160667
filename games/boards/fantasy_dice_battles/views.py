"""The pages of saved armies: listed, built, entered as text, renamed, deleted."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.request import SignedIn, signed_in_to_fill_in, signed_in_to_look, signed_in_to_post
from games.boards.fantasy_dice_battles import army_form, saved_armies, things
from games.boards.fantasy_dice_battles.about import ABOUT
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.boards.fantasy_dice_battles.unit_cards import spoken, unit_card
from games.boards.things import ThingsPage, address_of, address_of_board, cards_response, is_asked_for
from games.core.reading.access import NotYours
from games.rules import registry
from games.rules.errors import BadNotation, IllegalStep, RulesError
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import Army, DataSet
from games.rules.fantasy_dice_battles.sets import names
from games.rules.fantasy_dice_battles.sets.offered import SETS, of_faction
from games.rules.sentence import sentence

SHOWN = 10 * saved_armies.MAX_LENGTH
"""Characters of a refused name or text that are shown again: enough for a text with too many spaces."""
SLUG = "fantasy-dice-battles"
LIST = "fantasy-dice-battles/armies.jinja"
BUILDER = "fantasy-dice-battles/army.jinja"
DELETE = "fantasy-dice-battles/delete_army.jinja"


@signed_in_to_look
def armies_page(request: SignedIn) -> HttpResponse:
    """Show the reader's saved armies, and the ways to a new one."""
    return render(request, LIST, _list(request))


def _list(request: SignedIn) -> dict[str, Any]:
    return {
        "rows": [_row(row) for row in SavedArmy.objects.filter(user=request.user)],
        "most": saved_armies.MAX_SAVED,
        "sets": [_set(data) for data in SETS.values()],
        "longest_name": saved_armies.MAX_NAME_LENGTH,
        "error": "",
        "name": "",
        "text": "",
    }


def _set(data: DataSet) -> dict[str, Any]:
    """Return a data set for building armies; its name matters only if there are several."""
    return {
        "name": data.name if len(SETS) > 1 else "",
        "factions": [_faction(each, data) for each in data.factions],
    }


def _faction(faction: str, data: DataSet) -> dict[str, Any]:
    """Return a faction to build an army of: its name, a hero to look at, and its ready-made armies."""
    heroes = (kind for kind in data.kinds.values() if kind.faction == faction and kind.hero)
    return {
        "id": faction,
        "name": spoken(names.of_faction(faction)),
        "icon": next((unit_card(hero, data).icon for hero in heroes), ""),
        "presets": [
            (preset.id, spoken(sentence(preset.name)))
            for preset in data.presets.values()
            if preset.army.faction == faction
        ],
    }


def _row(row: SavedArmy) -> dict[str, Any]:
    """Return an army of the list: what it is made of, whether it can be opened, and whether it can be played as it
    is.
    """
    data = SETS.get(row.data_set)
    if data is None:
        summary = _("It belongs to the data set {name}, which is no longer offered.").format(name=row.data_set)
        return {"army": row, "summary": summary, "opens": False, "playable": False}
    try:
        army = saved_armies.parse_army(row.text, data)
    except RulesError as error:
        return {"army": row, "summary": spoken(error.sentence), "opens": False, "playable": False}
    summary = army_form.army_summary(army, data)
    playable = not armies.faults(army, data)
    return {"army": row, "summary": summary, "opens": True, "playable": playable}


@signed_in_to_post
def take(request: SignedIn) -> HttpResponse:
    """Save an army given as text."""
    name = request.POST.get("name", "")
    text = request.POST.get("text", "")
    try:
        saved = saved_armies.save(request.user, name, text)
    except RulesError as error:
        given = {"error": spoken(error.sentence), "name": name[:SHOWN], "text": text[:SHOWN]}
        return render(request, LIST, {**_list(request), **given}, status=422)
    messages.success(request, _("Army “{name}” saved.").format(name=saved.name))
    return redirect("armies")


@signed_in_to_fill_in
def new(request: SignedIn, faction: str) -> HttpResponse:
    """Build an army of a faction, from nothing or from a preset."""
    data = of_faction(faction)
    if faction not in data.factions:
        raise Http404
    start = data.presets.get(request.GET.get("preset", ""))
    army = start.army if start and start.army.faction == faction else army_form.empty(faction)
    return _build(request, army, "")


@signed_in_to_fill_in
def saved_army(request: SignedIn, number: int) -> HttpResponse:
    """Change a saved army of mine, or its name."""
    row = SavedArmy.objects.filter(pk=number, user=request.user, data_set__in=SETS).first()
    army = _begun(row, request.POST.get("faction", ""))
    if army is None:
        raise Http404
    return _build(request, army, row.name if row else "", number)


def _begun(row: SavedArmy | None, faction: str) -> Army | None:
    """Return the army to go on from: the saved one or, where that is gone or no longer an army, an empty one as was
    posted.
    """
    try:
        if row is not None:
            return saved_armies.parse_army(row.text, SETS[row.data_set])
    except BadNotation:
        pass
    return army_form.empty(faction) if faction in of_faction(faction).factions else None


def _build(request: SignedIn, army: Army, name: str, replaced: int | None = None) -> HttpResponse:
    """Return the form; what was posted is changed at a space, looked at, arranged or saved, as the button says. Where
    they are asked for, return the cards that explain what is on it."""
    if is_asked_for(request):
        return _cards(request, army.faction)
    if request.method != "POST":
        return _form(request, army, name)
    name = request.POST.get("name", "")
    deed = request.POST.get("deed", "")
    data = of_faction(army.faction)
    army, error = army_form.posted_army(request.POST.dict(), army.faction, data)
    if deed == "keep" and not error:
        return _save(request, army, name, replaced)
    if deed == "arrange" and not error:
        army, error = army_form.arranged(army, data)
    if "at" in request.POST and not error:
        army, error = army_form.pressed(army, request.POST.get("unit", ""), request.POST["at"], data)
    return _form(request, army, name, error)


def _save(request: SignedIn, army: Army, name: str, replaced: int | None) -> HttpResponse:
    try:
        saved = saved_armies.save(request.user, name, armies.text(army), replaced)
    except NotYours:
        error = _("This army has been deleted. What you see here isn’t saved. “Save army” saves it as a new one.")
        return _form(request, army, name, error, reverse("new_army", args=[army.faction]))
    except IllegalStep:  # the page names every reason anyway
        return _form(request, army, name, _("You can’t save this army yet. The reasons are below."))
    except RulesError as refused:
        return _form(request, army, name, spoken(refused.sentence))
    messages.success(request, _("Army “{name}” saved.").format(name=saved.name))
    return redirect("armies")


def _form(request: SignedIn, army: Army, name: str, error: str = "", elsewhere: str = "") -> HttpResponse:
    """Return the form, to be sent `elsewhere` where it can no longer be sent here."""
    context = {
        "draft": army_form.draft(army, of_faction(army.faction), request.POST.get("unit", "")),
        "faction": army.faction,
        "name": name[:SHOWN],
        "error": error,
        "address": elsewhere or request.get_full_path(),
        "all_things": address_of(request),
        "longest_name": saved_armies.MAX_NAME_LENGTH,
    }
    return render(request, BUILDER, context, status=409 if elsewhere else 422 if error else 200)


def _cards(request: SignedIn, faction: str) -> HttpResponse:
    """Return the cards of what an army of a faction is built of."""
    page = ThingsPage(
        slug=SLUG,
        title=_(registry.current(SLUG).meta.title),
        things=things.of_builder(of_faction(faction), faction),
        back=address_of_board(request),
        rules_url=reverse("rules_of", args=[SLUG]),
        sections={anchor: _(heading) for anchor, heading in ABOUT.sections.items()},
    )
    return cards_response(request, page)


@signed_in_to_fill_in
def delete(request: SignedIn, number: int) -> HttpResponse:
    """Delete a saved army, after a question. A deleted army, or another user's, is treated as not found."""
    row = SavedArmy.objects.filter(pk=number, user=request.user).first()
    error = ""
    if request.method == "POST" and (row is None or request.POST.get("confirm")):
        return _deleted(request, row)
    if row is None:
        raise Http404
    if request.method == "POST":
        error = _("Please tick the box to confirm.")
    context = {"army": row, "summary": _row(row)["summary"], "error": error}
    return render(request, DELETE, context, status=422 if error else 200)


def _deleted(request: SignedIn, row: SavedArmy | None) -> HttpResponse:
    if row is not None:
        row.delete()
        messages.success(request, _("Army “{name}” deleted.").format(name=row.name))
    return redirect("armies")
