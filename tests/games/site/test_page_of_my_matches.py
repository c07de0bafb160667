"""My matches: waiting for me, waiting for others, finished."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.boards.en_garde.miniature import Miniature
from games.chat import services as chat
from games.core.models import ChatLine, Match, Seat, TimeUp, Turn
from games.core.reading import bot_profiles
from games.core.services import play
from games.favourites import services as favourites
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.ratings.models import Rating
from games.rematch import services as rematch
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.site import waiting
from tests.games.browsing import form, signed_in, told
from tests.games.copies import copies
from tests.games.tables import AUCTION, answer, begin, now, offer
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
URL = reverse("my_matches")


def titles(rows: list[Any]) -> list[str]:
    return [row["public_id"] if isinstance(row, dict) else row.match.public_id for row in rows]


def opened(user: User) -> None:
    """Let somebody have opened the match `overmatch1` and its copies, even those that end within a day."""
    seats = Seat.objects.filter(match__public_id__startswith="overmatch1", user=user)
    seats.update(opened_at=timezone.now() + timedelta(days=1))


def test_each_match_stands_where_it_belongs(ann: User, ben: User, cat: User) -> None:
    begin(ann, ben, public_id="waitingone")
    answer(begin(ann, ben, public_id="waits4them"), ann, "F1")
    begin(ben, ann, public_id="overmatch1")
    play.resign("overmatch1", ben.pk)
    play.resign(begin(ben, ann, public_id="justended1").public_id, ben.pk)
    opened(ann)
    offer(ann, public_id="openmatch1")
    begin(ben, cat, public_id="notforanns")
    response = signed_in(ann).get(URL)
    assert titles(response.context["waiting"]) == ["waitingone"]
    assert sorted(titles(response.context["others"])) == ["openmatch1", "waits4them"]
    assert titles(response.context["ended"]) == ["justended1"]
    assert titles(response.context["finished"]) == ["overmatch1"]
    page = told(response)
    assert page.index("Your turn") < page.index("Ended since you last looked") < page.index("Finished")
    assert "En Garde with Ben" in page
    assert "Your turn: advance." in page
    assert "You won: the other side resigned." in page
    assert "waiting for players" in page
    assert "notforanns" not in page


def test_rows_lead_to_the_match_or_to_the_invitation(ann: User, ben: User) -> None:
    match, offered = begin(ann, ben), offer(ann, public_id="openmatch1")
    page = told(signed_in(ann).get(URL))
    assert f'href="{reverse("match", args=[match.public_id])}"' in page
    assert f'href="{reverse("invitation", args=[offered.public_id])}"' in page


def test_the_most_urgent_comes_first(ann: User, ben: User) -> None:
    for name, pace in (("threedays1", 3), ("oneday0001", 1), ("sevendays1", 7)):
        begin(ann, ben, public_id=name, pace_days=pace)
    assert titles(signed_in(ann).get(URL).context["waiting"]) == ["oneday0001", "threedays1", "sevendays1"]


def test_who_has_no_matches_is_shown_three_ways_to_begin(cat: User) -> None:
    page = told(signed_in(cat).get(URL))
    assert "How would you like to start?" in page
    for way in ("#house", reverse("invite"), reverse("seeks")):
        assert f'<a class="button" href="{way}">' in page
    assert "Your turn" not in page


def test_invitations_to_me_stand_first_rematches_among_them(ann: User, ben: User) -> None:
    lobby.invite(ben, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann"))
    over = begin(ann, ben, game="field-of-glory", public_id="overmatch1")
    play.resign(over.public_id, ann.pk)
    rematch.rematch(over.public_id, ben)
    page = told(signed_in(ann).get(URL))
    assert page.index("Invitations for you") < page.index("No match is waiting for you.")
    assert [row["game"] for row in signed_in(ann).get(URL).context["to_me"]] == ["field-of-glory", "en-garde"]
    assert "Invitations for you" not in told(signed_in(ben).get(URL))


def test_an_invitation_to_me_is_joined_or_declined_where_it_is_listed(ann: User, ben: User) -> None:
    terms = lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann")
    first, second = (lobby.invite(ben, terms).match for _ in range(2))
    begin(ann, ben)
    client = signed_in(ann)
    page = client.get(URL)
    assert told(page).index("Your turn") < told(page).index("Invitations for you")
    joined = form(page, f"{first.public_id}/join").send(client, entropy="ab" * 16)
    assert joined.redirect_chain == [(first.get_absolute_url(), 302)]
    form(client.get(URL), f"{second.public_id}/decline").send(client)
    assert client.get(URL).context["to_me"] == []


def test_a_finished_match_says_at_a_glance_whether_it_was_won(ann: User, ben: User) -> None:
    play.resign(begin(ann, ben).public_id, ben.pk)
    assert '<span class="badge won">Won</span>' in told(signed_in(ann).get(URL))
    assert '<span class="badge lost">Lost</span>' in told(signed_in(ben).get(URL))


def test_a_match_is_told_by_the_picture_of_its_game_and_the_seal_of_the_opponent(ann: User, ben: User) -> None:
    begin(ann, ben)
    begin(ann, ben, person("Cat"), game=AUCTION, public_id="auction001")
    page = told(signed_in(ann).get(URL))
    assert 'src="/static/en-garde/tile.svg"' in page
    assert 'src="/static/img/mark.svg" alt="" width="44"' in page  # for a game without a picture
    assert page.count('<span class="avatar tone-1" aria-hidden="true">B</span>') == 2


def test_a_match_that_waits_is_drawn_as_its_reader_sees_it(ann: User, ben: User) -> None:
    begin(ann, ben)
    begin(ann, ben, game="fantasy-dice-battles", public_id="armies0001")
    rows = {row.match.game: row.picture for row in signed_in(ann).get(URL).context["waiting"]}
    begun = Miniature((1, 23), (0, 0), ("guard-5", "guard-5"))
    assert rows == {"en-garde": begun, "fantasy-dice-battles": None}  # armies are chosen in secret
    page = told(signed_in(ann).get(URL))
    assert page.count('<svg class="miniature"') == 1
    assert page.count("/static/en-garde/fencers.svg#guard-5") == 2
    assert 'src="/static/fantasy-dice-battles/tile.svg"' in page
    shown = signed_in(ben).get(URL).context  # only the choice of armies waits for him
    assert [row.picture for row in shown["waiting"]] == [None]
    assert [row.picture for row in shown["others"]] == [begun]


def test_what_has_ended_stands_first_until_it_is_opened_or_a_month_has_passed(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    client = signed_in(ann)
    client.get(match.get_absolute_url())
    play.resign(match.public_id, ben.pk)
    for _ in range(2):  # to see the list is not to see the match
        shown = client.get(URL).context
        assert (titles(shown["ended"]), titles(shown["finished"])) == ([match.public_id], [])
    Match.objects.filter(pk=match.pk).update(ended=timezone.now() - timedelta(days=30))
    Seat.objects.update(opened_at=None)
    shown = client.get(URL).context
    assert (titles(shown["ended"]), titles(shown["finished"])) == ([], [match.public_id])
    Match.objects.filter(pk=match.pk).update(ended=timezone.now())
    assert titles(client.get(URL).context["ended"]) == [match.public_id]
    client.get(match.get_absolute_url())
    shown = client.get(URL).context
    assert (titles(shown["ended"]), titles(shown["finished"])) == ([], [match.public_id])


def test_a_row_says_what_has_happened_since_the_last_move_of_its_reader(ann: User, ben: User) -> None:
    answer(begin(ann, ben), ann, "F1")
    assert [row.news for row in signed_in(ben).get(URL).context["waiting"]] == ["Ann advances 1 to space 2."]
    assert [row.news for row in signed_in(ann).get(URL).context["others"]] == [""]
    assert '<p class="small">Ann advances 1 to space 2.</p>' in told(signed_in(ben).get(URL))


def test_each_match_that_waits_has_a_press_of_its_own_and_no_other_has(ann: User, ben: User) -> None:
    matches = one_of_every_list(ann, ben)
    page = told(signed_in(ann).get(URL))
    presses = dict(re.findall(r'<p class="press"><a class="button" href="(.*?)">(.*?)</a></p>', page))
    with_ben = '<span class="visually-hidden">: En Garde with Ben</span>'
    waits, chooses = (next(each for each in matches if each.public_id == name) for name in ("waitingone", "choosing01"))
    assert presses == {waits.get_absolute_url(): f"Play{with_ben}", chooses.get_absolute_url(): f"Choose{with_ben}"}


def test_one_press_leads_to_the_most_urgent_where_several_wait(ann: User, ben: User) -> None:
    begin(ann, ben, public_id="threedays1", pace_days=3)
    client = signed_in(ann)
    assert "Begin with the most urgent" not in told(client.get(URL))
    begin(ann, ben, public_id="oneday0001", pace_days=1)
    page = told(client.get(URL))
    button = f'<a class="button" href="{reverse("next_match")}">Begin with the most urgent</a>'
    assert f"{button} 2 matches are waiting for you." in page
    assert client.get(reverse("next_match")).headers["Location"] == reverse("match", args=["oneday0001"])


def test_a_finished_match_is_drawn_as_it_ended(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    answer(match, ann, "F1")
    play.resign(match.public_id, ben.pk)
    assert [*signed_in(ben).get(URL).context["ended"]] == []  # which is no news to him
    row = signed_in(ann).get(URL).context["ended"][0]
    assert (row.picture, row.clocks) == (Miniature((2, 23), (0, 0), ("guard-5", "guard-5")), ())


def test_it_says_how_its_reader_fares_and_whom_they_like_to_play(ann: User, ben: User, cat: User) -> None:
    assert "Your ratings" not in told(signed_in(ann).get(URL))
    assert "Favourites" not in told(signed_in(ann).get(URL))
    for user, game, number in ((ann, "field-of-glory", 1612.4), (ann, "en-garde", 1480.0), (ben, "en-garde", 1333.0)):
        made = {"deviation": 90.0 if game == "en-garde" else 200.0, "matches": 3, "changed": timezone.now()}
        Rating.objects.create(user=user, game=game, number=number, **made)
    for liked in (cat, ben):
        favourites.add(ann, liked)
    favourites.add(ben, ann)
    response = signed_in(ann).get(URL)
    assert [(row.game, row.words) for row in response.context["me"].rated] == [
        ("en-garde", "1480\xa0±\xa090"),
        ("field-of-glory", "1612, provisional"),
    ]
    page = told(response)
    assert "Field of Glory: The Card Game <strong>1612, provisional</strong>" in page
    assert page.index('href="/invitations/new/?to=Ben"') < page.index('href="/invitations/new/?to=Cat"')
    blocks.block(cat, ann)
    assert signed_in(ann).get(URL).context["me"].favourites == ["Ben"]


def test_anyone_who_looks_for_an_opponent_is_told_so_and_not_asked_how_to_start(ann: User) -> None:
    assert "How would you like to start?" in told(signed_in(ann).get(URL))
    for game in ("en-garde", "field-of-glory"):
        seeks.ask(ann, Wish(game, 1, 3))
    page = told(signed_in(ann).get(URL))
    assert 'We’re looking for opponents for you in 2 games. <a href="/seeks/">See details</a>' in page
    assert "How would you like to start?" not in page


def test_no_more_than_eight_favourites_are_named(ann: User) -> None:
    for number in range(9):
        shown = signed_in(ann).get(URL).context["me"]
        assert (len(shown.favourites), shown.more_favourites) == (number, False)
        favourites.add(ann, person(f"Liked{number}"))
    shown = signed_in(ann).get(URL).context["me"]
    assert (shown.favourites, shown.more_favourites) == ([f"Liked{number}" for number in range(8)], True)
    assert 'href="/players/"' in told(signed_in(ann).get(URL))


def test_news_of_a_chat_are_marked_where_somebody_else_wrote_them(ann: User, ben: User) -> None:
    match, quiet = begin(ann, ben), begin(ann, ben, public_id="quietmatch")
    for public_id, user in ((match.public_id, ben), (quiet.public_id, ann)):
        chat.say(public_id, user, "Good luck!")
    assert signed_in(ann).get(URL).context["unread"] == {match.pk}
    assert signed_in(ben).get(URL).context["unread"] == {quiet.pk}
    chat.mute_chat(match.public_id, ann.pk, True)
    assert signed_in(ann).get(URL).context["unread"] == set()
    chat.mute_chat(match.public_id, ann.pk, False)
    line = ChatLine.objects.get(match=match)
    chat.hide(line, "rude")
    assert signed_in(ann).get(URL).context["unread"] == set()
    ChatLine.objects.filter(pk=line.pk).update(hidden=None)
    chat.mark_read(match.public_id, ann.pk, line.pk)
    assert signed_in(ann).get(URL).context["unread"] == set()


def test_one_click_begins_a_match_with_the_house(ann: User) -> None:
    client = signed_in(ann)
    client.post(reverse("try_out", args=["field-of-glory"]))
    assert Match.objects.get().seats.filter(house=True).exists()
    assert told(client.get(URL)).count('action="/try/') == len(bot_profiles.games_with_bots())


def test_a_withdrawn_invitation_is_no_finished_match(ann: User) -> None:
    Match.objects.filter(pk=offer(ann).pk).update(status="void", ended="2026-03-02T12:00Z")
    response = signed_in(ann).get(URL)
    assert response.context["finished"] == []
    assert response.context["others"] == []


def test_who_is_signed_out_is_asked_to_sign_in(client: Client) -> None:
    assert client.get(URL).headers["Location"] == f"{reverse('account_login')}?next={URL}"


def test_it_is_only_read_and_never_stored(ann: User) -> None:
    client = signed_in(ann)
    assert client.post(URL).status_code == 405
    assert client.get(URL).headers["Cache-Control"] == "private, no-store"


# --- many of them ---------------------------------------------------------------------------------------------------


def one_of_each(ann: User, ben: User) -> list[Match]:
    waiting, waits, over = (begin(ann, ben, public_id=name) for name in ("waitingone", "waits4them", "overmatch1"))
    answer(waits, ann, "F1")
    play.resign(over.public_id, ann.pk)
    opened(ann)
    return list(Match.objects.filter(pk__in=[waiting.pk, waits.pk, over.pk]))


def cost(client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(URL).status_code == 200
    return len(queries)


def one_of_every_list(ann: User, ben: User) -> list[Match]:
    """Return one more of each, and one for every other list: a match that she hasn't opened since it ended, one in
    which she may choose, since his time is up, and one to which she is invited."""
    choosing = begin(ann, ben, public_id="choosing01")
    answer(choosing, ann, "F2")
    until = timezone.now() + timedelta(days=2)
    seat = Seat.objects.get(match=choosing, user=ben)
    TimeUp.objects.create(match=choosing, seat=seat, user=ann, began=timezone.now(), until=until)
    invited = lobby.invite(ben, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ann")).match
    Match.objects.filter(pk=invited.pk).update(public_id="invitation")
    ended = begin(ann, ben, public_id="justended1")
    play.resign(ended.public_id, ben.pk)
    Seat.objects.filter(match=ended).update(opened_at=None)
    return [*one_of_each(ann, ben), now(choosing), now(invited), now(ended)]


def test_three_hundred_matches_cost_as_many_queries_as_three(ann: User, ben: User) -> None:
    client = signed_in(ann)
    matches = one_of_every_list(ann, ben)
    assert cost(client) == 13
    for match in matches:
        copies(match, 59)
    opened(ann)
    shown = client.get(URL).context
    assert [shown[name].paginator.count for name in PAGES] == [60] * len(LISTS)
    assert [len(shown[name]) for name in LISTS] == [20] * len(LISTS)
    assert all(row.asked == "Your turn: advance." for row in shown["waiting"])
    assert shown["request"].waiting == waiting.waiting_numbers(ann) == waiting.Numbers(120, 60, 0)
    assert cost(client) == 13


def test_what_is_not_there_is_not_asked_for(ann: User, ben: User) -> None:
    begin(ben, ann)
    assert cost(signed_in(ann)) == 7  # session, user, counts, what waits for others, all seats, positions, chat


GIVEN = {"waiting": "waiting", "others": "others", "ended": "ended", "finished": "page"}
GIVEN |= {"choosing": "choosing", "to_me": "invited"}
"""The lists, and what the query calls the page of each."""
LISTS = tuple(GIVEN)
PAGES = [f"{name}_page" for name in LISTS]


@pytest.fixture
def full(ann: User, ben: User) -> Client:
    """Ann's browser, who has 45 matches in each list: made one after the other, and the later the less urgent."""
    for match in one_of_every_list(ann, ben):
        copies(match, 44)
        opened(ann)
        made = Match.objects.filter(public_id__startswith=match.public_id).order_by("pk")
        for number, each in enumerate(made):
            moved = timedelta(minutes=number)
            ended = each.ended and each.ended + moved
            Match.objects.filter(pk=each.pk).update(created=each.created + moved, ended=ended)
            Turn.objects.filter(match=each).update(deadline=match.created + timedelta(days=1) + moved)
            TimeUp.objects.filter(match=each).update(until=match.created + timedelta(days=2) + moved)
            Invitation.objects.filter(match=each).update(created=match.created + moved)
    return signed_in(ann)


