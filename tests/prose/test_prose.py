"""The checker sees a fault of each kind, says what to write, and leaves good texts alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prose import checks, left, sources
from tests.prose.sources import Docstring, Message


def instead(found: list[checks.Fault]) -> list[str]:
    return [fault.instead for fault in found]


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("Whoever pairs two holds their rows.", ["anyone who, the player who"]),
        ("It is drawn anew, lest its time tell others.", ["so that … not, otherwise", "again"]),
        ("Three lines, two of which count.", ["name the thing first"]),
        ("Who has fewer than five is held to nothing.", ["Players who …, if you …"]),
        ("Who can read this?", []),
        ("Players with fewer than five are exempt.", []),
        ("Type `whoever` to see a fault.", []),
    ],
)
def test_a_document_with_a_construction_is_told_the_better_one(
    monkeypatch: pytest.MonkeyPatch, text: str, better: list[str]
) -> None:
    monkeypatch.setattr(sources, "documents", lambda: [("page.md", f"# A page\n\n{text}\n\n```sh\nwhoever\n```\n")])

    assert instead(list(checks.of_documents())) == better


def test_long_sentences_and_cells_passive_ones_and_capitals_in_headings_are_faults() -> None:
    words = "You write " + "many " * 16 + "words."
    passive = "It is written by hand. " * 21

    assert instead(list(checks.of_style("page.md", words))) == ["at most 16 and 28"]
    assert instead(list(checks.of_style("page.md", passive))) == ["who does it, first"]
    assert instead(list(checks.of_cells("page.md", f"| a | {'word ' * 26}|\n| {'word ' * 25}| `{'code ' * 9}` |"))) == [
        "at most 25 words, more below"
    ]
    assert instead(list(checks.of_headings("page.md", ["Making Every Turn", "En Garde on Debian"]))) == [
        "every, turn (sentence case)"
    ]


def test_the_rules_of_each_game_are_held_to_the_guide() -> None:
    ours = {path.name for path in sources.BASE_DIR.glob("docs/rules/*.md")}

    assert ours == {path.rpartition("/")[2] for path, _ in sources.documents() if path.startswith("docs/rules/")}


def test_the_rules_that_a_new_game_begins_with_have_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    template = sources.BASE_DIR / "games" / "management" / "scaffold" / "docs.md.tpl"
    monkeypatch.setattr(sources, "documents", lambda: [("docs/rules/last-stone.md", template.read_text())])

    assert instead(list(checks.of_documents())) == []


@pytest.mark.parametrize(
    ("docstring", "number"),
    [
        ("The colours of a column.", 1),
        ("Return the colours of a column.", 0),
        ("Return: whoever plays.", 1),
        ("Return the colours;\n\n    None without any.\n    ", 1),
    ],
)
def test_a_docstring_begins_with_a_verb(monkeypatch: pytest.MonkeyPatch, docstring: str, number: int) -> None:
    source = f'def colours() -> None:\n    """{docstring}"""\n'
    monkeypatch.setattr(sources, "modules", lambda: [("module.py", source)])

    assert len(list(checks.of_code())) == number


def test_names_of_tests_and_comments_of_scripts_and_style_sheets_are_held_to_it_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sources, "modules", lambda: [("test_page.py", "def test_whoever_asks_sees_it():\n    pass\n")])
    (tmp_path / "games").mkdir()
    for name, text in (
        ("page.js", "say(whoever); // https://whoever.example, drawn anew"),
        ("page.css", ".whoever { color: red; } /* For\nwhoever looks. */"),
        ("page.py.tpl", "LEAD = 'Whoever takes it wins.'"),
    ):
        (tmp_path / "games" / name).write_text(text)
    monkeypatch.setattr(sources, "BASE_DIR", tmp_path)

    assert instead(list(checks.of_code())) == ["anyone who, the player who"]
    assert [(fault.place, fault.instead) for fault in checks.of_remarks()] == [
        ("games/page.css", "anyone who, the player who"),
        ("games/page.js", "anyone who, the player who"),
        ("games/page.js", "again"),
        ("games/page.py.tpl:1", "anyone who, the player who"),
    ]


def test_tests_fixtures_and_properties_may_begin_with_a_noun() -> None:
    source = "".join(
        f'{head}def {name}() -> None:\n    """The match."""\n'
        for head, name in (
            ("", "test_it"),
            ("@pytest.fixture\n", "match"),
            ("@cached_property\n", "sum"),
            ("", "count"),
        )
    )

    assert list(sources.docstrings(source)) == [Docstring("9", "The match.")]


def test_what_players_read_is_held_to_more_than_what_operators_read(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [Message(f"place{number}", "Ask a house opponent.", "Frag.", number == 1) for number in (1, 2)]
    monkeypatch.setattr(sources, "messages", lambda _: texts)

    assert [(fault.place, fault.instead) for fault in checks.of_messages()] == [("place1:", "computer opponent")]


def test_a_language_has_faults_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"de": "Eine Mail an den Hausgegner", "it": "Una mail"}
    monkeypatch.setattr(sources, "messages", lambda language: [Message("place", "An email", said[language], True)])

    assert instead(list(checks.of_translations())) == ["E-Mail", "Computergegner", "e-mail"]


def test_one_sentence_in_ten_may_be_long_on_pages_and_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = "Press the card.", "Press " + "and press again " * 8 + "a card."
    many = [Message("games/core", short, "", True)] * 9
    monkeypatch.setattr(sources, "messages", lambda _: [*many, Message("games/core", short, "", True)])
    assert list(checks.of_pages()) == []

    monkeypatch.setattr(sources, "messages", lambda _: [*many, Message("games/core", long, "", True)])
    assert instead(list(checks.of_pages())) == ["at most 22"]


@pytest.mark.parametrize(
    ("subject", "number"),
    [
        ("outages: Don't count one that a network causes.", 0),
        ("tests: Let time pass in one way.", 0),
        ("release: Write, commit and tag a version.", 0),
        ("Let time pass.", 1),
        ("tests: Lets time pass.", 1),
        ("tests: Let time pass", 1),
        ("tests: Let whoever waits pass.", 1),
    ],
)
def test_the_subject_of_a_commit_says_what_it_does(monkeypatch: pytest.MonkeyPatch, subject: str, number: int) -> None:
    monkeypatch.setattr(sources, "subjects", lambda: [subject])

    assert len(list(checks.of_subjects())) == number


def test_what_is_left_only_falls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(left, "FILE", tmp_path / "left.txt")
    left.FILE.write_text("3 games/core\n2 games/seeks\n")

    left.write({"games/core": 1, "games/seeks": 5, "games/chat": 4})

    assert left.FILE.read_text() == "1 games/core\n2 games/seeks\n"
    assert left.read()["games/chat"] == 0
