"""Names: of units, powers and armies as their data set gives them, of classes, levels, armour and dice.

The texts of the default set are marked here for translation, as catalogues are made from modules and not from data.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.fantasy_dice_battles.sets.offered import SETS
from games.rules.sentence import N_, Sentence, counted, sentence

CLASS_NAMES: Mapping[str, str] = {
    "INF": N_("infantry"),
    "HAL": N_("halberds"),
    "CAV": N_("cavalry"),
    "ARC": N_("missile troops"),
    "MON": N_("monsters"),
    "MAG": N_("magic"),
}
LEVEL_NAMES: Mapping[str, str] = {
    "bronze": N_("bronze"),
    "silver": N_("silver"),
    "gold": N_("gold"),
    "hero": N_("hero"),
}
ARMOUR_NAMES: Mapping[str, str] = {
    "none": N_("no armour"),
    "normal": N_("armour"),
    "golden": N_("golden armour"),
}
_UNITS = {kind.id: kind.name for data in SETS.values() for kind in data.kinds.values()}
_POWERS = {row.code: row.name for data in SETS.values() for row in data.powers.values()}
_FACTIONS = {row.id: row.name for data in SETS.values() for row in data.factions.values()}
_PRESETS = {preset.id: preset.name for data in SETS.values() for preset in data.presets.values()}


def of_unit(unit: str) -> Sentence:
    """Return a unit, or its order card."""
    return sentence(_UNITS[unit])


def power_name(code: str) -> Sentence:
    """Return a power."""
    return sentence(_POWERS[code])


def of_faction(faction: str) -> Sentence:
    """Return a faction."""
    return sentence(_FACTIONS[faction])


def of_preset(preset: str) -> Sentence:
    """Return a preset army."""
    return sentence(_PRESETS[preset])


def dice(color: str, number: int) -> Sentence:
    """Return a number of dice of a color."""
    match color:
        case "poison":
            return counted("{count} poison die", "{count} poison dice", number)
        case "smash":
            return counted("{count} smash die", "{count} smash dice", number)
    return counted("{count} normal die", "{count} normal dice", number)


DEFAULT_SET_NAMES = frozenset(
    (
        N_("Realm"),
        N_("Horde"),
        N_("Brood"),
        N_("Sylvan"),
        N_("Frenzy"),
        N_(
            "One more die for each friendly whelp that is here, in the reinforcements or fleeing. Whelps are Goblins "
            "and Serpent Children, but not their archers or heroes."
        ),
        N_("Hunt"),
        N_("Attack +{amount} if the opposing card is active and its class is {classes}."),
        N_("Breach"),
        N_("Attack +{amount} if a front space opposite is empty."),
        N_("Volley"),
        N_("Attack +{amount} if all friendly front spaces here are occupied."),
        N_("Rage"),
        N_("Attack +{amount} if a friendly unit of this kind here is wounded or poisoned."),
        N_("Last Stand"),
        N_("Attack +{amount} if no more than two normal friendly units are here."),
        N_("Guard"),
        N_("Attack −{amount} for the opposing active card if its class is {classes}."),
        N_("Heal"),
        N_("Each friendly unit here, including the hero, loses its poison die, or one wound if it has no poison."),
        N_("Global Heal"),
        N_("Each friendly unit here, including the hero, is healed of all wounds and poison."),
        N_("Dispel"),
        N_("The opposing card here has no powers this round. Two Dispel cards cancel each other out."),
        N_("Rally"),
        N_(
            "If there are fewer than three reinforcements, the fleeing unit of the highest level joins "
            "them. If several are tied, it’s the one that fled last."
        ),
        N_("Steadfast"),
        N_(
            "Normal friendly units here flee instead of being destroyed by four or more wounds. No effect once this is "
            "the only active battalion, or if the card opposite has No Quarter."
        ),
        N_("No Quarter"),
        N_("Normal enemy units opposite that are defeated by wounds leave the game, even if they’re Steadfast."),
        N_("Lobbed Shot"),
        N_("This card’s dice pass over the front row and hit the unit behind it, or else the hero."),
        N_("Footmen"),
        N_("Halberdiers"),
        N_("Bowmen"),
        N_("Men-at-Arms"),
        N_("Outriders"),
        N_("Chaplains"),
        N_("Knights"),
        N_("Bombards"),
        N_("Lord Marshal"),
        N_("High Priest"),
        N_("Castellan"),
        N_("Court Wizard"),
        N_("Goblins"),
        N_("Goblin Archers"),
        N_("Wolf Riders"),
        N_("Orcs"),
        N_("Orc Pikes"),
        N_("Shamans"),
        N_("Ogres"),
        N_("Trolls"),
        N_("Warlord"),
        N_("Goblin King"),
        N_("Witch Doctor"),
        N_("Wyvern Rider"),
        N_("Serpent Children"),
        N_("Serpent Child Archers"),
        N_("Scale Guard"),
        N_("Viper Warriors"),
        N_("Venom Spitters"),
        N_("Lizard Riders"),
        N_("Hydras"),
        N_("Temple Guard"),
        N_("Brood Mother"),
        N_("Serpent Oracle"),
        N_("Cobra King"),
        N_("Charmer"),
        N_("Wardens"),
        N_("Blade Dancers"),
        N_("Scouts"),
        N_("Longbows"),
        N_("Stag Riders"),
        N_("Druids"),
        N_("Treekin"),
        N_("Moon Guard"),
        N_("Forest Queen"),
        N_("Master of the Hunt"),
        N_("Sword Lord"),
        N_("Mist Weaver"),
        N_("Realm A"),
        N_("Horde A"),
        N_("Brood A"),
        N_("Sylvan A"),
        N_("Realm B"),
        N_("Horde B"),
        N_("Brood B"),
        N_("Sylvan B"),
    )
)
"""Every name and effect of the default set, marked for translation."""
