// Turns a board round before it is first drawn, for players who chose that in the menu of a match (js/settings.js). The
// style sheet of the game does the rest: in the page nothing changes its place, its number or its name.

try {
  document.documentElement.toggleAttribute("data-turned", localStorage.getItem("turned") === "on");
} catch {
  // no storage: nothing can be chosen
}
