// What a move has changed is seen happening: whatever stood elsewhere on the board or in the hand before the match was
// shown anew slides to its place, and what is new there appears. It hides nothing and nobody waits for it: whoever acts
// meanwhile acts on what is there. Pieces are known again by data-piece, or by what they explain, and alike ones by
// their order. What bears data-turns turns over where its data-side is another one, and a sum with data-counts counts up.

const LASTS = { duration: 300, easing: "ease-out" };
const STAYED = 2; // pixels that are no move

const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = null;

function pieces() {
  const found = new Map();
  for (const piece of document.querySelectorAll("#match [data-part] :is([data-piece], [data-about])")) {
    const { piece: name, about } = piece.dataset;
    let key = name ?? about;
    while (found.has(key)) key += "+";
    if (piece.checkVisibility()) found.set(key, piece);
  }
  return found;
}

const named = (name, read) =>
  new Map([...document.querySelectorAll(`#match [data-${name}]`)].map((each) => [each.dataset[name], read(each)]));
const sides = () => named("turns", (each) => each.dataset.side);
const counts = () => named("counts", (each) => Number(each.textContent));

function remember() {
  if (still.matches || document.hidden) return;
  const places = new Map([...pieces()].map(([key, piece]) => [key, piece.getBoundingClientRect()]));
  before = { places, sides: sides(), counts: counts() };
}

function move(places) {
  for (const [key, piece] of pieces()) {
    const from = places.get(key);
    const to = piece.getBoundingClientRect();
    const [x, y] = from ? [from.x - to.x, from.y - to.y] : [0, 0];
    if (!from) piece.animate([{ opacity: 0, translate: "0 -0.75rem" }, { opacity: 1 }], LASTS);
    else if (Math.hypot(x, y) > STAYED) piece.animate([{ translate: `${x}px ${y}px` }, { translate: "none" }], LASTS);
  }
}

// What bears data-turns and shows another side than before is turned over.
function turn(shown) {
  for (const each of document.querySelectorAll("#match [data-turns]")) {
    const side = shown.get(each.dataset.turns);
    if (side !== undefined && side !== each.dataset.side) each.animate([{ rotate: "y 90deg" }, { rotate: "none" }], LASTS);
  }
}

function count(told) {
  for (const each of document.querySelectorAll("#match [data-counts]")) {
    const [from, to] = [told.get(each.dataset.counts), Number(each.textContent)];
    if (from !== undefined && from !== to) climb(each, from, to, performance.now());
  }
}

function climb(sum, from, to, start) {
  const part = Math.min((performance.now() - start) / LASTS.duration, 1);
  sum.textContent = Math.round(from + (to - from) * part);
  if (part < 1) requestAnimationFrame(() => climb(sum, from, to, start));
}

function play() {
  if (before) {
    move(before.places);
    turn(before.sides);
    count(before.counts);
  }
  before = null;
}

const concerns = (event) => (event.detail?.target ?? event.target).id === "match";

document.addEventListener("refresh", remember);
document.addEventListener("htmx:beforeSwap", (event) => concerns(event) && remember());
document.addEventListener("htmx:afterSwap", (event) => concerns(event) && play());
