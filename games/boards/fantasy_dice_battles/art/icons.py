"""The small things of a board: faces of dice, armour, the buttons of a round, a sealed letter; and the tile."""

from collections.abc import Iterator

from fogsite.art import pen
from fogsite.art.pen import PAPER, decimal
from fogsite.art.wax import Seal
from games.boards.fantasy_dice_battles.art import brood
from games.boards.fantasy_dice_battles.art.shapes import painted

SMALL = (0, 0, 16, 16)
WIDE = (0, 0, 24, 24)
ROWS = (6, 12, 18)
FACES = {
    1: [(12, 12)],
    2: [(7, 7), (17, 17)],
    3: [(7, 7), (12, 12), (17, 17)],
    4: [(7, 7), (17, 7), (7, 17), (17, 17)],
    5: [(7, 7), (17, 7), (12, 12), (7, 17), (17, 17)],
    6: [(x, y) for x in (7, 17) for y in ROWS],
}
"""Where the pips of each face of a die are."""
BUTTONS = {
    "back": "M17 5v14L7 12z",
    "play": "M6 4v16l14-8z",
    "pause": "M6 4h4v16H6zm8 0h4v16h-4z",
    "on": "M7 5v14l10-7z",
    "skip": "M4 5v14l8-7zm8 0v14l8-7z",
}
SHIELD = "m8 1 7 3v4q-1 6-7 8-6-2-7-8V4z"


def pips(places: list[tuple[int, int]], down: float = 0) -> str:
    """Return pips as strips without length, whose round ends are the pips."""
    return "".join(f"M{x} {decimal(y + down)}h0" for x, y in places)


def die(face: int) -> str:
    """Return a face of a die: its pips are pressed in, so that their lower rim catches the light."""
    lit = f'<path stroke="#fff" stroke-opacity=".55" d="{pips(FACES[face], 0.9)}"/>'
    dark = f'<path stroke="currentColor" d="{pips(FACES[face])}"/>'
    return pen.symbol(f"die-{face}", WIDE, lit, dark, more='stroke-width="4.6" stroke-linecap="round"')


def armour() -> Iterator[str]:
    """Yield the two kinds of armour: a shield, and a filled one with a cross."""
    plain = (
        f'<path fill="{PAPER}" stroke="currentColor" stroke-width="2" stroke-linejoin="round"'
        ' d="m8 2 6 2v4q-1 5-6 7-5-2-6-7V4z"/>'
    )
    cross = f'<path fill="none" stroke="{PAPER}" stroke-width="1.8" stroke-linecap="round" d="M8 5v7M5 8h7"/>'
    yield pen.symbol("armour", SMALL, plain)
    yield pen.symbol("golden-armour", SMALL, pen.body(SHIELD), cross)


def sealed_letter() -> Iterator[str]:
    """Yield a folded letter, the seal on it alone, and a letter that is opened; a broken seal looks like a heart."""
    sheet = 'fill="var(--envelope,#fffdf8)" stroke="var(--fold,#8d8170)" stroke-linejoin="round"'
    folds = f'<path {sheet} d="M2 4h40v21.5H2zl15 11M42 4.5 27 15M2 25l13-9M42 25l-13-9"/>'
    seal = Seal((22, 15.5), 8.5, lies=False).whole()
    yield pen.symbol("letter", (0, 0, 44, 29), folds, seal)
    yield pen.symbol("seal", (12.5, 6, 19, 19), seal)
    yield pen.symbol("opened", WIDE, f'<path {sheet} stroke-width="1.8" d="M2 10 12 2.5 22 10v12H2V10l10 7 10-7"/>')


def symbols() -> list[str]:
    """Return all of them."""
    buttons = (pen.symbol(f"player-{name}", WIDE, pen.body(outline)) for name, outline in BUTTONS.items())
    return [*map(die, FACES), *armour(), *buttons, *sealed_letter()]


def hydra_tile() -> str:
    """Return the tile of the game: a hydra cut from paper, and a die before it."""
    ground = "#4a3a6b"
    paper = "#f7f3ea"
    figure = brood.hydra().drawn().replace(PAPER, ground)
    pips_of = "".join(f"M{x} {y}h0" for x, y in ((65, 65), (71, 71), (77, 77), (77, 65), (65, 77)))
    dice = (
        '<g transform="rotate(-12 71 71)"><path fill="#2f2446" d="M60 60h26v26q0 3-3 3H61z"/>'
        '<rect x="56" y="56" width="29" height="29" rx="6" fill="#f4cf4a"/>'
        f'<path fill="none" stroke="#2f2446" stroke-width="5" stroke-linecap="round" d="{pips_of}"/></g>'
    )
    return pen.square(ground, f'<g transform="translate(8 4) scale(1.25)" {painted(paper)}>{figure}</g>', dice)
