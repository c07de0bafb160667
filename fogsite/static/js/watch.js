// Keeps the page of a match up to date for those who watch it: asks for its stamp, and has the match shown anew when the
// stamp has changed, unless the reader looks at an earlier move. A page nobody looks at asks for nothing.

const EVERY = 20_000; // milliseconds
const match = () => document.getElementById("match");

let etag = "";
let timer = 0;

async function look() {
  try {
    const answer = await fetch(match().dataset.stampUrl, { cache: "no-store", headers: etag ? { "If-None-Match": etag } : {} });
    if (answer.status === 404) return location.reload();
    if (answer.ok) tell(answer.headers.get("ETag"), await answer.json());
  } catch {
    // no connection: the next time
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, EVERY);
}

function tell(tag, { stamp, watchers }) {
  if (stamp === "over") return location.reload(); // now there is more to see
  etag = tag;
  match().querySelector("[data-watchers]").textContent = watchers;
  const { dataset } = match();
  if (stamp !== dataset.stamp && !("past" in dataset)) document.dispatchEvent(new CustomEvent("moved"));
}

document.addEventListener("visibilitychange", () => (document.hidden ? plan() : look()));
plan();
