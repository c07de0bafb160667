"""A page to leaf through pictures, each beside the one of an earlier folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

STYLE = """
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
body { margin: 1rem; }
nav a { margin-right: 0.8rem; }
section { margin-block: 2rem; border-top: 1px solid; }
.row { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
figure { margin: 0; flex: none; }
img { max-height: 34rem; max-width: 44rem; border: 1px solid #888; }
.otherwise figcaption { font-weight: bold; }
body:has(#otherwise:checked) :is(figure:not(.otherwise), section:not(:has(.otherwise))) { display: none; }
"""

ONLY = '<p><label><input type="checkbox" id="otherwise"> Only what looks otherwise than before</label></p>'


class Picture(NamedTuple):
    """A picture of the page at a path; `name` is its file in the folder."""

    path: str
    size: str
    colours: str
    language: str
    name: str


PATH = attrgetter("path")


def write(folder: Path, pictures: Sequence[Picture], before: Path | None = None) -> str:
    """Write `index.html` beside the pictures. Return a sentence: how many there are, and how many look otherwise."""
    otherwise = [picture for picture in pictures if before and _differs(folder, before, picture)]
    by_path = {path: [*group] for path, group in groupby(sorted(pictures, key=PATH), key=PATH)}
    sections = [_section(folder, path, group, otherwise, before) for path, group in by_path.items()]
    links = " ".join(f'<a href="#{escape(path)}">{escape(path)}</a>' for path in by_path)
    told = f"{len(pictures)} pictures" + (f", {len(otherwise)} of them otherwise than before" if before else "")
    head = f"<!DOCTYPE html><meta charset=utf-8><title>Pictures</title><style>{STYLE}</style>"
    page = f"{head}<h1>{told}</h1>{ONLY if before else ''}<nav>{links}</nav>"
    gone = _gone(folder, before, pictures) if before else ""
    (folder / "index.html").write_text(page + "".join(sections) + gone)
    return f"{told}: {folder / 'index.html'}"


def _differs(folder: Path, before: Path, picture: Picture) -> bool:
    earlier = before / picture.name
    return not earlier.exists() or earlier.read_bytes() != (folder / picture.name).read_bytes()


def _section(
    folder: Path, path: str, pictures: Sequence[Picture], otherwise: Sequence[Picture], before: Path | None
) -> str:
    figures = []
    for picture in pictures:
        differs = picture in otherwise
        if before and (before / picture.name).exists():
            figures.append(_figure(os.path.relpath(before / picture.name, folder), "before", differs))
        figures.append(_figure(picture.name, " ".join(picture[1:4]), differs))
    return f'<section id="{escape(path)}"><h2>{escape(path)}</h2><div class="row">{"".join(figures)}</div></section>'


def _gone(folder: Path, before: Path, pictures: Sequence[Picture]) -> str:
    """Return the pictures of the earlier folder that are taken no more."""
    gone = sorted({path.name for path in before.glob("*.png")} - {picture.name for picture in pictures})
    figures = "".join(_figure(os.path.relpath(before / name, folder), name, True) for name in gone)
    return f'<section id="gone"><h2>Only before</h2><div class="row">{figures}</div></section>' if gone else ""


def _figure(source: str, caption: str, differs: bool) -> str:
    kind = ' class="otherwise"' if differs else ""
    return (
        f'<figure{kind}><a href="{escape(source)}"><img loading="lazy" src="{escape(source)}" alt=""></a>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )
