"""Lessons: the games, learnt by doing."""

from games.core.seams import addresses, leaving, merging, panels
from games.lessons import kept, panels as shown, urls


def register() -> None:
    """Lead newcomers to lessons, wherever they meet a game first. How far they have come goes with the account."""
    addresses.register("lessons", pages=urls.PAGES, operations=[])
    panels.OF_GAME.register("lessons", shown.into_game, "lessons/of_game.jinja")
    panels.OF_RULES.register("lessons", shown.all_of_game, "lessons/all_of_game.jinja")
    panels.TO_BEGIN.register("lessons", shown.to_begin, "lessons/to_begin.jinja")
    panels.WAYS_ON.register("lessons", shown.after_match, "lessons/after_match.jinja")
    panels.IN_MENU.register("lessons", shown.of_match, "lessons/menu.jinja")
    panels.AT_END.register("lessons", shown.of_first_match, "lessons/first_match.jinja")
    merging.register("lessons", kept.merge_rows)
    leaving.register("lessons", forget=kept.forget, account=kept.lessons_document)
