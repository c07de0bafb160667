{% load i18n static %}{% get_current_language as LANGUAGE_CODE %}// What a browser does for the site beside showing pages. It shows what is pushed while no page is open too. It keeps
// the lists and boards that were seen last, to be read without a connection, and a move made without one, to be sent once.
// All that is kept is one person's: X-Reader says whom an answer is for, and what is another's is deleted as soon as a
// page comes in for somebody else, or for nobody.

const ICON = "{% static 'img/icon-192.png' %}";
const STYLES = ["{% static 'css/base.css' %}", "{% static 'css/layout.css' %}", "{% static 'css/components.css' %}"];
const STATIC = "{% get_static_prefix %}";
const NOTHING = "{% filter escapejs %}{% include 'offline.html' %}{% endfilter %}";
const LANGUAGE = "{% if LANGUAGE_CODE == 'en' %}en-GB{% else %}{{ LANGUAGE_CODE }}{% endif %}";
const OLD = "{{ seen_last|escapejs }}";
const KEPT = "{{ move_kept|escapejs }}";

const FILES = "files"; // the one cache that is nobody's
const MOST = 200; // answers in a cache, the oldest dropped
const SAID = 5_000; // milliseconds
const LISTS = "{% url 'my_matches' %}";
const WAITING = "{% url 'waiting' %}";
const BOARD = /^\/m\/[^/]+\/$/;
const MOVE = /^(\/m\/[^/]+\/)submit$/;
const STAMP = /^\/m\/[^/]+\/stamp$/;
const MATCH = /<article id="match"[^]*<\/article>/;
const HTML = { "Content-Type": "text/html; charset=utf-8" };

// --- What is pushed ---

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

// --- What is kept, and whose it is: caches "pages <reader>" and "moves <reader>" ---

const reader = (answer) => answer.headers.get("X-Reader");
const named = async (kind) => (await caches.keys()).find((name) => name.startsWith(kind));

async function forgetOthers(mark) {
  for (const name of await caches.keys()) {
    if (name !== FILES && !name.endsWith(` ${mark}`)) await caches.delete(name);
  }
  if (mark !== "nobody" || Notification.permission !== "granted") return;
  for (const shown of await self.registration.getNotifications()) shown.close();
  await navigator.setAppBadge?.(0).catch(() => {});
}

async function put(name, request, answer) {
  const cache = await caches.open(name);
  await cache.put(request, answer);
  for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old);
}

function like(answer, text) {
  const headers = new Headers(answer.headers);
  for (const ofTheBody of ["Content-Encoding", "Content-Length"]) headers.delete(ofTheBody);
  return new Response(text, { status: answer.status, headers });
}

// A page with the board of another answer.
async function withBoard(page, answer) {
  const [text, board] = [await page.text(), (await answer.text()).match(MATCH)?.[0]];
  return like(page, board ? text.replace(MATCH, () => board) : text);
}

async function keep(path, answer) {
  const mark = reader(answer);
  if (!mark) return; // it does not say whom it is for
  await forgetOthers(mark);
  if (mark !== "nobody" && answer.ok && (path === LISTS || BOARD.test(path))) await put(`pages ${mark}`, path, answer);
}

// The board has changed on an open page: the page that is kept changes with it.
async function renew(path, answer) {
  const name = `pages ${reader(answer)}`;
  const page = (await caches.has(name)) && (await caches.match(path, { cacheName: name }));
  if (page && answer.ok) await put(name, path, await withBoard(page, answer));
}

// A match that is its reader's no more, as when somebody else has taken over the seat, is not kept.
async function forget(path) {
  for (const name of await caches.keys()) {
    if (name !== FILES) for (const kept of [path, `${path}submit`, `${path}refused`]) await (await caches.open(name)).delete(kept);
  }
}

// --- Moves made without a connection ---

async function keepMove(path, body) {
  const name = await named("pages ");
  const page = name && (await caches.match(path, { cacheName: name }));
  if (!page) return Response.error();
  await put(name.replace("pages", "moves"), `${path}submit`, new Response(body));
  self.registration.sync?.register("moves").catch(() => {}); // otherwise a page that is open has it sent
  const said = `<div class="notices"><p class="message warning" role="alert">${KEPT}</p></div>`;
  const board = (await page.text()).match(MATCH)[0];
  return new Response(board.replace("</article>", (end) => said + end), { headers: HTML });
}

