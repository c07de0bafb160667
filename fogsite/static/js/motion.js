// What a move has changed is seen happening, one thing after another: what comes to the board, what is turned, what is
// counted, what bears data-outcome, what is gone, what bears data-late, and what is drawn. It hides nothing and nobody
// waits for it: a player who acts during it acts on what is there, and any click or key shows at once how it is now.
//
// Pieces are known again by data-piece, or by what they explain, and alike ones by their order. A piece that was not
// there comes from the first of those that data-from names, or appears. What bears data-turns turns over where its
// data-side is another one; a sum with data-counts counts up, and so does, after all else on the board, what has data-tally.
// Where it is seen how something ends, nothing else on the page tells so before (data-untold); what the focus may come to
// is then transparent, and not hidden.

import { selector, unseen } from "./keep.js";
import { isStill, setting } from "./settings.js";

const LASTS = 300;
const LONGEST = 2_400; // however much there is to see
const MARGIN = 60;
const SLOW = 2; // times as long, for players who chose that
const STAYED = 2; // pixels that are no move
const WHEN = ["outcome", "late"];
const SUMS = ["counts", "tally"];
const SKIPS = /^(.|Enter|Escape|Backspace|Delete)$/;
const PIECES = ":is([data-piece], [data-about])";

const slower = () => (setting("pace") === "low" ? SLOW : 1);
let before = null;
let ends = []; // what shows at once how it is now

const name = ({ dataset }) => dataset.piece ?? dataset.about;
const match = () => document.getElementById("match");
const isOver = () => match().querySelector(".result") !== null;
const skip = () => document.querySelector("#match .hasten:not(.skips)");

function pieces() {
  const found = new Map();
  for (const piece of document.querySelectorAll(`#match [data-part] ${PIECES}`)) {
    let key = name(piece);
    while (found.has(key)) key += "+";
    if (piece.checkVisibility({ opacityProperty: true })) found.set(key, piece);
  }
  return found;
}

// Where a piece is: its box, the part of the page, and what holds it there.
function place(piece) {
  const { part } = piece.closest("[data-part]").dataset;
  const holder = name(piece.parentElement.closest(`${PIECES}, [data-part]`)) ?? part;
  return { piece, part, holder, within: piece.parentElement.className, box: piece.getBoundingClientRect() };
}

const named = (what, read) =>
  new Map([...document.querySelectorAll(`#match [data-${what}]`)].map((each) => [each.dataset[what], read(each)]));

const count = (sum) => Number(sum.textContent.replace("−", "-"));

function remember() {
  if (isStill() || document.hidden) return;
  const places = new Map([...pieces()].map(([key, piece]) => [key, place(piece)]));
  const [counts, tally] = SUMS.map((what) => named(what, count));
  before = { places, turned: named("turns", (each) => each), counts, tally, isOver: isOver() };
}

function end() {
  while (ends.length) ends.shift()();
  if (skip()) skip().hidden = true;
}

function animate(piece, frames, delay, fill = "backwards", duration = LASTS * slower()) {
  const motion = piece.animate(frames, { duration, delay, easing: "ease-out", fill });
  ends.push(() => motion.finish());
  return motion.finished;
}

function later(what, delay) {
  let done = false;
  const once = () => {
    if (!done) what();
    done = true;
  };
  setTimeout(once, delay);
  ends.push(once);
}

const appear = (piece) => (delay) => animate(piece, [{ opacity: 0, translate: "0 -0.75rem" }, { opacity: 1 }], delay);

const shift = (piece, from, to) => (delay) =>
  animate(piece, [{ translate: `${from.x - to.x}px ${from.y - to.y}px` }, { translate: "none" }], delay);

// What moves is drawn apart from the page: the part it belongs to lies above the others from before until after that.
const above = (part, delay) =>
  animate(part, [{ zIndex: 3 }, { zIndex: 3 }], Math.max(0, delay - MARGIN), "none", LASTS * slower() + 2 * MARGIN);

