"""Whether a figure reaches its goal, in one word."""


def verdict(held: bool) -> str:
    """Return the word that stands behind a goal."""
    return "holds" if held else "MISSED"
