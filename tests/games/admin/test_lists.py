"""Lists of the admin over large tables: what they ask of the database, what is found in them, and in which order."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.admin_lists import MAX_FOUND, MAX_ROWS
from accounts.models import Outbox, User
from games.core.models import Match
from tests.bench.admin import LISTS, fill
from tests.games.browsing import signed_in, told
from tests.games.tables import begin
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

UNBOUNDED = ("UPPER(", "DISTINCT", "MIN(", "MAX(")
"""What a list of a million rows must not ask for."""


def asked(client: Client, name: str, name_of: str = "changelist", **query: str) -> list[str]:
    """Return the queries of a list, or of another page about its rows."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(reverse(f"admin:{name}_{name_of}"), query).status_code == 200
    return [query["sql"] for query in queries]


@pytest.mark.parametrize("query", [{}, {"q": "Ann"}, {"_facets": "True"}])
@pytest.mark.parametrize("name", [*LISTS, "mfa_authenticator"])
def test_nothing_is_counted_without_bound_nor_looked_for_without_index(
    name: str, query: dict[str, str], mo: User, ann: User, ben: User
) -> None:
    begin(ann, ben)
    queries = asked(signed_in(mo), name, **query)
    assert [sql for sql in queries if any(word in sql for word in UNBOUNDED)] == []
    most = MAX_FOUND if name == "accounts_user" and "q" in query else MAX_ROWS
    assert [sql for sql in queries if "COUNT(" in sql and f"LIMIT {most + 1})" not in sql] == []


# --- what is found --------------------------------------------------------------------------------------------------


@pytest.fixture
def neighbours(ann: User, ben: User, cat: User) -> dict[str, Match]:
    """Ann and Ben in one match, Ben and Cat in another."""
    return {
        "annsmatch1": begin(ann, ben, public_id="annsmatch1"),
        "benandcat1": begin(ben, cat, public_id="benandcat1"),
    }


def found(client: Client, name: str, words: str) -> list[str]:
    """Return the matches of the rows that a search leaves, or what the rows call themselves."""
    page = client.get(reverse(f"admin:{name}_changelist"), {"q": words})
    return [getattr(getattr(row, "match", row), "public_id", str(row)) for row in page.context["cl"].result_list]


OF_MATCHES = [name for name in LISTS if name.startswith("games_") and name != "games_chatline"]


@pytest.mark.parametrize("name", OF_MATCHES)
@pytest.mark.parametrize("match", ["annsmatch1", "benandcat1"])
def test_rows_are_found_by_the_id_of_their_match(name: str, match: str, neighbours: dict[str, Match], mo: User) -> None:
    assert set(found(signed_in(mo), name, f" {match} ")) == {match}
    assert found(signed_in(mo), name, match[:-1]) == []


@pytest.mark.parametrize("words", ["Ann", "aNN", "ann@example.org", "Ann@Example.ORG"])
@pytest.mark.parametrize(("name", "rows"), [("games_match", 1), ("games_seat", 1), ("games_turn", 1)])
def test_rows_are_found_by_the_name_and_the_address_of_a_player(
    name: str, rows: int, words: str, neighbours: dict[str, Match], mo: User
) -> None:
    assert found(signed_in(mo), name, words) == ["annsmatch1"] * rows


def test_a_player_of_several_matches_is_found_in_all_newest_first(neighbours: dict[str, Match], mo: User) -> None:
    assert found(signed_in(mo), "games_match", "Ben") == ["benandcat1", "annsmatch1"]


def test_invitations_are_found_by_their_inviter_alone(neighbours: dict[str, Match], mo: User) -> None:
    assert found(signed_in(mo), "games_invitation", "Ann") == ["annsmatch1"]
    assert found(signed_in(mo), "games_invitation", "Ben") == ["benandcat1"]
    assert found(signed_in(mo), "games_invitation", "Cat") == []


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("bar", ["Barbara", "Barn", "bam"]),
        ("barn", ["Barn", "bam"]),
        ("BARB", ["Barbara"]),
        ("arba", []),
        ("barn@example.org", ["Barn"]),
        ("example.org", []),
    ],
)
def test_people_are_found_by_the_beginning_of_a_name_or_what_looks_like_it(
    words: str, names: list[str], mo: User
) -> None:
    person("Barbara")
    person("Barn")
    User.objects.create_user("bamboo", "b@example.org")
    expected = sorted("bamboo" if name == "bam" else name for name in names)
    assert sorted(found(signed_in(mo), "accounts_user", words)) == expected


def letter(recipient: User | None, key: str, **values: Any) -> Outbox:
    return Outbox.objects.create(recipient=recipient, kind="invited", key=key, **values)


@pytest.mark.parametrize("words", ["Ann", "ann@example.org", "ANN@example.org"])
def test_letters_are_found_by_recipient_and_by_every_address_they_went_to(
    words: str, ann: User, ben: User, mo: User
) -> None:
    letter(ann, "hers")
    letter(ben, "his")
    letter(None, "to the address", address="ann@example.org")
    letter(None, "to another", address="dan@example.org")
    went = letter(ben, "went there", address="ann@example.org", mailbox="ann@example.org")
    page = signed_in(mo).get(reverse("admin:accounts_outbox_changelist"), {"q": words})
    keys = {"hers", "to the address", "went there"} if "@" in words else {"hers"}
    assert {row.key for row in page.context["cl"].result_list} == keys
    assert went.mailbox == "ann@example.org"


