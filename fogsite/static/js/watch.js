// Keeps the page of a match up to date for those who watch it: asks for its stamp as soon as the stream of the match says
// that something is new, and now and then by itself, and has the match shown again when the stamp has changed, unless the
// reader looks at an earlier move. A page nobody looks at holds no stream and asks for nothing.

import { ask } from "./forms.js";

const EVERY = 20_000; // milliseconds
const LATEST = 16; // looks until the next try, where no stream could be opened
const APART = 10; // milliseconds for each watcher within which all of them ask, so that they do not come at once
const MOST_APART = 5_000;
const match = () => document.getElementById("match");

let etag = "";
let timer = 0;
let word = 0; // the timer of a look that the stream asks for
let stream = null;
let pause = 1; // looks that go by without a try
let rest = 0;

async function look() {
  try {
    const answer = await ask(match().dataset.stampUrl, { headers: etag ? { "If-None-Match": etag } : {} });
    if (answer.status === 404) return location.reload();
    if (answer.ok) tell(answer.headers.get("ETag"), await answer.json());
  } catch {
    // no connection: the next time
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  if (document.hidden) return;
  timer = setTimeout(look, EVERY);
  listen();
}

function listen() {
  if (!window.EventSource || (stream && stream.readyState !== EventSource.CLOSED) || rest-- > 0) return;
  rest = pause;
  pause = Math.min(2 * pause, LATEST);
  stream = new EventSource(match().dataset.streamUrl);
  stream.addEventListener("match", soon);
  stream.addEventListener("open", () => {
    rest = 0;
    pause = 1;
    soon(); // no matter what was missed
  });
}

function soon() {
  const watchers = Number(match().querySelector("[data-watchers]").textContent);
  word ||= setTimeout(heard, Math.random() * Math.min(APART * watchers, MOST_APART));
}

function heard() {
  word = 0;
  look();
}

function leave() {
  clearTimeout(timer);
  clearTimeout(word);
  word = 0;
  stream?.close();
}

function tell(tag, { stamp, watchers }) {
  if (stamp === "over") return location.reload(); // now there is more to see
  etag = tag;
  match().querySelector("[data-watchers]").textContent = watchers;
  const { dataset } = match();
  if (stamp !== dataset.stamp && !("past" in dataset)) document.dispatchEvent(new CustomEvent("moved"));
}

document.addEventListener("visibilitychange", () => (document.hidden ? leave() : look()));
plan();
