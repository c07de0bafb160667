// Tells the site the browser's time zone: fills the hidden field of sign-up, suggests itself in the settings.

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("[data-time-zone]")) {
  if (field.dataset.timeZone === "fill") {
    field.value = here;
  } else if ([...field.options].some((option) => option.value === here) && field.value !== here) {
    suggest(field);
  }
}

function suggest(field) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet";
  button.textContent = here.replaceAll("_", " ");
  button.addEventListener("click", () => {
    field.value = here;
    field.focus();
    button.remove();
  });
  field.after(" ", button);
}
