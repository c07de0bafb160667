"""The figures of Fantasy Dice Battles, drawn by a rig: `manage.py draw_art` writes what `files` returns."""

from games.boards.fantasy_dice_battles.art import brood, horde, icons, realm, sylvan

FACTIONS = {"realm": realm.FIGURES, "horde": horde.FIGURES, "brood": brood.FIGURES, "sylvan": sylvan.FIGURES}
"""The figures of each army, by symbol."""


def files() -> dict[str, str]:
    """Return the text of every static file of figures: one sheet for each army, since a page needs two of them."""
    sheets = {
        faction: "".join(draw().symbol(name) for name, draw in sorted(figures.items()))
        for faction, figures in FACTIONS.items()
    } | {"icons": icons.icon_sheet()}
    drawn = {name: f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n' for name, symbols in sheets.items()}
    drawn["tile"] = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">{icons.hydra_tile()}</svg>\n'
    return {f"fantasy-dice-battles/{name}.svg": text for name, text in drawn.items()}
