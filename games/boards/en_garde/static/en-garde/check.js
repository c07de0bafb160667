// What En Garde draws in entry 0, and what between two states; and how it ended by its own rules in a state, null where it
// goes on: docs/fairness.md lists the labels, docs/rules/ describes the states.

import { below, ended, higher, numbers, shuffle } from "../js/draws.js";

const DRAWN = 5; // the drawn round that ends a match (EG-N5)

function fencers({ scores, rounds = 5, round = 0, to_move: mover }) {
  const winners = higher(scores);
  if (Math.max(...scores) >= rounds) return ended("points", winners, scores);
  const drawn = round - (mover == null ? 0 : 1) - scores[0] - scores[1];
  if (drawn < DRAWN) return null;
  return ended(winners.length ? "drawn-rounds" : "level", winners, scores);
}

export default {
  opening: ({ starter }) => [
    ...(starter === "random" ? [below(2, "starter")] : []),
    shuffle(25, "round 1 deal"),
  ],
  later: (before, after) =>
    numbers(before.round ?? 1, after.to_move == null ? 0 : (after.round ?? 1), (number) =>
      shuffle(25, `round ${number} deal`),
    ),
  outcome: fencers,
};
