// What Last Stone draws in entry 0, and what between two states; and how it ended by its own rules in a state, null where it
// goes on: docs/fairness.md lists the labels, docs/rules/ describes the states.

import { below, ended } from "../js/draws.js";

export default {
  opening: () => [below(2, "first player")],
  later: () => [],
  outcome: ({ winner }) => (winner == null ? null : ended("last", [winner])),
};
