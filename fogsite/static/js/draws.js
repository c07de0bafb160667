// How the draws of a match are labelled, and how it ends: what the checks of all games are made with (docs/fairness.md).
// `sizes` says, of the draws at hand, below which numbers those of a label were drawn; `mayLack` that there may be none.

const falling = (things) => Array.from({ length: Math.max(things - 1, 0) }, (_, place) => things - place);
const leading = (draws, n) => draws.slice(0, draws.findIndex(([below]) => below !== n)).map(() => n);
export const below = (n, label) => ({ label, sizes: () => [n] });
export const shuffle = (things, label) => ({ label, sizes: () => falling(things) });
export const several = (n, label) => ({ label, sizes: (draws) => leading(draws, n), mayLack: true });
export const pile = (label) => ({ label, sizes: (draws) => falling(draws[0]?.[0] ?? 0), mayLack: true });
export const numbers = (first, last, make) =>
  Array.from({ length: Math.max(last - first, 0) }, (_, place) => make(first + 1 + place));

export const ended = (reason, winners = [], scores = []) => ({ reason, winners, scores });
export const higher = (scores) => [0, 1].filter((seat) => scores[seat] > scores[1 - seat]);
