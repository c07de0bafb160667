// Of the sentences that a moderator can begin with, the list has those of the chosen measure alone. The key of each
// begins with its measure. Without this script all of them stand there, below the names of the measures.

for (const list of document.querySelectorAll('select[name$="template"]')) {
  const groups = [...list.querySelectorAll("optgroup")];
  const measures = [...document.querySelectorAll(`[name="${list.name.replace("template", "kind")}"]`)];

  const show = () => {
    const kind = measures.find((measure) => measure.checked)?.value;
    const chosen = list.value;
    for (const group of groups) group.remove();
    list.append(...groups.filter((group) => !kind || group.firstElementChild.value.startsWith(`${kind}-`)));
    list.value = chosen;
    if (list.selectedIndex < 0) list.value = "";
  };

  for (const measure of measures) measure.addEventListener("change", show);
  addEventListener("pageshow", show);
  show();
}
