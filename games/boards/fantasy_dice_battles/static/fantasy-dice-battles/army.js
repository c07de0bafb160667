// What is pressed while an army is built. Every press sends the army as the page has it: one made before the last is
// answered would undo it, so it waits. And the units stay where their strip was pushed to.

const waiting = []; // ids of what was pressed in the meantime, spaces and units, in order
let isAsking = false;
let pushed = 0;

const strip = () => document.querySelector(".army .recruits");

function wait(event) {
  const pressed = event.target.closest(".army button, .army input[type=radio]");
  if (!pressed || !isAsking) return;
  waiting.push(pressed.id);
  if (pressed.type === "radio") return; // is seen to be picked at once, and picked again in its turn
  event.preventDefault();
  event.stopImmediatePropagation();
}

function goOn() {
  isAsking = false;
  while (waiting.length && !isAsking) document.getElementById(waiting.shift())?.click();
}

function giveUp() {
  isAsking = false;
  waiting.length = 0;
}

document.addEventListener("click", wait, { capture: true });
document.addEventListener("htmx:beforeRequest", () => (isAsking = true));
document.addEventListener("htmx:beforeSwap", () => (pushed = strip()?.scrollLeft ?? 0));
document.addEventListener("htmx:afterSwap", () => strip()?.scrollTo({ left: pushed, behavior: "instant" }));
document.addEventListener("htmx:afterSettle", goOn);
for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, giveUp);
