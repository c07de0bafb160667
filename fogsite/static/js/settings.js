// What a player has chosen beside the board, in this browser: sounds, animation, to be asked again before each
// move, and the board turned round.

const DEFAULTS = { sounds: "off", pace: "on", confirm: "off", turned: "off" };

export function setting(name) {
  try {
    return localStorage.getItem(name) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name]; // no storage: nothing can be chosen
  }
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const isStill = () => reduced.matches || setting("pace") === "off";

export function show(part) {
  for (const field of part.querySelectorAll("[data-setting]")) {
    const chosen = setting(field.dataset.setting);
    if (field.type === "checkbox") field.checked = chosen === "on";
    else field.value = chosen;
  }
}

export function choose(name, chosen) {
  localStorage.setItem(name, chosen);
  show(document);
  if (name === "turned") document.documentElement.toggleAttribute("data-turned", chosen === "on");
}
