// The lists of one's matches, and of what one seeks, are shown again when something in them is new, once somebody looks at
// the page. Here the browser gets to know the worker, which keeps what was seen last for when there is no connection.

import { ask } from "./forms.js";
import { keep } from "./keep.js";

const SOON = 300; // what comes together is asked for once

let asking = 0;
let isOld = false;

const lists = () => document.getElementById("lists");

async function refresh() {
  if (document.hidden || !isOld) return;
  isOld = false;
  const answer = await ask(location.href);
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  keep("lists", () => lists().replaceWith(document.adoptNode(page.getElementById("lists"))));
  document.dispatchEvent(new CustomEvent("htmx:load"));
}

function refreshSoon() {
  clearTimeout(asking);
  asking = setTimeout(() => refresh().catch(() => (isOld = true)), SOON); // the next word asks again
}

document.addEventListener("fresh", ({ detail }) => {
  const isNew = performance.now() < 10_000; // the page has just come in
  if (detail === null && isNew && !("seeking" in lists().dataset)) return; // a match that is sought begins at any moment
  isOld = true;
  refreshSoon();
});
document.addEventListener("visibilitychange", refreshSoon);
navigator.serviceWorker?.register("/sw.js").catch(() => {}); // where it may not, all is as without
