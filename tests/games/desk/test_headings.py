"""The headings of the desk's tables are in the reader's language."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.utils.translation import override

from games.core.models import ChatLine
from games.desk.models import OpenedPage
from games.measures.models import Measure
from games.reports.models import Report


def headings(model: type, language: str) -> list[str]:
    shown: Any = admin.site.get_model_admin(model)
    with override(language):
        return [str(label_for_field(name, model, shown)) for name in shown.list_display]


@pytest.mark.parametrize("model", [Report, Measure, OpenedPage, ChatLine])
@pytest.mark.parametrize("language", ["de", "it"])
def test_no_heading_is_left_in_english(model: type, language: str) -> None:
    known = {"moderator", "Text"}  # the same in both languages
    pairs = zip(headings(model, "en"), headings(model, language), strict=True)
    assert [english for english, other in pairs if english == other and english not in known] == []
