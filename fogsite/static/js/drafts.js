// Keeps what is written in the chat and in the notes, and not sent or saved yet: it stays in this tab when its author leaves
// the page, and stands there again when the same person is back. Signing out clears it (js/stream.js).

const fields = () => [...document.querySelectorAll(":is(#chat, #notes) textarea:not([readonly])")];
const name = ({ id }) => `draft ${document.getElementById("chat").dataset.reader} ${location.pathname} ${id}`;
const plain = (text) => text.replace(/\s+/g, " ").trim(); // as far as saving may change it

// A text that was refused stands in the field, and is as much a draft as before.
const isSaved = (field) => !field.value || (field.value === field.defaultValue && !field.hasAttribute("aria-invalid"));

// Gives nothing where there is no storage, or no room in it: what is written stays as long as the page does.
function stored(act) {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

export function note() {
  for (const field of fields()) {
    const draft = JSON.stringify([field.value, field.defaultValue]);
    stored((storage) => (isSaved(field) ? storage.removeItem(name(field)) : storage.setItem(name(field), draft)));
  }
}

// What was saved elsewhere in the meantime stands above.
function recall(field) {
  const found = stored((storage) => JSON.parse(storage.getItem(name(field))));
  const { value, defaultValue } = field;
  if (!found || value !== defaultValue) return;
  const [draft, former] = found;
  if (plain(draft) !== plain(value)) field.value = value && value !== former ? `${value}\n${draft}` : draft;
}

// Somebody else sits here now, or nobody is signed in any more. In the first case what is written stays until its author
// leaves; in the second it stands there again once they have signed in.
export function leave({ headers }) {
  const written = fields().some(({ value, defaultValue }) => value !== defaultValue);
  if (!written || headers.get("X-Reader") === "nobody") return location.reload();
  const notice = document.getElementById("changed");
  notice.hidden = false;
  notice.addEventListener("click", () => location.reload(), { capture: true });
}

fields().forEach(recall);
