// Sixteen random bytes from this browser, so that nobody else alone decides what chance will bring.

const bytes = crypto.getRandomValues(new Uint8Array(16));
const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fill() {
  for (const field of document.querySelectorAll("input[name=entropy]")) field.value = text;
}

document.addEventListener("htmx:load", fill);
fill();
