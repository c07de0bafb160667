// Choosing a move on the board. Works on the form of choices alone, in every game: each choice is a button that plays
// or adds it. Tapping an element with data-steps offers those choices, one with data-part-of lights up with them, one
// with data-key can be tapped by that key. Steps are separated by blanks, their own blanks written as _. An element
// with data-narrows keeps, of what another has offered before it, what it offers too. Choices of pieces show once they
// are tapped, the others at once, all by "All moves". The only one left is the main button, which Enter presses. A form
// with data-adds adds to a plan: it is sent as soon as one choice is left, unless that ends the move or gives something
// up; once the plan is a whole move, the first tap only shows. What has data-till-used goes at the first tap. A final
// choice sends the move though something else could be done: unless a piece was tapped before, it asks for a second
// press, as does one that gives something up and has no piece, and one of the class twice in any case. What a piece
// costs at some places, their names in data-costs-at, shows on the piece while one of them is picked, and on each of
// them while the piece is. Dragging taps both what has data-drag and what it is dropped on. What has data-stands too,
// its step up to the place, changes places in the plan with what stands where it is dropped.
// Without this script all the buttons stand there.

import { unseen } from "./keep.js";

const NEAR = 22; // half of what a finger covers
const GAP = 4; // pixels between what was tapped and the bar
const FEW = 4; // pieces that can go to one place, whose buttons stand in the bar; more are a list that says all

const form = () => document.getElementById("choices");
const buttons = () => [...form().querySelectorAll(".choice")];
const texts = (list) => (list ?? "").split(" ").filter(Boolean);
const step = (button) => button.dataset.step.replaceAll(" ", "_");
const left = () => buttons().filter((button) => !button.hidden);
const narrowed = () => form().hasAttribute("data-narrowed");
const isUnseen = (element) => element.closest("[data-unseen]") !== null; // see js/keep.js
const waits = (button) => button.matches(".ends, .asks"); // for a press of its own

// --- Pressing twice ----------------------------------------------------------------------------------------------------

const armed = () => form().querySelector(".armed");
const why = () => document.getElementById("why");

function arm(button) {
  const again = document.createElement("strong");
  again.className = "again";
  again.textContent = `${form().dataset.again} `;
  button.classList.add("armed");
  button.prepend(again);
  const said = form().querySelector(".sure")?.cloneNode(true);
  said?.removeAttribute("hidden");
  if (said) why()?.replaceChildren(said);
  unseen(button); // a double click is one press
}

function disarm() {
  armed()?.querySelector(".again").remove();
  armed()?.classList.remove("armed");
  why()?.querySelector(".sure")?.remove();
}

// Whether a player wants to be asked before each move (js/settings.js).
function asksAlways() {
  try {
    return localStorage.getItem("confirm") === "on";
  } catch {
    return false;
  }
}

const sends = (button) => !form().hasAttribute("data-adds") || waits(button);
const givesUp = (button) => button.matches(".asks:not(.by-piece), .twice");
const asks = (button) => (button.matches(".final") && !narrowed()) || givesUp(button) || (asksAlways() && sends(button));

// Whether a press has only asked for another one.
function first(button) {
  if (armed() === button) return false;
  disarm();
  if (!button || !asks(button)) return false;
  arm(button);
  return true;
}

// --- Tapping -----------------------------------------------------------------------------------------------------------

// Whether what is composed is a whole move already.
const mayEnd = () => document.querySelector("#match .plan") !== null && buttons().some((button) => button.matches(".ends"));

function narrow(steps, isSecond) {
  form().toggleAttribute("data-narrowed", true);
  for (const button of buttons()) button.hidden = !steps.includes(step(button));
  const groups = new Set(left().map((button) => button.closest(".choice-group")));
  form().toggleAttribute("data-many", groups.size > FEW);
  show();
  if (groups.size > FEW) reveal();
  const [button, ...others] = left();
  const settled = !others.length && form().hasAttribute("data-adds") && !waits(button);
  if (settled && (isSecond || !mayEnd())) button.click();
  else button.focus({ preventScroll: true });
  uncover();
}

// On a phone the bar grows over what was tapped: the page scrolls by what that covers.
function uncover() {
  const bar = form()?.closest(".act");
  const picked = document.querySelector("#match .picked")?.getBoundingClientRect();
  if (!bar || !picked || getComputedStyle(bar).position !== "fixed") return;
  const { top, bottom } = bar.getBoundingClientRect();
  if (picked.top < bottom && picked.bottom > top) scrollBy(0, picked.bottom - top + GAP);
}

