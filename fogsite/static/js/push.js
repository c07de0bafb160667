// Has this browser notified: by a button, and once it was pressed, again at a visit where the browser's address at its push
// service has changed, or the site's key.

import { ask } from "./forms.js";

const form = document.querySelector("form[data-push]");
const MARK = "push"; // whose notices this browser takes, and its address

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

async function subscribed() {
  await navigator.serviceWorker.register(form.dataset.worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) };
  try {
    return (await pushManager.subscribe(options)).toJSON();
  } catch (fault) {
    if (fault.name !== "InvalidStateError") throw fault;
  }
  await (await pushManager.getSubscription())?.unsubscribe(); // it was made with a former key of the site
  return (await pushManager.subscribe(options)).toJSON();
}

function fill({ endpoint, keys }) {
  Object.assign(form.elements.endpoint, { value: endpoint });
  form.elements.p256dh.value = keys.p256dh;
  form.elements.auth.value = keys.auth;
  localStorage.setItem(MARK, form.dataset.user);
}

async function add(event) {
  event.preventDefault();
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
    fill(await subscribed());
  } catch {
    form.querySelector("[data-push-fault]").hidden = false;
    return;
  }
  form.submit();
}

async function renew() {
  if (Notification.permission !== "granted" || localStorage.getItem(MARK) !== form.dataset.user) return;
  fill(await subscribed());
  const body = new FormData(form);
  body.append("quiet", "1");
  await ask(form.action, { method: "POST", body });
}

if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  form.addEventListener("submit", add);
  form.hidden = "quietly" in form.dataset;
  renew().catch(() => {}); // the next visit tries again
}
