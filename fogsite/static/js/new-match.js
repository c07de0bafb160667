// Hides each option of a new match that means nothing beside what is chosen of another one.

const form = document.querySelector(".invite");

function settle() {
  for (const option of form.querySelectorAll("[data-only-with]")) {
    const [name, value] = option.dataset.onlyWith.split("=");
    option.hidden = form.elements[name].value !== value && !option.querySelector(".errorlist");
  }
}

form.addEventListener("change", settle);
settle();
