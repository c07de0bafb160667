// Lets allauth's script work a form marked with what it is for (data-passkey), where the browser has passkeys, and says
// so where none was used.

const { addForm, authenticateForm, loginForm } = window.allauth.webauthn.forms;
const USES = { add: addForm, authenticate: authenticateForm, login: loginForm };
const IDS = { credential: "id_credential", data: "js_data", passwordless: "id_passwordless" };

const form = document.querySelector("form[data-passkey]");

const show = (selector) => {
  form.querySelector(selector).hidden = false;
};

if (form && window.PublicKeyCredential) {
  const use = form.dataset.passkey;
  USES[use]({ ids: { ...IDS, [use]: "passkey_use" } });
  show("[data-passkey-button]");
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  show("[data-passkey-fault]");
});
