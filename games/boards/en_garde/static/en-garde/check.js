// What En Garde draws in entry 0, and what between two states; and how it ended by its own rules in a state, null where it
// goes on: docs/fairness.md lists the labels, docs/rules/ describes the states.

import { below, ended, numbers, shuffle } from "../js/draws.js";

function fencers({ scores, rounds = 5 }) {
  const winner = scores.findIndex((won) => won >= rounds);
  return winner < 0 ? null : ended("points", [winner], scores);
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
