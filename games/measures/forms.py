"""What the person fills in to answer a measure, and what moderators fill in to take and judge one."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts import people
from accounts.characters import require_text
from accounts.fields import TextField
from accounts.models import User
from games.measures import services, words
from games.measures.models import TERMED, Kind, Measure
from games.measures.services import MAX_ANSWER, MAX_REASON, TERMS
from games.reports.answers import language_of
from games.reports.forms import say_language

UNTERMED = [kind for kind in Kind if kind not in TERMED]


def say_languages(form: forms.Form, person: User) -> None:
    """Name the person who reads what is filled in, and the language, in what explains the fields."""
    for field in form.fields.values():
        say_language(field, person)


class AnswerForm(forms.Form):
    """What the person has to say about a measure."""

    text = TextField(
        label=gettext_lazy("Your answer"),
        strip=False,
        max_length=MAX_ANSWER,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": MAX_ANSWER}),
    )


class WhomForm(forms.Form):
    """About whom a moderator means to decide."""

    person = TextField(label=gettext_lazy("Player’s name"), max_length=100)
    report = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean_person(self) -> User:
        found = people.by_name(self.cleaned_data["person"])
        if found is None:
            raise forms.ValidationError(_("There’s no player with that name. Check the spelling."))
        return found


def _words_field(label: Any, help_text: Any, *, required: bool = True) -> TextField:
    return TextField(
        label=label,
        required=required,
        max_length=MAX_REASON,
        validators=[require_text] if required else [],
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=help_text,
    )


class MeasureForm(forms.Form):
    """What a moderator does about a person, for how long, and why."""

    kind = forms.ChoiceField(label=gettext_lazy("Measure"), widget=forms.RadioSelect)
    term = forms.TypedChoiceField(
        label=gettext_lazy("For how long"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy("Reminders and warnings have no term: leave this empty."),
    )
    template = forms.ChoiceField(
        label=gettext_lazy("A sentence to start from"),
        required=False,
        help_text=gettext_lazy("It’s in {language} ({name}’s language). You can change it before you confirm."),
    )
    reason = _words_field(
        gettext_lazy("Reason"),
        gettext_lazy(
            "In {language} ({name}’s language), in at most 300 characters. The player reads it. Don’t write anything "
            "that gives a reporter away."
        ),
        required=False,
    )

    leaves_term = False
    """Whether a term that a kind doesn't have is passed over, since one is chosen already."""

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = language_of(person)
        self.known = {kind: words.sentences_for(kind, language) for kind in services.OFFERED}
        self.texts = {each.key: each for templates in self.known.values() for each in templates}
        self._choose("kind", [(kind.value, kind.label) for kind in services.OFFERED])
        self._choose("term", [("", "–"), *((days, self._days(days)) for days in TERMS)])
        self._offer_sentences()
        say_languages(self, person)

    def _offer_sentences(self) -> None:
        """Offer the sentences by the measures that they are for, those of the chosen one first."""
        chosen = self.data.get(self.add_prefix("kind")) if self.is_bound else self.initial.get("kind")
        kinds = sorted(self.known, key=lambda kind: kind != chosen)
        grouped = [(kind.label, [(each.key, each.text) for each in self.known[kind]]) for kind in kinds]
        self._choose("template", [("", "–"), *grouped])

    def _choose(self, name: str, choices: list[Any]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]  # of a ChoiceField

    @staticmethod
    def _days(days: int) -> str:
        return ngettext("{n} day", "{n} days", days).format(n=days)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if given.get("kind") in TERMED and not given.get("term") and "term" not in self.errors:
            self.add_error("term", _("Choose how long the measure lasts."))
        if given.get("kind") in UNTERMED and given.get("term") and not self.leaves_term:
            self.add_error("term", _("This measure has no term: leave this empty."))
        if given.get("kind") not in TERMED:
            given["term"] = None
        given["reason"] = given.get("reason") or self._begun_with(given.get("template", ""))
        if not given["reason"] and "reason" not in self.errors:
            self.add_error("reason", _("Give a reason, or choose a sentence to start from."))
        return given

    def _begun_with(self, key: str) -> str:
        return self.texts[key].text if key in self.texts else ""

    def lacks_language(self) -> bool:
        """Say whether the chosen sentence isn't there in the player's language."""
        chosen = self.texts.get(self.cleaned_data.get("template", ""))
        return chosen is not None and chosen.lacks_language and self.cleaned_data["reason"] == chosen.text


class PlainForm(forms.Form):
    """Nothing to fill in: pressing the button says it all."""


class ShownForm(forms.Form):
    """A form below a reason: `seen` is the digest of what the page showed (`services.as_shown`)."""

    seen = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)


class RewordingForm(ShownForm):
    """The reason of a measure in other words."""

    reason = _words_field(
        gettext_lazy("Reason"),
        gettext_lazy("In {language} ({name}’s language), in at most 300 characters. The player reads it."),
    )


class VerdictForm(ShownForm):
    """What comes of the person's answer."""

    verdict = forms.ChoiceField(
        label=gettext_lazy("Verdict"), choices=Measure.Verdict.choices, widget=forms.RadioSelect
    )
    words = _words_field(
        gettext_lazy("To the player"),
        gettext_lazy("Why, in one or two plain sentences, in {language} ({name}’s language)."),
    )


class UnjudgingForm(ShownForm):
    """Why a verdict is taken back; only the history keeps it."""

    why = TextField(label=gettext_lazy("Why"), max_length=MAX_REASON, validators=[require_text])
