// Offers once, on a phone, to put the site among its apps: where the matches are listed, to somebody who has one to come
// back to. No matter what the answer is, this browser is not asked again.

const ANSWERED = "install-answered";
const offer = document.getElementById("install");

let install = null; // what the browser has to be asked

function isAnswered() {
  try {
    return localStorage.getItem(ANSWERED) !== null;
  } catch {
    return true; // no storage: it would be offered again and again
  }
}

function close() {
  offer.hidden = true;
  localStorage.setItem(ANSWERED, "");
}

function show(event) {
  if (isAnswered() || !matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault(); // the browser's own offer
  install = event;
  offer.hidden = false;
}

function answer({ target }) {
  const button = target.closest("button");
  if (!button) return;
  close();
  if (button.matches(".yes")) install.prompt();
}

if (offer) {
  addEventListener("beforeinstallprompt", show);
  addEventListener("appinstalled", close);
  offer.addEventListener("click", answer);
}
