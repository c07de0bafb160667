"""What moderators do to a match, and what they may not read: one of the seams.

Who calls: `games/admin.py`. The page of a match in the admin leads to each form that fits the match, at the address
`<name>/`; the list of letters leaves out what features hide. Rows of a feature come into the admin by its `admin.py`,
as with every app of Django.

In which transaction: `act` runs in one, with the line in the history of the match. In what order: as
`games/features.py` lists the features.

Where one fails: a `RulesError` is shown to the moderator, and nothing is done. Any other error is one of the page.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from accounts.characters import require_text
from accounts.fields import TextField
from games.core.models import Match, Seat
from games.core.seams.seam import Seam

EXCLUDED = "not for ratings: "
"""How the history of a match begins to note that it was excluded from ratings; the reason follows."""


class WordForm(forms.Form):
    """What a moderator does to a match, and why; its players read the reason, unless it is `for_moderators`."""

    link: ClassVar[Promise]
    """What leads to it on the page of a match."""
    title: ClassVar[Promise]
    told: ClassVar[Promise]
    """What it means for the match {id}, before it is done."""
    button: ClassVar[Promise]
    done: ClassVar[Promise]
    """That it is done."""
    bars_players: ClassVar[bool] = False
    """Whether nobody may do it to a match of their own, though it is over."""
    acts: ClassVar[Mapping[str, Promise]] = {}
    """What `act` returns, as a pattern, and what it means, as a sentence: {who} did it (`accounts/history.py`)."""
    for_moderators: ClassVar[bool] = False
    """Whether only moderators read the reason, in the history of the match."""

    reason = TextField(
        label=gettext_lazy("Why"),
        max_length=300,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy("One plain sentence. The players will see it, but not your name."),
        error_messages={"required": gettext_lazy("Give the reason in one sentence. The players will see it.")},
    )
    confirm = forms.BooleanField(label=gettext_lazy("I’ve looked at the match and I’m sure."))

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        if self.for_moderators:
            self.fields["reason"].help_text = _("One plain sentence. Only moderators will see it.")
            self.fields["reason"].error_messages["required"] = _("Give the reason in one sentence.")

    def clean_reason(self) -> str:
        return " ".join(self.cleaned_data["reason"].split())  # one line, however it was typed

    def act(self, match: Match) -> str:
        """Do it; return what the history of the match is to say. Raises RulesError."""
        raise NotImplementedError

    @classmethod
    def is_for(cls, match: Match) -> bool:
        """Say whether the page of a match leads to it, as the match stands."""
        return match.status == Match.Status.PLAYING and match.held_until is None


FORMS = Seam[type[WordForm]]("the page of a match for moderators")
LETTERS = Seam[Callable[[int], Q]]("the letters that moderators do not see")


def register(name: str, form: type[WordForm]) -> None:
    """Let moderators fill in a form about a match. Raises BadFeature."""
    FORMS.add(name, form)


def hide_letters(name: str, which: Callable[[int], Q]) -> None:
    """Leave letters out of the list for the moderator of this key. Raises BadFeature."""
    LETTERS.add(name, which)
