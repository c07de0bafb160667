"""Whom an invitation is for, what it says, how many there may be, and how it comes to nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.utils import timezone

from accounts import blocks, outbox, streams
from accounts.models import Outbox, Preferences, User
from games.core.models import Heartbeat, Match, Seat
from games.core.reading.access import NotYours
from games.core.services import secret
from games.lobby import services as lobby, sweeps as lobby_sweeps
from games.lobby.models import Invitation
from tests.games.lobby.test_services import nothing_was_made, refusal
from tests.games.tables import AUCTION, begin, now, offer, pass_time, seat
from tests.hostile import UNSEEN

pytestmark = pytest.mark.django_db


def invite(user: User, game: str = "en-garde", **given: Any) -> Invitation:
    return lobby.invite(user, lobby.Terms(game, {}, pace_days=3, **given))


def personal(user: User, name: str, **given: Any) -> Invitation:
    return invite(user, audience="personal", invited=name, **given)


def deliver_later() -> None:
    """Send what is due when the delay is over in which an invitation can be withdrawn unsent."""
    with time_machine.travel(timezone.now() + timedelta(seconds=settings.TURN_MAIL_DELAY), tick=False):
        outbox.deliver_due()


@pytest.fixture
def bot(db: None) -> User:
    return User.objects.create_user("Bot", is_bot=True)


# --- Terms ----------------------------------------------------------------------------------------------------------


def test_a_note_does_not_turn_round_what_stands_behind_it(ann: User) -> None:
    assert invite(ann, note="\u202egnp.\u2066exe \u05d0\u200f!").note == "gnp. exe \u05d0\u200f!"


@pytest.mark.parametrize("note", UNSEEN)
def test_a_note_that_shows_nothing_is_none(ann: User, note: str) -> None:
    assert invite(ann, note=note).note == ""


def test_note_language_and_terms_are_kept(ann: User) -> None:
    made = invite(ann, note="  Beginners\r\nwelcome\x00 ", language="de", private=True)
    assert (made.note, made.language, made.match.private, made.match.rated) == ("Beginners welcome", "de", True, False)
    assert invite(ann, rated=True).match.rated


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"note": "x" * 201}, "The note is too long: 201 characters. The limit is 200."),
        ({"note": "x" * 100_000}, "The note is too long: 100000 characters. The limit is 200."),
        ({"language": "tlh"}, "There’s no language “tlh” here. Choose one of these: en, de, it."),
        ({"audience": "secret"}, "An invitation must be one of these: open, link, personal."),
        (
            {"invited": "Ben", "note": "for Ben only"},
            "Only a “personal” invitation can name a player. Make it personal, or leave the name out.",
        ),
        (
            {"rated": True, "private": True},
            "A rated match can’t be private: everyone must be able to check where ratings come from.",
        ),
    ],
)
def test_terms_that_cannot_be_are_refused_with_a_sentence(ann: User, given: dict[str, Any], said: str) -> None:
    assert refusal(invite, ann, **given) == said
    assert nothing_was_made()


def test_nobody_has_more_than_twenty_open_invitations(ann: User, ben: User) -> None:
    made = [invite(ann) for _ in range(20)]
    said = "You already have 20 open invitations. Withdraw one before you offer another match."
    assert refusal(invite, ann) == said
    assert Match.objects.count() == 20
    invite(ben)
    lobby.withdraw(made[0].match.public_id, ann)
    invite(ann)
    assert refusal(invite, ann) == said


def test_who_has_just_left_neither_invites_nor_joins(ann: User, ben: User) -> None:
    match = offer(ben)
    User.objects.filter(pk=ann.pk).update(left=timezone.now())
    assert refusal(invite, ann) == "This account is closed."
    assert refusal(lobby.join, match.public_id, ann) == "This account is closed."


# --- Personal invitations -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ben", "ben", " BEN "])
def test_a_personal_invitation_is_for_the_one_it_names_and_tells_that_one(ann: User, ben: User, name: str) -> None:
    made = personal(ann, name, note="Your revenge?")
    assert (made.audience, made.invited) == ("personal", ben)
    assert [(row.recipient, row.kind) for row in Outbox.objects.all()] == [(ben, "invited")]
    outbox.deliver_due()
    assert mail.outbox == []  # it might be withdrawn
    deliver_later()
    [letter] = mail.outbox
    assert letter.subject == "Ann has invited you to a match: En Garde"
    for words in (
        "has invited you to a match of En Garde: 3 days per move, ends by ",
        "Ann wrote: “Your revenge?”",
        made.get_absolute_url(),
    ):
        assert words in letter.body


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Nobody", "There’s no player with that name. Check the spelling."),
        ("", "There’s no player with that name. Check the spelling."),
        ("Be\0n", "There’s no player with that name. Check the spelling."),
        ("x" * 100_000, "There’s no player with that name. Check the spelling."),
        ("Ann", "You can’t invite yourself."),
        ("Bot", "Bot is a computer opponent. It doesn’t need an invitation and starts playing immediately."),
        ("Guest-1", "Guest-1 is a guest and can only play against the computer."),
    ],
)
def test_who_cannot_be_invited_is_refused_with_a_sentence(ann: User, bot: User, name: str, said: str) -> None:
    User.objects.create_user("Guest-1", guest_until=timezone.now() + timedelta(hours=1))
    assert refusal(personal, ann, name) == said
    assert nothing_was_made()


def test_who_has_left_cannot_be_invited(ann: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(left=timezone.now())
    assert refusal(personal, ann, "Ben") == "There’s no player with that name. Check the spelling."


@pytest.mark.parametrize("turned", [False, True])
def test_who_blocks_or_is_blocked_is_not_invited(ann: User, ben: User, turned: bool) -> None:
    blocks.block(*((ben, ann) if turned else (ann, ben)))
    told = (
        "Ben doesn’t accept invitations from you."
        if turned
        else "You’ve blocked Ben. Unblock them under “Settings” first."
    )
    assert refusal(personal, ann, "Ben") == told
    assert nothing_was_made()


def test_a_match_for_three_is_not_meant_for_one(ann: User, ben: User) -> None:
    assert refusal(lobby.invite, ann, lobby.Terms(AUCTION, {}, pace_days=3, audience="personal", invited="Ben")) == (
        "You can invite one player by name only to a two-player match. Invite by link instead."
    )


def test_only_the_one_it_is_meant_for_joins(ann: User, ben: User, cat: User) -> None:
    made = personal(ann, "Ben")
    with pytest.raises(NotYours):
        lobby.join(made.match.public_id, cat)
    assert lobby.join(made.match.public_id, ben).status == "playing"


def test_the_mail_is_not_sent_once_nothing_is_left_of_the_invitation(ann: User, ben: User) -> None:
    lobby.withdraw(personal(ann, "Ben").match.public_id, ann)
    blocked = personal(ann, "Ben")
    blocks.block(ben, ann)
    deliver_later()
    assert mail.outbox == []
    assert blocked.state == "waits"


def test_who_wants_no_such_mails_gets_none(ann: User, ben: User) -> None:
    Preferences.objects.create(user=ben, invitation_mails=False)
    personal(ann, "Ben")
    deliver_later()
    assert mail.outbox == []


def test_invitations_that_are_withdrawn_at_once_mail_nobody(ann: User, ben: User) -> None:
    for _ in range(30):
        lobby.withdraw(personal(ann, "Ben", note="Visit https://evil.example/ now!").match.public_id, ann)
    deliver_later()
    assert mail.outbox == []


def test_the_sixth_invitation_of_a_day_stands_on_the_site_and_is_not_mailed(ann: User, ben: User, cat: User) -> None:
    for inviter in (ann, ann, ann, cat, cat):
        personal(inviter, "Ben")
        deliver_later()
    made = personal(cat, "Ben")
    deliver_later()
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]] * 5
    assert Outbox.objects.get(key=str(made.match.pk)).status == Outbox.Status.OBSOLETE
    assert lobby.join(made.match.public_id, ben).status == "playing"


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("Your revenge? Best of 3, at 2.30 e.g. today", "Your revenge? Best of 3, at 2.30 e.g. today"),
        ("Visit https://evil.example/39 now!", "Visit [link] now!"),
        ("see evil.example/x, or HTTP://1.2.3.4:80", "see [link] or [link]"),
        ("(www.evil。example) ann@evil.example evil．рф", "[link] [link] [link]"),
        ("tel://1 gro.elpmaxe", "[link] [link]"),
    ],
)
def test_a_note_leads_nowhere_in_the_mail(ann: User, ben: User, note: str, told: str) -> None:
    made = personal(ann, "Ben", note=note)
    deliver_later()
    [letter] = mail.outbox
    assert f"Ann wrote: “{told}”" in letter.body
    assert f"Ann wrote: “{told}”" in letter.alternatives[0].content  # type: ignore[attr-defined]
    assert made.note == note  # the page shows it as it is


def test_a_note_turns_nothing_round(ann: User, ben: User) -> None:
    assert personal(ann, "Ben", note="left \u202eright\u202c and \u2067back\u2069").note == "left right and back"
    deliver_later()
    assert "Ann wrote: “left right and back”" in mail.outbox[0].body


# --- Blocks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("audience", ["open", "link"])
def test_those_who_block_each_other_do_not_join_each_other(ann: User, ben: User, turned: bool, audience: str) -> None:
    made = invite(ann, audience=audience)
    blocks.block(*((ben, ann) if turned else (ann, ben)))
    said = "You can’t join this match. Look for another one, or offer one yourself."
    assert refusal(lobby.join, made.match.public_id, ben) == said
    assert made.match.seats.count() == 1


def test_a_block_among_those_at_the_table_counts_too(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, game=AUCTION)
    blocks.block(ben, cat)
    assert refusal(lobby.join, match.public_id, cat).startswith("You can’t join this match.")


# --- Declining ------------------------------------------------------------------------------------------------------


def test_who_declines_ends_it_and_the_inviter_is_told(ann: User, ben: User) -> None:
    made = personal(ann, "Ben")
    lobby.decline(made.match.public_id, ben)
    stands = Invitation.objects.get()
    assert (stands.state, stands.match.status, stands.declined) == ("declined", "void", stands.match.ended)
    assert len(bytes.fromhex(secret.revealed(stands.match))) == 32
    outbox.deliver_due()
    [letter] = mail.outbox
    assert (letter.to, letter.subject) == (["ann@example.org"], "Your invitation was declined: En Garde")
    assert "Ben declined your invitation to En Garde." in letter.body
    assert refusal(lobby.join, made.match.public_id, ben) == (
        "The invitation was declined. Nobody can join this match any more."
    )


def test_nobody_else_declines_and_nobody_an_open_one(ann: User, ben: User, cat: User) -> None:
    for made, users in ((personal(ann, "Ben"), (ann, cat)), (invite(ann), (ben, cat))):
        for user in users:
            with pytest.raises(NotYours):
                lobby.decline(made.match.public_id, user)
    assert Invitation.objects.waiting().count() == 2


def test_what_has_begun_or_was_withdrawn_is_not_declined(ann: User, ben: User) -> None:
    begun, gone = personal(ann, "Ben"), personal(ann, "Ben")
    lobby.join(begun.match.public_id, ben)
    lobby.withdraw(gone.match.public_id, ann)
    said = "The match has begun. You can resign, but you can no longer withdraw the invitation."
    assert refusal(lobby.decline, begun.match.public_id, ben) == said
    assert refusal(lobby.decline, gone.match.public_id, ben) == "This invitation is no longer open."
    assert refusal(lobby.withdraw, gone.match.public_id, ann) == "This invitation is no longer open."


# --- Leaving a table ------------------------------------------------------------------------------------------------


def test_who_leaves_gives_the_place_to_the_next_and_the_match_begins_all_the_same(
    ann: User, ben: User, cat: User, mo: User
) -> None:
    match = begin(ann, ben, game=AUCTION)
    lobby.leave(match.public_id, ben)
    assert match.seats.count() == 1
    lobby.join(match.public_id, cat)
    lobby.join(match.public_id, ben)
    assert now(match).status == "playing"
    assert [seat(match, user).joined for user in (ann, cat, ben)] == [0, 1, 2]
    assert [seat(match, user).number for user in (ann, cat, ben)] == [0, 1, 2]


def test_open_pages_of_who_has_left_hear_no_more_of_the_table(
    ann: User, ben: User, cat: User, mo: User, django_capture_on_commit_callbacks: Any
) -> None:
    match = begin(ann, ben, game=AUCTION)
    with django_capture_on_commit_callbacks() as left:
        lobby.leave(match.public_id, ben)
    with django_capture_on_commit_callbacks() as joined:
        lobby.join(match.public_id, cat)
    with django_capture_on_commit_callbacks() as begun:
        lobby.join(match.public_id, mo)
    assert [heard(each) for each in (left, joined, begun)] == [{ann.pk}, {ann.pk}, {ann.pk, cat.pk, mo.pk}]


def test_open_pages_of_who_is_invited_hear_of_it(
    ann: User, ben: User, cat: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as invited:
        personal(ann, "Ben")
    assert heard(invited) == {ben.pk}


def heard(callbacks: list[Any]) -> set[int]:
    """Return the users whose open pages are told of something once the transaction is committed."""
    done = [each for each in callbacks if getattr(each, "func", None) is streams.publish_event]
    return {user for each in done for user in each.args[0]}


def test_those_who_joined_later_move_up(ann: User, ben: User, cat: User) -> None:
    match = offer(ann, AUCTION)
    for number, user in enumerate((ben, cat), 1):
        Seat.objects.create(match=match, user=user, joined=number, entropy="0" * 32, entropy_source="server")
    lobby.leave(match.public_id, ben)
    assert seat(match, cat).joined == 1


def test_who_does_not_sit_there_or_has_invited_does_not_leave(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, game=AUCTION)
    with pytest.raises(NotYours):
        lobby.leave(match.public_id, cat)
    said = "This is your own invitation. Withdraw it if you don’t want to play."
    assert refusal(lobby.leave, match.public_id, ann) == said


def test_nobody_leaves_a_match_that_has_begun(match: Match, ben: User) -> None:
    said = "The match has begun. You can resign, but you can no longer withdraw the invitation."
    assert refusal(lobby.leave, match.public_id, ben) == said
    assert match.seats.count() == 2


def test_who_had_joined_is_told_of_a_withdrawal(ann: User, ben: User) -> None:
    match = begin(ann, ben, game=AUCTION)
    lobby.withdraw(match.public_id, ann)
    outbox.deliver_due()
    [letter] = mail.outbox
    assert letter.to == ["ben@example.org"]
    assert "Ann withdrew the invitation to Sealed Auction that you’d accepted." in letter.body


# --- Expiry ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def alive(noon: time_machine.Traveller) -> time_machine.Traveller:
    """Noon, in a service that has just noted that it is alive."""
    Heartbeat.objects.create(name="beat", at=timezone.now())
    return noon


def skip(clock: time_machine.Traveller, **time: float) -> None:
    """Let time pass in a service that is alive all the while."""
    pass_time(clock, timedelta(**time))


def letters() -> list[tuple[list[str], str]]:
    """Return what was sent since the last look: to whom, and the subject."""
    outbox.deliver_due()
    sent = [(list(letter.to), str(letter.subject)) for letter in mail.outbox]
    mail.outbox.clear()
    return sent


def test_the_inviter_is_warned_two_days_before_and_once(alive: time_machine.Traveller, ann: User) -> None:
    invite(ann)
    skip(alive, days=12, seconds=-1)
    assert lobby_sweeps.warn() == 0
    skip(alive, seconds=1)
    assert (lobby_sweeps.warn(), lobby_sweeps.warn()) == (1, 0)
    assert letters() == [(["ann@example.org"], "Your invitation expires soon: En Garde")]


def test_a_warning_of_what_was_taken_up_is_not_sent(alive: time_machine.Traveller, ann: User, ben: User) -> None:
    made = invite(ann)
    skip(alive, days=12)
    lobby_sweeps.warn()
    lobby.join(made.match.public_id, ben)
    assert "Your invitation expires soon: En Garde" not in [subject for _, subject in letters()]


def test_after_two_weeks_it_is_taken_down_and_all_at_the_table_are_told(
    alive: time_machine.Traveller, ann: User, ben: User, cat: User
) -> None:
    match = begin(ann, ben, game=AUCTION)
    skip(alive, days=14, seconds=-1)
    assert lobby_sweeps.expire_invitations() == []
    skip(alive, seconds=1)
    said = "The invitation has expired. Nobody can join this match any more."
    assert refusal(lobby.join, match.public_id, cat) == said  # at the second, whenever the sweep comes
    assert (lobby_sweeps.expire_invitations(), lobby_sweeps.expire_invitations()) == ([match.pk], [])
    assert (now(match).status, now(match).invitation.state) == ("void", "expired")
    assert refusal(lobby.join, match.public_id, cat) == said
    assert sorted(letters()) == [
        (["ann@example.org"], "An invitation has expired: Sealed Auction"),
        (["ben@example.org"], "An invitation has expired: Sealed Auction"),
    ]


def test_an_invitation_that_was_taken_up_does_not_expire(alive: time_machine.Traveller, ann: User, ben: User) -> None:
    match = begin(ann, ben)
    skip(alive, days=15)
    assert lobby_sweeps.expire_invitations() == []
    assert now(match).status == "playing"


def test_an_outage_takes_no_time_from_an_invitation(alive: time_machine.Traveller, ann: User) -> None:
    made = invite(ann)
    skip(alive, days=11)
    alive.shift(timedelta(days=4))
    assert (lobby_sweeps.expire_invitations(), lobby_sweeps.warn()) == ([], 0)
    made.refresh_from_db()
    assert (made.state, made.expires - timezone.now()) == ("waits", timedelta(days=3))


def test_one_broken_invitation_does_not_keep_the_others_up(
    alive: time_machine.Traveller, ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = (invite(ann).match for _ in range(2))
    expire = lobby.expire

    def broken(match_id: int, now: Any) -> bool:
        if match_id == first.pk:
            raise RuntimeError("broken")
        return expire(match_id, now)

    monkeypatch.setattr(lobby, "expire", broken)
    skip(alive, days=14)
    assert lobby_sweeps.expire_invitations() == [second.pk]
    assert f"The invitation to match {first.pk} could not be taken down" in caplog.text
