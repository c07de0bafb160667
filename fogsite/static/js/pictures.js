// A match that was played, on the first page: its positions one after the other, and from the beginning again. It can be
// stopped, and begins by itself only where motion is welcome. Without this script its last position is shown.

import { ask } from "./forms.js";

const SHOWN = 1000; // milliseconds for each position
const HELD = 4000; // for the last one

const place = document.querySelector("[data-pictures]");
const button = (does) => document.querySelector(`[data-moving="${does}"]`);

let pictures = [];
let shown = 0;
let timer = 0;

function step() {
  shown = (shown + 1) % pictures.length;
  place.replaceChildren(pictures[shown]);
  timer = setTimeout(step, shown === pictures.length - 1 ? HELD : SHOWN);
}

function play(on) {
  clearTimeout(timer);
  const [now, then] = on ? ["pause", "play"] : ["play", "pause"];
  button(now).hidden = false;
  if (button(then) === document.activeElement) button(now).focus();
  button(then).hidden = true;
  if (on) step();
}

async function begin() {
  const answer = await ask(place.dataset.pictures, { cache: "default" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  pictures = [...page.querySelectorAll("svg")].map((picture) => document.adoptNode(picture));
  if (pictures.length < 2) return;
  shown = pictures.length - 1;
  for (const does of ["play", "pause"]) button(does).addEventListener("click", () => play(does === "play"));
  play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}

begin().catch(() => {}); // the last position stays
