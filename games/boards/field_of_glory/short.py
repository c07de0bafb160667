"""Choices in few words, where the piece that offers them is picked already, and what to press before that."""

from django.utils.translation import gettext as _, pgettext

from games.core.reading.voice import SiteVoice
from games.rules.field_of_glory import steps as st, words
from games.rules.field_of_glory.cards import POINTS
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import FieldOfGloryView


def short(step: AnyStep) -> str:
    """Return a step in a word or two; nothing where it has to be said whole."""
    match step:
        case st.Place(column=column):
            return _("Column {number}").format(number=column)
        case st.Pay(card):
            return pgettext("a card", "Pay {points}").format(points=POINTS[card])
        case st.Draw(card) if card:
            return pgettext("cards", "Draw {points}").format(points=POINTS[card])
        case st.Bonus(source) if source in POINTS:
            return _("Bonus +{points}").format(points=POINTS[source])
    return _verbs().get(type(step), "")


def which(step: AnyStep) -> str:
    """Return the card that a step places: its button says so if a column was picked before a card."""
    return words.card_name(step.card).said(SiteVoice()) if isinstance(step, st.Place) else ""


def column_alone(step: AnyStep) -> str:
    """Return the number of the column of a step: enough beside a button that says “Column” (on a phone)."""
    return str(step.column) if isinstance(step, st.Place) else ""


def in_short(step: AnyStep, view: FieldOfGloryView) -> dict[str, str]:
    """Return what a button may say in place of the whole step, and what it says of one that takes a card unseen."""
    said = {"short": short(step), "which": which(step), "bare": column_alone(step)}
    return said | _unseen(step) if takes_unseen(step, view) else said


def takes_unseen(step: AnyStep, view: FieldOfGloryView) -> bool:
    """Say whether a step leaves the attacker without a card: then the top of the deck is the bonus card (FG-71)."""
    hand = view.hands[view.viewer] or ()
    if not view.deck_sizes[view.viewer] + view.discard_sizes[view.viewer]:
        return False
    if isinstance(step, st.Overlap):
        return len(hand) == 1
    return isinstance(step, st.Attack | st.Flank) and not hand


def _unseen(step: AnyStep) -> dict[str, str]:
    """Return what the button of a step says that takes a card unseen: it asks for a second press even on a piece."""
    said = words.label(step).said(SiteVoice())
    verb = short(step)
    label = _("{step}, and an unseen bonus card from the deck").format(step=said)
    brief = _("{verb}, unseen bonus from the deck").format(verb=verb) if verb else ""
    return {"label": label, "short": brief, "twice": "twice"}


def _verbs() -> dict[type[AnyStep], str]:
    """Return the steps that one verb describes well enough."""
    return {
        st.Remove: pgettext("a unit", "Discard"),
        st.Attack: _("Attack"),
        st.Overlap: _("Play Overlap"),
        st.Withdraw: _("Withdraw"),
        st.Stand: _("Stand"),
    }


def tip(view: FieldOfGloryView) -> str:
    """Return what is to be pressed where no button stands for it."""
    if view.draft:
        return _("Choose two cards, then confirm.")
    if view.phase == "answer" and view.fight and not view.fight.defence:
        return _("Choose one of your units in column {column}.").format(column=view.fight.column)
    if view.placing and view.placing.paying:
        return _("Choose a card to pay with.")
    if view.phase == "trim":
        return _("Choose a card to discard.")
    return _("Choose a card or a unit.")
