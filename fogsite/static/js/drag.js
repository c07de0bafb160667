// Dragging, as another way to tap: what has data-drag can be drawn onto what narrows its choices. The dragged thing is
// tapped when it is taken up, and the place where it is let go after it.

let held = null;

const place = (event) => event.target.closest?.("#match [data-narrows]");

function enhance() {
  for (const thing of document.querySelectorAll("#match [data-drag]")) thing.draggable = true;
}

document.addEventListener("dragstart", (event) => {
  held = event.target.closest?.("#match [data-drag]");
  if (!held) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", held.textContent.trim());
});

document.addEventListener("dragover", (event) => {
  if (held && place(event) && place(event) !== held) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const target = place(event);
  if (!held || !target || target === held) return;
  event.preventDefault();
  held.click();
  target.click();
});

document.addEventListener("dragend", () => (held = null));
document.addEventListener("htmx:load", enhance);
enhance();