// It travels over all the rest, from the middle of where it comes from, and is never larger than where it goes. What is
// new is not seen before.
function travel(piece, from, to, isNew) {
  const x = from.x - to.x + (from.width - to.width) / 2;
  const y = from.y - to.y + (from.height - to.height) / 2;
  const start = { translate: `${x}px ${y}px`, scale: Math.min(1, from.width / to.width), zIndex: 3 };
  return (delay) => {
    if (isNew) animate(piece, { opacity: [0, 0] }, 0, "none", delay);
    animate(piece, [start, { translate: "none", scale: 1, zIndex: 3 }], delay);
    above(piece.closest("[data-part]"), delay);
  };
}

// A piece that is gone lies there until its time has come.
function leave({ piece, within, box }, holder) {
  const ghost = piece.cloneNode(true);
  for (const each of [ghost, ...ghost.querySelectorAll("*")]) {
    for (const data of Object.keys(each.dataset)) delete each.dataset[data];
  }
  ghost.inert = true;
  Object.assign(ghost.style, { position: "absolute", width: `${box.width}px`, height: `${box.height}px`, margin: 0 });
  (holder.querySelector(`[class="${within}"]`) ?? holder).append(ghost);
  const { x, y } = ghost.getBoundingClientRect();
  ghost.style.translate = `${box.x - x}px ${box.y - y}px`;
  return (delay) => animate(ghost, [{ opacity: 1 }, { opacity: 0 }], delay, "both").then(() => ghost.remove());
}

// What has moved, sorted by when it is to be seen: what merely makes room at once, each other one in its turn.
function moved(places) {
  const found = { shifted: [], came: [], outcome: [], gone: [], late: [], drawn: [] };
  const shown = pieces();
  const goes = ([key, { part, piece }]) => part === "board" && !shown.has(key) && !("outcome" in piece.dataset);
  const left = new Map([...places].filter(goes));
  for (const [key, piece] of shown) {
    const origin = places.has(key) ? key : piece.dataset.from?.split(" ").find((each) => places.has(each));
    const from = places.get(origin);
    const to = place(piece);
    const stays = origin === key && from.holder === to.holder;
    left.delete(origin);
    const isSame = stays && from.piece.dataset.side === piece.dataset.side;
    if (!isSame && "turns" in piece.dataset) continue; // it is turned where it lies
    if (from && Math.hypot(from.box.x - to.box.x, from.box.y - to.box.y) <= STAYED) continue;
    const told = WHEN.find((each) => each in piece.dataset);
    const kind = stays ? "shifted" : to.part === "hand" ? "drawn" : (told ?? "came");
    const how = stays ? shift : from ? travel : appear;
    found[kind].push(how(piece, from?.box, to.box, origin !== key));
  }
  for (const each of left.values()) if (shown.has(each.holder)) found.gone.push(leave(each, shown.get(each.holder)));
  return found;
}

// The old side lies there until it is turned.
function turned(shown, which) {
  const all = [...document.querySelectorAll(`#match [data-turns]${which}`)];
  const other = all.filter(({ dataset }) => (shown.get(dataset.turns) ?? { dataset }).dataset.side !== dataset.side);
  return other.map((each) => (delay) => {
    const old = shown.get(each.dataset.turns);
    each.replaceWith(old);
    later(() => {
      old.replaceWith(each);
      animate(each, [{ rotate: "y 90deg" }, { rotate: "none" }], 0);
    }, delay);
  });
}

function counted(what, told) {
  const sums = [...document.querySelectorAll(`#match [data-${what}]`)].map((each) => [each, told.get(each.dataset[what])]);
  const other = sums.filter(([each, from]) => from !== undefined && from !== count(each));
  return other.map(([each, from]) => (delay) => climb(each, from, count(each), delay));
}

function climb(sum, from, to, delay) {
  const start = performance.now() + delay;
  let over = false;
  const step = () => {
    const part = over ? 1 : Math.min(Math.max((performance.now() - start) / LASTS, 0), 1);
    sum.textContent = `${Math.round(from + (to - from) * part)}`.replace("-", "−");
    if (part < 1) requestAnimationFrame(step);
  };
  ends.push(() => {
    over = true;
    step();
  });
  step();
}

const oneByOne = (all) => all.map((each) => [each]);

// Until the last of what bears data-late is seen, a page may keep back what tells of it (data-early).
function withhold(time) {
  const page = match();
  page.dataset.early = "";
  later(() => page.removeAttribute("data-early"), time);
}

