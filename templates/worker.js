{% load static %}// Shows what is pushed to this browser, while no page of the site is open too.

const ICON = "{% static 'img/icon-192.png' %}";

async function show({ subject, url, tag, waiting }) {
  if (navigator.setAppBadge) await navigator.setAppBadge(waiting).catch(() => {});
  await self.registration.showNotification(subject, { tag, icon: ICON, data: { url }, renotify: tag !== "" });
}

// A page of the match that is open already is brought to the front.
async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = new URL(url, self.location).pathname;
  const here = pages.find((page) => new URL(page.url).pathname === path);
  return here ? here.focus() : self.clients.openWindow(path);
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
