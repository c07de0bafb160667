// Shows what needs passkeys where the browser has them, and says so where one was not used.

const all = (name) => document.querySelectorAll(`[${name}]`);

if (window.PublicKeyCredential) {
  all("data-passkey").forEach((each) => {
    each.hidden = false;
  });
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  all("data-passkey-fault").forEach((each) => {
    each.hidden = false;
  });
});
