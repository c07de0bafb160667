// The page of settings: what is chosen beside the board, in this browser, as the menu of a match offers it too.

import { choose, show } from "./settings.js";

show(document);
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-setting]")) return;
  choose(target.dataset.setting, target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value);
});
