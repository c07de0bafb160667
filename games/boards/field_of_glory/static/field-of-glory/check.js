// What Field of Glory draws in entry 0, and what between two states; and how it ended by its own rules in a state, null where it
// goes on: docs/fairness.md lists the labels, docs/rules/ describes the states.

import { below, ended, higher, numbers, pile, several, shuffle } from "../js/draws.js";

const reshuffles = (colour, seat, before, after) =>
  numbers(before.shuffles[seat], after.shuffles[seat], (number) => pile(`${colour} reshuffle ${number}`));

const PRIZES = { EL: 3, SP: 3, PK: 2, HI: 2, MI: 1, CV: 1 };
const points = (cards) => cards.reduce((sum, card) => sum + (PRIZES[card.slice(0, 2)] ?? 0), 0);

function battle({ reason, columns, prizes, active = 0 }) {
  const held = [0, 1].map((seat) => columns.filter(({ control }) => control === seat).length);
  const scores = ["control", "terrain"].includes(reason) ? held : prizes.map(points);
  return ended(reason, reason === "control" ? [active] : higher(scores), scores);
}

export default {
  opening: ({ first_player: first }) => [
    shuffle(9, "terrain"),
    several(2, "terrain place"),
    shuffle(48, "red draft"),
    shuffle(48, "blue draft"),
    ...(first === "early" ? [below(2, "first player")] : []),
  ],
  later: (before, after) => [
    ...(before.draft && !after.draft
      ? [
          shuffle(24, "red army"),
          shuffle(24, "blue army"),
          ...(before.first == null ? [below(2, "first player")] : []),
        ]
      : []),
    ...reshuffles("red", 0, before, after),
    ...reshuffles("blue", 1, before, after),
  ],
  outcome: (state) => (state.reason ? battle(state) : null),
};
