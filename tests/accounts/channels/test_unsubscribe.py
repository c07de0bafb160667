"""Mails stop by one click, from the mail, without signing in."""

import pytest
from django.test import Client

from accounts.channels.email import unsubscribe
from accounts.models import Preferences, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def stop(ann: User) -> str:
    return unsubscribe.unsubscribe_url(ann, "turn_mails").removeprefix("http://testserver")


def test_looking_at_the_page_changes_nothing(client: Client, stop: str) -> None:
    page = client.get(stop)
    assert page.status_code == 200
    assert "Ann, do you want to unsubscribe from “when it’s my turn” emails?" in page.content.decode()
    assert not Preferences.objects.exists()


def test_a_post_stops_this_sort_of_mail_alone(stop: str, ann: User) -> None:
    mail_program = Client(enforce_csrf_checks=True)
    page = mail_program.post(stop, {"List-Unsubscribe": "One-Click"})
    assert "Ann, you won’t get “when it’s my turn” emails any more." in page.content.decode()
    mails = ann.preferences
    assert (mails.turn_mails, mails.reminder_mails, mails.end_mails) == (False, True, True)


def test_stopping_twice_is_harmless(client: Client, stop: str) -> None:
    for _again in range(2):
        assert client.post(stop).status_code == 200
    assert Preferences.objects.count() == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_is_not_ours_is_refused_with_a_sentence(client: Client, stop: str, method: str) -> None:
    page = getattr(client, method)(f"{stop[:-2]}x/")
    assert page.status_code == 404
    assert "This link is incomplete." in page.content.decode()
    assert not Preferences.objects.exists()


def test_a_link_of_somebody_who_is_gone_finds_nothing(client: Client, stop: str, ann: User) -> None:
    ann.delete()
    assert client.post(stop).status_code == 404


def test_only_the_sorts_of_mail_can_be_switched(client: Client, ann: User) -> None:
    assert (
        client.post(unsubscribe.unsubscribe_url(ann, "is_superuser").removeprefix("http://testserver")).status_code
        == 404
    )
