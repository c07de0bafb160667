"""Names in templates."""

from __future__ import annotations

import pytest

from games.templatetags.people import breakable, person


@pytest.mark.parametrize(
    ("called", "shown"),
    [
        ("Ann", "Ann"),
        ("Maestro.Belcolpo", "Maestro.<wbr>Belcolpo"),
        ("a_b+c@d-e", "a_<wbr>b+<wbr>c@<wbr>d-e"),
        ("Ann.", "Ann."),
        ("5 dice (4 attack, +1 Volley). 1.5", "5 dice (4 attack, +1 Volley). 1.5"),
        ("<b>.", "&lt;b&gt;."),
    ],
)
def test_a_name_goes_on_behind_a_mark_in_it(called: str, shown: str) -> None:
    assert breakable(called) == shown


def test_a_link_to_a_profile_has_the_whole_name() -> None:
    assert person("A.B (you)") == '<a class="person" href="/players/A.B/">A.<wbr>B</a> (you)'
