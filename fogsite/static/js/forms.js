// What every page needs of a browser, its forms above all: sixteen random bytes, so that nobody else alone decides what
// chance brings, remembered with the seal they were given for until the match can be checked (check-page.js); and where no
// answer comes, that the page says so, or is loaded whole because a session or a guest's day is over. A form that loads a
// page shows that it was pressed until the page comes, and is sent once; so does a link to a match, and choose.js does the
// same for what changes a board in its place.

const REMEMBERED = 200; // shares given, oldest dropped
const LONGEST = 30_000; // milliseconds; a download leaves its page where it is, and a lost line lets one press again
const TWICE = 1000; // milliseconds in which a second press is the same press

// What other scripts ask for comes in the language of their page: another tab may have chosen another one since.
export const ask = (address, { headers, ...options } = {}) =>
  fetch(address, { cache: "no-store", ...options, headers: { "X-Page-Language": document.documentElement.lang, ...headers } });

const bytes = crypto.getRandomValues(new Uint8Array(16));
const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fill() {
  for (const field of document.querySelectorAll("input[name=entropy]")) field.value = text;
}

document.addEventListener("htmx:load", fill);
fill();

function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem("seals"));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function remember({ match, seal, house }, share) {
  const given = { match, seal, share, house: house !== undefined, at: new Date().toISOString() };
  try {
    localStorage.setItem("seals", JSON.stringify([...remembered(), given].slice(-REMEMBERED)));
  } catch {
    // no storage, or no room in it: one can play all the same
  }
}

let pressed = -TWICE;

document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("input[name=entropy]");
  if (!field) return;
  if (event.timeStamp - pressed < TWICE) event.preventDefault(); // a visitor would become two guests
  pressed = event.timeStamp;
  remember(field.dataset, field.value);
});

function release() {
  for (const sent of document.querySelectorAll("[data-sent]")) sent.removeAttribute("data-sent");
  for (const button of document.querySelectorAll("form .pressed")) button.classList.remove("pressed");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.hasAttribute("hx-post")) return;
  if (form.hasAttribute("data-sent")) return event.preventDefault();
  form.toggleAttribute("data-sent", true);
  event.submitter?.classList.add("pressed");
  setTimeout(release, LONGEST);
});

const TO_MATCH = /^\/(m\/[^/]+\/(\d+\/)?|i\/[^/]+\/?|matches\/(next\/)?)$/;
// Seen by the window, after what a script of the page makes of the press.
const isElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }) => ctrlKey || metaKey || shiftKey || altKey;

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]:not([target], [download])");
  if (!link || event.defaultPrevented || isElsewhere(event)) return;
  if (link.origin !== location.origin || link.hash || !TO_MATCH.test(link.pathname)) return;
  link.toggleAttribute("data-sent", true);
  setTimeout(release, LONGEST);
});

addEventListener("pageshow", release); // also when the browser goes back to a page that it has kept

// An answer without the part of the page that it is to replace is a page to sign in.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.detail.shouldSwap || event.detail.serverResponse.includes(`id="${event.detail.target.id}"`)) return;
  event.detail.shouldSwap = false;
  location.reload();
});

const trouble = (isThere) => document.getElementById("trouble")?.toggleAttribute("hidden", !isThere);

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    const status = event.detail.xhr?.status;
    if (status === 404 && event.target.closest("#chat")) document.dispatchEvent(new CustomEvent("fresh")); // see js/match.js
    else if ([403, 404].includes(status)) location.reload(); // signed out: the page itself says what to do
    else trouble(true);
  });
}

document.addEventListener("htmx:beforeRequest", () => trouble(false));
