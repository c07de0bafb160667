// Choosing a move on the board. Works on the form of choices alone, whatever the game:
// an element with data-steps offers those choices when tapped, one with data-part-of lights up with them,
// one with data-key can be tapped by that key. Without this script the form does it all.

const form = () => document.getElementById("choices");
const labels = () => [...form().querySelectorAll(".choice")];
const radio = (label) => label.querySelector("input");
const texts = (list) => (list ?? "").split(" ").filter(Boolean);

function narrow(steps) {
  form().toggleAttribute("data-narrowed", true);
  for (const label of labels()) {
    label.hidden = !steps.includes(label.dataset.step);
    radio(label).checked = false;
  }
  const left = labels().filter((label) => !label.hidden);
  if (left.length === 1) radio(left[0]).checked = true;
  show();
  (left.length === 1 ? submitter() : radio(left[0])).focus();
}

function takeBack() {
  form().removeAttribute("data-narrowed");
  for (const label of labels()) {
    label.hidden = false;
    radio(label).checked = false;
  }
  show();
}

const submitter = () => form().querySelector("button[type=submit]");

function show() {
  const chosen = labels().find((label) => radio(label).checked);
  const composing = chosen || form().hasAttribute("data-narrowed");
  form().querySelector(".composed").textContent = chosen ? chosen.textContent.trim() : "";
  submitter().disabled = !chosen;
  form().querySelector(".take-back").hidden = !composing;
  for (const part of document.querySelectorAll("#match [data-part-of]")) {
    part.classList.toggle("lit", Boolean(chosen) && texts(part.dataset.partOf).includes(chosen.dataset.step));
  }
}

function enhance() {
  if (!form()) return;
  const cards = document.querySelectorAll("#match [data-key]");
  form().querySelector(".keys").hidden = cards.length === 0;
  for (const card of cards) {
    card.tabIndex = 0;
    card.setAttribute("role", "button");
  }
  show();
}

function tapped(event) {
  if (!form()) return;
  if (event.target.closest(".take-back")) return takeBack();
  const part = event.target.closest("#match [data-steps]");
  if (part) narrow(texts(part.dataset.steps));
}

function keyed(event) {
  if (!form() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return takeBack();
  const focused = document.activeElement;
  if (focused.dataset?.key && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return narrow(texts(focused.dataset.steps));
  }
  const card = document.querySelector(`#match [data-key="${CSS.escape(event.key)}"]`);
  if (card) narrow(texts(card.dataset.steps));
}

document.addEventListener("click", tapped);
document.addEventListener("keydown", keyed);
document.addEventListener("change", (event) => form()?.contains(event.target) && show());
document.addEventListener("htmx:load", enhance);
enhance();