def test_letters_come_newest_first(ann: User, mo: User) -> None:
    now = timezone.now()
    for number in (3, 1, 4, 2, 0):
        letter(ann, f"{number}", created=now - timedelta(minutes=number))
    page = signed_in(mo).get(reverse("admin:accounts_outbox_changelist"))
    assert [row.key for row in page.context["cl"].result_list] == ["0", "1", "2", "3", "4"]


def test_filters_of_letters_name_every_kind_there_is_and_no_other(ann: User, mo: User) -> None:
    letter(ann, "1")
    page = told(signed_in(mo).get(reverse("admin:accounts_outbox_changelist")))
    assert "?kind=invited" in page
    assert "?kind=reminder" in page
    assert "?channel=email" in page


# --- longer than is led to ------------------------------------------------------------------------------------------


def test_a_list_leads_to_so_many_rows_and_says_that_there_are_more(
    ann: User, mo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.admin_lists.MAX_ROWS", 3)
    sentence = "You can reach only the first 3 rows from here."
    client, url = signed_in(mo), reverse("admin:accounts_outbox_changelist")
    for number in range(4):
        assert sentence not in told(client.get(url))
        letter(ann, f"{number}", created=timezone.now() + timedelta(minutes=number))
    page = client.get(url)
    assert sentence in told(page)
    assert page.context["cl"].result_count == 3


def test_a_search_for_the_beginning_of_many_names_puts_no_more_in_order_than_it_leads_to(
    ann: User, ben: User, mo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.admin_lists.MAX_FOUND", 3)
    for number in range(6):
        person(f"Player{number}")
    client, url = signed_in(mo), reverse("admin:accounts_user_changelist")
    page = client.get(url, {"q": "player"})
    assert page.context["cl"].queryset.count() == 4  # which says that there are more
    assert page.context["cl"].result_count == 3
    assert "You can reach only the first 3 rows from here." in told(page)
    assert client.get(url, {"q": " "}).context["cl"].queryset.count() == User.objects.count() == 9
    found = client.get(url, {"q": "player4"}).context["cl"].queryset
    assert [user.username for user in found] == ["Player4"]


def test_every_list_that_is_searched_says_for_what(mo: User) -> None:
    for name in [*LISTS, "mfa_authenticator"]:
        page = signed_in(mo).get(reverse(f"admin:{name}_changelist"))
        assert str(page.context["cl"].search_help_text) in told(page)


# --- with which index -----------------------------------------------------------------------------------------------


@pytest.fixture
def many() -> User:
    """A moderator, and some thousand rows of everything."""
    moderator: User = fill(3000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return moderator


def walked(plan: dict[str, Any]) -> list[str]:
    """Return the tables that a plan goes through from one end to the other, as far as that goes."""
    whole = "Relation Name" in plan and plan["Node Type"] != "Bitmap Heap Scan" and "Index Cond" not in plan
    here = [plan["Relation Name"]] if whole else []
    return here + [table for part in plan.get("Plans", []) for table in walked(part)]


def tables_walked(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        for way in ("seqscan", "mergejoin", "hashjoin"):  # which are cheaper where there are but some thousand rows
            cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute("EXPLAIN (FORMAT JSON) " + sql.replace("%", "%%"))
        (found,) = cursor.fetchone()
    plans = found if isinstance(found, list) else json.loads(found)
    return walked(plans[0]["Plan"])


@pytest.mark.postgres
def test_every_search_of_a_list_goes_by_an_index(many: User) -> None:
    client = signed_in(many)
    for name in LISTS:
        for words in ("player77", "player77@example.org", "m000000077"):
            for sql in asked(client, name, q=words):
                assert name not in tables_walked(sql), (name, words, sql)


@pytest.mark.postgres
def test_lists_go_along_an_index_in_their_order(many: User) -> None:
    client = signed_in(many)
    for name in LISTS:
        (page,) = [sql for sql in asked(client, name) if "LIMIT 50" in sql and "COUNT(" not in sql]
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN " + page.replace("%", "%%"))
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert f"Seq Scan on {name}" not in plan, plan


def test_figures_of_letters_count_nothing_without_bound(mo: User) -> None:
    queries = asked(signed_in(mo), "accounts_outbox", name_of="figures")
    counted = [sql for sql in queries if "COUNT(" in sql and "outbox" in sql]
    assert [sql for sql in counted if "LIMIT 10000" not in sql] == []
    assert len(counted) == 3


@pytest.mark.postgres
def test_figures_of_letters_go_by_an_index(many: User) -> None:
    for sql in asked(signed_in(many), "accounts_outbox", name_of="figures"):
        if '"accounts_outbox"' in sql:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL enable_seqscan = off")
                cursor.execute("EXPLAIN " + sql.replace("%", "%%"))
                plan = "\n".join(line for (line,) in cursor.fetchall())
            assert "Seq Scan on accounts_outbox " not in plan, plan
