"""Without a start there is no result: the match is void, and the invitation of a player who waited is reoffered."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from accounts import outbox
from accounts.models import Outbox, User
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.services import sweeps
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.lobby.services import LobbyError, Terms
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, now, pass_time, texts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alive")]
Time = time_machine.Traveller
DAY = timedelta(days=1)


def time_is_up(noon: Time) -> dict[int, str]:
    """Return all were told, and three days pass, with the service alive all along."""
    Outbox.objects.update(status="sent", sent_at=NOON)
    pass_time(noon, 3 * DAY)
    return sweeps.expire()


def marks(match: Match) -> list[str]:
    return [each.outcome for each in match.seats.order_by("joined")]


def again(match: Match) -> Invitation | None:
    """Return the invitation that is offered again for a match."""
    return Invitation.objects.select_related("match", "inviter").filter(again_of=match).first()


def begun(inviter: User, joiner: User, **terms: object) -> Match:
    """Return a match of these terms in which the joiner is to move first."""
    given = {"game": "en-garde", "options": {"starter": "right"}, "pace_days": 3, "seat": 0, **terms}
    made = lobby.invite(inviter, Terms(**given)).match  # type: ignore[arg-type]
    lobby.join(made.public_id, joiner)
    return now(made)


@pytest.mark.parametrize("absence", ["loss", "choice"])
def test_who_never_made_the_first_move_makes_the_match_void_no_matter_what_was_agreed(
    match: Match, absence: str, noon: Time
) -> None:
    Match.objects.update(absence=absence)
    assert time_is_up(noon) == {match.pk: "void"}
    assert (texts(match), now(match).status, marks(match)) == (["!void"], "void", ["absent", "void"])
    assert again(match) is None  # Ben, who waited, had not invited


def test_so_does_the_second_one_who_answers_to_no_first_move(match: Match, ann: User, noon: Time) -> None:
    answer(match, ann, "F1")
    assert time_is_up(noon) == {match.pk: "void"}
    assert marks(match) == ["void", "absent"]
    found = again(match)
    assert found is not None
    assert found.inviter == ann


@pytest.mark.parametrize("audience", ["open", "link"])
def test_the_invitation_of_who_waited_is_offered_again_on_the_same_terms(
    audience: str, ann: User, ben: User, noon: Time
) -> None:
    before = begun(ann, ben, audience=audience, note="Be kind", language="it", rated=True)
    Match.objects.update(weekends=True, absence="loss", total_days=30)
    assert time_is_up(noon) == {before.pk: "void"}
    found = again(before)
    assert found is not None
    alike = ("inviter_id", "audience", "seat", "note", "language", "invited_id")
    assert [getattr(found, name) for name in alike] == [ann.pk, audience, 0, "Be kind", "it", None]
    assert (found.state, found.expires) == ("waits", NOON + 3 * DAY + 14 * DAY)
    match = found.match
    assert (match.game, match.options, match.rated, match.private) == (before.game, before.options, True, False)
    clock = {name: getattr(match, name) for name in Chosen.__dataclass_fields__}
    assert clock == {name: getattr(now(before), name) for name in Chosen.__dataclass_fields__}
    assert (match.public_id != before.public_id, match.commitment != before.commitment) == (True, True)
    assert [each.user for each in match.seats.all()] == [ann]
    lobby.join(match.public_id, ben)
    assert now(match).status == "playing"


def test_the_invitation_of_who_waited_for_one_who_was_never_told_is_offered_again_and_nobody_has_a_mark(
    ann: User, ben: User, noon: Time
) -> None:
    match = begun(ann, ben)
    for _ in range(4):
        pass_time(noon, 3 * DAY)
        done = sweeps.expire()
    assert (done, marks(match)) == ({match.pk: "void"}, ["void", "void"])
    found = again(match)
    assert found is not None
    assert found.inviter == ann


def test_an_invitation_in_person_is_not_repeated(ann: User, ben: User, noon: Time) -> None:
    match = begun(ann, ben, audience="personal", invited="Ben")
    assert time_is_up(noon) == {match.pk: "void"}
    assert again(match) is None


def test_nothing_is_offered_for_an_inviter_who_was_absent(ann: User, ben: User, noon: Time) -> None:
    match = begin(ann, ben)
    assert time_is_up(noon) == {match.pk: "void"}
    assert again(match) is None


def test_when_neither_has_begun_both_were_absent(ann: User, ben: User, noon: Time) -> None:
    match = begin(ann, ben, game="fantasy-dice-battles")
    assert time_is_up(noon) == {match.pk: "void"}
    assert (marks(match), again(match)) == (["absent", "absent"], None)


def test_a_plan_makes_no_first_move(ann: User, ben: User, noon: Time) -> None:
    """What the game would provide begins no match for somebody who never came."""
    match = begin(ann, ben, game="fantasy-dice-battles")
    answer(match, ann, "army realm_a; ready")
    match.seats.filter(user=ben).update(plan="army horde_a", plan_serial=0)
    assert time_is_up(noon) == {match.pk: "void"}
    assert marks(match) == ["void", "absent"]


@pytest.mark.parametrize("why", ["too many", "letters come back", "left"])
def test_anyone_who_may_not_invite_any_more_does_not(why: str, ann: User, ben: User, noon: Time) -> None:
    match = begun(ann, ben)
    if why == "too many":
        for _ in range(lobby.MAX_OPEN):
            lobby.invite(ann, Terms("en-garde", {}, pace_days=3))
    elif why == "letters come back":
        User.objects.filter(pk=ann.pk).update(bounced=ann.email)
    else:
        User.objects.filter(pk=ann.pk).update(left=NOON)
    assert time_is_up(noon) == {match.pk: "void"}
    assert (marks(match), again(match)) == (["void", "absent"], None)


@pytest.mark.parametrize(("most", "is_offered"), [(1, False), (2, True)])
def test_an_invitation_that_is_offered_again_is_one_of_those_of_a_day(
    most: int, is_offered: bool, ann: User, ben: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(ann, ben)
    monkeypatch.setattr(lobby, "MAX_A_DAY", most)
    monkeypatch.setattr(lobby, "DAY", 4 * DAY)  # so that the first one counts when its time is up
    assert time_is_up(noon) == {match.pk: "void"}
    assert (again(match) is not None) is is_offered
    with pytest.raises(LobbyError, match=f"You’ve invited players {most} times in one day"):
        lobby.invite(ann, Terms("en-garde", {}, pace_days=3))


def test_who_waited_is_told_where_the_invitation_stands_again(ann: User, ben: User, noon: Time) -> None:
    match = begun(ann, ben)
    time_is_up(noon)
    outbox.deliver_due()
    found = again(match)
    assert found is not None
    letters = {letter.to[0]: str(letter.body) for letter in mail.outbox}
    address = found.get_absolute_url()
    assert (
        "The match is void because Ben was absent. It counts as an absence only for Ben." in letters["ann@example.org"]
    )
    assert address in letters["ann@example.org"]
    assert address not in letters["ben@example.org"]
    mine, his = (signed_in(user).get(match.get_absolute_url()) for user in (ann, ben))
    assert "Your invitation is open again" in told(mine)
    assert address in mine.content.decode()
    assert "The match is void because Ben was absent. It counts as an absence only for Ben." in told(his)
    assert address not in his.content.decode()
