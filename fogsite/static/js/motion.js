// What a move has changed is seen happening: whatever stood elsewhere on the board or in the hand before the match was
// shown anew slides to its place, and what is new there appears. It hides nothing and nobody waits for it: whoever acts
// meanwhile acts on what is there. Pieces are known again by data-piece, or by what they explain and the how manieth.

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

function remember() {
  before = still.matches || document.hidden ? null : new Map([...pieces()].map(([key, piece]) => [key, piece.getBoundingClientRect()]));
}

function move() {
  for (const [key, piece] of before ? pieces() : []) {
    const from = before.get(key);
    const to = piece.getBoundingClientRect();
    const [x, y] = from ? [from.x - to.x, from.y - to.y] : [0, 0];
    if (!from) piece.animate([{ opacity: 0, translate: "0 -0.75rem" }, { opacity: 1 }], LASTS);
    else if (Math.hypot(x, y) > STAYED) piece.animate([{ translate: `${x}px ${y}px` }, { translate: "none" }], LASTS);
  }
  before = null;
}

const concerns = (event) => (event.detail?.target ?? event.target).id === "match";

document.addEventListener("refresh", remember);
document.addEventListener("htmx:beforeSwap", (event) => concerns(event) && remember());
document.addEventListener("htmx:afterSwap", (event) => concerns(event) && move());