def numbered(name: str, numbers: range) -> list[str]:
    """Return the names of copies in the order of their numbers; -1 is the match they were made from."""
    return [f"{name}-{number}" if number >= 0 else name for number in numbers]


EVERY = {
    "waiting": numbered("waitingone", range(-1, 44)),
    "others": numbered("waits4them", range(43, -2, -1)),
    "ended": numbered("justended1", range(43, -2, -1)),
    "finished": numbered("overmatch1", range(43, -2, -1)),
    "choosing": numbered("choosing01", range(-1, 44)),
    "to_me": numbered("invitation", range(43, -2, -1)),
}


SHOWN = {"1": (0, 20), "2": (20, 40), "3": (40, 45), "abc": (0, 20), "": (0, 20), "0": (40, 45), "99": (40, 45)}
"""The first row and the one behind the last by what is asked for; what is no page at all leads to one."""


@pytest.mark.by_turns(1)
@pytest.mark.parametrize(("name", "given"), GIVEN.items())
def test_each_list_is_shown_twenty_to_a_page_in_its_order_and_the_others_stay(
    full: Client, name: str, given: str
) -> None:
    for asked, (first, last) in SHOWN.items():
        shown = full.get(URL, {given: asked}).context
        assert titles(shown[name]) == EVERY[name][first:last]
        assert all(titles(shown[other]) == EVERY[other][:20] for other in LISTS if other != name)


