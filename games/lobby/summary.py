"""The options of a match that is about to begin, summed up in a line."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from games.boards.registry import about
from games.core.views.match_form import DRAWN, OPTION
from games.lobby.forms import NewMatchForm
from games.rules.game import Option
from games.seeks.fit import RULES
from games.seeks.pages import rules_in_words


def summed_up(form: NewMatchForm) -> str:
    """Return what the folded fields of a form say, as chosen; of a match that is sought only what is asked for."""
    return ", ".join(filter(None, _parts(form))) or (_("any") if _whom(form) == form.SEEK else _("default"))


def _whom(form: NewMatchForm) -> str:
    return str(form["audience"].value() or "")


def _parts(form: NewMatchForm) -> Iterator[str]:
    whom = _whom(form)
    yield from _of_game(form, is_sought=whom == form.SEEK)
    for name, words in _besides(form):
        if name not in form.HIDDEN.get(whom, ()):
            yield words


def _of_game(form: NewMatchForm, *, is_sought: bool) -> Iterator[str]:
    options = {option.name: form[OPTION + option.name].value() for option in form.rules.meta.options}
    for option in form.rules.meta.options:
        is_usual = options[option.name] == str(option.default)
        if option.applies(options) and not (is_usual and (is_sought or not option.brief)):
            yield from _said(option, str(options[option.name]))


def _said(option: Option, value: str) -> Iterator[str]:
    """Yield what an option says with a value, or nothing if it can't have this value."""
    for choice in option.choices:
        if str(choice.value) == value and option.brief:
            yield _(option.brief).format(value=_(choice.label))
        elif str(choice.value) == value:
            yield _("{name}: {value}").format(name=_(option.title), value=_(choice.label))


def _besides(form: NewMatchForm) -> Iterator[tuple[str, str]]:
    """Yield what the other folded fields say, each with its name."""
    seats = dict(form.fields["seat"].choices)  # type: ignore[attr-defined]
    seat = form["seat"].value()
    if seat in seats and seat != DRAWN:
        yield "seat", _("{name}: {value}").format(name=_("My seat"), value=seats[seat])
    if "paired" in form.fields and form["paired"].value():
        yield "paired", _("as a pair")
    yield from _openness(form)
    if form["language"].value():
        yield "language", str(dict(settings.LANGUAGES).get(form["language"].value(), ""))
    if form["min_reliability"].value():
        yield "min_reliability", _("at least {least}% reliability").format(least=form["min_reliability"].value())
    yield from _clock(form)


def _openness(form: NewMatchForm) -> Iterator[tuple[str, str]]:
    """Yield whether the match counts, and who sees it."""
    is_sought = _whom(form) == form.SEEK
    if form["private"].value() and not is_sought:
        yield "private", _("private")
        return
    if not (is_sought and form["rated"].value()):
        yield "rated", _("rated") if form["rated"].value() else _("not rated")
    if form["watchable"].value():
        yield "watchable", _("spectators allowed")
    elif not is_sought:
        yield "watchable", _("no spectators")


def _clock(form: NewMatchForm) -> Iterator[tuple[str, str]]:
    """Yield what is chosen of the clock other than the game proposes, except what the sentence about the clock says.

    That sentence stands above, but not where an opponent is sought.
    """
    usual = about(form.slug).clock.columns
    said_above = () if _whom(form) == form.SEEK else ("nights", "weekends")
    for name in RULES:
        value = form[name].value()
        if name not in said_above and value != usual[name]:
            yield from ((name, words) for words in rules_in_words({name: value}))
