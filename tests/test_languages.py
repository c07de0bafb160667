"""Every text a person reads is in every language offered, whole and in its place."""

import ast
import gettext
import io
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.core.management import CommandError, call_command

from fogsite import catalogues
from fogsite.catalogues import COLLECTIONS, BadCatalogue, Collection
from fogsite.settings import BASE_DIR

CATALOGUES = [
    pytest.param(collection, language, marks=pytest.mark.xdist_group(f"catalogues of {collection.folder.parent.name}"))
    for collection in COLLECTIONS
    for language in ("de", "it")
]
PLACE = re.compile(r"%\(\w+\)\w|\{[^}]*\}|</?\w+>")
SCRIPTS = sorted(path for name in ("fogsite", "games") for path in (BASE_DIR / name).glob("**/static/**/*.js"))

each_catalogue = pytest.mark.parametrize(
    ("collection", "language"), CATALOGUES, ids=lambda value: getattr(value, "folder", value)
)


@cache
def collected(collection: Collection) -> Catalog:
    """Return what the code has to say, read once in a process."""
    return catalogues.collected(collection)


def asked(collection: Collection) -> list[Message]:
    return [message for message in collected(collection) if message.id]


def words(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """Return one text, or singular and plural."""
    return [text] if isinstance(text, str) else list(text or ())


def places(text: str) -> list[str]:
    return sorted(PLACE.findall(text))


def test_the_languages_offered_are_those_with_catalogues() -> None:
    assert catalogues.languages() == ["de", "it"]


@each_catalogue
def test_every_message_of_the_code_is_translated(collection: Collection, language: str) -> None:
    catalogue = catalogues.read_catalogue(collection.path(language))
    known = [(message, catalogue.get(message.id, message.context)) for message in asked(collection)]

    assert [message.id for message, found in known if found is None or not all(words(found.string))] == []


@each_catalogue
def test_a_translation_has_the_places_of_its_message(collection: Collection, language: str) -> None:
    catalogue = catalogues.read_catalogue(collection.path(language))
    pairs = [
        pair
        for message in catalogue
        if message.id
        for pair in zip(words(message.id), words(message.string), strict=True)
    ]

    assert [pair for pair in pairs if places(pair[0]) != places(pair[1])] == []


@each_catalogue
def test_the_catalogues_are_as_collect_messages_writes_them(collection: Collection, language: str) -> None:
    is_renewed = collection.path(language).read_bytes() == catalogues.renewed(
        collection, language, collected(collection)
    )
    assert is_renewed, "run manage.py collect_messages"  # a comparison of the two would take minutes


@each_catalogue
def test_no_translation_is_a_guess(collection: Collection, language: str) -> None:
    assert [
        message.id for message in catalogues.read_catalogue(collection.path(language)) if message.id and message.fuzzy
    ] == []


@pytest.mark.parametrize("language", ["de", "it"])
def test_a_message_in_several_catalogues_is_translated_alike(language: str) -> None:
    told = defaultdict(set)
    for collection in COLLECTIONS:
        for message in catalogues.read_catalogue(collection.path(language)):
            if message.id:
                told[message.id, message.context].add(message.string)

    assert [message for message, translations in told.items() if len(translations) > 1] == []


# --- Texts where they are written -----------------------------------------------------------------------------------


def calls(names: set[str]) -> Iterator[tuple[str, ast.Call]]:
    """Yield where the code calls one of these functions."""
    for collection in COLLECTIONS:
        for path in (path for path in collection.sources() if path.suffix == ".py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                    yield f"{path.relative_to(BASE_DIR)}:{node.lineno}", node


def test_singular_and_plural_are_written_out_where_they_are_counted() -> None:
    def plain(node: ast.Call) -> bool:
        return all(isinstance(argument, ast.Constant) for argument in node.args[:2])

    assert [place for place, node in calls({"counted"}) if not plain(node)] == []


def test_what_is_marked_for_translation_is_written_out() -> None:
    assert [place for place, node in calls({"N_"}) if not isinstance(node.args[0], ast.Constant)] == []


def in_f_strings(code: str) -> list[str]:
    """Return the messages that stand within an f-string; before Python 3.12 its tokens hide them from the collector."""
    strings = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.JoinedStr))
    within = (node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call))
    return sorted(
        {ast.unparse(node) for node in within if called(node) in catalogues.KEYWORDS and says_something(node)}
    )


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def says_something(node: ast.Call) -> bool:
    return any(isinstance(argument, ast.Constant | ast.JoinedStr | ast.BinOp) for argument in node.args)


def test_no_message_stands_within_an_f_string() -> None:
    modules = {path for collection in COLLECTIONS for path in collection.sources() if path.suffix == ".py"}
    assert len(modules) > 400
    assert {str(path): found for path in sorted(modules) if (found := in_f_strings(path.read_text()))} == {}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("""f"{a} {_('Hello')}" """, ["_('Hello')"]),
        ("""f"{translation.ngettext('card', 'cards', n)}" """, ["translation.ngettext('card', 'cards', n)"]),
        ("""f'''{a if b else f"{_('Left'):>{width}}"}'''""", ["_('Left')"]),
        ("""f"{_(label)} {other('Hello')}" + _('Hello')""", []),
    ],
)
def test_messages_within_f_strings_are_found(code: str, found: list[str]) -> None:
    assert in_f_strings(code) == found


PAGES = (catalogues.JINJA, *catalogues.TEMPLATES)


