"""Which names are allowed, and which look alike."""

import hashlib
import sys
import unicodedata
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts import names
from accounts.characters import is_mark
from accounts.models import FormerName, SignUp, User
from accounts.names import skeleton, validators
from tests.parts.cast import PASSWORD, person

DAY = timedelta(days=1)

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
    ("Ann", "Ann\u3164"),  # Hangul filler, which is a letter that shows nothing
    ("Ann", "A\u1160n\uffa0n\u115f"),
    ("Ann", "A\u200dn\u00adn\ufe0f"),  # joiner, soft hyphen, variation selector
    ("Williams", "VVilliams"),
    ("Williams", "V.Villiams"),
]

DIFFERENT = [("Ann", "Annn"), ("Ann", "Anna"), ("Müller", "Muller"), ("Ben", "Cat"), ("Вера", "Юля"), ("a1", "a2")]

MARKED = {
    "Hindi": "मोहित",
    "Hindi, one letter with its vowel": "मोहि",
    "Bengali": "রবীন্দ্র",
    "Tamil": "கார்த்திக்",
    "Malayalam": "മോഹൻലാൽ",
    "Sinhala": "සංගක්කාර",
    "Thai": "ไทยแลนด์",
    "Lao": "ສົມສັກ",
    "Khmer": "ស្រីមុំ",
    "Burmese": "မြို့မ",
    "Tibetan": "བསྟན་འཛིན".replace("་", ""),
    "Hebrew with vowels": "שָׁלוֹם",
    "Arabic with vowels": "مُحَمَّد",
    "Yoruba": "Ọlọ́run",
    "Vietnamese, taken apart": "Nguye\u0302\u0303n",
    "Divehi": "މުޙައްމަދު",
}
"""Names in scripts and spellings that write vowels, tones or accents as marks."""

ALLOWED = [
    *MARKED.values(),
    "Ann",
    "ann-2",
    "J.R.R",
    "Zoë",
    "Вера",
    "明美",
    "x_y",
    "42",
    "A" * 30,
    "明美さん",
    "김美",
    "Anna.2",
]

REFUSED = {
    "": "A name must start with",
    "\u0301Ann": "A name must start with",
    "A\u20ddnn": "A name must start with",  # in a circle
    "A\u0301": "A name needs at least 2 characters.",
    "मो": "A name needs at least 2 characters.",
    "A": "A name needs at least 2 characters.",
    "A" * 31: "A name can have at most 30 characters.",
    "Ann B": "A name must start with",
    "-Ann": "A name must start with",
    "_Ann": "A name must start with",
    "Ann\n": "A name must start with",
    "ann@example.org": "A name must start with",
    "Ann\u200b": "A name must start with",
}


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_to_the_eye_have_skeletons_of_their_own(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("one", "other"),
    [("BEN", "ΒΕΝ"), ("Ben", "ΒΕΝ"), ("TONY", "ΤΟΝΥ"), ("ANN", "ΑΝΝ"), ("ΝΑΝΝΥ", "ναννυ")],
)
def test_nobody_takes_a_name_that_looks_like_anothers_in_greek_capitals(one: str, other: str) -> None:
    """It doesn't matter which of the two came first, or whether it's an account or a sign-up that waits."""
    for taken, asked in [(one, other), (other, one)]:
        User.objects.create_user(taken, "one@example.org")
        with pytest.raises(ValidationError):
            User.require_unlike(asked)
        User.objects.all().delete()
        waits = SignUp.objects.create(
            username=taken, skeleton=skeleton(taken), email="one@example.org", expires=timezone.now() + DAY
        )
        with pytest.raises(ValidationError):
            User.require_unlike(asked)
        waits.delete()
        User.require_unlike(asked)


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["Bev", "βεν", "Вена"])
def test_names_that_differ_from_greek_ones_are_free(other: str) -> None:
    User.objects.create_user("BEN", "ben@example.org")
    User.require_unlike(other)


@pytest.mark.django_db
def test_the_name_of_one_who_left_stays_taken_in_greek_capitals() -> None:
    FormerName.objects.create(fingerprint=names.fingerprint("Ben"))
    assert FormerName.of("ΒΕΝ").exists()


