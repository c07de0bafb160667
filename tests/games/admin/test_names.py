"""Names of tables in the admin: each list is called by a word of its reader's language."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from tests.games.browsing import signed_in, told

SAME = {"auth.Group", "applause.Thanks"}
"""Django has words for these, and the package of the tests has none."""


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_table_has_a_name_in_every_language(language: str) -> None:
    of_ours = [model._meta for model in admin.site._registry if model._meta.label not in SAME]
    english = {each.label: (str(each.verbose_name), str(each.verbose_name_plural)) for each in of_ours}
    with translation.override(language):
        same = [each.label for each in of_ours if str(each.verbose_name) == english[each.label][0]]
    assert len(of_ours) > 10
    assert same == []


@pytest.mark.django_db
def test_the_first_page_of_the_admin_speaks_german(mo: User) -> None:
    client: Client = signed_in(mo)
    client.cookies["django_language"] = "de"
    page = told(client.get(reverse("admin:index"), headers={"accept-language": "de"}))
    assert "Partien" in page
    assert "Matches" not in page
