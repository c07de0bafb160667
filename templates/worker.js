{% load i18n static %}{% get_current_language as LANGUAGE_CODE %}// What a browser does for the site beside showing pages. It shows what is pushed while no page is open too. It keeps
// the lists and boards that were seen last, to be read without a connection, and a move made without one, to be sent once.
// All that is kept is one person's: X-Reader says whom an answer is for. Pages are deleted as soon as an answer is for
// somebody else, or for nobody. A move that is not sent yet stays until the same person is signed in here again.

const ICON = "{% static 'img/icon-192.png' %}";
const STYLES = ["{% static 'css/base.css' %}", "{% static 'css/layout.css' %}", "{% static 'css/components.css' %}"];
const STATIC = "{% get_static_prefix %}";
const NOTHING = "{% filter escapejs %}{% include 'offline.html' %}{% endfilter %}";
const LANGUAGE = "{% if LANGUAGE_CODE == 'en' %}en-GB{% else %}{{ LANGUAGE_CODE }}{% endif %}";
const OLD = "{{ seen_last|escapejs }}";
const LOST = "{{ move_lost|escapejs }}";
const OPEN = "{{ open_match|escapejs }}";
const UNSENT = "{{ move_unsent|escapejs }}";

const FILES = "files"; // the one cache that is nobody's
const MOST = 200; // answers in a cache, the oldest dropped
const SAID = 5_000; // milliseconds
const LISTS = "{% url 'my_matches' %}";
const SIGN_IN = "{% url 'account_login' %}";
const BOARD = /^\/m\/[^/]+\/$/;
const MOVE = /^(\/m\/[^/]+\/)submit$/;
const STAMP = /^\/m\/[^/]+\/stamp$/;
const MATCH = /<article id="match"[^]*<\/article>/;
const TOKEN = /name="csrfmiddlewaretoken" value="([^"]+)"/;
const NOTICES = '<div class="notices">'; // of a match page
const CAPTION = '<div class="caption">'; // of a board
const BY_SWAP = { "HX-Request": "true", "X-Refresh": "untouched" };
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
    if (name.startsWith("pages ") && name !== `pages ${mark}`) await caches.delete(name);
    if (name.startsWith("moves ") && name !== `moves ${mark}`) await forgetBoards(await caches.open(name));
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
  const name = await named("pages ");
  if (name) await (await caches.open(name)).delete(path);
}

// --- Moves made without a connection ---

// A board whose page says that a move is kept (js/match.js).
const marked = (text) => text.replace('<article id="match"', (start) => `${start} data-kept`);

async function movesOf(mark) {
  const name = `moves ${mark}`;
  return (await caches.has(name)) ? caches.open(name) : null;
}

const ofPages = async () => (await named("pages "))?.slice("pages ".length);

// The matches of which a move is not sent yet ("submit"), or was not accepted ("refused").
async function matchesOf(moves, what) {
  const paths = moves ? (await moves.keys()).map(({ url }) => new URL(url).pathname) : [];
  return paths.filter((path) => path.endsWith(`/${what}`)).map((path) => path.slice(0, -what.length));
}

async function keepMove(path, body) {
  const mark = await ofPages();
  const page = mark && (await caches.match(path, { cacheName: `pages ${mark}` }));
  if (!page) return Response.error();
  await (await caches.open(`moves ${mark}`)).put(`${path}submit`, new Response(body));
  self.registration.sync?.register("moves").catch(() => {}); // otherwise a page that is open has it sent
  return new Response(marked((await page.text()).match(MATCH)[0]), { headers: HTML });
}

const isLater = (answer, mark) => !answer || reader(answer) !== mark || answer.status === 429 || answer.status >= 500;

async function send(moves, mark, path) {
  const now = await fetch(path, { headers: BY_SWAP }).catch(() => null);
  if (isLater(now, mark)) return;
  const body = new URLSearchParams(await (await moves.match(`${path}submit`)).text());
  const token = (await now.text()).match(TOKEN)?.[1]; // it changes when somebody signs in again
  if (!token) return refuse(moves, path, ""); // there is nothing to send any more
  body.set("csrfmiddlewaretoken", token);
  body.delete("go_on");
  const answer = await fetch(`${path}submit`, { method: "POST", body, headers: BY_SWAP }).catch(() => null);
  if (isLater(answer, mark)) return;
  if (!answer.ok) return refuse(moves, path, await answer.text());
  await moves.delete(`${path}submit`);
  await renew(path, answer);
}

async function refuse(moves, path, text) {
  await moves.put(`${path}refused`, new Response(text, { headers: HTML }));
  await moves.delete(`${path}submit`);
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage({ refused: path });
}

