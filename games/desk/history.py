"""What is noted of acts at the desk, as sentences: what moderators did with a case, and about a person."""

from django.utils.translation import gettext_lazy as _

from games.reports.models import Report

ACTS_IN_CASES = {
    "taken": _("{who} took the case."),
    "handed back": _("{who} handed the case back."),
    "handed over · (?P<name>.*)": _("{who} handed the case over to {name}."),
    r"closed · (?P<outcome>\w+) · (?P<why>.*)": _("{who} closed the case. {outcome} The words: “{why}”"),
    "reopened · (?P<why>.*)": _("{who} opened the case again: “{why}”"),
    "second opinion asked · (?P<why>.*)": _("{who} asked for a second opinion: “{why}”"),
    "opinion · (?P<why>.*)": _("{who} gave an opinion: “{why}”"),
    "reworded · (?P<why>.*)": _("{who} reworded the reason of the decision: “{why}”"),
    r"verdict taken back · (?P<why>.*)": _("{who} took the verdict on the player’s answer back: “{why}”"),
    "operators told · (?P<why>.*)": _("{who} told the operators: “{why}”"),
    "note": _("{who} wrote a note in the case."),
}
ACTS_ABOUT_PEOPLE = {"note": _("{who} wrote a note about the person.")}
OUTCOMES = dict(Report.Outcome.choices)
