// Stepping through a match: the arrow keys, Home and End follow the links to other entries. Where something of its own is
// stepped through, they belong to that. A replay shows each entry in place, and plays by itself when asked to: its address
// is always that of the move that is shown, and what the move changed is seen moving. Without this script the links lead
// to the same pages.

import { ask } from "./forms.js";
import { stay } from "./keep.js";

const RELATION = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
const CONTROL = ".replay :is(a, button, input, select, summary)";
const OWN = "input, select, textarea, dialog, .scroller, [data-scenes]";
const SETTLED = 150; // milliseconds after which a slider that is dragged shows where it stands

let speed = "2000";
let playing = false;
let timer = 0; // of the next move
let slid = 0;
let leaving = new AbortController();

const replay = () => document.querySelector("#match[data-moves]");
const link = (relation) => document.querySelector(`#match a[rel="${relation}"]`);

// The list of key moments stays as it is, so that the page is asked for without it.
async function show(address, replace = anew) {
  leaving.abort();
  leaving = new AbortController();
  try {
    const answer = await ask(address, { signal: leaving.signal, headers: { "X-Step": "1" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) throw new Error(answer.status);
    put(page, answer.url, replace);
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  }
}

// Pieces go where they are now, no longer than until the next move.
const moving = (what) => document.dispatchEvent(new CustomEvent(what, { detail: playing ? Number(speed) : undefined }));

// Its link to the move that is shown is marked.
function keepMoments(fresh) {
  const moments = document.querySelector("#match .moments");
  if (!moments || fresh.querySelector(".moments")) return;
  moments.open = false;
  fresh.querySelector(".caption").append(moments);
  const here = `${fresh.dataset.moves}${fresh.querySelector(".slide input").value}/`;
  for (const each of moments.querySelectorAll("a")) {
    if (each.pathname === here) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
}

// The focus stays on the control that was used, and the page where it was scrolled.
function anew(swap) {
  const focused = document.activeElement?.closest(CONTROL);
  const control = focused && handle(focused);
  swap();
  if (control) (replay().querySelector(`.replay ${control}`) ?? replay().querySelector(".slide input")).focus({ preventScroll: true });
}

function put(page, address, replace) {
  const fresh = document.adoptNode(page.getElementById("match"));
  moving("refresh");
  history.replaceState(null, "", address);
  replace(() => {
    keepMoments(fresh); // which takes the focus from what is in it: it is noted before
    document.getElementById("match").replaceWith(fresh);
    moving("refreshed");
    enhance();
  });
  document.dispatchEvent(new CustomEvent("htmx:load"));
}

function handle(control) {
  if (control.closest("details")) return "summary"; // what was chosen there is shown, and the list closed
  if (control.rel) return `[rel="${control.rel}"]`;
  return control.dataset.replay ? "[data-replay]:not([hidden])" : control.localName;
}

function follow(found) {
  if (!found) return;
  if (replay()) show(found.href);
  else location.assign(found.href);
}

function play(on) {
  clearTimeout(timer);
  playing = on;
  label();
  if (on) step(link("next") ?? link("first"));
}

// The time of a move begins when it is shown, however long it was on its way.
async function step(to) {
  if (!to) return play(false);
  await show(to.href);
  if (playing) timer = setTimeout(() => step(link("next")), Number(speed));
}

function label() {
  const [pause, start] = ["pause", "play"].map((does) => replay().querySelector(`[data-replay="${does}"]`));
  const [now, then] = playing ? [pause, start] : [start, pause];
  now.hidden = false;
  if (then === document.activeElement) now.focus({ preventScroll: true });
  then.hidden = true;
}

function enhance() {
  if (!replay()) return document.querySelector(".plies .keys")?.removeAttribute("hidden");
  replay().querySelector(".speed select").value = speed;
  label();
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("#match[data-moves] .replay :is(a, button)");
  if (!pressed || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (pressed.dataset.replay) return play(pressed.dataset.replay === "play");
  play(false);
  follow(pressed);
});

document.addEventListener("input", ({ target }) => {
  if (!target.closest("#match[data-moves] .replay")) return;
  if (target.localName === "select") return void (speed = target.value);
  play(false);
  clearTimeout(slid);
  slid = setTimeout(() => show(`${replay().dataset.moves}${target.value}/${location.search}`), SETTLED);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest(OWN)) return;
  if (event.key === " " && replay() && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    return play(!playing);
  }
  const found = RELATION[event.key] && link(RELATION[event.key]);
  if (!found) return;
  event.preventDefault();
  if (playing) play(false);
  follow(found);
});

document.addEventListener("moved", () => show(replay().dataset.moves + location.search, (swap) => stay("match", swap)));

enhance();
if (replay()) import("./motion.js").catch(() => {});
