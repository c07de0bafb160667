"""What people fill in to find somebody to play with."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _, gettext_lazy

from accounts.fields import TextField
from games.boards.registry import about
from games.bots.services import TRIED_DAYS
from games.core.clock.terms import PACES, Chosen
from games.core.reading import bot_profiles
from games.core.views.clock_form import BANK, PROPOSED_BANK, ClockForm, Number, paces
from games.core.views.match_form import (
    DRAWN,
    LEVEL,
    OPTION,
    MatchForm,
    be_unrated,
    language_field,
    level_field,
    refuse_unpaired,
    reliability_field,
)
from games.lobby.models import Invitation
from games.lobby.services import MAX_NOTE_LENGTH, Terms
from games.rules import registry
from games.rules.game import Game
from games.rules.sentence import N_
from games.seeks.fit import Wish


class NewMatchForm(MatchForm):
    """A match to begin: besides, with whom, and on what terms. `to` names whom to invite to begin with."""

    SEEK = "seek"
    HOUSE = "house"
    """What there is instead of an audience of an invitation: the site finds somebody, or its own opponent plays."""
    FIRST = ("audience", "invited", LEVEL, "pace_days", *PROPOSED_BANK)
    """What everybody looks at, besides the game; all the rest is folded."""
    OTHERS = ("language", "min_reliability")
    NEUTRAL = ("", None, False, DRAWN)
    """What says nothing in any field."""
    UNHEARD: ClassVar[dict[str, tuple[str, ...]]] = {
        SEEK: ("note", "seat", "private", "total_days"),
        HOUSE: ("note", "language", "min_reliability", "private"),
    }
    """What means nothing where there is no invitation, and is refused."""
    HIDDEN: ClassVar[dict[str, tuple[str, ...]]] = {
        SEEK: UNHEARD[SEEK],
        Invitation.Audience.PERSONAL: ("min_reliability",),
        HOUSE: (*UNHEARD[HOUSE], "paired", "rated", "watchable", *ClockForm.CLOCK),
    }
    """What is not shown, by whom the match is with."""
    DOES: ClassVar[dict[str, str]] = {
        SEEK: N_("Find an opponent"),
        Invitation.Audience.PERSONAL: N_("Invite this player"),
        Invitation.Audience.LINK: N_("Create the link"),
        Invitation.Audience.OPEN: N_("Offer the match"),
        HOUSE: N_("Play the computer"),
    }
    """What is done, by whom the match is with, as the button says it."""

    audience = forms.ChoiceField(
        label=gettext_lazy("Opponent"), initial=Invitation.Audience.OPEN, widget=forms.RadioSelect
    )
    invited = TextField(
        label=gettext_lazy("Player’s name"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": " ", "list": "proposed"}),
    )
    note = TextField(
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("Add a line to the invitation, if you like."),
        required=False,
        max_length=MAX_NOTE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": " "}),
    )
    paired = forms.BooleanField(
        label=gettext_lazy(
            "Play a pair: two matches with sides swapped and one combined result; not against the computer"
        ),
        required=False,
    )
    language = language_field()
    min_reliability = reliability_field(
        gettext_lazy(
            "The percentage of matches a player has finished without running out of time. Players with "
            "fewer than five matches can join anyway."
        )
    )
    rated = forms.BooleanField(
        label=gettext_lazy(
            "Rated: the result changes the players’ ratings, unless the match is private or a guest joins"
        ),
        required=False,
        initial=True,
    )
    private = forms.BooleanField(
        label=gettext_lazy("Private: only the players can see the match once it’s over"),
        help_text=gettext_lazy(
            "Matches that aren’t private are later published in a file, with a number instead of your "
            "name, and with the date but not the time of each move."
        ),
        required=False,
    )
    watchable = forms.BooleanField(
        label=gettext_lazy("Allow spectators: anyone can watch during the match, without seeing hands or plans"),
        help_text=gettext_lazy("Private matches are never rated."),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, rules: Game[Any, Any], to: str = "", unrated: str = "", **kwargs: Any) -> None:
        """Make a form; `unrated` says why the reader may play no rated match for now."""
        super().__init__(*args, rules=rules, **kwargs)
        audience: forms.ChoiceField = self.fields["audience"]  # type: ignore[assignment]
        audience.choices = self._whom()
        pace: Number = self.fields["pace_days"]  # type: ignore[assignment]
        pace.help_text = ""
        pace.choices = [*paces()[:-1], (BANK, _("time bank"))]
        self._settle_pairs()
        be_unrated(self, unrated, False)
        self.fields |= level_field(self.slug)
        if rules.meta.seats != 2:
            del self.fields["invited"]
        elif to:
            self.initial.update(audience=Invitation.Audience.PERSONAL, invited=to)

    def _whom(self) -> list[tuple[str, str]]:
        whom = {
            self.SEEK: _("Find me an opponent"),
            Invitation.Audience.PERSONAL: _("A player by name"),
            Invitation.Audience.LINK: _("A friend, by link"),
            Invitation.Audience.OPEN: _("Anyone"),
            self.HOUSE: _("The computer, now"),
        }
        for_two = (self.SEEK, Invitation.Audience.PERSONAL) if self.rules.meta.seats != 2 else ()
        missing = for_two if bot_profiles.has(self.slug) else (*for_two, self.HOUSE)
        return [(str(value), label) for value, label in whom.items() if value not in missing]

    def _settle_pairs(self) -> None:
        """Offer a pair where there can be one, first of all where sides are uneven; and say with what there is none."""
        meta = self.rules.meta
        field = self.fields["paired"]
        if meta.seats != 2:
            del self.fields["paired"]
        field.initial = meta.uneven
        field.disabled = bool(meta.unpaired) and not meta.unpaired_by
        if meta.unpaired:
            field.help_text = _(meta.unpaired)

    def with_whom(self) -> list[forms.BoundField]:
        """Return the fields that say whom the match is with."""
        return [self[name] for name in ("audience", "invited") if name in self.fields]

    def of_house(self) -> list[forms.BoundField]:
        """Return the fields about the computer opponent."""
        return [self[LEVEL]] if LEVEL in self.fields else []

    def hidden_with(self, name: str) -> str:
        """Return for whom a field is hidden, as words of an attribute."""
        return " ".join(whom for whom, names in self.HIDDEN.items() if name in names)

    def only_with(self, name: str) -> str:
        """Return the other field, and its value, without which a field means nothing: “name=value”, or nothing."""
        other = next((each.only_with for each in self.rules.meta.options if OPTION + each.name == name), None)
        return f"{OPTION}{other[0]}={other[1]}" if other else ""

    def does(self) -> list[tuple[str, str, bool]]:
        """Return what the button says, by whom the match is with, and whether that is chosen as the page is loaded;
        something that is always true where nothing is.
        """
        chosen = self["audience"].value()
        said = [(value, _(self.DOES[value]), value == chosen) for value, _label in self._whom()]
        return said if any(is_chosen for *_which, is_chosen in said) else [("", _("Create the match"), True), *said]

    def of_match(self) -> list[forms.BoundField]:
        """Return the folded fields about the match itself."""
        known = (*self.FIRST, *self.OTHERS, *self.CLOCK)
        return [self[name] for name in dict.fromkeys(("note", *self.fields)) if name not in known]

    def of_others(self) -> list[forms.BoundField]:
        """Return the folded fields about who may join."""
        return [self[name] for name in self.OTHERS]

    def is_folded_wrong(self) -> bool:
        """Say whether a folded field was filled in wrongly."""
        return any(name in self.errors for name in self.fields if name not in self.FIRST)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        personal = given.get("audience") == Invitation.Audience.PERSONAL
        if personal and not given.get("invited") and "invited" not in self.errors:
            self.add_error("invited", _("Enter the name of the player you want to invite."))
        if given.get("invited") and not personal:
            self.add_error(
                "invited", _("You entered a player’s name. Choose “A player by name” above, or leave this empty.")
            )
        if personal:
            given["min_reliability"] = None  # hidden, and perhaps remembered: it is for those you don't know
        self._refuse_unheard(given)
        if given.get("paired") and given.get("audience") not in self.UNHEARD:  # a seek draws, the house has no pairs
            refuse_unpaired(self, self.rules.meta)
        return given

    def _refuse_unheard(self, given: dict[str, Any]) -> None:
        """Say which of the things that were chosen nobody would hear of."""
        whom = given.get("audience", "")
        for name in self.UNHEARD.get(whom, ()):
            if given.get(name) not in self.NEUTRAL and name in self.changed_data:
                self.add_error(name, self._unheard(whom))
        if whom == self.HOUSE and given.get("paired") and "paired" in self.changed_data:
            self.add_error("paired", self._unheard(whom))
        if whom == self.SEEK and given.get("pace_days") == BANK:
            self.add_error("pace_days", _("Choose days per move. You can agree on a time bank only in an invitation."))

    def _unheard(self, whom: str) -> str:
        if whom == self.SEEK:
            return _("This isn’t possible when we find an opponent for you. Leave it unchanged.")
        return _("This has no effect against the computer. Leave it unchanged.")

    def clock_with_house(self) -> Chosen:
        """Return the clock of a match with the house; the form doesn't ask for one."""
        return Chosen(TRIED_DAYS)

    def terms(self) -> Terms:
        """Return what is offered, where somebody is invited."""
        given = {name: self.cleaned_data[name] for name in ("audience", "note", "language", "private")}
        given["invited"] = self.cleaned_data.get("invited", "")
        given["min_reliability"] = self.cleaned_data["min_reliability"] or 0
        given["paired"] = self.cleaned_data.get("paired", False)
        given |= {name: self.cleaned_data[name] and not given["private"] for name in ("rated", "watchable")}
        return Terms(self.slug, self.options(), seat=self.seat(), clock=self.chosen(), **given)

    def wish(self) -> Wish:
        """Return what is sought, where the site finds somebody: at the pace that was chosen or slower; of all else only
        what differs from the defaults matters.
        """
        given = self.cleaned_data
        defaults = {option.name: option.default for option in self.rules.meta.options}
        options = {name: value for name, value in self.options().items() if value != defaults[name]}
        usual = about(self.slug).clock.columns
        return Wish(
            self.slug,
            fastest_days=given["pace_days"],
            slowest_days=PACES[-1],
            options=options,
            clock={name: given[name] for name in (*self.STOPS, "absence") if given[name] != usual[name]},
            rated=None if given["rated"] else False,
            paired=given["paired"],
            language=given["language"],
            min_reliability=given["min_reliability"] or 0,
            watchable=given["watchable"],
        )


class FilterForm(forms.Form):
    """Which of the open invitations to list; empty fields let all through."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=lambda: [("", _("any")), *_game_titles()], required=False
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Time per move"), choices=lambda: [("", _("any")), *paces()], required=False
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=lambda: [("", _("any")), *settings.LANGUAGES], required=False
    )


def _game_titles() -> list[tuple[str, str]]:
    return [(slug, _(registry.current(slug).meta.title)) for slug in registry.slugs()]
