// Keys of a match page: n goes to the next match, c to the chat, ? shows all keys. The page lists them without this too.

import { showTab } from "./tabs.js";

const help = () => document.getElementById("keys");
const typing = (target) => target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog") !== null;

const ACTIONS = {
  n: () => document.querySelector("a.next-match"),
  c: () => document.getElementById("chat-text"),
  "?": help,
};

function show() {
  const dialog = document.createElement("dialog");
  dialog.className = "keys-dialog";
  dialog.setAttribute("aria-labelledby", "keys-title");
  const title = document.createElement("h2");
  title.id = "keys-title";
  title.textContent = help().querySelector("summary").textContent;
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = help().dataset.close;
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, help().querySelector("dl").cloneNode(true), close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const found = ACTIONS[event.key]?.();
  if (!found) return;
  event.preventDefault();
  if (found === help()) show();
  else if (found.href) location.assign(found.href);
  else {
    showTab("chat");
    found.focus();
  }
});