function tap(part) {
  const narrowing = part.closest("[data-narrows]");
  const shown = narrowed() ? left().map(step) : [];
  const kept = narrowing ? texts(narrowing.dataset.steps).filter((text) => shown.includes(text)) : [];
  const steps = kept.length ? kept : texts(part.dataset.steps);
  if (steps.length === 0) return;
  for (const past of document.querySelectorAll("#match [data-till-used]")) past.remove();
  if (!kept.length) pick(part);
  narrow(steps, kept.length > 0);
}

function pick(part) {
  for (const picked of document.querySelectorAll("#match .picked")) picked.classList.remove("picked");
  part?.classList.add("picked");
}

function takeBack() {
  disarm();
  const picked = document.querySelector("#match .picked");
  const lost = form().contains(document.activeElement); // the button that is about to vanish
  pick();
  form().removeAttribute("data-narrowed");
  form().removeAttribute("data-many");
  list(false);
  for (const button of buttons()) button.hidden = false;
  show();
  if (lost) (picked ?? document.getElementById("prompt")).focus({ preventScroll: true });
}

function list(all) {
  form().toggleAttribute("data-listed", all);
  form().querySelector(".all-moves").setAttribute("aria-expanded", all);
  if (!all) return;
  left()[0].focus({ preventScroll: true });
  reveal();
}

// On a phone a list begins below the hand. Elsewhere it lies beside the board, and nothing scrolls.
function reveal() {
  const fields = form().querySelector("fieldset");
  if (getComputedStyle(fields).position === "static") fields.scrollIntoView({ block: "nearest" });
}

// Of equal cards the one that was tapped stands for the choice.
function lit(chosen) {
  const parts = [...document.querySelectorAll("#match [data-part-of]")];
  const found = new Set(parts.filter((part) => texts(part.dataset.partOf).includes(chosen)));
  const picked = document.querySelector("#match .picked[data-part-of]");
  const twin = [...found].find((part) => part.dataset.key && part.dataset.key === picked?.dataset.key);
  if (twin && !found.has(picked)) {
    found.delete(twin);
    found.add(picked);
  }
  return [parts, found];
}

function show() {
  const open = left().filter((button) => narrowed() || !button.classList.contains("by-piece"));
  const chosen = open.length === 1 ? open[0] : null;
  for (const button of buttons()) button.classList.toggle("main", button === chosen);
  form().querySelector(".take-back").hidden = !narrowed();
  const shown = narrowed() ? left().map(step) : [];
  for (const part of document.querySelectorAll("#match [data-narrows]")) {
    part.classList.toggle("offered", texts(part.dataset.steps).some((text) => shown.includes(text)));
  }
  const [parts, found] = lit(narrowed() && chosen ? step(chosen) : "");
  for (const part of parts) part.classList.toggle("lit", found.has(part));
  price();
}

function price() {
  for (const copy of document.querySelectorAll("#match .price.there")) copy.remove();
  const picked = document.querySelector("#match .picked");
  for (const each of document.querySelectorAll("#match .price")) {
    const places = texts(each.dataset.costsAt);
    each.hidden = !places.includes(picked?.dataset.about);
    if (!each.hidden || !picked?.contains(each)) continue;
    for (const name of places) document.querySelector(`#match [data-about="${name}"]`).append(there(each));
  }
}

function there(price) {
  const copy = price.cloneNode(true);
  copy.classList.add("there");
  copy.hidden = false;
  return copy;
}

function enhance() {
  if (!form()) return;
  form().toggleAttribute("data-ready", true);
  for (const field of form().querySelectorAll("[name=ask]")) field.disabled = true; // it is asked here
  const pieces = [...document.querySelectorAll("#match [data-steps]")];
  const offered = new Set(pieces.flatMap((piece) => texts(piece.dataset.steps)));
  for (const button of buttons()) button.classList.toggle("by-piece", offered.has(step(button)));
  form().querySelector(".all-moves").hidden = !form().querySelector(".by-piece");
  const cards = document.querySelectorAll("#match [data-key]");
  for (const tip of document.querySelectorAll("#help .keys")) tip.hidden = cards.length === 0;
  for (const card of cards) {
    if (card.querySelector("button")) continue;
    card.tabIndex = 0;
    card.setAttribute("role", "button");
  }
  for (const thing of document.querySelectorAll("#match [data-drag]")) thing.draggable = true;
  show();
}

// Of pieces narrower than a finger, the one that is nearest to it.
function nearest({ target, clientX }) {
  const near = [...(target.closest("#match [data-nearest]")?.querySelectorAll("[data-steps]") ?? [])].map((piece) => {
    const { left, width } = piece.getBoundingClientRect();
    return { piece, away: Math.abs(clientX - left - width / 2) };
  });
  return near.filter(({ away }) => away <= NEAR).sort((one, other) => one.away - other.away)[0]?.piece;
}