def test_links_lead_from_page_to_page_and_keep_the_pages_of_other_lists(full: Client) -> None:
    page = told(full.get(URL, {"waiting": "2", "others": "3"}))
    assert '<a rel="prev" href="?waiting=1&others=3#waiting">More urgent</a>' in page
    assert '<a rel="next" href="?waiting=3&others=3#waiting">Less urgent</a>' in page
    assert '<a rel="prev" href="?waiting=2&others=2#others">Newer</a>' in page
    assert '#others">Older' not in page
    assert '<a rel="next" href="?waiting=2&others=3&page=2#finished">Older</a>' in page
    assert '<a rel="next" href="?waiting=2&others=3&invited=2#to-me">Older</a>' in page
    assert '<a rel="next" href="?waiting=2&others=3&choosing=2#choosing">Less urgent</a>' in page


def test_the_title_counts_all_that_wait_and_the_next_match_is_of_all_of_them(full: Client) -> None:
    assert "(45) My matches" in told(full.get(URL, {"waiting": "3"}))
    following = full.get(reverse("next_match"), {"after": "waitingone-18"})
    assert following.headers["Location"] == reverse("match", args=["waitingone-19"])


def test_matches_of_one_moment_are_on_one_page_each(full: Client) -> None:
    moment = timezone.now()
    Match.objects.update(created=moment)
    Match.objects.exclude(ended=None).update(ended=moment)
    Turn.objects.update(deadline=moment)
    TimeUp.objects.update(until=moment)
    Invitation.objects.update(created=moment)
    for name, given in GIVEN.items():
        found = [title for page in "123" for title in titles(full.get(URL, {given: page}).context[name])]
        assert found == EVERY[name]


def test_finished_matches_are_shown_twenty_to_a_page(ann: User, ben: User) -> None:
    copies(one_of_each(ann, ben)[2], 24)
    opened(ann)
    client = signed_in(ann)
    assert len(client.get(URL).context["finished"]) == 20
    assert len(client.get(URL, {"page": 2}).context["finished"]) == 5
    assert len(client.get(URL, {"page": "x"}).context["finished"]) == 20
    assert "?page=2" in told(client.get(URL))
