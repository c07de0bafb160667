"""Names with signs that count as letters or marks and that nobody sees, or takes for something else."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts import names


@pytest.mark.parametrize("letter", "øłđħŧo")
@pytest.mark.parametrize("stroke", "\u0335\u0337\u0338\u0321")
def test_no_stroke_goes_through_a_letter(letter: str, stroke: str) -> None:
    with pytest.raises(ValidationError, match="Accents and vowel signs can only go on letters"):
        names.require_fit(f"J{letter}{stroke}rgen")


@pytest.mark.parametrize("sign", "\u02cd\u02b9\u02ba\u02c8\u02d0\u0640\ua788")
def test_no_letter_looks_like_a_separator(sign: str) -> None:
    with pytest.raises(ValidationError):
        names.require_fit(f"Ann{sign}Ben")


@pytest.mark.parametrize("name", ["mod\u02bberator", "ad\u02bcmin", "a\u02bddmin"])
def test_no_modifier_makes_a_reserved_name_another(name: str) -> None:
    with pytest.raises(ValidationError, match="belongs to the site"):
        names.require_fit(name)


@pytest.mark.parametrize("name", ["Jørgen", "Łukasz", "Hawai\u02bbi", "スーパー", "佐々木", "Zoë"])
def test_names_that_people_have_stay_possible(name: str) -> None:
    names.require_fit(name)
