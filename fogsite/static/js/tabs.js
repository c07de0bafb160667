// What stands beside the board: the tab that an address names, by links and keys alike; and what opens over the board
// closes again at Escape and at a press elsewhere. Without this script tabs are radio buttons and the rest summaries.

const TABS = { "#chat": "chat", "#notes": "notes", "#log": "log" };
const SHEETS = "#match details.over[open]";

export function showTab(name) {
  const tab = document.querySelector(`.tabs input[value=${name}]`);
  if (tab) tab.checked = true;
}

const follow = (hash) => TABS[hash] && showTab(TABS[hash]);

function closeSheets(except) {
  for (const sheet of document.querySelectorAll(SHEETS)) if (!sheet.contains(except)) sheet.open = false;
}

document.addEventListener("click", (event) => {
  closeSheets(event.target);
  const link = event.target.closest?.("a[href^='#']");
  if (link) follow(link.hash);
});

document.addEventListener("keydown", (event) => {
  const sheet = event.key === "Escape" && document.querySelector(SHEETS);
  if (!sheet) return;
  sheet.open = false;
  sheet.querySelector("summary").focus({ preventScroll: true });
});

// Style sheets follow the address until a tab is pressed: then it names the match alone.
document.addEventListener("change", (event) => {
  if (event.target.closest(".tabs") && TABS[location.hash]) location.replace("#match");
});

addEventListener("hashchange", () => follow(location.hash));
follow(location.hash);
