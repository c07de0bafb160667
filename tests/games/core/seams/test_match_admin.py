"""What features let moderators do to a match, and what they hide from them."""

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from django.utils.functional import lazystr

from accounts import outbox
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.seams import match_admin
from games.core.seams.match_admin import WordForm
from games.core.seams.seam import BadFeature, Seam
from games.core.services import play
from games.ratings.admin import StrikingForm
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.admin.test_own_matches import listed
from tests.games.browsing import signed_in

pytestmark = pytest.mark.django_db


def test_the_page_of_a_match_leads_to_the_forms_that_fit_it(moderator: Client, match: Match, ben: User) -> None:  # noqa: F811
    addresses = {name: reverse(f"admin:games_match_{name}", args=[match.pk]) for name, _ in match_admin.FORMS}
    addresses["rule"] = reverse("admin:games_match_rule", args=[match.pk])
    page = reverse("admin:games_match_change", args=[match.pk])
    assert led_to(moderator, page, addresses) == {"rule", "back", "substitute"}
    play.resign(match.public_id, ben.pk)
    Match.objects.filter(pk=match.pk).update(rated=True)
    assert led_to(moderator, page, addresses) == {"strike"}


def led_to(client: Client, page: str, addresses: dict[str, str]) -> set[str]:
    """Return the names of the forms to which a page leads."""
    shown = client.get(page).text
    return {name for name, address in addresses.items() if f'href="{address}"' in shown}


class ThanksForm(WordForm):
    """What a feature lets a moderator do."""

    link = title = told = button = done = lazystr("Thank both")

    def act(self, match: Match) -> str:
        match.seats.update(notes=self.cleaned_data["reason"])
        return "thanked"


def test_a_form_of_a_feature_is_reached_and_done(
    moderator: Client,  # noqa: F811
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_admin, "FORMS", Seam[type[WordForm]](match_admin.FORMS.name))
    match_admin.register("back", ThanksForm)
    assert "Thank both" in moderator.get(reverse("admin:games_match_change", args=[match.pk])).text
    answer = moderator.post(reverse("admin:games_match_back", args=[match.pk]), {"reason": "Well.", "confirm": "on"})
    assert answer.status_code == 302
    assert [seat.notes for seat in match.seats.all()] == ["Well.", "Well."]
    assert "thanked" in moderator.get(reverse("admin:games_match_history", args=[match.pk])).text


def test_letters_that_a_feature_hides_are_not_listed(ann: User, mo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_admin, "LETTERS", Seam(match_admin.LETTERS.name))
    outbox.queue(ann.pk, "expiring", "1", {})
    letter = Outbox.objects.get(kind="expiring").pk
    assert letter in listed(signed_in(mo), "accounts.outbox")
    match_admin.hide_letters("applause", lambda _: Q(kind="expiring"))
    assert letter not in listed(signed_in(mo), "accounts.outbox")


def test_a_name_is_registered_once() -> None:
    with pytest.raises(BadFeature, match=r"^it registers “strike” with the page of a match for moderators"):
        match_admin.register("strike", StrikingForm)
