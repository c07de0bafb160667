"""What an order card would do at a post, in words."""

from collections.abc import Collection
from dataclasses import dataclass

from games.boards.fantasy_dice_battles.unit_cards import counted_units
from games.core.reading.voice import SiteVoice
from games.rules.fantasy_dice_battles import words
from games.rules.fantasy_dice_battles.state import REGROUP
from games.rules.fantasy_dice_battles.view import Hope, Prospect


@dataclass(frozen=True)
class ShownProspect:
    """What a card would do at a post: briefly, and in words; `works` where it would do anything."""

    post: str
    title: str
    brief: str
    works: bool
    said: str


def shown_prospect(prospect: Prospect, title: str, fighting: Collection[int], voice: SiteVoice) -> ShownProspect:
    """Return what a card would do at a post; `fighting` are the battalions in which both heroes stand."""
    if prospect.why:
        return ShownProspect(prospect.post, title, "–", False, _why_not(prospect.why, voice))
    if prospect.post == REGROUP or int(prospect.post) not in fighting:
        back = len(prospect.units)
        brief = f"{back}" if prospect.post == REGROUP or not back else f"↩{back}"
        return ShownProspect(prospect.post, title, brief, bool(back), _regroups(prospect, voice))
    hopes = "".join(" " + _hope(hope, voice) for hope in prospect.hopes)
    return ShownProspect(
        prospect.post, title, f"{prospect.dice}{'+' if hopes else ''}", True, _counted(prospect, voice) + hopes
    )


def _why_not(why: str, voice: SiteVoice) -> str:
    return {
        "absent": voice.gettext("inactive (no such unit here)"),
        "idle": voice.gettext("no effect (with nobody opposite, only hero cards work)"),
        "fallen": voice.gettext("no effect (the hero has fallen)"),
        "gone": voice.gettext("no effect (the battalion has lost its hero)"),
        "full": voice.gettext("no effect (no room in reinforcements: send a unit first)"),
        "extinct": voice.gettext("no effect (no such unit in any battalion or in the reinforcements)"),
    }[why]


def _regroups(prospect: Prospect, voice: SiteVoice) -> str:
    if not prospect.units:
        return voice.gettext("brings back no units")
    units = counted_units(prospect.units)
    if prospect.post == REGROUP:
        return voice.gettext("brings back {units}").format(units=units)
    return voice.gettext("no dice, but takes {units} from here to reinforcements").format(units=units)


def _counted(prospect: Prospect, voice: SiteVoice) -> str:
    if not prospect.terms:
        return voice.gettext("active, no dice")
    lines = ", ".join(words.term(term).said(voice) for term in prospect.terms)
    template = voice.ngettext("{count} die ({terms})", "{count} dice ({terms})", prospect.dice)
    return template.format(count=prospect.dice, terms=lines)


def _hope(hope: Hope, voice: SiteVoice) -> str:
    against = words.classes(hope.classes).said(voice)
    return voice.gettext("and {amount} more against {classes}").format(amount=hope.amount, classes=against)