def test_every_letter_that_looks_like_a_latin_one_is_taken_for_it() -> None:
    """In each case of it: that the small letter looks like another one hides nothing."""
    from confusable_homoglyphs.confusables import confusables_data

    letters = [sign for sign in confusables_data if len(sign) == 1 and sign.isalpha() and not sign.isascii()]
    shown = {sign: names._look_alike(sign) for sign in letters if unicodedata.normalize("NFKC", sign) == sign}
    missed = [sign for sign, latin in shown.items() if latin and skeleton(latin) not in names.looks(sign)]
    assert len(letters) > 1000
    assert missed == []


@pytest.mark.parametrize("name", ALLOWED)
def test_letters_of_any_script_and_a_few_signs_make_a_name(name: str) -> None:
    for validator in validators:
        validator(name)
    names.require_fit(name)
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


UNSEEN = "This name contains an invisible character. Please remove it."
MIXED = "Use letters from one script only"
DIGITS = "Use only the digits 0 to 9 in a name."
LINK = "This name looks like a web address."
RESERVED = "People could think this name belongs to the site."
MARKS = "Accents and vowel signs can only go on letters"
UNFIT = {
    "Ann\u3164": UNSEEN,
    "Ann\uffa0": UNSEEN,
    "\u115fAnn": UNSEEN,
    "A\u1160nn": UNSEEN,
    "An\u200dn": UNSEEN,
    "An\u00adn": UNSEEN,
    "Ann\ufe0f": UNSEEN,
    "Аnn": MIXED,
    "Aνν": MIXED,
    "Ann明": MIXED,
    "ひ김": MIXED,
    "Annि": MIXED,  # a vowel sign of Hindi
    "Ann\u0301\u0300\u0302": MARKS,
    "An\u0338\u0338n": MARKS,
    "Ann.\u0301": MARKS,
    "An5\u0301n": MARKS,
    "मोिीुूहि": MARKS,
    "มีีนา": MARKS,
    "Bi\u0307ll": MARKS,  # looks like Bill
    "B\u0131\u0307ll": MARKS,
    "Bi\u0323\u0307ll": MARKS,
    "B\u1ecb\u0307ll": MARKS,
    "Bj\u0307rn": MARKS,
    "B\u00e9\u0301n": MARKS,
    "\u0130lker": None,
    "\u017bo\u017c": None,
    "बैंक.भारत": LINK,
    "M٥": DIGITS,
    "M5٥": DIGITS,
    "evil.example.com": LINK,
    "Ann.me": LINK,
    "evil.com-": LINK,
    "Ann.xn--p1ai": LINK,
    "Mo.derator": LINK,
    "Mo-derator": RESERVED,
    "ADMIN": RESERVED,
    "adm1n": RESERVED,
    "Admin-2": RESERVED,
    "Àdmin": RESERVED,
    "r00t": RESERVED,
    "h0use": RESERVED,
    "VVebmaster": RESERVED,
    "Guest-1234": RESERVED,  # as guests are called
    "GUEST_99": RESERVED,
    "Guestavo": None,
    "5upport": None,
    "Sealed-Move": RESERVED,
    "Housemann": None,
    "Moderato": None,
}
"""How a name is refused that is well formed; None where it is not."""


@pytest.mark.parametrize("name", UNFIT)
def test_names_that_mislead_people_are_refused_with_a_sentence(name: str) -> None:
    told = UNFIT[name]
    if told is None:
        names.require_fit(name)
        return
    with pytest.raises(ValidationError) as refused:
        names.require_fit(name)
    assert refused.value.messages[0].startswith(told)


ALL = [chr(code) for code in range(sys.maxunicode + 1)]
SOFT_DOTTED = "ijįɉɨʝʲϳіјᵢᶖᶤᶨḭịⁱⱼ"
"""The letters that Unicode names so: a dot above changes none of them."""