// A piece that tells of itself stands on what narrows: it is asked about until something is picked to go there.
const asksOnly = (part, target) => !narrowed() && part.matches("[data-narrows]") && part.contains(target.closest("[data-kind]"));

function tapped(event) {
  if (!form()) return;
  const button = event.target.closest("#choices .choice");
  if (!button && armed() && isUnseen(armed())) return; // the second half of a double click falls through
  if (first(button)) return event.preventDefault();
  if (event.target.closest(".take-back")) return takeBack();
  if (event.target.closest(".all-moves")) return list(!form().hasAttribute("data-listed"));
  if (event.target.closest("button[form]")) return; // a button on a piece is a choice by itself
  const part = event.target.closest("#match [data-steps]") ?? nearest(event);
  if (!part || asksOnly(part, event.target)) return;
  event.preventDefault(); // nothing is explained of what was only beside it
  tap(part);
}

const press = (button) => button && !isUnseen(button) && button.click();
const atRest = (element) => element === document.body || element.id === "prompt" || element.id === "content";

function keyed(event) {
  if (!form() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.isComposing || event.target.closest("textarea, input, select, dialog, .over[open]")) return;
  if (event.key === "Escape") return takeBack();
  const focused = document.activeElement;
  if (focused.dataset?.key && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return tap(focused);
  }
  if (event.key === "Enter" && atRest(focused)) return press(form().querySelector(".choice.main"));
  const card = document.querySelector(`#match [data-key="${CSS.escape(event.key)}"]`);
  if (!card || isUnseen(card)) return;
  tap(card);
  if (left().length > 1) card.querySelector("button")?.focus({ preventScroll: true });
}

// --- Waiting -----------------------------------------------------------------------------------------------------------

// What was pressed says so until the answer is there, and nothing is sent twice.
function waiting(event) {
  const match = event.target.closest("#match");
  if (!match) return;
  if (match.hasAttribute("data-waiting")) return event.preventDefault();
  match.toggleAttribute("data-waiting", true);
  event.detail.requestConfig.triggeringEvent?.submitter?.classList.add("pressed");
}

function answered() {
  document.querySelector("#match")?.removeAttribute("data-waiting");
  document.querySelector("#match .pressed")?.classList.remove("pressed");
}

// --- Keeping the place ------------------------------------------------------------------------------------------------

// In a match with data-steady what is said above the board changes with each step. It takes no less room until the move
// is sent: nothing moves under the finger.
let room = { ply: "", height: 0 };

function measure() {
  const match = document.querySelector("#match[data-steady]");
  room = { ply: match?.dataset.ply, height: match?.querySelector(".caption").offsetHeight ?? 0 };
}

function steady() {
  const match = document.querySelector("#match[data-steady]");
  if (match && match.dataset.ply === room.ply) match.querySelector(".caption").style.minHeight = `${room.height}px`;
}

// --- Dragging ----------------------------------------------------------------------------------------------------------

let held = null;
const stands = () => held.hasAttribute("data-stands");
const onto = ({ target }) => target.closest?.(`#match [data-${stands() ? "place" : "narrows"}]`);

function dragged(event) {
  held = event.target.closest?.("#match [data-drag]");
  if (!held) return;
  form().toggleAttribute("data-dragged", true);
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", held.textContent.trim());
}

function dropped(event) {
  const target = held && onto(event);
  if (!target || target.contains(held)) return;
  event.preventDefault();
  if (stands()) return rearrange(target);
  held.click();
  target.click();
}

// What is dropped where there is room changes places with nothing.
function rearrange(target) {
  const plan = document.getElementById("rearrange");
  const steps = plan.elements.move.value.split("; ");
  const from = held.closest("[data-place]");
  const other = target.hasAttribute("data-room") ? null : target.querySelector("[data-stands]");
  const put = (piece, at) => piece.dataset.stands + at.dataset.place;
  steps[steps.indexOf(put(held, from))] = put(held, target);
  if (other) steps[steps.lastIndexOf(put(other, target))] = put(other, from);
  plan.elements.move.value = steps.join("; ");
  plan.requestSubmit();
}

function letGo() {
  held = null;
  form()?.removeAttribute("data-dragged");
}

document.addEventListener("dragstart", dragged);
document.addEventListener("dragover", (event) => held && onto(event)?.contains(held) === false && event.preventDefault());
document.addEventListener("drop", dropped);
document.addEventListener("dragend", letGo);
document.addEventListener("click", tapped);
document.addEventListener("keydown", keyed);
document.addEventListener("htmx:beforeRequest", waiting);
document.addEventListener("htmx:afterRequest", answered);
document.addEventListener("htmx:beforeSwap", measure);
document.addEventListener("htmx:load", steady);
document.addEventListener("htmx:load", enhance);
enhance();
