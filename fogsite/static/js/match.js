// Keeps a match page up to date: asks for its stamp, and shows the match anew when the stamp has changed. What is new
// elsewhere, in the chat and in other matches, it tells by an event "news". A page nobody looks at is left as it is.

const SOONEST = 5_000;
const LATEST = 60_000;
const SLOWER = 1.25;

let delay = SOONEST;
let timer = 0;

const match = () => document.getElementById("match");
const notice = (id) => document.getElementById(id);
const composing = () => match().querySelector("input[name=move]:checked, [data-narrowed]") !== null;
const busy = () => match().querySelector(".htmx-request") !== null || match().classList.contains("htmx-request");

function plan(after) {
  clearTimeout(timer);
  timer = setTimeout(look, document.hidden ? LATEST : after);
}

async function look() {
  delay = Math.min(delay * SLOWER, LATEST);
  try {
    const news = busy() ? null : await whatIsNew();
    notice("offline").hidden = true;
    if (news) document.dispatchEvent(new CustomEvent("news", { detail: news }));
    if (news && !document.hidden && news.stamp !== match().dataset.stamp) await changed();
    plan(delay);
  } catch {
    notice("offline").hidden = false;
    plan(delay);
  }
}

async function whatIsNew() {
  const { stamp, due, stampUrl } = match().dataset;
  const seen = `"${stamp}-${notice("chat").dataset.state}-${due}"`;
  const answer = await fetch(stampUrl, { cache: "no-store", headers: { "If-None-Match": seen } });
  return answer.status === 200 ? answer.json() : null;
}

async function changed() {
  delay = SOONEST;
  if (composing()) notice("changed").hidden = false;
  else await refresh();
}

async function refresh() {
  const answer = await fetch(match().dataset.url, { cache: "no-store", headers: { "HX-Request": "true" } });
  const text = await answer.text();
  if (!answer.ok || !text.includes('id="match"')) return location.reload();
  htmx.swap("#match", text, { swapStyle: "outerHTML" });
  announce();
}

function announce() {
  notice("changed").hidden = true;
  notice("trouble").hidden = true;
  const news = match().querySelectorAll(".match-head .message, #prompt, .since");
  notice("announcement").textContent = Array.from(news, (line) => line.textContent.trim()).join(" ");
}

document.addEventListener("htmx:afterSwap", (event) => {
  if ((event.detail.target ?? event.target).id !== "match") return;
  announce();
  delay = SOONEST;
  plan(delay);
  (match().querySelector("[role=alert]") ?? match().querySelector("#prompt"))?.focus({ preventScroll: true });
});

document.addEventListener("visibilitychange", () => {
  delay = SOONEST;
  if (document.hidden) plan(LATEST);
  else look();
});

for (const turn of ["online", "offline"]) addEventListener(turn, look);
notice("changed").querySelector("button").addEventListener("click", refresh);
plan(delay);
