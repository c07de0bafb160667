// What is heard of a match by a player who chose sounds in its menu: a move, a hit, dice, and that it is one's turn. They are
// made here, so that nothing is fetched. A browser is silent until its page was used.

import { setting } from "./settings.js";

const LOUD = { low: 0.06, on: 0.2 };
const SOUNDS = {
  move: () => tone(190, 0, 0.09, "triangle"),
  hit: () => [1_240, 1_860, 2_790].forEach((pitch) => tone(pitch, 0, 0.35, "triangle", 0.4)),
  dice: () => [0, 0.07, 0.12, 0.2, 0.31].forEach((at) => knock(at)),
  turn: () => [660, 880].forEach((pitch, index) => tone(pitch, 0.25 + 0.16 * index, 0.3, "sine")),
};

const audio = new AudioContext();
let ply = null;
let due = 0;
let mine = false;

const match = () => document.getElementById("match");
const isMine = () => document.getElementById("choices") !== null;
const loudness = () => LOUD[setting("sounds")] ?? 0;

function fading(source, at, lasts, loud) {
  const start = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loudness() * loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + lasts);
}

function tone(pitch, at, lasts, type, loud = 1) {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  fading(source, at, lasts, loud);
}

function knock(at) {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.04, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
  const source = audio.createBufferSource();
  source.buffer = buffer;
  fading(source, at, 0.04, 1.5);
}

function play(name) {
  if (loudness() && audio.state === "running") SOUNDS[name]();
}

function remember() {
  if (!match()) return; // the page of settings
  ply = match().dataset.ply;
  due = Number(match().dataset.due);
  mine = isMine();
}

export async function choose() {
  remember();
  await audio.resume();
  play("turn");
}

document.addEventListener("htmx:afterSwap", (event) => {
  if ((event.detail?.target ?? event.target).id !== "match") return;
  if (match().dataset.ply !== ply) play(match().dataset.sound);
  if (isMine() && !mine) play("turn");
  remember();
});

// A page that nobody looks at is not shown again, but heard.
document.addEventListener("news", ({ detail }) => {
  if (document.hidden && detail.due > due) play("turn");
  due = detail.due;
});

for (const use of ["pointerdown", "keydown"]) addEventListener(use, () => audio.resume(), { capture: true, passive: true });
remember();
