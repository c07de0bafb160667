// Keeps a match page up to date: asks for its stamp, and shows the match again when the stamp has changed. An event "news"
// tells what is new elsewhere, in the chat and in other matches. A page nobody looks at is left as it is. Each question
// says whether somebody uses the page: they need no mail.

import { ask } from "./forms.js";
import { appearing, keep, land } from "./keep.js";

const AFTER_MOVE = [400, 800, 1_600, 3_000]; // a house opponent answers at once
const SOONEST = 5_000;
const LATEST = 60_000;
const LATEST_IN_USE = 20_000; // sooner than the mail that says the same
const SLOWER = 1.25;
const AGAIN = 250; // where something is new while a move is on its way
const USED_FOR = 5 * 60_000; // after a key, a pointer or a touch
// Not "scroll": the page also scrolls by itself.
const USES = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "touchmove"];

let delay = SOONEST;
let soon = []; // delays that come before
let timer = 0;
let live = false; // whether js/stream.js hears what is new
let lastUse = -Infinity;
let bySite = false; // whether the match is shown again though its player has done nothing
let appeared = () => {}; // asks what has appeared under the pointer

const match = () => document.getElementById("match");
const notice = (id) => document.getElementById(id);
const composing = () => match().querySelector("[data-narrowed], [data-listed], [data-dragged]") !== null;
const busy = () => match().querySelector(".htmx-request") !== null || match().classList.contains("htmx-request");

const inUse = () => !document.hidden && Date.now() - lastUse < USED_FOR;
const bySelf = () => ({ "X-Refresh": inUse() ? "used" : "untouched" });

function use({ isTrusted, type, movementX, movementY }) {
  // a board that moves below a pointer at rest is no use of it
  if (!isTrusted || (type === "pointermove" && !movementX && !movementY)) return;
  if (!type.endsWith("move")) document.documentElement.toggleAttribute("data-keyed", type === "keydown");
  const idle = !inUse();
  lastUse = Date.now();
  if (idle) animated();
  if (idle && delay > LATEST_IN_USE) look();
}

function plan(after) {
  clearTimeout(timer);
  if (document.hidden) after = LATEST;
  else if (live && after >= SOONEST) after = inUse() ? LATEST_IN_USE : LATEST;
  timer = setTimeout(look, after);
}

async function look() {
  if (!match().dataset.stampUrl) return; // opened by a link from an email, which asks for nothing by itself
  if (!soon.length) delay = Math.min(delay * SLOWER, inUse() ? LATEST_IN_USE : LATEST);
  try {
    const news = busy() ? null : await whatIsNew();
    if (news) document.dispatchEvent(new CustomEvent("news", { detail: { ...news, headers: bySelf() } }));
    if (news && !document.hidden && news.stamp !== match().dataset.stamp) await changed();
    notice("offline").hidden = true; // no sooner than an old board is replaced
    plan(soon.shift() ?? delay);
  } catch {
    notice("offline").hidden = false;
    plan(delay);
  }
}

async function whatIsNew() {
  const { stamp, due, stampUrl } = match().dataset;
  const seen = `"${stamp}-${notice("chat").dataset.state}-${due}"`;
  const answer = await ask(stampUrl, { headers: { "If-None-Match": seen, ...bySelf() } });
  if (answer.status === 404) (await import("./drafts.js")).leave(answer); // somebody else sits here now
  return answer.status === 200 ? answer.json() : null;
}

async function changed() {
  delay = SOONEST;
  soon = [];
  if (composing()) notice("changed").hidden = false;
  else await refresh();
}

async function refresh(lands = false) {
  const headers = { "HX-Request": "true", ...bySelf() };
  const ready = animated(); // on its way together with the board
  const answer = await ask(match().dataset.url, { headers });
  const text = await answer.text();
  // To load the page again would count as a look, and shows nothing but a fault while the site is being started.
  if (!answer.ok && (!inUse() || answer.status >= 500)) throw new Error(answer.status);
  if (!answer.ok || !text.includes('id="match"')) return location.reload();
  await ready;
  document.dispatchEvent(new CustomEvent("refresh"));
  bySite = true;
  keep("match", () => htmx.swap("#match", text, { swapStyle: "outerHTML" }));
  bySite = false;
  if (lands) land(match());
  announce();
}

// --- Announcing --------------------------------------------------------------------------------------------------------

// An alert speaks for itself, and beside an offer a sheet says what has happened.
const NEWS = ".message:not([role=alert]), .result, #prompt, .since:not(.told-below, .brief) summary, .brief .sheet, [data-told]";
const tidy = (text) => text.replace(/\s+/g, " ").trim();
const words = (line) => tidy(line.textContent);
const shown = () => [...match().querySelectorAll(NEWS)];
let heard = { ply: "", lines: [] }; // what stood there before

function listen() {
  heard = { ply: match().dataset.ply, lines: shown().map(words) };
}

