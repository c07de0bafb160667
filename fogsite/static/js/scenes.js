// Stepping through what happened, scene by scene: an element with data-scenes holds scenes and the buttons for them.
// Arrow keys step while the focus is inside. A scene with data-at marks the part of the board that it is about, and what
// has data-hits the spots there that it hit.
// Without this script all scenes stand one below the other.

const shown = () => document.querySelector("#match [data-scenes]");
const scenes = (round) => [...round.querySelectorAll(".scene")];
const at = (round) => scenes(round).findIndex((scene) => !scene.hidden);

function mark(scene) {
  for (const part of document.querySelectorAll("#match [data-battalion]")) {
    part.classList.toggle("told", Boolean(scene) && part.dataset.battalion === scene.dataset.at);
  }
  const hits = scene ? [...scene.querySelectorAll("[data-hits]")].map((die) => die.dataset.hits) : [];
  for (const spot of document.querySelectorAll("#match [data-spot]")) {
    spot.classList.toggle("hit", hits.includes(spot.dataset.spot));
  }
}

function arm(round, number) {
  const last = scenes(round).length - 1;
  const stepping = number >= 0;
  round.toggleAttribute("data-stepping", stepping);
  round.querySelector(".scene-count").textContent = stepping ? `${number + 1} / ${last + 1}` : "";
  round.querySelector("[data-scene=back]").disabled = number <= 0;
  round.querySelector("[data-scene=on]").disabled = number === last;
  round.querySelector("[data-scene=all]").disabled = !stepping;
}

function show(round, number) {
  const all = scenes(round);
  if (number < 0 || number >= all.length) return;
  all.forEach((scene, index) => (scene.hidden = index !== number));
  arm(round, number);
  mark(all[number]);
}

function showAll(round) {
  for (const scene of scenes(round)) scene.hidden = false;
  arm(round, -1);
  mark();
}

const next = (round) => show(round, round.hasAttribute("data-stepping") ? at(round) + 1 : 0);
const back = (round) => show(round, round.hasAttribute("data-stepping") ? at(round) - 1 : 0);
const STEPS = { on: next, back, all: showAll };

function enhance() {
  const round = shown();
  if (!round || !round.querySelector(".scene-buttons").hidden) return;
  round.querySelector(".scene-buttons").hidden = false;
  show(round, 0);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#match [data-scene]");
  if (button) STEPS[button.dataset.scene](shown());
});

document.addEventListener("keydown", (event) => {
  const round = event.target.closest?.("[data-scenes]");
  const step = { ArrowLeft: back, ArrowRight: next }[event.key];
  if (!round || !step) return;
  event.preventDefault();
  step(round);
});

document.addEventListener("htmx:load", enhance);
enhance();
