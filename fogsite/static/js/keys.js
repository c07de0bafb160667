// Keys of a match page: n goes to the next match, c to the chat, ? shows all keys. The page lists them without this too.

import { showTab } from "./tabs.js";

const help = () => document.getElementById("keys");
const typing = (target) => target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog") !== null;

const ACTIONS = {
  n: () => document.querySelector("a.next-match"),
  c: () => document.getElementById("chat-text"),
  "?": help,
};

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
