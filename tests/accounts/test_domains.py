"""Domains and addresses in one spelling, from sign-up to the envelope of a letter."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts import domains, people
from accounts.models import Endpoint, SignUp, User
from fogsite import checks
from tests.parts.cast import PASSWORD, person

SPELLINGS = {
    "lena@straße.example": "lena@xn--strae-oqa.example",
    "lena@BÜCHER.example": "lena@xn--bcher-kva.example",
    "Lena@XN--BCHER-KVA.example": "lena@xn--bcher-kva.example",
    "lena@bücher。example": "lena@xn--bcher-kva.example",
    "lena@नी.भारत": "lena@xn--l2b2c.xn--h2brj9c",
    "lena@example.org": "lena@example.org",
    "lena@[127.0.0.1]": "lena@[127.0.0.1]",
    "jürgen@example.org": "jürgen@example.org",
}
NONE = ["lena@-ü.example", "lena@ü..example", "lena@💩.example", "lena@" + 70 * "ü" + ".example"]


@pytest.mark.parametrize("given", SPELLINGS)
def test_an_address_has_one_spelling(given: str) -> None:
    assert domains.normal_address(given) == SPELLINGS[given]
    assert domains.normal_address(SPELLINGS[given]) == SPELLINGS[given]


@pytest.mark.parametrize("given", NONE)
def test_what_is_no_domain_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        domains.normal_address(given)


def test_both_spellings_count_as_one_mailbox() -> None:
    assert people.mailbox("lena+x@Bücher.example") == people.mailbox("lena@xn--bcher-kva.example")
    assert people.mailbox("lena@straße.example") != people.mailbox("lena@strasse.example")


# --- Forms ----------------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


def _with(name: str, email: str) -> User:
    """Return somebody whose address is kept in this spelling."""
    user = person(name)
    User.objects.filter(pk=user.pk).update(email=email)
    EmailAddress.objects.filter(user=user).update(email=email)
    return user


def sign_up(email: str, name: str = "Lena") -> Any:
    fields = {"username": name, "email": email, "password1": "foils-and-sabres", "time_zone": ""}
    return Client().post(reverse("account_signup"), fields)


def test_a_sign_up_keeps_the_address_as_mail_servers_spell_it_and_writes_to_its_own_domain(client: Client) -> None:
    assert sign_up("lena@straße.example").status_code == 302
    assert SignUp.objects.get().email == "lena@xn--strae-oqa.example"


def test_a_domain_that_is_none_is_refused_by_a_sentence() -> None:
    page = sign_up("lena@ab--ü.example")
    assert "“ab--ü.example” can’t receive email. Check the spelling." in page.content.decode()
    assert SignUp.objects.count() == 0


@pytest.mark.parametrize("host", ["[127.0.0.1]", "[10.0.0.5]", "[169.254.169.254]"])
def test_nobody_has_emails_sent_to_a_machine_by_its_number(host: str, client: Client) -> None:
    """They would go to machines that our mail server alone can reach."""
    told = f"“{host}” can’t receive email. Check the spelling."
    assert told in sign_up(f"lena@{host}").content.decode()
    assert SignUp.objects.count() == 0
    client.force_login(person("Ann"))
    client.post(reverse("account_email"), {"email": f"ann@{host}", "action_add": ""})
    assert not EmailAddress.objects.filter(email__contains="[").exists()


@pytest.mark.parametrize("typed", ["lena@bücher.example", "LENA@xn--bcher-kva.example"])
def test_its_owner_signs_in_by_either_spelling(typed: str) -> None:
    _with("Lena", "lena@xn--bcher-kva.example")
    assert people.by_address(typed) == User.objects.get()
    answer = Client().post(reverse("account_login"), {"login": typed, "password": PASSWORD})
    assert answer.status_code == 302


def test_no_address_is_nobodys() -> None:
    User.objects.create(username="House", email="", is_bot=True)
    assert people.by_address("") is None


def test_a_webhook_is_kept_with_the_host_that_is_asked(client: Client) -> None:
    ann = person("Ann")
    client.force_login(ann)
    fields = {"name": "x", "address": "https://bücher.example/hook", "shape": "signed"}
    client.post(reverse("endpoints"), fields)
    assert Endpoint.objects.get().address == "https://xn--bcher-kva.example/hook"


def test_a_port_stays_with_its_host(client: Client) -> None:
    assert domains.normal_url("https://bücher.example:8443/hook") == "https://xn--bcher-kva.example:8443/hook"
    client.force_login(person("Ann"))
    page = client.post(reverse("endpoints"), {"name": "x", "address": "https://bücher.example:8443/hook", "shape": ""})
    assert (page.status_code, Endpoint.objects.count()) == (422, 0)


# --- What was there before --------------------------------------------------------------------------------------------


def test_addresses_that_are_there_are_spelled_again_and_two_that_become_equal_stay_and_are_named() -> None:
    lena = _with("Lena", "lena@bücher.example")
    _with("Twin", "lena@xn--bcher-kva.example")
    _with("Otto", "o@straße.example")
    import_module("accounts.migrations.0032_addresses_in_one_spelling").spell(apps, None)
    assert list(User.objects.order_by("pk").values_list("email", flat=True)) == [
        "lena@bücher.example",
        "lena@xn--bcher-kva.example",
        "o@xn--strae-oqa.example",
    ]
    said = checks.check_addresses(None)
    assert [each.msg for each in said] == [
        "These accounts have the email address of another one, spelled otherwise: Lena."
    ]
    User.objects.filter(pk=lena.pk).update(email="")
    assert checks.check_addresses(None) == []
