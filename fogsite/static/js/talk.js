// What is new beside the board: shows the chat anew when a line was written, keeping what is being typed, and says in
// the title of the tab how many matches wait, and that there is something to read.

import { entitle } from "./stream.js";

const LETTER = "✉ ";

const chat = () => document.getElementById("chat");
const field = () => chat().querySelector("textarea:not([readonly])");
const muted = () => chat().querySelector("[name=muted]")?.value === "0";

function count(due, unread) {
  entitle(due, unread ? LETTER : "");
  document.getElementById("match").dataset.due = due;
}

async function refresh(bySelf) {
  const headers = { "HX-Request": "true", ...bySelf };
  const answer = await fetch(chat().dataset.url, { cache: "no-store", headers });
  const text = await answer.text();
  if (!answer.ok || !text.includes('id="chat"')) return;
  const { value, selectionStart, selectionEnd } = field() ?? {};
  const typing = document.activeElement === field();
  htmx.swap("#chat", text, { swapStyle: "outerHTML" });
  if (value && field()) field().value = value;
  if (typing && field()) {
    field().focus({ preventScroll: true });
    field().setSelectionRange(selectionStart, selectionEnd);
  }
  tell();
}

function tell() {
  const newest = [...chat().querySelectorAll(".lines .new")].at(-1);
  if (!newest || muted()) return;
  document.getElementById("announcement").textContent = newest.textContent.replace(/\s+/g, " ");
}

function toTheEnd() {
  const lines = chat().querySelector(".lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

document.addEventListener("news", ({ detail }) => {
  const unread = String(detail.chat) !== chat().dataset.state;
  count(detail.due, unread && document.hidden && !muted());
  if (unread && !document.hidden) refresh(detail.headers).catch(() => {}); // the next look asks again
});

document.addEventListener("htmx:load", toTheEnd);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "match") count(Number(event.target.dataset.due), false);
  if (event.detail.target?.id === "chat") field()?.focus({ preventScroll: true }); // what was sent is answered
});
toTheEnd();
