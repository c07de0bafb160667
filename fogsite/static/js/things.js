// The card of a thing on the board (data-thing): what it is and what it does where it lies. A pointer that rests on it
// opens it, and the focus of the keyboard, a finger that is held on it, and the key i, which goes on into the card.
// Escape and a press elsewhere close it. It lies beside what it explains and never plays anything. The cards come from
// the address of the page itself, with ?things. Without this script a link leads to all of them.

import { ask } from "./forms.js";

const REST = 500; // milliseconds that a pointer lies on a thing
const AWAY = 250; // and that it may be on its way to the card
const HELD = 450; // that a finger lies on it
const SLIP = 10; // pixels that it may move until then
const GAP = 8; // pixels between a thing and its card
const LOW = 200; // and of the lowest card that is read with ease
const BUSY = "#match:is([data-frame], [data-plays], [data-untold], [data-unseen])"; // what is told there is not the end

let card = null; // the element in which all of them are shown
let shown = null; // the thing whose card is open
let way = ""; // how it was opened: hover, focus or held
let left = null; // what had the focus before the card: the thing, or what can be focused in it
let wanted = null; // the thing whose card is on its way
let over = null; // the thing under the pointer
let at = ""; // where the mouse was when it moved last
let under = null; // and on what
let timer = 0;
let touched = null; // where a finger was put down
let pressed = null; // where a mouse was pressed last: what comes to lie under it by that is not asked for
let swallows = false; // the click at the end of holding
let kept = {}; // the cards that were asked for last

const thingAt = (target) => target.closest?.("[data-thing]") ?? null;
const isInCard = (target) => card?.contains(target) ?? false;
const isOpen = () => shown !== null;

// --- Asking ------------------------------------------------------------------------------------------------------------

function address(thing) {
  const found = new URL(location.href);
  found.hash = "";
  found.searchParams.set("things", thing.closest("[data-things]")?.dataset.things ?? "board");
  return found.href;
}

async function asked(from) {
  const answer = await ask(from, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  await dress(page.querySelector("link"));
  return page;
}

// The style sheet comes with the cards.
async function dress({ href }) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const loaded = new Promise((come) => Object.assign(sheet, { onload: come, onerror: come }));
  document.head.append(sheet);
  await loaded;
}

// As long as the board is the same, its cards are asked for once.
function cards(thing) {
  const from = address(thing);
  const stamp = document.getElementById("match")?.dataset.stamp;
  if (kept.from !== from || kept.stamp !== stamp) {
    kept = { from, stamp, page: asked(from) };
    kept.page.catch(() => (kept = {}));
  }
  return kept.page;
}

async function explained(thing) {
  try {
    const page = await cards(thing);
    const found = page.getElementById(`thing-${thing.dataset.thing}`);
    if (!found) return null;
    const around = page.querySelector(".things").cloneNode();
    around.append(document.importNode(found, true));
    around.firstChild.removeAttribute("id");
    return around;
  } catch {
    return null; // the page says by itself that the site does not answer
  }
}

// --- Opening -----------------------------------------------------------------------------------------------------------

async function open(thing, by) {
  if (document.querySelector(BUSY) || (isOpen() && shown === thing && way === by)) return false;
  wanted = thing;
  const found = await explained(thing);
  if (wanted !== thing || !thing.isConnected || !found) return false;
  close();
  card ??= made();
  card.replaceChildren(found);
  card.setAttribute("aria-label", found.querySelector("h2").textContent);
  shown = thing;
  way = by;
  thing.setAttribute("aria-describedby", card.id);
  card.showPopover();
  place();
  return true;
}

function made() {
  const element = document.createElement("div");
  Object.assign(element, { id: "thing", className: "thing-card", popover: "manual", tabIndex: -1, role: "note" });
  document.body.append(element);
  return element;
}

function close() {
  wanted = null;
  if (!isOpen()) return;
  const from = left ?? shown;
  const back = isInCard(document.activeElement) && from.isConnected ? from : null;
  left = null;
  shown.removeAttribute("aria-describedby");
  shown = null;
  card.hidePopover();
  back?.focus({ preventScroll: true });
}

// Where what is pressed to play begins, which no card covers: a click there would follow a link of the card.
function lowest(bottom) {
  const bar = document.querySelector("#match .act")?.getBoundingClientRect();
  return bar?.height && bottom <= bar.top ? Math.min(bar.top, innerHeight) : innerHeight;
}

// The room above the cards of a hand that leaves the board most of the screen.
function aboveHand(x, high, screen) {
  const hand = shown.closest(".match-hand")?.getBoundingClientRect();
  const room = (hand?.top ?? 0) - 2 * GAP;
  if (room < Math.min(high, LOW) || hand.height > screen / 2) return null;
  return { x, height: room, y: hand.top - GAP - high, above: true };
}

