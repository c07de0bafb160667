// A round played scene by scene: an element with data-scenes, which names the round, holds scenes and the buttons for
// them, and plays by itself as it comes to an open page, or after the film. On a player's own page and in a lesson nothing
// else tells its end before it does (data-untold), and what is pressed until then only skips the rest (js/motion.js). A scene
// with data-at marks the part of the board that it is about, what has data-hits the spots there that it hit, and each of
// its templates is what stands at a spot from then on, after the dice have fallen. At the last scene the board is as it
// is now, with what has been planned since. Played, the lines of a scene that has more than there is room for come one by
// one. Arrow keys step while the focus is inside. Without this script all scenes stand one below the other.

import { isStill } from "./settings.js";

const THROW = 500; // milliseconds until dice lie
const LOOK = 700; // and that a scene is looked at, with so much more for each of its lines
const LINE = 150;
const USUAL = { word: 0, longest: 1_400 }; // a usual round takes no more than ten seconds
const TAUGHT = { word: 110, longest: 6_000 }; // in their first round learners look for what the words name

const SKIPS = "#match :is([data-steps], button), #match[data-untold] .match-board"; // what shows the end when pressed

const match = () => document.getElementById("match");
const shown = () => document.querySelector("#match [data-scenes]");
const scenes = (round) => [...round.querySelectorAll(".scene")];
const at = (round) => scenes(round).findIndex((scene) => scene.classList.contains("shown"));
const spots = () => [...document.querySelectorAll("#match [data-spot]")];
const known = "round-played";
const learnt = "round-learnt"; // whether a learner has seen one to its end
const wasPlayed = (round) => sessionStorage.getItem(known) === round.dataset.scenes;

let board = new Map(); // what stands at each spot now
let timers = [];
let reached = {}; // the scene that was shown last, and its round

function stop(round) {
  timers.forEach(clearTimeout);
  timers = [];
  round.removeAttribute("data-playing");
}

const later = (what, delay) => timers.push(setTimeout(what, delay));

function stand(round, number) {
  const told = number === end(round) ? [] : scenes(round).slice(0, number + 1);
  const templates = told.flatMap((scene) => [...scene.querySelectorAll("[data-into]")]);
  const then = new Map(templates.map((each) => [each.dataset.into, each.innerHTML]));
  for (const [spot, now] of board) {
    const drawn = then.get(spot.dataset.spot) ?? now;
    if (spot.innerHTML !== drawn) spot.innerHTML = drawn;
  }
}

function mark(scene, last, thrown) {
  for (const part of document.querySelectorAll("#match [data-battalion]")) {
    part.classList.toggle("told", !last && part.dataset.battalion === scene.dataset.at);
  }
  for (const dice of document.querySelectorAll("#match .fallen")) dice.remove();
  const dice = [...scene.querySelectorAll("[data-hits]")];
  for (const spot of spots()) {
    const hits = dice.filter((die) => die.dataset.hits === spot.dataset.spot);
    spot.classList.toggle("hit", hits.length > 0);
    if (hits.length) spot.append(fallen(hits, thrown));
  }
}

function fallen(dice, thrown) {
  const lying = document.createElement("span");
  lying.className = "fallen";
  lying.classList.toggle("thrown", thrown);
  lying.append(...dice.map((die) => die.querySelector("svg").cloneNode(true)));
  return lying;
}

function show(round, number, { thrown = false, playing = false } = {}) {
  const all = scenes(round);
  if (number < 0 || number >= all.length) return;
  stop(round);
  const last = number === all.length - 1;
  const throws = thrown && !isStill() && Boolean(all[number].querySelector("[data-hits]"));
  all.forEach((scene, index) => scene.classList.toggle("shown", index === number));
  round.querySelector(".scenes").scrollTop = 0;
  stand(round, throws ? number - 1 : number);
  mark(all[number], last, throws);
  arm(round, number, last);
  reached = { round: round.dataset.scenes, number };
  if (last) told(round);
  if (throws) later(() => settle(round, number), THROW);
  if (playing && !last) go(round, number);
}