async function send(moves, { url }) {
  const body = await (await moves.match(url)).text();
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
  const answer = await fetch(url, { method: "POST", body, headers }).catch(() => null);
  if (!answer || answer.status === 429 || answer.status >= 500) return; // later
  await moves.delete(url);
  const path = new URL(url).pathname.match(MOVE)[1];
  if (answer.ok) await renew(path, answer);
  else await moves.put(`${path}refused`, new Response(await answer.text(), { headers: HTML }));
}

const sendMoves = () => navigator.locks.request("moves", async () => {
  const name = await named("moves ");
  const moves = name && (await caches.open(name));
  const waiting = name ? (await moves.keys()).filter(({ url }) => url.endsWith("/submit")) : [];
  const answer = waiting.length ? await fetch(WAITING).catch(() => null) : null;
  if (!answer?.ok || name !== `moves ${reader(answer)}`) return; // not now, or not by whoever is signed in
  for (const move of waiting) await send(moves, move);
});

// What became of a move that was refused is said with the board as it is, to all that ask in this while.
async function refusal(event, path) {
  const name = await named("moves ");
  const moves = name && (await caches.open(name));
  const refused = name && (await moves.match(`${path}refused`));
  if (refused) event.waitUntil(new Promise((done) => setTimeout(done, SAID)).then(() => moves.delete(`${path}refused`)));
  return refused;
}

// --- What pages ask for ---

async function offline(path) {
  const kept = await caches.match(path, { ignoreSearch: true });
  if (!kept) return new Response(NOTHING, { status: 503, headers: HTML });
  const said = `${OLD} ${new Date(kept.headers.get("Date")).toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" })}`;
  const text = await kept.text();
  if (text.includes('id="offline"')) return like(kept, text.replace(/(<p id="offline"[^>]*) hidden>[^<]*/, `$1>${said}`));
  return like(kept, text.replace(/<main[^>]*>/, (main) => `${main}<p class="message warning" role="status">${said}</p>`));
}

async function page(event, path) {
  try {
    await sendMoves();
    const answer = await fetch(event.request);
    event.waitUntil(answer.status === 404 && BOARD.test(path) ? forget(path) : keep(path, answer.clone()));
    const refused = answer.ok && (await refusal(event, path));
    return refused ? withBoard(answer, refused) : answer;
  } catch {
    return offline(path);
  }
}

async function board(event, path) {
  await sendMoves();
  const answer = (await refusal(event, path)) ?? (await fetch(event.request));
  event.waitUntil(renew(path, answer.clone()));
  return answer;
}

async function move(event, path) {
  const [body, name] = [await event.request.clone().text(), await named("moves ")];
  for (const old of ["submit", "refused"]) if (name) await (await caches.open(name)).delete(path + old); // this one counts
  const answer = await fetch(event.request).catch(() => keepMove(path, body));
  if (answer.redirected) event.waitUntil(renew(path, answer.clone()));
  return answer;
}

async function stamp(event, path) {
  await sendMoves();
  const answer = await fetch(event.request);
  if (answer.status === 404) event.waitUntil(forget(path.slice(0, -"stamp".length)));
  return answer;
}

async function file({ request }) {
  const answer = await fetch(request).catch(() => null);
  const kept = await caches.match(request, { cacheName: FILES, ignoreVary: true });
  if (answer?.ok && !kept) await put(FILES, request, answer.clone());
  return answer ?? kept ?? Response.error();
}

function answered(event) {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const bySwap = request.headers.has("HX-Request");
  if (origin !== self.location.origin || /^\/[to]\//.test(pathname)) return null; // links in emails are nobody's
  if (request.method === "POST") return bySwap && MOVE.test(pathname) ? move(event, pathname.match(MOVE)[1]) : null;
  if (request.mode === "navigate") return page(event, pathname + search);
  if (pathname.startsWith(STATIC)) return file(event);
  if (BOARD.test(pathname) && bySwap) return board(event, pathname);
  return STAMP.test(pathname) ? stamp(event, pathname) : null;
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES).then((files) => files.addAll(STYLES)));
});
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
self.addEventListener("sync", (event) => event.waitUntil(sendMoves()));
self.addEventListener("fetch", (event) => {
  const answer = answered(event);
  if (answer) event.respondWith(answer);
});