// Where there is most room beside the thing, so that it is never covered; above a hand, so that none of its cards is.
function place() {
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const { clientWidth: width, clientHeight } = document.documentElement;
  const height = Math.min(clientHeight, lowest(bottom));
  Object.assign(card.style, { left: "0", top: "0", maxHeight: "", maxWidth: "" });
  const { offsetWidth: wide, offsetHeight: high } = card;
  const rooms = [
    { x: right + GAP, width: width - right - 2 * GAP, height: height - 2 * GAP, y: top },
    { x: left - GAP - wide, width: left - 2 * GAP, height: height - 2 * GAP, y: top },
    { x: left, width: width - 2 * GAP, height: top - 2 * GAP, y: top - GAP - high, above: true },
    { x: left, width: width - 2 * GAP, height: height - bottom - 2 * GAP, y: bottom + GAP },
  ];
  const fits = (room) => room.width >= wide && room.height >= high;
  const most = () => rooms.slice(2).sort((one, other) => other.height - one.height)[0];
  const room = aboveHand(left, high, height) ?? rooms.find(fits) ?? most();
  const tall = Math.min(high, Math.max(room.height, 0));
  const y = room.above ? room.y + high - tall : room.y;
  const within = (at, size, most) => Math.max(GAP, Math.min(at, most - size - GAP));
  card.style.maxHeight = `${tall}px`;
  card.style.left = `${room.height === height - 2 * GAP ? room.x : within(room.x, wide, width)}px`;
  card.style.top = `${room.height === height - 2 * GAP ? within(y, tall, height) : y}px`;
}

function later(what, delay) {
  clearTimeout(timer);
  timer = setTimeout(what, delay);
}

// --- A pointer ---------------------------------------------------------------------------------------------------------

const spot = ({ clientX, clientY }) => `${clientX} ${clientY}`;

// What comes to lie under a mouse at rest is not asked for.
function point(event) {
  const { target, pointerType, clientX, clientY } = event;
  if (pointerType !== "mouse" || way === "held" && isOpen() || spot(event) === at) return;
  at = spot(event);
  if (target === under) return;
  under = target;
  if (isInCard(target)) return clearTimeout(timer);
  if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) <= SLIP) return void (under = null);
  pressed = null;
  const thing = thingAt(target);
  if (thing === over && (!isOpen() || shown === thing)) return thing && isOpen() && clearTimeout(timer);
  over = thing;
  if (thing) later(() => open(thing, "hover"), REST);
  else later(() => way === "hover" && close(), AWAY);
}

function press(event) {
  const { target, pointerType, clientX, clientY, isPrimary } = event;
  swallows = false;
  clearTimeout(timer);
  wanted = null;
  if (isInCard(target)) return;
  close();
  pressed = pointerType === "mouse" ? { x: clientX, y: clientY } : null;
  const thing = pressed || !isPrimary ? null : thingAt(target);
  touched = thing && { x: clientX, y: clientY };
  if (thing) later(() => hold(thing), HELD);
}

addEventListener("pointermove", point, { passive: true });
addEventListener("pointerdown", press, { capture: true, passive: true });
addEventListener("dragend", ({ clientX, clientY }) => (pressed = { x: clientX, y: clientY }));

async function hold(thing) {
  swallows = true; // what is held is not tapped
  await open(thing, "held");
}

function letGo() {
  if (touched && !swallows) clearTimeout(timer);
  touched = null;
}

addEventListener("pointermove", ({ clientX, clientY }) => {
  if (touched && Math.hypot(clientX - touched.x, clientY - touched.y) > SLIP) letGo();
}, { capture: true, passive: true });
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, letGo, { capture: true, passive: true });

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

for (const kind of ["contextmenu", "dragstart"]) {
  addEventListener(kind, (event) => (touched || swallows) && thingAt(event.target) && stop(event), { capture: true });
}
addEventListener("click", (event) => {
  if (swallows && event.isTrusted && !isInCard(event.target)) stop(event);
  swallows = false;
}, { capture: true });

// --- Keys --------------------------------------------------------------------------------------------------------------

function focus({ target }) {
  const thing = target.matches("[data-thing], [data-thing] [data-face]") ? thingAt(target) : null;
  if (thing && target.matches(":focus-visible")) later(() => open(thing, "focus"), REST);
}

document.addEventListener("focusin", focus);

document.addEventListener("focusout", ({ relatedTarget }) => {
  if (way === "focus" && !isInCard(relatedTarget)) later(close, 0);
});

async function enter(thing) {
  const from = document.activeElement;
  if (!(await open(thing, "held"))) return;
  left = thing.contains(from) ? from : thing;
  card.focus({ preventScroll: true });
}

const WRITES = "input:not([type=radio], [type=checkbox]), textarea, select, dialog";

function askByKey(event) {
  if (event.key === "Escape" && isOpen()) {
    stop(event);
    return close();
  }
  if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest(WRITES)) return;
  const thing = thingAt(document.activeElement) ?? over;
  if (thing?.isConnected) enter(thing);
  else document.querySelector("a.all-things")?.click();
}

addEventListener("keydown", askByKey, { capture: true });

// The event with which this script was asked for (js/keys.js), and where the mouse was then.
export function begin(event, mouse) {
  if (event.type !== "pointermove") at = mouse;
  const does = { pointermove: point, pointerdown: press, focusin: focus, keydown: askByKey };
  does[event.type](event);
}

// What moves or goes away is no longer beside its card.
addEventListener("scroll", ({ target }) => isOpen() && !isInCard(target) && close(), { capture: true, passive: true });
addEventListener("resize", () => isOpen() && close());
for (const kind of ["htmx:load", "refreshed"]) document.addEventListener(kind, () => isOpen() && !shown.isConnected && close());
