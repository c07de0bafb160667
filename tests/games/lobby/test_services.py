"""Inviting, joining, withdrawing; the last to join starts the match."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Outbox, User
from games.core.models import Entry, Match, MatchSecret, Seat, Turn
from games.core.reading.access import NotYours
from games.core.services import secret
from games.core.services.eligibility import LobbyError
from games.lobby import services as lobby
from games.rules import chance
from games.rules.chance import KeyedChance
from games.rules.errors import BadOption, UnknownGame
from tests.games.tables import AUCTION, ENTROPIES, SECRET, begin, now, offer, owing, seat

pytestmark = pytest.mark.django_db
DRAWN = '!start {"drawn":true,"game":"en-garde",'


def invite(user: User, game: str = "en-garde", /, *, pace_days: int = 3, **given: Any) -> Match:
    seat, entropy = given.pop("seat", None), given.pop("entropy", "")
    return lobby.invite(user, lobby.Terms(game, given, pace_days=pace_days, seat=seat), entropy=entropy).match


def refusal(do: Any, *args: Any, **kwargs: Any) -> str:
    """Return the sentence with which the lobby refuses."""
    with pytest.raises(LobbyError) as caught:
        do(*args, **kwargs)
    return str(caught.value)


def nothing_was_made() -> bool:
    return not (Match.objects.exists() or MatchSecret.objects.exists() or Seat.objects.exists())


# --- Inviting -------------------------------------------------------------------------------------------------------


def test_an_invitation_holds_the_settled_options_and_its_inviter(ann: User) -> None:
    match = invite(ann, rounds=2)
    assert (match.status, match.version, match.pace_days, match.ply) == ("open", 1, 3, -1)
    assert match.options == {
        "variant": "advanced",
        "rounds": 2,
        "starter": "random",
        "aid": True,
        "last_retreat": "hand",
    }
    assert [(each.user, each.joined, each.number) for each in match.seats.all()] == [(ann, 0, None)]
    assert not Turn.objects.exists()
    assert not Entry.objects.exists()


def test_a_match_is_played_by_the_newest_version_of_its_game(ann: User) -> None:
    assert invite(ann, AUCTION).version == 2


def test_an_unknown_game_is_refused_with_those_there_are(ann: User) -> None:
    with pytest.raises(UnknownGame) as caught:
        invite(ann, "chess")
    assert "“chess”" in str(caught.value)
    assert "en-garde" in str(caught.value)
    assert nothing_was_made()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"colour": "red"},
            "En Garde has no option “colour”. Its options are: variant, rounds, starter, aid, last_retreat.",
        ),
        ({"rounds": 10}, "The option “rounds” can’t be “10”. Choose one of these: 1, 2, 3, 4, 5, 6, 7, 8, 9."),
        ({"rounds": "5"}, "The option “rounds” can’t be “5”. Choose one of these: 1, 2, 3, 4, 5, 6, 7, 8, 9."),
        ({"aid": 1}, "The option “aid” can’t be “1”. Choose one of these: True, False."),
        ({"variant": None}, "The option “variant” can’t be “None”. Choose one of these: advanced, standard."),
    ],
)
def test_an_option_that_does_not_exist_is_refused(ann: User, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption) as caught:
        invite(ann, **given)
    assert str(caught.value) == said
    assert nothing_was_made()


@pytest.mark.parametrize("pace", [0, 4, -1, 15, 365])
def test_a_pace_that_is_not_offered_is_refused(ann: User, pace: int) -> None:
    assert refusal(invite, ann, pace_days=pace) == "The time per move can be 1, 2, 3, 5, 7, 14 days."
    assert nothing_was_made()


@pytest.mark.parametrize("number", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(ann: User, number: int) -> None:
    assert (
        refusal(invite, ann, seat=number)
        == "There’s no such seat. Choose one of the game’s seats, or leave it to chance."
    )
    assert nothing_was_made()


def test_the_commitment_is_to_the_secret_that_is_shown_when_all_is_over(ann: User) -> None:
    match = invite(ann)
    shown = match.commitment
    with pytest.raises(PermissionError):
        secret.revealed(match)
    lobby.withdraw(match.public_id, ann)
    revealed = bytes.fromhex(secret.revealed(now(match)))
    assert len(revealed) == 32
    assert chance.commitment(match.public_id, revealed) == shown == now(match).commitment


def test_every_match_has_an_id_and_a_secret_of_its_own(ann: User) -> None:
    matches = [invite(ann) for _ in range(20)]
    assert len({match.public_id for match in matches}) == 20
    assert len({bytes(row.secret) for row in MatchSecret.objects.all()}) == 20


def test_the_secret_stays_hidden_while_the_match_is_played(match: Match) -> None:
    with pytest.raises(PermissionError, match="shown when it is over"):
        secret.revealed(match)


# --- Entropy --------------------------------------------------------------------------------------------------------


def test_the_browsers_entropy_is_kept_and_marked_so(ann: User) -> None:
    invite(ann, entropy="0123456789abcdef" * 2)
    assert Seat.objects.values_list("entropy", "entropy_source").get() == ("0123456789abcdef" * 2, "browser")


@pytest.mark.parametrize("given", ["", "abc", "g" * 32, "A" * 32, "0" * 31, "0" * 33, "0" * 32 + "\n", "０" * 32])
def test_entropy_that_is_missing_or_malformed_comes_from_the_server(ann: User, given: str) -> None:
    invite(ann, entropy=given)
    entropy, source = Seat.objects.values_list("entropy", "entropy_source").get()
    assert source == "server"
    assert len(bytes.fromhex(entropy)) == 16


def test_the_cards_come_from_the_secret_and_from_everybodys_entropy(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    seed = chance.seed(SECRET, match.public_id, "en-garde", 1, match.options, ENTROPIES[:2])
    again = KeyedChance(seed)
    again.shuffle(list(range(25)), "round 1 deal")
    assert [tuple(draw) for draw in match.entries.get(ply=0).draws] == again.draws


def test_a_user_makes_so_many_invitations_a_day_withdrawn_ones_too(ann: User, ben: User, noon: Any) -> None:
    for _ in range(lobby.MAX_A_DAY):
        lobby.withdraw(invite(ann).public_id, ann)
    told = "You’ve invited players 30 times in one day. Wait until tomorrow to invite more."
    assert refusal(invite, ann) == told
    assert Match.objects.count() == lobby.MAX_A_DAY
    assert invite(ben).status == "open"
    noon.shift(lobby.DAY)
    assert invite(ann).status == "open"


def test_a_user_has_so_many_open_invitations_and_those_of_others_do_not_count(ann: User, ben: User) -> None:
    for _ in range(lobby.MAX_OPEN):
        invite(ann)
    told = "You already have 20 open invitations. Withdraw one before you offer another match."
    assert refusal(invite, ann) == told
    assert invite(ben).status == "open"


def test_of_two_invitations_the_one_that_is_named_is_withdrawn(ann: User) -> None:
    first, second = invite(ann), invite(ann)
    lobby.withdraw(first.public_id, ann)
    assert [now(match).invitation.state for match in (first, second)] == ["withdrawn", "waits"]


# --- Joining --------------------------------------------------------------------------------------------------------


def test_the_last_to_join_starts_the_match(ann: User, ben: User) -> None:
    match = offer(ann)
    started = lobby.join(match.public_id, ben)
    assert (started.status, started.ply, started.started == started.moved) == ("playing", 0, True)
    assert now(match).status == "playing"
    assert match.entries.get().text == (
        '!start {"drawn":false,"game":"en-garde","options":{"aid":true,"last_retreat":"hand","rounds":5,'
        '"starter":"left","variant":"advanced"},"order":[0,1],"version":1}'
    )
    assert owing(match) == ["Ann"]


def test_who_moves_first_is_told_of_the_turn_and_the_other_of_the_start(ann: User, ben: User) -> None:
    begin(ann, ben)
    told = Outbox.objects.order_by("recipient__username").values_list("recipient__username", "kind")
    assert list(told) == [("Ann", "turn"), ("Ben", "start")]


@pytest.mark.parametrize(("chosen", "numbers"), [(0, [0, 1]), (1, [1, 0])])
def test_the_inviters_seat_is_the_one_he_chose(ann: User, ben: User, chosen: int, numbers: list[int]) -> None:
    match = begin(ann, ben, seat=chosen)
    assert [seat(match, user).number for user in (ann, ben)] == numbers


def test_of_three_the_joiners_fill_the_seats_the_inviter_left(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, cat, game=AUCTION, seat=1)
    assert [seat(match, user).number for user in (ann, ben, cat)] == [1, 0, 2]


def test_drawn_seats_come_from_the_matchs_own_chance(ann: User, ben: User) -> None:
    match = begin(ann, ben, seat=None)
    entry = match.entries.get()
    assert entry.text.startswith(DRAWN)
    seed = chance.seed(SECRET, match.public_id, "en-garde", 1, match.options, ENTROPIES[:2])
    order = [0, 1]
    KeyedChance(seed).shuffle(order, "seats")
    assert list(match.seats.order_by("number").values_list("joined", flat=True)) == order


def test_drawn_seats_fall_either_way(ann: User, ben: User) -> None:
    matches = [begin(ann, ben, seat=None, public_id=f"drawn{number:05}") for number in range(12)]
    assert {seat(match, ann).number for match in matches} == {0, 1}


def test_a_match_of_three_waits_for_the_third(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, game=AUCTION)
    assert (match.status, match.ply) == ("open", -1)
    assert not Outbox.objects.exists()
    lobby.join(match.public_id, cat)
    assert now(match).status == "playing"


def test_nobody_joins_twice(ann: User, ben: User) -> None:
    match = begin(ann, ben, game=AUCTION)
    assert refusal(lobby.join, match.public_id, ben) == "You’re already in this match."
    assert match.seats.count() == 2


def test_nobody_joins_his_own_invitation(ann: User) -> None:
    match = offer(ann)
    assert refusal(lobby.join, match.public_id, ann) == "You’re already in this match."
    assert now(match).status == "open"


def test_to_those_who_come_too_late_there_is_no_such_invitation(match: Match, cat: User) -> None:
    with pytest.raises(NotYours):
        lobby.join(match.public_id, cat)
    assert match.seats.count() == 2


def test_an_unknown_invitation_is_not_there(ann: User) -> None:
    with pytest.raises(NotYours):
        lobby.join("no-such-one", ann)


# --- Withdrawing ----------------------------------------------------------------------------------------------------


def test_a_withdrawn_invitation_is_void_and_cannot_be_joined(ann: User, ben: User) -> None:
    match = offer(ann)
    lobby.withdraw(match.public_id, ann)
    assert (now(match).status, now(match).result) == ("void", None)
    assert now(match).invitation.withdrawn == now(match).ended
    assert (
        refusal(lobby.join, match.public_id, ben)
        == "The invitation was withdrawn. Nobody can join this match any more."
    )
    assert match.seats.count() == 1


def test_only_the_inviter_withdraws(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, game=AUCTION)
    for user in (ben, cat):
        with pytest.raises(NotYours):
            lobby.withdraw(match.public_id, user)
    assert now(match).status == "open"


def test_a_match_that_has_begun_is_resigned_not_withdrawn(match: Match, ann: User) -> None:
    assert (
        refusal(lobby.withdraw, match.public_id, ann)
        == "The match has begun. You can resign, but you can no longer withdraw the invitation."
    )
    assert now(match).status == "playing"


def test_who_comes_after_a_void_match_is_not_told_of_a_withdrawal(match: Match, cat: User) -> None:
    Match.objects.filter(pk=match.pk).update(status="void")
    with pytest.raises(NotYours):
        lobby.join(match.public_id, cat)
