// Shows all keys of the page of a match over it, from where the page lists them.

export function show(help) {
  const dialog = document.createElement("dialog");
  dialog.className = "keys-dialog";
  dialog.setAttribute("aria-labelledby", "keys-title");
  const title = document.createElement("h2");
  title.id = "keys-title";
  title.textContent = help.querySelector("summary").textContent;
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = help.dataset.close;
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, help.querySelector("dl").cloneNode(true), close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