// Of a move that was refused it stays known that it was, and no board.
async function forgetBoards(moves) {
  for (const path of await matchesOf(moves, "refused")) await moves.put(`${path}refused`, new Response("", { headers: HTML }));
}

const sendMoves = () => navigator.locks.request("moves", async () => {
  const mark = await ofPages();
  const moves = mark && (await movesOf(mark));
  for (const path of await matchesOf(moves, "submit")) await send(moves, mark, path);
});

// --- What is said of them ---

const soon = (event, done) => event.waitUntil(new Promise((passed) => setTimeout(passed, SAID)).then(done));

// The answer with what became of a move that was refused, for all that ask in this while.
async function withRefusal(event, answer, path) {
  const moves = await movesOf(reader(answer));
  const refused = moves && (await moves.match(`${path}refused`));
  if (!refused || !answer.ok) return answer;
  soon(event, () => moves.delete(`${path}refused`));
  if (MATCH.test(await refused.clone().text())) return withBoard(answer, refused);
  const said = `<p class="message error" role="alert">${LOST}</p>`;
  return like(answer, (await answer.text()).replace(CAPTION, (start) => start + said));
}

// Whether a move in a match of the reader of this answer is not sent yet.
async function waits(answer, path) {
  return (await matchesOf(await movesOf(reader(answer)), "submit")).includes(path);
}

async function unsent() {
  for (const name of await caches.keys()) {
    if (name.startsWith("moves ") && (await matchesOf(await caches.open(name), "submit")).length) return true;
  }
  return false;
}

const notice = (said) => `<p class="message warning" role="alert"><span>${said}</span></p>`;

// What pages say of moves that were refused in other matches: until the match has said it, or once where it cannot.
async function lost(event, answer, here) {
  const moves = await movesOf(reader(answer));
  const paths = (await matchesOf(moves, "refused")).filter((path) => path !== here || !answer.ok);
  for (const path of paths) {
    const text = await (await moves.match(`${path}refused`)).text();
    if (!MATCH.test(text)) soon(event, () => moves.delete(`${path}refused`));
  }
  return paths.map((path) => notice(`${LOST} <a href="${path}">${OPEN}</a>`)).join("");
}

async function notices(event, answer, path) {
  if (reader(answer) !== "nobody") return lost(event, answer, path);
  return path.startsWith(SIGN_IN) && (await unsent()) ? notice(UNSENT) : "";
}

async function withNotices(event, answer, path) {
  const said = await notices(event, answer, path);
  if (!said) return answer;
  const text = await answer.text();
  if (text.includes(NOTICES)) return like(answer, text.replace(NOTICES, (start) => start + said));
  return like(answer, text.replace(/<main[^>]*>/, (main) => main + said));
}

const isPage = (answer) => reader(answer) && answer.headers.get("Content-Type")?.startsWith("text/html");

// A board, or a page with one, with what there is to say of the move that was made on it without a connection.
async function told(event, answer, path) {
  if (!isPage(answer) || !BOARD.test(path)) return answer;
  if (await waits(answer, path)) return like(answer, marked(await answer.text()));
  return withRefusal(event, answer, path);
}

// --- What pages ask for ---

async function offline(path) {
  const kept = await caches.match(path, { ignoreSearch: true });
  if (!kept) return new Response(NOTHING, { status: 503, headers: HTML });
  const said = `${OLD} ${new Date(kept.headers.get("Date")).toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" })}`;
  const text = (await waits(kept, path)) ? marked(await kept.text()) : await kept.text();
  if (text.includes('id="offline"')) return like(kept, text.replace(/(<p id="offline"[^>]*) hidden>[^<]*/, `$1>${said}`));
  return like(kept, text.replace(/<main[^>]*>/, (main) => `${main}<p class="message warning" role="status">${said}</p>`));
}

async function page(event, path) {
  try {
    await sendMoves();
    const answer = await fetch(event.request);
    event.waitUntil(answer.status === 404 && BOARD.test(path) ? forget(path) : keep(path, answer.clone()).then(sendMoves));
    const page = await told(event, answer, path);
    return isPage(page) ? await withNotices(event, page, path) : page;
  } catch {
    return offline(path);
  }
}

async function board(event, path) {
  await sendMoves();
  const answer = await fetch(event.request);
  event.waitUntil(renew(path, answer.clone()));
  return told(event, answer, path);
}

async function move(event, path) {
  const [body, moves] = [await event.request.clone().text(), await movesOf(await ofPages())];
  for (const old of ["submit", "refused"]) await moves?.delete(path + old); // this one counts
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
