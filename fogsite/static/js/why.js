// Says why a card, a unit or a space cannot be used, whatever the game: an element with data-about names a part of the
// board, and the list of reasons names the parts that each concerns. Tapped, or chosen by Enter, it tells them in #why.
// Without this script the list says it all.

const place = () => document.getElementById("why");
const parts = (wish) => wish.dataset.parts.split(" ");

function reasons(part) {
  const rows = [...document.querySelectorAll(".whys li")].map((row) => {
    const wishes = [...row.querySelectorAll("[data-parts]")].filter((wish) => parts(wish).includes(part.dataset.about));
    const reason = row.querySelector(".reason").textContent;
    return wishes.length ? `${wishes.map((wish) => wish.textContent).join(", ")}: ${reason}` : "";
  });
  const found = rows.filter(Boolean);
  return found.length || !place().dataset.otherwise ? found : [place().dataset.otherwise];
}

function tell(lines) {
  place().replaceChildren(
    ...lines.map((line) => {
      const said = document.createElement("p");
      said.textContent = line;
      return said;
    }),
  );
}

function explain(target) {
  let part = target.closest("#match [data-about]");
  while (part && reasons(part).length === 0) part = part.parentElement.closest("#match [data-about]");
  if (part) tell(reasons(part));
  return Boolean(part);
}

function enhance() {
  if (!place()) return;
  for (const part of document.querySelectorAll("#match [data-about]:not([data-steps])")) {
    const found = reasons(part).length > 0;
    part.classList.toggle("explains", found);
    if (!found || part.closest("[aria-hidden]")) continue;
    part.tabIndex = 0;
    part.setAttribute("role", "button");
  }
}

document.addEventListener("click", (event) => {
  if (!place() || !event.target.closest("#match :is(.match-board, .match-hand)")) return;
  tell([]);
  if (!event.defaultPrevented && !event.target.closest("[data-steps]")) explain(event.target);
});

document.addEventListener("keydown", (event) => {
  if (!place() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return tell([]);
  if (!event.target.matches("[data-about].explains") || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  tell([]);
  explain(event.target);
});

document.addEventListener("htmx:load", enhance);
enhance();
