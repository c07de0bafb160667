// Keys of a match page: n goes to the next match, c to the chat, ? shows all keys. The page lists them without this too.

import { showTab } from "./tabs.js";

const help = () => document.getElementById("keys");
const typing = (target) => target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog") !== null;

const ACTIONS = {
  n: () => document.querySelector("a.next-match"),
  c: () => document.getElementById("chat-text"),
  "?": help,
};

// What explains things comes with the first one that is pointed at, held, reached by keyboard or asked about.
const OPENS = ["pointermove", "pointerdown", "focusin", "keydown"];
let lifted = false;
let mouse = ""; // where it was last

// Whether something has come to lie under a mouse at rest: it isn't asked for.
function rests({ type, pointerType, clientX, clientY }) {
  if (pointerType !== "mouse") return type === "pointermove"; // a finger follows
  const before = mouse;
  mouse = `${clientX} ${clientY}`;
  return type === "pointermove" && mouse === before;
}

async function explain(event) {
  const { type, key, target } = event;
  if (rests(event)) return;
  if (type === "keydown" ? key !== "i" || typing(target) : !target.closest?.("[data-thing]")) return;
  for (const kind of OPENS) removeEventListener(kind, explain, { capture: true });
  addEventListener("pointerup", () => (lifted = true), { capture: true, once: true });
  const { begin } = await import("./things.js");
  if (type !== "pointerdown" || !lifted) begin(event, mouse);
}

if (document.querySelector("#match [data-thing]")) for (const kind of OPENS) addEventListener(kind, explain, { capture: true });

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const found = ACTIONS[event.key]?.();
  if (!found) return;
  event.preventDefault();
  if (found === help()) import("./keys-dialog.js").then(({ show }) => show(found));
  else if (found.href) location.assign(found.href);
  else {
    showTab("chat");
    found.focus();
  }
});
