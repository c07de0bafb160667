// Stepping through a match: the arrow keys follow the links to the earlier and the later entry.

const RELATION = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest("input, textarea, dialog, .scroller")) return;
  const link = document.querySelector(`#match a[rel="${RELATION[event.key]}"]`);
  if (link) location.assign(link.href);
});

document.querySelector(".plies .keys")?.removeAttribute("hidden");
