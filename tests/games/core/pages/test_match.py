"""The match page, as it is now."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.core.models import Match, Snapshot
from games.core.pages import lists, log_pages
from games.core.reading import log
from games.core.services import play
from games.lobby import services as lobby
from games.rules.en_garde.events import Advanced, Drew
from games.rules.game import Event
from games.rules.house import RolledBack
from tests.bench import budgets
from tests.games.browsing import HTMX, form, forms, signed_in, told
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, choices, duel, now, offer, play_on, seat, turn

pytestmark = pytest.mark.django_db


def url(match: Match) -> str:
    return match.get_absolute_url()


def test_who_is_to_move_sees_the_question_and_every_answer(match: Match, ann: User) -> None:
    response = signed_in(ann).get(url(match))
    page, asked = told(response), form(response, "/submit")
    assert 'En Garde with <span class="names"><a class="person" href="/players/Ben/">Ben</a></span>' in page
    assert "Your turn: advance." in page
    assert list(asked.buttons["move"]) == choices(match, ann) == ["F1", "F2", "F3", "F4", "F5"]
    assert asked.fields["expected"] == str(seat(match, ann).serial)
    assert match.commitment in page


def test_the_match_as_it_is_was_opened_by_who_looks_at_it_and_an_earlier_entry_is_not_it(
    match: Match, ann: User
) -> None:
    answer(match, ann, "F1")
    signed_in(ann).get(url(match) + "0/")
    assert seat(match, ann).opened_at is None
    signed_in(ann).get(url(match))
    assert (seat(match, ann).opened_ply, seat(match, ann).opened_at) == (now(match).ply, NOON)


def test_who_owes_a_move_is_marked_now_and_not_in_the_past(match: Match, ann: User) -> None:
    def owes(more: str = "") -> list[bool]:
        return [seat["owes"] for seat in signed_in(ann).get(url(match) + more).context["page"].head.seats]

    assert (owes(), owes("0/")) == ([True, False], [False, False])


def test_a_guest_is_told_of_the_sooner_end_of_turn_and_day(match: Match, ann: User) -> None:
    def left() -> str:
        clock = (
            told(signed_in(ann).get(url(match))).partition('<span class="due mine">')[2].partition(" left</span>")[0]
        )
        return clock.rpartition(">")[2].replace("\xa0", " ")

    def listed() -> str:
        ends = lists.waiting_rows(lists.waiting_turns(ann), User.objects.get(pk=ann.pk))[0].deadline
        return str(ends and ends - NOON)

    assert (left(), listed()) == ("3 days", "3 days, 0:00:00")
    for days, said in ((1, "1 day"), (5, "3 days")):
        User.objects.filter(pk=ann.pk).update(guest_until=NOON + timedelta(days=days))
        assert (left(), listed()) == (said, f"{said}, 0:00:00")


def test_who_waits_sees_for_whom_and_has_nothing_to_choose(match: Match, ben: User) -> None:
    response = signed_in(ben).get(url(match))
    assert "Waiting for Ann." in told(response)
    assert f'<noscript><a class="button quiet" href="{url(match)}">Reload</a></noscript>' in told(response)
    assert [each for each in forms(response) if each.action.endswith(("/submit", "/plan"))] == []


def test_each_sees_their_own_hand_and_not_the_other(match: Match, ann: User, ben: User) -> None:
    for number, user in enumerate((ann, ben)):
        view = signed_in(user).get(url(match)).context["page"].view
        assert view.hands[1 - number] is None
        assert len(view.hands[number]) == 5


def test_the_log_says_what_happened_and_marks_what_is_new(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F1")
    response = signed_in(ben).get(url(match))
    newest = response.context["page"].log.lines[-1]
    assert (newest.ply, newest.name, newest.new) == (1, "Ann", True)
    assert newest.sentences == ["Ann advances 1 to space 2.", "Ann draws a card."]
    assert response.context["page"].news.since_last[0] == "Ann advances 1 to space 2."
    answer(match, ben, choices(match, ben)[0])
    response = signed_in(ben).get(url(match))
    assert response.context["page"].news.since_last == []
    assert not any(line.new for line in response.context["page"].log.lines)


def test_before_the_first_move_the_page_tells_all_and_afterwards_what_is_new(
    match: Match, ann: User, ben: User
) -> None:
    answer(match, ann, "F1")
    page = told(signed_in(ben).get(url(match)))
    assert "The match begins." in page
    assert "Since your last move:" not in page
    answer(match, ben, choices(match, ben)[0])
    page = told(signed_in(ann).get(url(match)))
    assert "Since your last move:</strong> Ben advances" in page


def test_the_board_marks_what_is_new(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F2")
    assert signed_in(ann).get(url(match)).context["page"].news.news == []
    page = signed_in(ben).get(url(match)).context["page"]
    assert page.news.news[-2:] == [Advanced(0, 2, 3), Drew(0, 1)]
    answer(match, ben, choices(match, ben)[0])
    page = signed_in(ann).get(url(match)).context["page"]
    (drawn,) = (event for event in page.news.recent if isinstance(event, Drew) and event.seat == 0)
    assert drawn.cards[0] in page.view.hands[0]
    assert not any(getattr(event, "cards", ()) for event in page.news.news)
    assert told(signed_in(ann).get(url(match))).count('class="drawn"') == 1


def test_who_waits_sees_the_trail_of_the_own_move_and_who_is_to_move_that_of_the_other(
    match: Match, ann: User, ben: User
) -> None:
    def trail(user: User) -> list[tuple[int, int]]:
        piste = signed_in(user).get(url(match)).context["page"].board.piste
        return [(space.number, space.trail) for space in piste.spaces if space.trail is not None]

    assert trail(ann) == []
    answer(match, ann, "F2")
    assert [trail(ann), trail(ben)] == [[(1, 0), (2, 0)]] * 2
    answer(match, ben, "F1")
    assert [trail(ann), trail(ben)] == [[(23, 1)]] * 2


def test_nothing_undone_is_marked_as_new() -> None:
    def line(ply: int, *events: Event) -> log.LogLine:
        said = [type(event).__name__ for event in events]
        return log.LogLine(ply, 0, "Ann", said, said, NOON, events=events)

    stands = line(3, Advanced(0, 3, 4))
    told = [stands, line(4, Advanced(0, 2, 3), Drew(0, 1)), line(5, RolledBack(3)), line(6, Advanced(0, 1, 2))]
    assert log.happened(told[:3]) == [(Advanced(0, 3, 4), "Advanced")]
    assert log.happened(told) == [(Advanced(0, 3, 4), "Advanced"), (Advanced(0, 1, 2), "Advanced")]
    assert log.happened(told[1:3]) == []


def test_the_page_shows_the_newest_entries_and_the_whole_log_when_asked(match: Match, ann: User) -> None:
    play_on(match, 40)
    client = signed_in(ann)
    newest = client.get(url(match)).context["page"].log.lines
    assert [line.ply for line in newest] == list(range(41 - log_pages.ENTRIES_SHOWN, 41))
    assert "Show the whole log" in told(client.get(url(match)))
    whole = client.get(url(match), {"log": "all"})
    assert [line.ply for line in whole.context["page"].log.lines] == list(range(41))
    assert "Show the whole log" not in told(whole)


def test_a_finished_match_says_how_it_ended(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ann.pk)
    for user, words in ((ann, "You lost: you resigned."), (ben, "You won: the other side resigned.")):
        response = signed_in(user).get(url(match))
        assert f'<p class="result" aria-hidden="true">{words}</p>' in told(response)  # the card says it once more
        assert "The match begins." not in response.context["page"].news.since_last
        assert response.context["page"].asked.choices == []
        assert [each for each in forms(response) if each.action.endswith("/submit")] == []


def test_a_void_match_says_so(match: Match, ann: User) -> None:
    play.adjudicate(match.public_id, "!void")
    assert "The match is void: it doesn’t count for anyone." in told(signed_in(ann).get(url(match)))


def test_a_game_with_plans_offers_steps_to_add(auction: Match, ann: User, ben: User) -> None:
    answer(auction, ann, "pass")
    response = signed_in(ben).get(url(auction))
    assert list(form(response, "/plan").buttons["move"]) == ["bid 0", "bid 1", "bid 2", "bid 3", "bid 4", "bid 5"]


def test_strangers_are_told_that_there_is_nothing(match: Match, cat: User) -> None:
    assert signed_in(cat).get(url(match)).status_code == 404
    assert signed_in(cat).get("/m/nowhere/").status_code == 404


def test_a_match_that_has_not_begun_or_was_withdrawn_has_no_page(ann: User) -> None:
    match, client = offer(ann), signed_in(ann)
    assert client.get(url(match)).status_code == 404
    lobby.withdraw(match.public_id, ann)
    assert client.get(url(match)).status_code == 404


def test_who_is_signed_out_is_asked_to_sign_in(match: Match, client: Client) -> None:
    assert client.get(url(match)).headers["Location"] == f"/accounts/login/?next={url(match)}"


def test_it_is_only_read_and_never_stored(match: Match, ann: User) -> None:
    client = signed_in(ann)
    assert client.post(url(match)).status_code == 405
    assert client.get(url(match)).headers["Cache-Control"] == "private, no-store"


def test_htmx_gets_the_match_without_its_frame(match: Match, ann: User) -> None:
    fragment = told(signed_in(ann).get(url(match), headers=HTMX))
    assert fragment.lstrip().startswith('<article id="match"')
    assert "<html" not in fragment


def test_a_page_that_refreshes_untouched_and_an_earlier_entry_do_not_count_as_opened(match: Match, ann: User) -> None:
    client = signed_in(ann)
    client.get(url(match), headers={**HTMX, "X-Refresh": "untouched"})
    client.get(f"{url(match)}0/")
    client.get(f"{url(match)}stamp")
    assert seat(match, ann).opened_at is None
    client.get(url(match), headers={**HTMX, "X-Refresh": "used"})
    assert seat(match, ann).opened_at is not None
    assert seat(match, ann).opened_ply == 0


def test_a_lost_snapshot_changes_nothing(match: Match, ann: User) -> None:
    play_on(match, 5)
    client = signed_in(ann)
    before = client.get(url(match), headers=HTMX)
    Snapshot.objects.all().delete()
    assert client.get(url(match), headers=HTMX).context["page"].view == before.context["page"].view


@pytest.mark.parametrize("moves", [0, 1, 40])
def test_the_page_costs_at_most_twelve_queries(moves: int, match: Match, ann: User) -> None:
    play_on(match, moves)
    client = signed_in(ann)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url(match)).status_code == 200
    assert len(queries) <= budgets.QUERIES


def test_an_attack_is_put_as_a_question_to_the_one_attacked(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    asked = duel(match)
    page = told(signed_in(asked).get(url(match)))
    assert "attacks with" in page
    assert "Parry" in page
    assert now(match).status == "playing"


def test_a_guest_alone_reads_when_the_guests_day_ends(match: Match, ann: User, ben: User) -> None:
    soon = timezone.now() + timedelta(hours=1)
    User.objects.filter(pk=ann.pk).update(guest_until=soon)
    pages = [signed_in(user).get(match.get_absolute_url()).context["page"] for user in (ann, ben)]
    ends = [page.head.seats[0]["deadline"] for page in pages]
    assert ends == [soon, turn(match, ann).deadline]


def test_notices_of_a_match_are_switched_off_and_on_again_by_its_menu(match: Match, ann: User) -> None:
    client, found = signed_in(ann), []
    for said in ("Mute this match", "Unmute this match"):
        page = client.get(match.get_absolute_url())
        assert said in told(page)
        [form] = [each for each in forms(page) if "muted" in each.buttons]
        form.press(client, "muted", *form.buttons["muted"])
        found.append(seat(match, ann).muted)
    assert found == [True, False]


def test_what_is_new_can_be_replayed_from_the_position_before_it(match: Match, ann: User) -> None:
    play_on(match, 2)
    assert f'<a class="show-me" href="{url(match)}1/"' in told(signed_in(ann).get(url(match)))
