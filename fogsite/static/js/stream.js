// Hears of what is new in the reader's matches: one stream for each browser, held by a tab that is visible and shared
// with the others. It says which match, never what; the event "fresh" of the document has pages ask. An event "live", and
// the attribute data-live, say whether the stream is open: without it pages ask oftener. A new tab asks the others.

import { ask } from "./forms.js";

const SOONEST = 2_000; // until the next try, after a stream that could not be opened
const LATEST = 60_000;
const SOON = 300; // what comes together is asked for once
const COUNT = /^(✉ )?(\(\d+\) )?/u;

const tabs = new BroadcastChannel("stream");
const shown = () => new Promise((done) => !document.hidden ? done() : whenever(() => !document.hidden, done));
const hidden = () => new Promise((done) => document.hidden ? done() : whenever(() => document.hidden, done));
const after = (delay) => new Promise((done) => setTimeout(done, delay));

let source = null; // of the tab that holds the stream
let wait = SOONEST;

function whenever(holds, done) {
  const look = () => {
    if (!holds()) return;
    document.removeEventListener("visibilitychange", look);
    done();
  };
  document.addEventListener("visibilitychange", look);
}

// Said here and in all other tabs.
function say(kind, detail) {
  tabs.postMessage({ kind, detail });
  hear(kind, detail);
}

function hear(kind, detail) {
  if (kind === "live") document.documentElement.toggleAttribute("data-live", detail);
  document.dispatchEvent(new CustomEvent(kind, { detail }));
}

// Resolves once the browser has given the stream up, or nobody looks at this tab any more.
function listen() {
  source = new EventSource("/stream/");
  const over = new Promise((done) => {
    source.addEventListener("open", () => {
      wait = SOONEST;
      say("live", true);
      say("fresh", null); // no matter what was missed
    });
    source.addEventListener("match", (event) => say("fresh", event.data));
    source.addEventListener("error", () => {
      say("live", false);
      if (source.readyState === EventSource.CLOSED) done();
    });
  });
  return Promise.race([over, hidden()]).finally(() => source.close());
}

async function hold() {
  while (!document.hidden) {
    await listen();
    if (document.hidden) break;
    await Promise.race([after(wait * (0.5 + Math.random())), hidden()]);
    wait = Math.min(2 * wait, LATEST);
  }
  say("live", false); // another tab that is visible says otherwise in a moment
}

async function take() {
  for (;;) {
    await shown();
    const given = new AbortController();
    hidden().then(() => given.abort());
    await navigator.locks.request("stream", { signal: given.signal }, hold).catch(() => {});
  }
}

// How many matches wait for the reader stands in the head, on the icon of an app and in the title, on the page of a match
// by js/talk.js; that any does, on the tab's picture.
const loaded = performance.now();
let asking = 0;

const count = document.querySelector("[data-waiting]");
const badge = (matches) => navigator.setAppBadge?.(matches).catch(() => {});

export function entitle(matches, sign = "") {
  badge(matches);
  document.title = sign + (matches > 0 ? `(${matches}) ` : "") + document.title.replace(COUNT, "");
  const icon = document.querySelector("link[data-icons]");
  icon.setAttribute("href", icon.dataset.icons.split(" ")[matches > 0 ? 1 : 0]);
}

function tell(matches) {
  count.textContent = matches;
  count.hidden = matches === 0;
  if (!document.getElementById("match")) entitle(matches);
}

async function recount() {
  const answer = await ask("/matches/waiting").catch(() => null);
  if (answer?.ok && !answer.redirected) tell((await answer.json()).matches);
}

document.addEventListener("fresh", ({ detail }) => {
  if (detail === null && performance.now() - loaded < 10_000) return; // the page has just counted
  clearTimeout(asking);
  asking = setTimeout(recount, SOON);
});

// Signing out leaves nothing in this tab (js/drafts.js).
document.addEventListener("submit", ({ target }) => target.action.endsWith("/logout/") && sessionStorage.clear());

tabs.addEventListener("message", ({ data }) => {
  if (data.kind === "live?") source?.readyState === EventSource.OPEN && tabs.postMessage({ kind: "live", detail: true });
  else hear(data.kind, data.detail);
});
tabs.postMessage({ kind: "live?" });
badge(Number(count.textContent));
if (navigator.locks && window.EventSource) take();