// What an entry of the log says, without its time and its details.
function told(ply) {
  const nodes = [...(match().querySelector(`.log li[data-ply="${ply}"] > div`)?.childNodes ?? [])];
  return tidy(nodes.map((each) => (each.nodeType === Node.TEXT_NODE ? each.data : "")).join(" "));
}

// Says each news once: nothing that stood there before, nor what has the focus and is read because of that. After a
// player's own move, all that stands there is news, and what the move did.
function announce(isOwn = false) {
  notice("changed").hidden = true;
  notice("trouble").hidden = true;
  sayKept();
  const { ply, lines } = heard;
  const moved = isOwn && match().dataset.ply !== ply;
  const unread = shown().filter((line) => line !== document.activeElement).map(words);
  const news = moved ? [told(Number(ply) + 1), ...unread] : unread.filter((line) => !lines.includes(line));
  notice("announcement").textContent = news.filter(Boolean).join(" ");
  listen();
}

// A move that was made without a connection (templates/worker.js.jinja).
function sayKept() {
  notice("kept").hidden = !match().hasAttribute("data-kept");
}

// Loaded once a move may be seen.
const animated = () => Promise.all([import("./motion.js"), expectsRound() && import("./scenes.js")]).catch(() => {});
const expectsRound = () => match().querySelector(".round.calm");

function load() {
  if ("plays" in match().dataset) return void film(); // and the rest once it is over
  if (match().querySelector("[data-scenes]")) import("./scenes.js").catch(() => match().removeAttribute("data-untold"));
  if (match().querySelector("#check")) import("./check-page.js");
  if (wantsSounds()) import("./sounds.js");
}

// Until js/scenes.js plays it.
function expectRound() {
  const round = match().querySelector("[data-scenes]")?.dataset.scenes;
  if (round && sessionStorage.getItem("round-played") !== round) match().dataset.untold = "";
}

function wantsSounds() {
  try {
    return ["low", "on"].includes(localStorage.getItem("sounds"));
  } catch {
    return false; // no storage: nothing can be chosen
  }
}

// A focus that has gone elsewhere stays there.
function ownAct() {
  const { activeElement } = document;
  if (activeElement === document.body || match().contains(activeElement)) land(match());
  announce(true);
}

// Parts of a page stay in its language, also where another tab has chosen another one since.
document.addEventListener("htmx:configRequest", ({ detail }) => (detail.headers["X-Page-Language"] = document.documentElement.lang));

const concerns = (event) => (event.detail.target ?? event.target).id === "match";

// A strip of units from which an army is built stays where it was pushed to: the next one is beside the last.
const strip = () => document.querySelector("#match .match-hand [data-strip]");
let pushed = 0;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!concerns(event)) return;
  appeared = appearing("match");
  pushed = strip()?.scrollLeft ?? 0;
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (!concerns(event)) return;
  if (strip()) strip().scrollLeft = pushed;
  expectRound();
  load();
  delay = SOONEST;
  soon = notice("choices") ? [] : [...AFTER_MOVE];
  plan(soon.shift() ?? delay);
  if (!bySite) ownAct(); // else as soon as the focus is back
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (!concerns(event)) return;
  appeared();
  appeared = () => {};
});

// A page that is older than the site's newest release may ask for a script that is gone: then its match is there at
// once, and a link leads to the board before.
async function film(link) {
  const script = await import("./film.js").catch(() => null);
  if (script) return script.play();
  if (link) return location.assign(link);
  match().removeAttribute("data-plays");
  document.dispatchEvent(new CustomEvent("filmed"));
}

document.addEventListener("filmed", () => {
  load();
  look();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("#match .show-me");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  film(link.href);
});

const settings = () => import("./settings.js");

document.addEventListener("toggle", async ({ target }) => {
  if (target.matches("#match .menu[open]")) (await settings()).show(target);
}, { capture: true });
document.addEventListener("change", async ({ target }) => {
  if (!target.matches("[data-setting]")) return;
  const { dataset, type, checked, value } = target; // before the menu shows what was chosen earlier
  (await settings()).choose(dataset.setting, type === "checkbox" ? (checked ? "on" : "off") : value);
  if (dataset.setting === "sounds") (await import("./sounds.js")).choose();
});

document.addEventListener("live", ({ detail }) => {
  if (live === detail) return;
  live = detail;
  if (!live) plan(delay);
});

document.addEventListener("fresh", () => {
  clearTimeout(timer);
  if (busy()) timer = setTimeout(look, AGAIN);
  else look();
});

document.addEventListener("visibilitychange", () => {
  delay = SOONEST;
  if (document.hidden) plan(LATEST);
  else look();
});

navigator.serviceWorker?.addEventListener("message", ({ data }) => data.refused === match().dataset.url && changed());
for (const turn of ["online", "offline"]) addEventListener(turn, look);
for (const kind of USES) addEventListener(kind, use, { capture: true, passive: true });
notice("changed").querySelector("button").addEventListener("click", () => refresh(true));
if (!notice("offline").hidden) soon = [...AFTER_MOVE]; // a page that was kept (templates/worker.js.jinja) is old: it asks soon
plan(soon.shift() ?? delay);
load();
listen();
sayKept();