@pytest.mark.parametrize("letter", SOFT_DOTTED)
def test_no_name_has_a_second_dot_on_a_letter(letter: str) -> None:
    with pytest.raises(ValidationError):
        names.require_fit(User.normalize_username(f"{letter}\u0307{letter}"))


def test_no_name_has_a_mark_again_that_its_letter_has() -> None:
    in_parts = {sign: unicodedata.normalize("NFD", sign) for sign in ALL if sign.isalpha()}
    marked = {sign: parts[-1] for sign, parts in in_parts.items() if len(parts) > 1 and is_mark(parts[-1])}
    assert len(marked) > 900
    assert [sign for sign, mark in marked.items() if not names._abuses_marks(f"{sign}{mark}")] == []
    assert [sign for sign in marked if names._abuses_marks(sign)] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "told"),
    [
        *[("Ann" + sign, UNSEEN) for sign in "\u00ad\u200b\u2060\u3164"],
        ("adm1n", RESERVED),
        ("evil.example.com", LINK),
    ],
)
def test_nobody_signs_up_under_such_a_name(client: Client, name: str, told: str) -> None:
    new = {"username": name, "email": "new@example.org", "password1": "en-garde-2026"}
    page = client.post("/accounts/signup/", new)
    assert told in page.content.decode()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_who_has_such_a_name_keeps_it(client: Client) -> None:
    old = person("Adm.in")
    assert client.post("/accounts/login/", {"login": "Adm.in", "password": PASSWORD}).status_code == 302
    client.post("/settings/", {"time_zone": "Europe/Rome", "language": ""})
    old.refresh_from_db()
    assert (old.username, old.time_zone) == ("Adm.in", "Europe/Rome")


@pytest.mark.django_db
def test_a_moderator_saves_anyone_who_has_such_a_name_and_gives_none(client: Client, mo: User) -> None:
    old, other = person("Adm.in"), person("Ann")
    client.force_login(mo)

    def renamed(user: User, name: str) -> Any:
        page = f"/admin/accounts/user/{user.pk}/change/"
        form = client.get(page).context["adminform"].form
        fields = {name: value for name, value in form.initial.items() if isinstance(value, str)}
        beside = {f"{of}-{name}_FORMS": "0" for of in ("preferences", "vacations") for name in ("TOTAL", "INITIAL")}
        return client.post(page, {**fields, **beside, "username": name})

    assert renamed(old, "Adm.in").status_code == 302
    assert RESERVED in renamed(other, "moderator").content.decode()
    other.refresh_from_db()
    assert other.username == "Ann"


@pytest.mark.django_db
def test_a_skeleton_that_another_has_by_todays_rules_stays_as_it_was() -> None:
    User.objects.create_user("Williams", "will@example.org")
    younger = User.objects.create_user("Veronica", "vero@example.org")
    User.objects.filter(pk=younger.pk).update(username="VVilliams", skeleton="vvllllams")
    younger.refresh_from_db()
    younger.clean()
    younger.save()
    younger.refresh_from_db()
    assert (younger.username, younger.skeleton) == ("VVilliams", "vvllllams")


@pytest.mark.django_db
def test_the_name_of_one_who_left_before_stays_taken() -> None:
    FormerName.objects.create(fingerprint=hashlib.sha256(b"former name\0vvllllams").hexdigest())
    assert FormerName.of("V-Villiams").exists()
    assert not FormerName.of("Williams").exists()


@pytest.mark.django_db
def test_the_migration_takes_todays_looks_where_nobody_has_them() -> None:
    for name, looks in {"Ann": "ann", "Ann\u3164": "ann\u1160", "VVill": "vvlll", "Ben": "ben"}.items():
        user = User.objects.create_user(name.replace("\u3164", "other"), f"{looks}@example.org".replace("\u1160", "x"))
        User.objects.filter(pk=user.pk).update(username=name, skeleton=looks)
    import_module("accounts.migrations.0007_skeletons").take_looks(apps, None)
    found = dict(User.objects.values_list("username", "skeleton"))
    assert found == {"Ann": "ann", "Ann\u3164": "ann\u1160", "VVill": "wlll", "Ben": "ben"}


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
