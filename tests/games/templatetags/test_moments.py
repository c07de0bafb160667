"""Moments as pages spell them."""

from datetime import UTC, datetime, timedelta

from django.template import Context, engines
from django.utils import timezone
from django.utils.translation import override

NOON = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)


def spelled(source: str, at: datetime = NOON) -> str:
    template = engines["django"].engine.from_string(source)  # type: ignore[attr-defined]
    return template.render(Context({"at": at}))


def test_a_moment_is_spelled_in_the_zone_of_each_reader() -> None:
    for zone, expected in (
        ("UTC", '<time datetime="2026-03-01T12:30:15+00:00">12:30</time>'),
        ("Asia/Kolkata", '<time datetime="2026-03-01T18:00:15+05:30">18:00</time>'),
        ("UTC", '<time datetime="2026-03-01T12:30:15+00:00">12:30</time>'),
    ):
        with timezone.override(zone):
            assert spelled('{% moment at "H:i" %}') == expected


def test_a_moment_is_spelled_in_the_language_of_each_reader() -> None:
    for language, month in (("en", "March"), ("de", "März"), ("it", "marzo"), ("en", "March")):
        with override(language):
            assert (
                spelled('{% moment at "j F, H:i" %}')
                == f'<time datetime="2026-03-01T12:30:15+00:00">1 {month}, 12:30</time>'
            )


def test_classes_stand_before_the_moment() -> None:
    said = spelled('{% moment at "H:i" "small faint" %}')
    assert said == '<time class="small faint" datetime="2026-03-01T12:30:15+00:00">12:30</time>'


def test_italian_writes_days_and_months_small_in_templates_of_django_too() -> None:
    for language, expected in (
        ("en", "Sunday, 1 March 2026"),
        ("de", "Sonntag, 1. März 2026"),
        ("it", "domenica 1 marzo 2026"),
    ):
        with override(language):
            assert spelled('{{ at|date:_("l, j F Y") }}') == expected


def test_a_day_without_a_form_is_spelled_as_its_language_does_and_none_as_nothing() -> None:
    with timezone.override("Asia/Kolkata"), override("it"):
        assert spelled("{{ at|date }}", datetime(2026, 3, 1, 20, tzinfo=UTC)) == "2 mar 2026"
        assert spelled('{{ gone|date }}{{ ""|date:"H:i" }}') == ""


def test_an_hour_that_comes_twice_says_which_and_no_other_does() -> None:
    """By the zone's abbreviation or, where it has none, its offset; also where the form names the zone already."""
    for zone, minutes, expected in (
        ("Europe/Berlin", -31, "01:59"),
        ("Europe/Berlin", 0, "02:30 CEST"),
        ("Europe/Berlin", 60, "02:30 CET"),
        ("Europe/Berlin", 90, "03:00"),
        ("Europe/London", 0, "01:30 BST"),
        ("UTC", 0, "00:30"),
    ):
        at = datetime(2026, 10, 25, 0, 30, tzinfo=UTC) + timedelta(minutes=minutes)
        with timezone.override(zone):
            assert spelled('{{ at|date:"H:i" }}', at) == expected
            assert f">{expected}<" in spelled('{% moment at "H:i" %}', at)
    with timezone.override("Australia/Lord_Howe"):
        assert spelled('{{ at|date:"H:i" }}', datetime(2026, 4, 4, 15, tzinfo=UTC)) == "01:30 +1030"
        assert spelled('{{ at|date:"H:i T" }}', datetime(2026, 4, 4, 15, tzinfo=UTC)) == "01:30 +1030"