// While it is seen how something ends, and until it has been.
function hush(isHushed, time) {
  const page = match();
  if (!isHushed || "untold" in page.dataset) return;
  page.dataset.untold = "";
  later(() => page.removeAttribute("data-untold"), time);
}

function play({ places, turned: shown, counts, tally, isOver: wasOver }, longest) {
  const { shifted, came, outcome, gone, late, drawn } = moved(places);
  const [soon, last] = [":not([data-late])", "[data-late]"].map((which) => turned(shown, which));
  const tallied = [...last, ...counted("tally", tally)];
  const beats = [...oneByOne(came), soon, counted("counts", counts), outcome, gone, ...oneByOne(late)];
  const moves = late.length && beats.filter((beat) => beat.length).length;
  beats.push(tallied, drawn);
  const full = beats.filter((beat) => beat.length);
  const pace = Math.min(LASTS * slower(), longest / full.length);
  for (const start of shifted) start(0);
  full.forEach((beat, number) => beat.forEach((start) => start(pace * number)));
  if (moves) withhold(pace * moves);
  hush(full.length > 0 && (outcome.length > 0 || isOver() > wasOver), pace * full.length);
  if (full.length < 2 || !skip()) return;
  skip().hidden = false;
  later(() => skip() && (skip().hidden = true), pace * full.length);
}

// What bears data-passes is how something ended: it is seen for so long, and what follows from it afterwards.
function pass(ended, time, then) {
  const page = match();
  const isTold = !("untold" in page.dataset); // unless the film tells the end
  page.dataset.untold = "";
  ended.classList.add("passing");
  if (skip()) skip().hidden = false;
  later(() => {
    ended.classList.remove("passing");
    if (isTold) page.removeAttribute("data-untold");
    if (skip()) skip().hidden = true;
    then();
  }, time);
}

function show(longest = Infinity) {
  end();
  const seen = before;
  before = null;
  if (!seen) return;
  const ended = match().querySelector("[data-passes]");
  const time = ended ? Math.min(Number(ended.dataset.passes) * slower(), longest) : 0;
  const rest = () => play(seen, Math.min(longest - time, LONGEST * slower()));
  if (ended) pass(ended, time, rest);
  else rest();
}

// --- A round that is played scene by scene (js/scenes.js) ---------------------------------------------------------------

// What skips the rest of the round that tells its end last.
function untold() {
  const button = document.querySelector("#match[data-untold]:not([data-frame]) [data-scene=skip]:enabled");
  return button?.checkVisibility() ? button : null;
}

// Nobody has seen yet what lies under a press, or what a key would do.
function skipRound(event) {
  const { type, key, target } = event;
  const button = untold();
  if (!button || !event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return;
  const isKey = type === "keydown";
  if (target.closest("[data-scenes]") && (!isKey || key === "Enter" || key === " ")) return;
  if (isKey ? !SKIPS.test(key) || !(target === document.body || match().contains(target)) : !target.closest(".stage")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  button.click();
  unseen(match());
}

for (const kind of ["click", "keydown"]) addEventListener(kind, skipRound, { capture: true });

// A player who goes on to their cards by keyboard sees them.
document.addEventListener("focusin", ({ target }) => {
  if (target.closest("#match :is(.match-hand, .act)")) untold()?.click();
});

// What #why says of a part of the board is said again with the match, as far as it is true then (js/why.js).
function keepWhy() {
  const part = document.getElementById("why")?.told;
  const where = part && selector(part);
  if (!where) return;
  const again = () => document.querySelector(`#match:has(#why) ${where}`)?.dispatchEvent(new Event("why", { bubbles: true }));
  document.addEventListener("htmx:load", again, { once: true });
}

const concerns = (event) => (event.detail?.target ?? event.target).id === "match";

document.addEventListener("refresh", remember);
document.addEventListener("refresh", keepWhy);
document.addEventListener("refreshed", ({ detail }) => show(detail ?? undefined));
document.addEventListener("htmx:beforeSwap", (event) => concerns(event) && remember());
document.addEventListener("htmx:afterSwap", (event) => concerns(event) && show());
for (const use of ["click", "keydown"]) document.addEventListener(use, end, { capture: true });
