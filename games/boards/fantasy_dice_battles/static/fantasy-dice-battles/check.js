// What Fantasy Dice Battles draws in entry 0, and what between two states; and how it ended by its own rules in a state, null where it
// goes on: docs/fairness.md lists the labels, docs/rules/ describes the states.

import { ended, higher, shuffle } from "../js/draws.js";

const HEROES = [5, 11, 17];
const cards = ({ hand = [], deck = [], discards = [] }) => hand.length + deck.length + discards.length;
const dealt = ({ sides }) => sides.map((side, seat) => shuffle(cards(side), `deck ${seat}`));

/** A round of dice, and the discards of each seat that had fewer cards to draw than it laid. */
function fought(before, after) {
  const again = before.sides.flatMap(({ deck = [], discards = [] }, seat) => {
    const laid = Object.keys(after.sides[seat].last?.cards ?? {}).length;
    if (after.phase === "over" || deck.length >= laid) return [];
    return [shuffle(discards.length + laid, `round ${before.round} reshuffle ${seat}`)];
  });
  const others = again.reduce((sum, { sizes }) => sum + sizes().length, 0);
  const dice = (draws) => Array(Math.max(draws.length - others, 0)).fill(6);
  return [{ label: `round ${before.round} dice`, sizes: dice, mayLack: true }, ...again];
}

function heroes({ sides }) {
  const standing = sides.map(({ tokens }) => HEROES.filter((place) => tokens[place] !== "").length);
  return ended(standing[0] === standing[1] ? "level" : "heroes", higher(standing), standing);
}

/** Preset armies by lot, the second among those that are left; where nobody chooses one both are dealt at once. */
function opening({ first_army: first = "own", second_army: second = "own" }, state) {
  const lots = [first, second].filter((army) => army === "drawn");
  const drawn = { label: "preset", sizes: (draws) => lots.map((_, place) => (draws[0]?.[0] ?? 0) - place) };
  return [...(lots.length > 0 ? [drawn] : []), ...(state.phase === "orders" ? dealt(state) : [])];
}

export default {
  opening,
  later: (before, after) => {
    if ((before.phase ?? "army") === "army") return after.phase === "orders" ? dealt(after) : [];
    return (after.round ?? 0) > before.round || after.phase === "over" ? fought(before, after) : [];
  },
  outcome: (state) => (state.phase === "over" ? heroes(state) : null),
};
