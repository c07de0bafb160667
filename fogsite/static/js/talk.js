// What is new beside the board: shows the chat again when a line was written, keeping what is being typed, and says in
// the title of the tab how many matches wait, and that there is something to read. What is written and not sent yet stays
// in this tab (js/drafts.js).

import { ask } from "./forms.js";
import { keep } from "./keep.js";
import { entitle } from "./stream.js";

const LETTER = "✉ ";

const chat = () => document.getElementById("chat");
const field = () => chat().querySelector("textarea:not([readonly])");
const muted = () => chat().querySelector("[name=muted]")?.value === "0";

function count(due, unread) {
  entitle(due, unread ? LETTER : "");
  document.getElementById("match").dataset.due = due;
}

let sent = ""; // what was typed when it was sent
let typed = ""; // what stood there when the answer came
let composing = false; // a letter of several keys

async function refresh(bySelf) {
  const headers = { "HX-Request": "true", ...bySelf };
  const answer = await ask(chat().dataset.url, { headers });
  const text = await answer.text();
  if (!answer.ok || !text.includes('id="chat"') || composing) return; // the next look asks again
  const [written, follows] = [field(), isAtEnd()];
  keep("chat", () => htmx.swap("#chat", text, { swapStyle: "outerHTML" }));
  if (written?.value && !field()) leave(written);
  if (follows) toTheEnd();
  tell();
}

// Nothing more can be written: what was begun can still be copied.
function leave(written) {
  written.readOnly = true;
  chat().append(written.closest("p"));
}

function tell() {
  const newest = [...chat().querySelectorAll(".lines .new")].at(-1);
  if (!newest || muted()) return;
  const [name, words] = [newest.querySelector("strong"), newest.querySelector(".said")];
  if (words) say(`${name.textContent}: ${words.textContent}`);
}

// Aloud, in a region of the chat's own. Chrome says no text twice, so a line that is the same differs by a blank.
function say(text) {
  const region = document.getElementById("chat-announcement");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

const lines = () => chat().querySelector(".lines");

function isAtEnd() {
  const { scrollTop, clientHeight, scrollHeight } = lines() ?? { scrollTop: 0, clientHeight: 0, scrollHeight: 0 };
  return scrollTop + clientHeight >= scrollHeight - 1;
}

function toTheEnd() {
  if (lines()) lines().scrollTop = lines().scrollHeight;
}

// What was sent is answered: what was typed since then stays, and so does a focus that has gone elsewhere.
function answered() {
  if (field() && typed !== sent) field().value = field().value ? typed : typed.slice(typed.startsWith(sent) ? sent.length : 0);
  drafts();
  const { activeElement } = document;
  if (activeElement === document.body || chat().contains(activeElement)) field()?.focus({ preventScroll: true });
  toTheEnd();
}

const drafts = () => import("./drafts.js").then(({ note }) => note());

const concerns = ({ detail }) => detail.target?.id === "chat";

document.addEventListener("news", ({ detail }) => {
  const unread = String(detail.chat) !== chat().dataset.state;
  count(detail.due, unread && document.hidden && !muted());
  if (unread && !document.hidden) refresh(detail.headers).catch(() => {}); // the next look asks again
});

document.addEventListener("htmx:beforeRequest", (event) => concerns(event) && (sent = field()?.value ?? ""));
document.addEventListener("htmx:beforeSwap", (event) => concerns(event) && (typed = field()?.value ?? ""));
for (const kind of ["compositionstart", "compositionend"]) {
  document.addEventListener(kind, () => (composing = kind === "compositionstart"));
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "match") count(Number(event.target.dataset.due), false);
  if (concerns(event)) answered();
});
document.addEventListener("input", ({ target }) => target.closest("#chat, #notes") && drafts());
toTheEnd();
if (Object.keys(sessionStorage).some((each) => each.startsWith("draft"))) drafts();
