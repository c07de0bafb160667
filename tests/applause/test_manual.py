"""docs/adding-a-feature.md shows this feature as it is."""

from tests.applause.manual import EXCERPT, FOLDER, MANUAL, WHOLE, files, renewed


def test_the_manual_shows_each_file_once_as_it_is() -> None:
    manual = MANUAL.read_text()
    assert sorted(found["name"] for found in WHOLE.finditer(manual)) == sorted(files())
    assert manual == renewed(manual), "Run `.venv/bin/python -m tests.applause.manual`."


def test_each_part_of_an_excerpt_stands_in_its_file() -> None:
    excerpts = list(EXCERPT.finditer(MANUAL.read_text()))
    assert [found["name"] for found in excerpts] == ["test_applause.py"]
    for found in excerpts:
        text = (FOLDER / found["name"]).read_text()
        other = [part for part in found["text"].strip().split("\n\n\n") if part not in text]
        assert other == [], f"Copy these parts anew from {found['name']}."