function told(round) {
  sessionStorage.setItem(known, round.dataset.scenes);
  if (isTaught()) sessionStorage.setItem(learnt, "");
  match().removeAttribute("data-untold");
}

function settle(round, number) {
  stand(round, number);
  mark(scenes(round)[number], false, false);
}

function go(round, number) {
  const { word, longest } = isTaught() && sessionStorage.getItem(learnt) === null ? TAUGHT : USUAL;
  const read = [...scenes(round)[number].querySelectorAll("h3, li")].map((line) => [line, words(line)]);
  const whole = sum(read);
  const time = Math.min(Math.max(LOOK + LINE * (read.length - 1), word * whole), longest);
  round.setAttribute("data-playing", "");
  read.forEach(([line], index) => later(() => bring(line), time * (sum(read.slice(0, index)) / whole)));
  later(() => show(round, number + 1, PLAYING), time);
}

const sum = (read) => read.reduce((all, [, number]) => all + number, 0);

// Dice are looked at, and say nothing that is not said in words.
function words(line) {
  const read = line.cloneNode(true);
  for (const dice of read.querySelectorAll(".rolled")) dice.remove();
  return read.textContent.trim().split(/\s+/).length;
}

// Into sight, if it lies below what can be seen. The lines that are seen then are whole, also where they stand in columns.
function bring(line) {
  const list = line.closest(".scenes");
  const low = line.offsetTop + line.offsetHeight - list.clientHeight;
  if (low <= list.scrollTop) return;
  const lines = [...line.closest(".scene").querySelectorAll("li:not(:has(li))")];
  const isWhole = (top) => lines.every((each) => each.offsetTop >= top || each.offsetTop + each.offsetHeight <= top + 1);
  const tops = lines.map((each) => each.offsetTop).filter((top) => top >= low && top < line.offsetTop && isWhole(top));
  list.scrollTop = Math.min(...tops, line.offsetTop);
}

function arm(round, number, last) {
  round.querySelector("[data-scene=back]").disabled = number === 0;
  round.querySelector("[data-scene=on]").disabled = last;
  round.querySelector("[data-scene=skip]").disabled = last;
}

const PLAYING = { thrown: true, playing: true };
const end = (round) => scenes(round).length - 1;
const STEPS = {
  back: (round) => show(round, at(round) - 1),
  on: (round) => show(round, at(round) + 1, { thrown: true }),
  play: (round) => show(round, at(round) === end(round) ? 0 : at(round), PLAYING),
  pause: stop,
  skip: (round) => show(round, end(round)),
};

// Who opens their own page without a film has seen the round already.
const isOwn = () => ["url", "stampUrl"].every((each) => each in match().dataset);
const isSeen = (round) => wasPlayed(round) || (isOwn() && !("untold" in match().dataset));
const isTaught = () => match().classList.contains("lesson");

function enhance() {
  const round = shown();
  if (!round || "frame" in match().dataset || !round.querySelector(".player").hidden) return;
  timers.forEach(clearTimeout);
  board = new Map(spots().map((spot) => [spot, spot.innerHTML]));
  round.querySelector(".player").hidden = false;
  if (isStill() || isSeen(round)) show(round, end(round));
  else play(round, reached.round === round.dataset.scenes ? reached.number : 0);
}

function play(round, number) {
  match().toggleAttribute("data-untold", isOwn() || isTaught());
  show(round, number, PLAYING);
}

// Once the film is over.
export function tell() {
  enhance();
  play(shown(), 0);
}

document.addEventListener("click", (event) => {
  const round = shown();
  const button = event.target.closest("#match [data-scene]");
  if (button) STEPS[button.dataset.scene](round);
  else if (round && event.target.closest(SKIPS) && at(round) !== end(round)) STEPS.skip(round);
});

document.addEventListener("keydown", (event) => {
  const round = event.target.closest?.("[data-scenes]");
  const step = { ArrowLeft: STEPS.back, ArrowRight: STEPS.on }[event.key];
  if (!round || !step) return;
  event.preventDefault();
  step(round);
});

document.addEventListener("htmx:load", enhance);
enhance();
