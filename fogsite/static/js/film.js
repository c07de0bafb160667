// What has happened since the player's last move is seen as a film: the board as it was before, then each entry as the
// replay shows it, and then the page that was there, which tells the end last. Any key skips it, and any press on it, and
// neither does anything else. Where motion is not wanted, the same boards stand in a list. Without this script a link
// leads to the first of them.

import { ask } from "./forms.js";
import { unseen } from "./keep.js";
import "./motion.js";
import { isStill } from "./settings.js";

const BEFORE = 1_000; // milliseconds that the board is looked at as it was
const STEP = 2_000;
const LONGEST = 14_000; // of all entries together
const PATIENCE = 30_000; // for one board, while a sign says that it is on its way
const ELSEWHERE = ":is(a, button, summary, label, input, textarea, select, dialog, [contenteditable])";
const SKIPS = /^(.|Enter|Escape|Backspace|Delete|Arrow(Left|Right))$/;

const match = () => document.getElementById("match");
const moving = (what, detail) => document.dispatchEvent(new CustomEvent(what, { detail }));

let film = null; // that plays now

const NUMBER = /\d+(?=\/$)/;
const link = () => match().querySelector(".show-me");

// Of the boards after the entries from the one before the first on, up to the page that is there.
function addresses() {
  const start = link().href;
  const first = Number(start.match(NUMBER));
  return Array.from({ length: match().dataset.ply - first + 1 }, (_, index) => start.replace(NUMBER, first + index));
}

// The style sheet of the film comes with it.
async function dress() {
  const { look } = link().dataset;
  if (document.querySelector(`link[href="${look}"]`)) return;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: look });
  const loaded = new Promise((come, fail) => Object.assign(sheet, { onload: come, onerror: fail }));
  document.head.append(sheet);
  await loaded.catch(() => {
    sheet.remove(); // to be asked for again
    throw new Error(look);
  });
}

async function board(address, signal) {
  const answer = await ask(address, { signal, headers: { "HX-Request": "true" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok) throw new Error(answer.status);
  return document.adoptNode(page.getElementById("match"));
}

async function soon(address, off) {
  const patience = setTimeout(() => off.abort(), PATIENCE);
  try {
    return await board(address, off.signal);
  } finally {
    clearTimeout(patience);
  }
}

// --- The film ----------------------------------------------------------------------------------------------------------

const visible = () =>
  document.hidden && new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));

// In a tab that nobody looks at, the board stays until somebody does.
const pass = (time, { signal }) =>
  new Promise((over, fail) => {
    setTimeout(async () => over(await visible()), time);
    signal.addEventListener("abort", fail);
  });

// What happened is told above the board, beside what skips the rest; at first that it happened since the player's move.
function stage(frame, isFirst) {
  const told = frame.querySelector(".told");
  if (told && isFirst) told.textContent = film.page.querySelector(".since .when")?.textContent ?? "";
  const skip = film.page.querySelector(".hasten").cloneNode(true);
  skip.classList.add("skips");
  skip.hidden = false;
  frame.dataset.frame = "";
  frame.querySelector(".caption").replaceChildren(...(told ? [told] : []), skip);
  if (told) told.hidden = false;
  document.getElementById("announcement").textContent = told?.textContent ?? "";
}

// Until the first board is there, a sign on the button that skips says that it is on its way.
function expectBoard(page, isAwaited) {
  const skip = page.querySelector(".hasten");
  page.toggleAttribute("data-awaits", isAwaited);
  page.ariaBusy = isAwaited || null;
  skip.classList.toggle("skips", isAwaited);
  skip.hidden = !isAwaited;
}

function put(frame, pace) {
  if (match() !== film.shown) throw new Error(); // the page has been shown again
  if (pace) moving("refresh");
  film.shown.replaceWith(frame);
  film.shown = frame;
  if (pace) moving("refreshed", pace);
}

const roundOf = (board) => board.querySelector("[data-scenes]")?.dataset.scenes;

async function roll({ page, off }) {
  await visible();
  const all = addresses().slice(0, -1); // the last one is the page itself
  const fetched = (number) => {
    const board = soon(all[number], off);
    board.catch(() => {}); // told by the caller that waits for it
    return board;
  };
  let coming = fetched(0);
  await dress();
  let known; // the round that the player has seen before
  const pace = Math.min(STEP, LONGEST / all.length);
  for (const number of all.keys()) {
    const frame = await coming;
    if (number + 1 < all.length) coming = fetched(number + 1); // while this one is looked at
    if (number === 0) known = roundOf(frame);
    expectBoard(page, false);
    stage(frame, number === 0);
    const time = lasts(frame, pace);
    put(frame, number && time);
    await pass(number ? time : BEFORE, off);
  }
  page.removeAttribute("data-plays");
  page.dataset.untold = "";
  if (roundOf(page) !== known) return import("./scenes.js"); // tells the page from its beginning on
  put(page, lasts(page, pace));
  await pass(lasts(page, pace), off);
}

// How something ended is seen for as long as it takes, and then what follows from it.
const lasts = (board, pace) => pace + Number(board.querySelector("[data-passes]")?.dataset.passes ?? 0);

function show() {
  const active = document.activeElement;
  const page = match();
  film = { page, shown: page, off: new AbortController(), focus: page.contains(active) ? active : null, top: scrollY };
  const own = film;
  expectBoard(page, true);
  roll(film).then((scenes) => own === film && end(false, scenes), () => own === film && end(true));
}

function end(isCut, scenes) {
  const { page, shown, off, focus, top } = film;
  film = null;
  off.abort();
  expectBoard(page, false);
  page.removeAttribute("data-plays");
  if (match() === shown && shown !== page) shown.replaceWith(page);
  const round = page.querySelector("[data-scenes]");
  if (isCut && round) sessionStorage.setItem("round-played", round.dataset.scenes); // js/scenes.js
  if (scenes && match() === page) scenes.tell();
  else page.removeAttribute("data-untold");
  unseen(match());
  focus?.focus({ preventScroll: true });
  scrollTo(scrollX, top);
  moving("filmed");
}

function skip(event) {
  const { type, key, target } = event;
  if (!film || !event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return;
  const isOn = target.closest("#match") !== null;
  if (type === "click" ? !isOn || target.closest(".match-bar a") : !SKIPS.test(key) || (!isOn && target.closest(ELSEWHERE))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  end(true);
}

// --- The list ----------------------------------------------------------------------------------------------------------

function picture(frame) {
  const item = document.createElement("li");
  const drawn = frame.querySelector(".match-board");
  for (const each of drawn.querySelectorAll("*")) {
    each.removeAttribute("id");
    for (const data of Object.keys(each.dataset)) delete each.dataset[data];
  }
  drawn.inert = true;
  delete drawn.dataset.part;
  item.append(...frame.querySelectorAll(".told"), drawn);
  for (const told of item.querySelectorAll(".told")) told.hidden = false;
  return item;
}

async function list() {
  const since = match().querySelector(".since");
  match().removeAttribute("data-plays");
  since.open = true;
  if (since.querySelector(".frames")) return;
  await dress();
  const frames = document.createElement("ol");
  frames.className = "frames";
  since.querySelector(".sheet").append(frames);
  try {
    for (const address of addresses()) frames.append(picture(await board(address)));
  } catch {
    frames.remove(); // to be asked for again
  }
}

export function play() {
  if (film) return;
  if (!isStill()) return show();
  list().catch(() => {});
  moving("filmed");
}

for (const kind of ["click", "keydown"]) addEventListener(kind, skip, { capture: true });
