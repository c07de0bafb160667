// Says in #why why a card, a unit or a space that is tapped or chosen by Enter cannot be used: data-about names a part of
// the board, and the list of reasons the parts that each concerns. What has a data-kind says what it is: how it stands
// there, by data-tells, and what the page tells of its kind. Without this script the list says it all. By keyboard, the
// part is a button that says it is disabled; a part that holds more than its own words has one with data-face. If
// there is nothing to tell of a part, or of a piece only how it stands there, #why tells its data-instead.

const place = () => document.getElementById("why");
const parts = (wish) => wish.dataset.parts.split(" ");

function forbidden(part) {
  const rows = [...document.querySelectorAll(".whys li")].map((row) => {
    const wishes = [...row.querySelectorAll("[data-parts]")].filter((wish) => parts(wish).includes(part.dataset.about));
    const reason = row.querySelector(".reason").textContent;
    return wishes.length ? `${wishes.map((wish) => wish.textContent).join(", ")}: ${reason}` : "";
  });
  return rows.filter(Boolean);
}

function reasons(part) {
  const found = forbidden(part);
  return found.length || !place().dataset.otherwise ? found : [place().dataset.otherwise];
}

function tell(lines, part) {
  place().told = part;
  place().classList.toggle("above-hand", Boolean(part?.closest(".match-hand"))); // and not over the card that was pressed
  place().replaceChildren(
    ...lines.map((line) => {
      const said = document.createElement("p");
      said.textContent = line;
      return said;
    }),
  );
}

const kindOf = ({ dataset }) => document.querySelector(`#match [data-kind-is="${CSS.escape(dataset.kind)}"]`)?.textContent;

// What a piece is and can do comes first, and then what is not possible with it.
function explain(target) {
  const piece = target.closest("#match [data-kind]");
  let part = target.closest("#match [data-about]");
  if (piece) {
    const lines = [kindOf(piece), ...([piece, piece.parentElement].includes(part) ? forbidden(part) : [])].filter(Boolean);
    return tell([piece.dataset.tells, ...(lines.length ? lines : [place().dataset.instead])].filter(Boolean), piece);
  }
  while (part && reasons(part).length === 0) part = part.parentElement.closest("#match [data-about]");
  if (part) return tell(reasons(part), part);
  const idle = place().dataset.instead && target.closest("#match [data-about]:not([data-steps])");
  if (idle) tell([place().dataset.instead], idle);
}

function enhance() {
  if (!place()) return;
  for (const part of document.querySelectorAll("#match [data-about]:not([data-steps])")) {
    const found = reasons(part).length > 0;
    part.classList.toggle("explains", found);
    if (!found || part.closest("[aria-hidden]") || part.querySelector("button")) continue;
    const face = part.querySelector("[data-face]") ?? part;
    face.tabIndex = 0;
    face.toggleAttribute("data-why", true);
    face.setAttribute("role", "button");
    if (!part.closest("[data-steps]")) face.setAttribute("aria-disabled", "true"); // it isn't taken for what can be used
  }
}

document.addEventListener("click", (event) => {
  if (!place() || !event.target.closest("#match :is(.match-board, .match-hand)")) return;
  tell([]);
  if (!event.defaultPrevented && !event.target.closest("button, a")) explain(event.target);
});

document.addEventListener("keydown", (event) => {
  if (!place() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return tell([]);
  if (!event.target.matches("[data-why]") || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  tell([]);
  explain(event.target);
});

// What unfolds below the edge of the help comes into sight.
document.addEventListener(
  "toggle",
  ({ target }) => target.matches?.(".whys[open]") && target.scrollIntoView({ block: "nearest" }),
  true,
);
document.addEventListener("why", ({ target }) => explain(target)); // js/motion.js
document.addEventListener("htmx:load", enhance);
enhance();
