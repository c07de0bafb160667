"""Which names are allowed, and which look alike."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.models import User
from accounts.names import skeleton, validators

ALIKE = [
    ("Ann", "ann"),
    ("Ann", "ANN"),
    ("Ann", "Аnn"),  # Cyrillic А
    ("Ann", "A.n_n"),
    ("Ann", "Ａｎｎ"),  # full width
    ("Bob", "B0b"),
    ("Bob", "Βοb"),  # Greek Beta and omicron
    ("Bill", "Bi1l"),
    ("Bill", "BiIl"),
    ("Tim", "Tirn"),
    ("Tim", "Tir-n"),
    ("Вера", "вера"),
    ("вера", "вepa"),  # with Latin e, p, a
    ("Straße", "STRASSE"),
]

DIFFERENT = [("Ann", "Annn"), ("Ann", "Anna"), ("Müller", "Muller"), ("Ben", "Cat"), ("Вера", "Юля"), ("a1", "a2")]

ALLOWED = ["Ann", "ann-2", "J.R.R", "Zoë", "Вера", "明美", "x_y", "42", "A" * 30]

REFUSED = {
    "": "A name begins with",
    "A": "A name has at least 2 signs.",
    "A" * 31: "A name has at most 30 signs.",
    "Ann B": "A name begins with",
    "-Ann": "A name begins with",
    "_Ann": "A name begins with",
    "Ann\n": "A name begins with",
    "ann@example.org": "A name begins with",
    "Ann\u200b": "A name begins with",
}


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_to_the_eye_have_skeletons_of_their_own(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("name", ALLOWED)
def test_letters_of_any_script_and_a_few_signs_make_a_name(name: str) -> None:
    for validator in validators:
        validator(name)
    assert skeleton(name)


@pytest.mark.parametrize("name", REFUSED)
def test_other_names_are_refused_with_a_sentence(name: str) -> None:
    sentences = []
    for validator in validators:
        try:
            validator(name)
        except ValidationError as error:
            sentences += error.messages
    assert sentences[0].startswith(REFUSED[name])


@pytest.mark.django_db
def test_the_database_itself_refuses_a_look_alike() -> None:
    User.objects.create_user("Ann", "ann@example.org")
    with pytest.raises(IntegrityError):
        User.objects.create_user("аnn", "other@example.org")


@pytest.mark.django_db
def test_the_database_itself_refuses_an_address_twice_in_any_case() -> None:
    User.objects.create_user("Ann", "ann@example.org")
    with pytest.raises(IntegrityError):
        User.objects.create(username="Ben", email="ANN@example.org")


@pytest.mark.django_db
def test_bots_need_no_address() -> None:
    User.objects.create(username="robot", is_bot=True)
    User.objects.create(username="automaton", is_bot=True)
    assert User.objects.filter(email="").count() == 2


@pytest.mark.django_db
def test_a_new_name_brings_its_skeleton_along() -> None:
    ann = User.objects.create_user("Ann", "ann@example.org")
    ann.username = "Anton"
    ann.save(update_fields=["username"])
    ann.refresh_from_db()
    assert ann.skeleton == "anton"
