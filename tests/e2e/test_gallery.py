"""The page to leaf through pictures."""

from pathlib import Path

from tests.e2e.gallery import Picture, write

HOME = Picture("/", "375x812", "light", "en", "home.png")
RULES = Picture("/rules/", "375x812", "dark", "de", "rules.png")


def test_every_picture_is_on_the_page_by_its_path(tmp_path: Path) -> None:
    for name in ("home.png", "rules.png"):
        (tmp_path / name).write_bytes(b"one")
    assert write(tmp_path, [RULES, HOME]) == f"2 pictures: {tmp_path}/index.html"
    page = (tmp_path / "index.html").read_text()
    assert page.index('<section id="/">') < page.index('src="home.png"') < page.index('<section id="/rules/">')
    assert "375x812 dark de</figcaption>" in page
    assert "otherwise" not in page.partition("</style>")[2]


def test_every_picture_stands_beside_what_it_was_before_and_what_looks_otherwise_is_marked(tmp_path: Path) -> None:
    before, now = tmp_path / "before", tmp_path / "now"
    for folder, of_home in ((before, b"one"), (now, b"another")):
        folder.mkdir()
        (folder / "home.png").write_bytes(of_home)
        (folder / "rules.png").write_bytes(b"the same")
    assert write(now, [HOME, RULES], before) == f"2 pictures, 1 of them otherwise than before: {now}/index.html"
    page = (now / "index.html").read_text()
    assert page.count('class="otherwise"') == 2
    for name in ("home.png", "rules.png"):
        assert 0 < page.index(f'src="../before/{name}"') < page.index(f'src="{name}"')
    assert "Only what looks otherwise than before" in page
    assert "Only before" not in page


def test_what_was_not_there_before_is_said_to_differ_and_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "home.png").write_bytes(b"one")
    assert write(tmp_path, [HOME], tmp_path / "before").startswith("1 pictures, 1 of them otherwise")
    assert (tmp_path / "index.html").read_text().count("<figure") == 1


def test_what_was_there_only_before_is_shown_too(tmp_path: Path) -> None:
    before, now = tmp_path / "before", tmp_path / "now"
    for folder in (before, now):
        folder.mkdir()
        (folder / "home.png").write_bytes(b"one")
    (before / "gone.png").write_bytes(b"gone")
    write(now, [HOME], before)
    page = (now / "index.html").read_text()
    assert page.index("<h2>Only before</h2>") < page.index('src="../before/gone.png"')
