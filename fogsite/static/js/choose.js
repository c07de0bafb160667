// Choosing a move on the board. Works on the form of choices alone, whatever the game:
// an element with data-steps offers those choices when tapped, one with data-part-of lights up with them,
// one with data-key can be tapped by that key. Texts of steps are separated by blanks, their own blanks written as _.
// An element with data-narrows keeps, of what another has offered before it, what it offers too. A form with data-adds
// adds to a plan, from which all can be taken back, so it is sent as soon as tapping has settled on one choice, unless
// that ends the move: then the other button plays it. Dragging is another way to tap: what has data-drag can be drawn
// onto what narrows its choices, and both are tapped then. Without this script the form does it all.

const form = () => document.getElementById("choices");
const labels = () => [...form().querySelectorAll(".choice")];
const radio = (label) => label.querySelector("input");
const texts = (list) => (list ?? "").split(" ").filter(Boolean);
const step = (label) => label.dataset.step.replaceAll(" ", "_");
const left = () => labels().filter((label) => !label.hidden);

function narrow(steps) {
  form().toggleAttribute("data-narrowed", true);
  for (const label of labels()) {
    label.hidden = !steps.includes(step(label));
    radio(label).checked = false;
  }
  const [first, ...others] = left();
  radio(first).checked = others.length === 0;
  show();
  if (others.length > 0) radio(first).focus({ preventScroll: form().hasAttribute("data-adds") });
  else if (form().hasAttribute("data-adds") && !ends(first)) form().requestSubmit();
  else submitter().focus();
}

function tap(part) {
  const narrowing = part.closest("[data-narrows]");
  const shown = form().hasAttribute("data-narrowed") ? left().map(step) : [];
  const kept = narrowing ? texts(narrowing.dataset.steps).filter((text) => shown.includes(text)) : [];
  const steps = kept.length ? kept : texts(part.dataset.steps);
  if (steps.length === 0) return;
  if (!kept.length) pick(part);
  narrow(steps);
}

function pick(part) {
  for (const picked of document.querySelectorAll("#match .picked")) picked.classList.remove("picked");
  part?.classList.add("picked");
}

function takeBack() {
  pick();
  form().removeAttribute("data-narrowed");
  for (const label of labels()) {
    label.hidden = false;
    radio(label).checked = false;
  }
  show();
}

const ends = (label) => label.classList.contains("ends");
const submitter = () => form().querySelector("button[type=submit]");

// The button that does not fit what is chosen is none to submit with, not even for the Enter key.
function arm(chosen) {
  const all = [...form().querySelectorAll(".add, .play")];
  for (const button of all) {
    const fits = all.length === 1 || button.classList.contains("play") === Boolean(chosen && ends(chosen));
    button.type = fits ? "submit" : "button";
    button.hidden = !fits;
    button.disabled = !chosen;
  }
}

function show() {
  const chosen = labels().find((label) => radio(label).checked);
  const composing = chosen || form().hasAttribute("data-narrowed");
  form().querySelector(".composed").textContent = chosen ? chosen.textContent.trim() : "";
  arm(chosen);
  form().querySelector(".take-back").hidden = !composing;
  const shown = form().hasAttribute("data-narrowed") ? left().map(step) : [];
  for (const part of document.querySelectorAll("#match [data-narrows]")) {
    part.classList.toggle("offered", texts(part.dataset.steps).some((text) => shown.includes(text)));
  }
  for (const part of document.querySelectorAll("#match [data-part-of]")) {
    part.classList.toggle("lit", Boolean(chosen) && texts(part.dataset.partOf).includes(step(chosen)));
  }
}

function enhance() {
  if (!form()) return;
  const cards = document.querySelectorAll("#match [data-key]");
  form().querySelector(".keys").hidden = cards.length === 0;
  for (const card of cards) {
    card.tabIndex = 0;
    card.setAttribute("role", "button");
  }
  for (const thing of document.querySelectorAll("#match [data-drag]")) thing.draggable = true;
  show();
}

function tapped(event) {
  if (!form()) return;
  if (event.target.closest(".take-back")) return takeBack();
  const part = event.target.closest("#match [data-steps]");
  if (part) tap(part);
}

function keyed(event) {
  if (!form() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, dialog")) return;
  if (event.key === "Escape") return takeBack();
  const focused = document.activeElement;
  if (focused.dataset?.key && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return tap(focused);
  }
  const card = document.querySelector(`#match [data-key="${CSS.escape(event.key)}"]`);
  if (card) tap(card);
}

let held = null;
const place = (event) => event.target.closest?.("#match [data-narrows]");

function dragged(event) {
  held = event.target.closest?.("#match [data-drag]");
  if (!held) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", held.textContent.trim());
}

function dropped(event) {
  const target = place(event);
  if (!held || !target || target === held) return;
  event.preventDefault();
  held.click();
  target.click();
}

document.addEventListener("dragstart", dragged);
document.addEventListener("dragover", (event) => held && place(event) && place(event) !== held && event.preventDefault());
document.addEventListener("drop", dropped);
document.addEventListener("dragend", () => (held = null));
document.addEventListener("click", tapped);
document.addEventListener("keydown", keyed);
document.addEventListener("change", (event) => form()?.contains(event.target) && show());
document.addEventListener("htmx:load", enhance);
enhance();
