"""The test-only feature does what it says, on every seam that it hangs on."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.apps import apps
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts import blocks, guests, limits, outbox, rates
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.reading.access import NotYours
from games.core.seams import sweeps
from games.core.services import leaving, play
from games.guests import merging
from games.lobby import services as lobby
from tests.applause import services
from tests.applause.models import Encore, Thanks
from tests.applause.services import ApplauseError, thank
from tests.games.browsing import signed_in, told
from tests.games.programs import program
from tests.games.tables import begin

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(ann: User, ben: User) -> Match:
    """A match of Ann and Ben that is over."""
    match = begin(ann, ben, public_id="overmatch1")
    play.resign(match.public_id, ben.pk)
    return match


def given() -> list[tuple[str, str]]:
    """Return who has thanked whom."""
    return list(Thanks.objects.order_by("pk").values_list("by__username", "to__username"))


def page(client: Client, match: Match) -> str:
    return told(client.get(match.get_absolute_url()))


# --- The model and its service --------------------------------------------------------------------------------------


def test_it_is_an_app_of_its_own_whose_migrations_are_complete() -> None:
    assert apps.get_app_config("applause").name == "tests.applause"
    assert Thanks._meta.db_table == "applause_thanks"
    call_command("makemigrations", "applause", check=True, dry_run=True, verbosity=0)


def test_a_player_thanks_another_once_for_a_match(match: Match, ann: User) -> None:
    assert thank(match.public_id, ann, "Ben") == thank(match.public_id, ann, "Ben")
    assert given() == [("Ann", "Ben")]


def test_nobody_is_thanked_before_the_end(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    with pytest.raises(ApplauseError, match=r"^The match is not over yet\. You can thank its players afterwards\.$"):
        thank(match.public_id, ann, "Ben")
    assert given() == []


def test_only_players_thank_and_only_other_players_are_thanked(match: Match, ann: User, cat: User) -> None:
    with pytest.raises(NotYours):
        thank(match.public_id, cat, "Ben")
    for name in ("Ann", "Cat", "", "ben"):
        with pytest.raises(ApplauseError, match=r"^Nobody of that name can be thanked for this match\.$"):
            thank(match.public_id, ann, name)
    assert given() == []


def test_no_thanks_pass_a_block(match: Match, ann: User, ben: User) -> None:
    blocks.block(ben, ann)
    with pytest.raises(ApplauseError, match=r"^Nobody of that name"):
        thank(match.public_id, ann, "Ben")


# --- Panels and the address -----------------------------------------------------------------------------------------


def test_the_page_of_a_match_offers_thanks_and_shows_them(match: Match, ann: User, ben: User) -> None:
    anns, bens = signed_in(ann), signed_in(ben)
    assert "Thank Ben" in page(anns, match)
    answer = anns.post(reverse("applaud", args=[match.public_id]), {"player": "Ben"}, follow=True)
    assert "You have thanked Ben." in told(answer)
    assert "Ann thanks Ben." in told(answer)
    assert "Thank Ben" not in told(answer)
    assert "Ann thanks Ben." in page(bens, match)
    assert "Thank Ann" in page(bens, match)


def test_watchers_see_thanks_and_can_give_none(match: Match, ann: User, client: Client) -> None:
    thank(match.public_id, ann, "Ben")
    shown = page(client, match)
    assert "Ann thanks Ben." in shown
    assert "Thank " not in shown


def test_the_page_of_a_match_that_runs_says_nothing_of_thanks(ann: User, ben: User) -> None:
    assert "Applause" not in page(signed_in(ann), begin(ann, ben))


def test_a_refusal_is_shown_with_the_match(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    answer = signed_in(ann).post(reverse("applaud", args=[match.public_id]), {"player": "Ben"})
    assert answer.status_code == 409
    assert "The match is not over yet. You can thank its players afterwards." in told(answer)


def test_a_profile_counts_thanks_for_matches_that_all_may_look_at(
    match: Match, ann: User, ben: User, client: Client
) -> None:
    assert "Was thanked" not in told(client.get("/players/Ben/"))
    thank(match.public_id, ann, "Ben")
    assert "Was thanked for one match." in told(client.get("/players/Ben/"))
    private = begin(ann, ben, public_id="private001")
    Match.objects.filter(pk=private.pk).update(private=True)
    play.resign(private.public_id, ann.pk)
    thank(private.public_id, ann, "Ben")
    assert "Was thanked for one match." in told(client.get("/players/Ben/"))


@pytest.mark.parametrize(("language", "shown"), [("de", "Beifall"), ("it", "Applausi")])
def test_its_catalogues_are_its_own(language: str, shown: str, match: Match, ann: User) -> None:
    with translation.override(language):
        assert translation.gettext("Applause") == shown
    User.objects.filter(pk=ann.pk).update(language=language)
    assert shown in page(signed_in(ann), match)


# --- Programs, limits, notices --------------------------------------------------------------------------------------


def test_a_program_thanks(match: Match, ann: User, cat: User) -> None:
    address = f"matches/{match.public_id}/applause/"
    answer = program(ann).post(address, player="Ben")
    assert (answer.status_code, answer.json()) == (200, {"by": "Ann", "to": "Ben"})
    answer = program(ann).post(address, player="Cat")
    assert (answer.status_code, answer.json()["code"]) == (409, "applause")
    assert program(cat).post(address, player="Ben").status_code == 404
    assert program(ann).post(address).status_code == 400


@pytest.mark.xdist_group("redis")
def test_thanks_are_counted_by_a_limit_of_their_own(
    match: Match, ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert limits.OF_FEATURES["applause"].allowed == rates.parse_rates("20/h/user")
    told_of = limits.OF_FEATURES["applause"].told
    monkeypatch.setitem(limits.OF_FEATURES, "applause", limits.Limit(rates.parse_rates("1/h/user"), told_of))
    client, address = signed_in(ann), reverse("applaud", args=[match.public_id])
    assert client.post(address, {"player": "Ben"}).status_code == 302
    answer = client.post(address, {"player": "Ben"})
    assert answer.status_code == 429
    assert "You have given thanks too often recently. Nothing was changed." in told(answer)
    assert program(ann).post(f"matches/{match.public_id}/applause/", player="Ben").status_code == 429


def test_the_player_who_is_thanked_is_told(match: Match, ann: User, ben: User) -> None:
    Outbox.objects.all().delete()
    thank(match.public_id, ann, "Ben")
    assert outbox.notice_title("applause") == "You are thanked for a match"
    outbox.deliver_all([row.pk for row in Outbox.objects.filter(recipient=ben)])
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["ben@example.org"], "Ann thanks you for your match: En Garde")
    assert f"http://testserver/m/{match.public_id}/" in letter.body


# --- What becomes of it ---------------------------------------------------------------------------------------------


def test_a_sweep_deletes_what_is_old(match: Match, ann: User, ben: User) -> None:
    thank(match.public_id, ann, "Ben")
    with time_machine.travel(timezone.now() + services.KEPT - timedelta(minutes=1)):
        sweeps.run_sweep("applause")
        assert given() == [("Ann", "Ben")]
    with time_machine.travel(timezone.now() + services.KEPT + timedelta(minutes=1)):
        sweeps.run_sweep("applause")
    assert given() == []


def rematch(match: Match, ann: User, ben: User) -> Match:
    """Return a rematch that is over."""
    again = begin(ann, ben, public_id="secondgame")
    Match.objects.filter(pk=again.pk).update(rematch_of=match)
    play.resign(again.public_id, ann.pk)
    return again


def test_a_rematch_of_a_match_that_was_applauded_is_an_encore(
    match: Match, ann: User, ben: User, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    thank(match.public_id, ann, "Ben")
    with django_capture_on_commit_callbacks(execute=True):
        again = rematch(match, ann, ben)
        assert list(Encore.objects.values_list("match", "thanks")) == [(again.pk, None)]
    assert list(Encore.objects.values_list("match", "thanks")) == [(again.pk, 1)]
    assert "An encore: there was applause for the match before." in page(client, again)
    assert "An encore" not in page(client, match)
    with time_machine.travel(timezone.now() + services.KEPT + timedelta(minutes=1)):
        sweeps.run_sweep("applause")
    assert not Encore.objects.exists()


def test_where_thanks_could_not_be_counted_the_sweep_counts_them(
    match: Match,
    ann: User,
    ben: User,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with monkeypatch.context() as broken, django_capture_on_commit_callbacks(execute=True):
        broken.setattr(Thanks.objects, "filter", Mock(side_effect=OSError("gone")))
        again = rematch(match, ann, ben)
    failed = client.get("/healthz").json()["parts"]["features"]["failed"]
    assert failed == {"applause": {"age": 0, "sweep": "applause"}}
    sweeps.run_sweep("applause")
    assert list(Encore.objects.values_list("match", "thanks")) == [(again.pk, 0)]
    assert "An encore" not in page(client, again)


def test_thanks_of_a_guest_become_the_accounts_with_the_match(ann: User, cat: User) -> None:
    guest, given_link = guests.create(), lobby.Terms("en-garde", {}, pace_days=3, audience="link")
    match = lobby.join(lobby.invite(ann, given_link).match.public_id, guest)
    play.resign(match.public_id, ann.pk)
    thank(match.public_id, ann, guest.username)
    thank(match.public_id, guest, "Ann")
    merging.merge(guest.pk, cat)
    assert given() == [("Ann", "Cat"), ("Cat", "Ann")]


def test_thanks_go_with_either_player(match: Match, ann: User, ben: User) -> None:
    thank(match.public_id, ann, "Ben")
    leaving.close_account(ben)
    assert given() == []


def test_a_download_holds_the_thanks_that_were_given(match: Match, ann: User, ben: User) -> None:
    thanks = thank(match.public_id, ann, "Ben")
    thank(match.public_id, ben, "Ann")
    answer: Any = signed_in(ann).post(reverse("archive"))
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        (found,) = json.loads(archive.read("applause/1.json"))
        assert b"applause: whom you have thanked, and for which match." in archive.read("README.txt")
    assert (found["match"], found["to"]) == (match.public_id, "Ben")
    assert found["given"].startswith(f"{thanks.given:%Y-%m-%dT%H:%M}")


def test_moderators_see_who_thanks_whom(match: Match, ann: User, mo: User) -> None:
    thank(match.public_id, ann, "Ben")
    client = signed_in(mo)
    shown = told(client.get(reverse("admin:applause_thanks_changelist")))
    assert "Ann" in shown
    assert "Ben" in shown
    assert match.public_id not in shown
    assert client.get(reverse("admin:applause_thanks_change", args=[Thanks.objects.get().pk])).status_code == 200
    assert client.get(reverse("admin:applause_thanks_add")).status_code == 403
