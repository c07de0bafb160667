"""What is noted of acts on measures, as sentences."""

from django.utils.translation import gettext_lazy as _

from games.measures.models import Kind, Measure

ACTS = {
    r"taken · (?P<kind>\w+) · (?P<days>\d+) · (?P<why>.*)": _("{who} decided ({kind}, days: {days}): “{why}”"),
    r"taken · (?P<kind>\w+) · (?P<why>.*)": _("{who} decided ({kind}): “{why}”"),
    "taken back": _("{who} took the decision back."),
    "reworded · (?P<why>.*)": _("{who} reworded the reason: “{why}”"),
    r"verdict taken back · (?P<why>.*)": _("{who} took the verdict back: “{why}”"),
    "seconded": _("{who} confirmed it as the second moderator. The account was closed for good."),
    r"judged · (?P<verdict>\w+) · (?P<why>.*)": _("{who} judged the answer ({verdict}): “{why}”"),
}
WORDS = {**dict(Kind.choices), **dict(Measure.Verdict.choices)}
