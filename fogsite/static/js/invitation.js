// A player who waits at a table sees that somebody has joined: while the page is looked at it asks for itself, and is loaded
// again once it would be another one. A match that has begun answers with its own address, which counts as a look at it
// only when it is loaded; so it is not followed here. Where the browser lets a page do so, a press copies the link.

import { ask } from "./forms.js";

const SOONEST = 3_000;
const LATEST = 20_000;
const SLOWER = 1.25;

const stateIn = (page) => page.getElementById("table")?.dataset.state;

let delay = SOONEST;
let timer = 0;

function plan() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, delay);
}

async function look() {
  delay = Math.min(delay * SLOWER, LATEST);
  if (await hasChanged().catch(() => false)) location.reload();
  else plan();
}

async function hasChanged() {
  const answer = await ask(location.href, { redirect: "manual" });
  if (answer.type === "opaqueredirect") return true;
  if (!answer.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return stateIn(page) !== stateIn(document);
}

document.addEventListener("visibilitychange", () => {
  delay = SOONEST;
  if (document.hidden) plan();
  else look();
});

plan();

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).value);
    button.textContent = button.dataset.copied;
  });
}
