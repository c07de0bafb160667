// Stepping through a match: the arrow keys follow the links to the earlier and the later entry. Where something of its
// own is stepped through, they belong to that.

const RELATION = { ArrowLeft: "prev", ArrowRight: "next" };
const OWN = "input, textarea, dialog, .scroller, [data-scenes]";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest(OWN)) return;
  const link = document.querySelector(`#match a[rel="${RELATION[event.key]}"]`);
  if (link) location.assign(link.href);
});

document.querySelector(".plies .keys")?.removeAttribute("hidden");