def test_no_template_says_anything_untranslated() -> None:
    block = re.compile(r"{%\s*(blocktranslate|comment|trans)\b.*?{%\s*end\1\s*%}|<(code|style)>.*?</\2>", re.DOTALL)
    markup = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|<[^>]*>|&\w+;", re.DOTALL)

    def rest(path: Path) -> str:
        return " ".join(markup.sub(" ", block.sub(" ", path.read_text())).split())

    pages = [path for root in ("templates", "games") for path in (BASE_DIR / root).rglob("*") if path.suffix in PAGES]
    pages.remove(BASE_DIR / "templates" / "worker.js.jinja")  # a script
    assert {path.name: rest(path) for path in pages if re.search(r"[^\W\d_]{2}", rest(path))} == {}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_take_their_words_from_the_page(script: Path) -> None:
    code = re.sub(r"^\s*(//|\*|/\*).*$", "", script.read_text(), flags=re.MULTILINE)

    assert re.findall(r"""["'`][A-Z][a-z]+[ .!?][^"'`]*["'`]""", code) == []


# --- Collecting and compiling ---------------------------------------------------------------------------------------


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """A collection of its own: a module and a template."""
    monkeypatch.setattr(catalogues.settings, "BASE_DIR", tmp_path)
    (tmp_path / "module.py").write_text('_("Hello")\ncounted("{count} card", "{count} cards", 2)\nN_("Parry")\n')
    (tmp_path / "page.html").write_text(
        "<p>\n    {% translate 'Left' context 'cards' %}\n  {% blocktranslate count n=n %}{{ n }} day"
        "{% plural %}{{ n }} days{% endblocktranslate %}</p>\n{{ at|date:_('j M') }}\n"
    )
    return Collection(tmp_path / "locale", (tmp_path,))


def test_messages_are_collected_from_modules_and_templates(sources: Collection) -> None:
    assert {(message.context, *words(message.id)) for message in asked(sources)} == {
        (None, "Hello"),
        (None, "{count} card", "{count} cards"),
        (None, "Parry"),
        ("cards", "Left"),
        (None, "%(n)s day", "%(n)s days"),
        (None, "j M"),
    }


def test_collecting_keeps_translations_drops_what_is_gone_and_guesses_nothing(sources: Collection) -> None:
    path = sources.path("de")
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Parry"\nmsgstr "Parade"\n\nmsgid "Hello!"\nmsgstr "Hallo!"\n')
    path.write_bytes(catalogues.renewed(sources, "de", catalogues.collected(sources)))
    found = {message.id: message.string for message in catalogues.read_catalogue(path) if message.id}

    assert found["Parry"] == "Parade"
    assert found["Hello"] == ""
    assert "Hello!" not in found
    assert catalogues.renewed(sources, "de", catalogues.collected(sources)) == path.read_bytes()


@each_catalogue
def test_a_catalogue_compiles(collection: Collection, language: str, tmp_path: Path) -> None:
    copy = tmp_path / language / "LC_MESSAGES" / "django.po"
    copy.parent.mkdir(parents=True)
    shutil.copy(collection.path(language), copy)
    catalogues.compile_one(copy)
    compiled = gettext.GNUTranslations(io.BytesIO(copy.with_suffix(".mo").read_bytes()))

    assert [file.name for file in copy.parent.iterdir() if file.suffix == ".part"] == []
    for message in catalogues.read_catalogue(copy):
        if message.id and message.context is None:
            one, many = words(message.id)[0], words(message.id)[-1]
            said = (
                [compiled.ngettext(one, many, count) for count in (1, 2)]
                if message.pluralizable
                else [compiled.gettext(one)]
            )
            assert said == words(message.string)


def test_a_translation_whose_message_became_plural_waits_for_a_look(sources: Collection) -> None:
    path = sources.path("de")
    path.parent.mkdir(parents=True)
    path.write_text('msgid "{count} card"\nmsgstr "{count} Karte"\n')
    path.write_bytes(catalogues.renewed(sources, "de", catalogues.collected(sources)))

    found = catalogues.read_catalogue(path).get("{count} card")
    assert found is not None
    assert found.fuzzy


def test_a_broken_catalogue_is_refused_by_name_and_leaves_the_compiled_one(sources: Collection) -> None:
    path = sources.path("de")
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Parry"\nParade\n')
    path.with_suffix(".mo").write_bytes(b"before")

    with pytest.raises(BadCatalogue, match=r"django\.po cannot be read: "):
        catalogues.compile_one(path)
    assert path.with_suffix(".mo").read_bytes() == b"before"
    assert sorted(file.name for file in path.parent.iterdir()) == ["django.mo", "django.po"]


def test_the_commands_write_what_is_missing_and_say_so(
    sources: Collection, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fogsite.management.commands.collect_messages.COLLECTIONS", [sources])
    monkeypatch.setattr(catalogues, "COLLECTIONS", [sources])
    for command in ("collect_messages", "collect_messages", "compile_catalogues", "compile_catalogues"):
        call_command(command)

    assert capsys.readouterr().out.splitlines() == [
        "wrote locale/de/LC_MESSAGES/django.po",
        "wrote locale/it/LC_MESSAGES/django.po",
        "compiled locale/de/LC_MESSAGES/django.po",
        "compiled locale/it/LC_MESSAGES/django.po",
    ]


def test_the_commands_refuse_a_broken_catalogue(sources: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fogsite.management.commands.collect_messages.COLLECTIONS", [sources])
    monkeypatch.setattr(catalogues, "COLLECTIONS", [sources])
    path = sources.path("de")
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Parry"\nParade\n')

    for command in ("collect_messages", "compile_catalogues"):
        with pytest.raises(CommandError, match=r"django\.po cannot be read: "):
            call_command(command)
    assert path.read_text() == 'msgid "Parry"\nParade\n'


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_each_script_asks_in_the_language_of_its_page(script: Path) -> None:
    asks = re.search(r"\bfetch\(", script.read_text())
    assert bool(asks) == (script.name == "forms.js"), "a script asks by `ask` of js/forms.js, which names the language"
