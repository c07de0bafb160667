// Replaces a part of the page without disturbing anybody who did not ask for it: focus, caret, what is typed, what is
// opened and what is scrolled stay. For half a second afterwards no key and no press does anything there, since nobody
// can have seen yet what lies under the finger. After one's own act that holds for a control that has just appeared
// under the pointer, and a key that is held down never acts twice. A press that began on what is gone does nothing.

const UNSEEN = 500; // milliseconds in which nobody has seen what is new
const NAMES = ["id", "data-piece", "data-about", "data-step", "data-ply", "href", "action"];
const FIELDS = "input:not([type=hidden]), textarea, select";
const WRITTEN = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const CONTROLS = "a, button, summary, label, input, select, textarea, [data-steps], [role=button]";
const MOVES = new Set(["Tab", "Shift", "ArrowUp", "ArrowDown", "PageUp", "PageDown"]); // within the page

let pointer = null; // where it was last
let pressed = null; // what it was put down on

// --- Finding an element again ------------------------------------------------------------------------------------------

export function selector(element) {
  const name = NAMES.find((each) => element.hasAttribute(each));
  return name ? `${element.localName}[${name}="${CSS.escape(element.getAttribute(name))}"]` : "";
}

const kind = (element) => `${element.localName} ${element.classList[0] ?? ""}`;
const alike = (element, parent) => [...parent.children].filter((each) => kind(each) === element);

// The nearest element around that has a name, its number among those of that name, and the way down from there.
function address(element, root) {
  const way = [];
  let named = element;
  for (; named !== root && !selector(named); named = named.parentElement) {
    way.unshift([kind(named), alike(kind(named), named.parentElement).indexOf(named)]);
  }
  const path = named === root ? "" : selector(named);
  return { path, number: path ? [...root.querySelectorAll(path)].indexOf(named) : 0, way };
}

function find({ path, number, way }, root) {
  let found = path ? root.querySelectorAll(path)[number] : root;
  for (const [each, place] of way) found = found && alike(each, found)[place];
  return found;
}

// --- Keeping -----------------------------------------------------------------------------------------------------------

const isScrolled = ({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0;

function isTyped({ type, value, defaultValue, checked, defaultChecked, options }) {
  if (options) return [...options].some((each) => each.selected !== each.defaultSelected);
  return type !== "file" && (value !== defaultValue || checked !== defaultChecked);
}

function caret({ selectionStart, selectionEnd, selectionDirection }) {
  return Number.isInteger(selectionStart) ? [selectionStart, selectionEnd, selectionDirection] : null;
}

function remember(root) {
  const all = (which, wanted, read) =>
    [...root.querySelectorAll(which)].filter(wanted).map((each) => ({ at: address(each, root), ...read(each) }));
  const active = document.activeElement;
  return {
    opened: all("details", () => true, ({ open }) => ({ open })),
    typed: all(FIELDS, isTyped, ({ value, checked }) => ({ value, checked })),
    scrolled: all("*", isScrolled, ({ scrollTop, scrollLeft }) => ({ scrollTop, scrollLeft })),
    focus: active !== root && root.contains(active) ? { at: address(active, root), caret: caret(active) } : null,
  };
}

function restore({ opened, typed, scrolled, focus }, root) {
  for (const { at, ...state } of [...opened, ...typed]) Object.assign(find(at, root) ?? {}, state);
  if (focus) refocus(find(focus.at, root), focus.caret, root);
  for (const { at, ...place } of scrolled) Object.assign(find(at, root) ?? {}, place);
}

function refocus(found, selection, root) {
  found?.focus({ preventScroll: true });
  if (document.activeElement !== found) land(root); // it is gone
  else if (selection) found.setSelectionRange(...selection);
}

// Where somebody goes on: at the result, or at what is asked. What was wrong is an alert, which speaks for itself.
export function land(root) {
  const places = [".closing h2", "#prompt", ".lines"].map((each) => root.querySelector(each));
  const place = places.find(Boolean);
  const sheet = place?.closest("details");
  if (sheet) sheet.open = true;
  place?.focus({ preventScroll: true });
}

// Replaces what has this id, by `swap`, for somebody who did not ask for it; here where nothing can be played.
export function stay(id, swap) {
  const state = remember(document.getElementById(id));
  swap();
  restore(state, document.getElementById(id));
}

export function keep(id, swap) {
  stay(id, swap);
  unseen(document.getElementById(id));
}

// --- Pressing nothing that was not seen --------------------------------------------------------------------------------

export function unseen(element) {
  element.toggleAttribute("data-unseen", true);
  setTimeout(() => element.removeAttribute("data-unseen"), UNSEEN);
}

// What can be pressed where the pointer is: of controls within each other the outermost.
function pointed(root) {
  let found = null;
  const hit = pointer && document.elementFromPoint(...pointer);
  for (let each = hit; each && root.contains(each); each = each.parentElement) if (each.matches(CONTROLS)) found = each;
  return found;
}

// To be called before somebody's own act has a part of the page replaced; what it gives, afterwards.
export function appearing(id) {
  const what = (root, control) => control && JSON.stringify(address(control, root));
  const root = document.getElementById(id);
  const before = what(root, pointed(root));
  return () => {
    const now = document.getElementById(id);
    const control = pointed(now);
    if (control && what(now, control) !== before) unseen(control);
  };
}

const isUnseen = (element) => element.closest("[data-unseen]") !== null;

function guard(event) {
  const { target, key, repeat } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || MOVES.has(key)) return;
  if (target.matches(WRITTEN) && !(key === "Enter" && target.matches("input") && isUnseen(target))) return;
  const anything = document.querySelector(":is(#match, #chat, #lists)[data-unseen]") !== null;
  if (anything || isUnseen(target) || (repeat && ["Enter", " "].includes(key))) stop(event);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

for (const kind of ["keydown", "keyup"]) document.addEventListener(kind, guard, { capture: true });
// A finger presses what lies under it when it is lifted. The `detail` of a key is 0.
const isGone = ({ detail }) => detail > 0 && pressed?.isConnected === false;

document.addEventListener("mousedown", (event) => isGone(event) && stop(event), { capture: true }); // nor is it focused
document.addEventListener("click", (event) => {
  if (event.isTrusted && (isGone(event) || isUnseen(event.target))) stop(event);
  pressed = null;
}, { capture: true });
addEventListener("pointerdown", ({ target }) => (pressed = target), { capture: true, passive: true });
for (const kind of ["pointerdown", "pointermove"]) {
  addEventListener(kind, ({ clientX, clientY }) => (pointer = [clientX, clientY]), { capture: true, passive: true });
}
