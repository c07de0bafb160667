// How many matches wait for the reader: in the head and, but on the page of a match, which says it by itself, in the
// title; as soon as the stream says that something is new.

const SOON = 300; // what comes together is asked for once
const COUNT = /^\(\d+\) /;

const loaded = performance.now();
let timer = 0;

function show(matches) {
  const count = document.querySelector("[data-waiting]");
  count.textContent = matches;
  count.hidden = matches === 0;
  if (!document.getElementById("match")) {
    document.title = (matches ? `(${matches}) ` : "") + document.title.replace(COUNT, "");
  }
}

async function ask() {
  const answer = await fetch("/matches/waiting", { cache: "no-store" }).catch(() => null);
  if (answer?.ok && !answer.redirected) show((await answer.json()).matches);
}

document.addEventListener("fresh", ({ detail }) => {
  if (detail === null && performance.now() - loaded < 10_000) return; // the page has just counted
  clearTimeout(timer);
  timer = setTimeout(ask, SOON);
});
