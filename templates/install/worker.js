/* Keeps the last page of each game that this phone was shown, and shows it while the server is away. It asks the server
   first, always; a POST it does not touch. A new version of the app brings another worker, and what the old one kept goes. */
const ROOT = {{ root|tojson }};
const FILES = {{ files|tojson }};
const CACHE = `referee-${VERSION}`;
const MOST = 30; // pages
const END = '<i id="end" hidden>'; // comes last in every page of ours
const OURS = "Table-Referee"; // a header of every answer of the server itself
const KEPT_AT = "Kept-At";
const FRAME = "/kept-frame"; // under this key: the last page that came whole
const ours = new Set(FILES);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("referee-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
  // the pages that are open came before this worker did
  for (const { url } of await self.clients.matchAll({ type: "window" })) await ask(url);
})()));

self.addEventListener("message", (event) => event.waitUntil(ask(event.data.keep)));

const ask = async (url) => {
  if (isKept(new URL(url))) await fetch(url).then((answer) => keep(url, answer)).catch(() => {});
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (ours.has(url.pathname + url.search)) {
    event.respondWith(caches.match(request, { cacheName: CACHE, ignoreVary: true }).then((file) => file ?? fetch(request)));
  } else if (request.mode === "navigate") {
    event.respondWith(shown(event));
  } else if (request.headers.has("HX-Request") && isKept(url)) {
    event.respondWith(passed(event));
  }
});

const isKept = ({ pathname }) => pathname === `${ROOT}/` || pathname.startsWith(`${ROOT}/g/`);

/* Part of a page, as htmx and the news ask for it: the server's answer and nothing else. */
async function passed(event) {
  const answer = await fetch(event.request);
  event.waitUntil(keep(event.request.url, answer.clone()).catch(() => {}));
  return answer;
}

/* A whole page: the server's, or the last one kept. */
async function shown(event) {
  let answer;
  try {
    answer = await buffered(await fetch(event.request));
    if (answer.isCut) answer = await fetch(event.request).then(buffered).catch(() => answer); // once more, before anything older
  } catch (failed) {
    const last = await kept(new URL(event.request.url));
    if (last) return last;
    throw failed;
  }
  const { page, isCut } = answer;
  if (isCut) return (await kept(new URL(event.request.url))) ?? page; // the page itself looks for the rest of it (gate.js)
  event.waitUntil(keep(event.request.url, page.clone()).catch(() => {}));
  return page;
}

/* The whole of a page before any of it is shown; ``isCut`` where its end did not come. */
async function buffered(answer) {
  if (answer.type !== "basic" || !answer.body || !/^text\/html/.test(answer.headers.get("Content-Type"))) return { page: answer, isCut: false };
  const pieces = [];
  let isBroken = false;
  try {
    for (const reader = answer.body.getReader();;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
    }
  } catch { isBroken = true; }
  const body = await new Blob(pieces).text();
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // of what was on its way
  const page = new Response(body, { status: answer.status, statusText: answer.statusText, headers });
  return { page, isCut: isBroken || (/^\s*<!doctype/i.test(body) && answer.headers.has(OURS) && !body.includes(END)) };
}

async function keep(address, answer) {
  const url = new URL(address);
  if (answer.status === 401 || answer.status === 403) { // this phone may not see it any more
    await forget(() => true);
  } else if (answer.status === 404 || answer.status === 410) {
    await forget(({ pathname }) => pathname === url.pathname);
  } else if (answer.status === 204 && isKept(url)) {
    await touch(address);
  } else if (answer.status === 200 && isKept(url) && !answer.redirected && /^text\/html/.test(answer.headers.get("Content-Type"))) {
    await write(address, answer);
  }
}

async function write(address, answer) {
  const cache = await caches.open(CACHE);
  const headers = { "Content-Type": "text/html; charset=utf-8", [KEPT_AT]: new Date().toISOString() };
  for (const name of ["Content-Security-Policy", "Referrer-Policy"]) headers[name] = answer.headers.get(name) ?? "";
  let page = await answer.text();
  if (!page.includes(END)) return; // it was cut off, or is no page of ours
  if (/^\s*<!doctype/i.test(page)) {
    await cache.put(FRAME, new Response(page, { headers }));
  } else {
    const frame = await cache.match(FRAME);
    if (!frame) return;
    page = framed(await frame.text(), page);
    if (!page) return;
  }
  await cache.put(keyOf(address), new Response(page, { headers }));
  const keys = (await cache.keys()).filter(({ url }) => isKept(new URL(url)));
  for (const key of keys.slice(0, -MOST)) await cache.delete(key); // put again, a key is the last one
}

/* A part in the frame of a whole page, as the browser has it when the part has come; empty where they do not fit. */
function framed(frame, part) {
  const version = (text) => /data-version="([^"]*)"/.exec(text)?.[1];
  if (version(frame) !== version(part)) return "";
  const title = /<title>[\s\S]*?<\/title>/;
  const begin = frame.indexOf('<div id="page">') + '<div id="page">'.length;
  const end = frame.lastIndexOf("</div>", frame.lastIndexOf("</body>"));
  const inner = part.replace(title, "");
  const head = frame.slice(0, begin).replace(title, () => title.exec(part)?.[0] ?? "<title>Table Referee</title>");
  return `${head}\n${inner}\n${frame.slice(end)}`;
}

/* Asked for again, and it is as it was. */
async function touch(address) {
  const cache = await caches.open(CACHE);
  const page = await cache.match(keyOf(address));
  if (!page) return;
  const headers = new Headers(page.headers);
  headers.set(KEPT_AT, new Date().toISOString());
  await cache.put(keyOf(address), new Response(await page.text(), { headers }));
}

async function forget(isGone) {
  const cache = await caches.open(CACHE);
  for (const key of await cache.keys()) {
    const url = new URL(key.url);
    if ((isKept(url) || url.pathname === FRAME) && isGone(url)) await cache.delete(key);
  }
}

/* The page of this address as it was; else the last one of its game, at its own address. */
async function kept(url) {
  const cache = await caches.open(CACHE);
  const page = await cache.match(keyOf(url.href));
  if (page) return asItWas(page);
  const game = /^\/g\/[^/]+/.exec(url.pathname.slice(ROOT.length))?.[0];
  const keys = (await cache.keys()).map((key) => new URL(key.url)).filter(isKept);
  const last = keys.findLast(({ pathname }) => (game ? `${pathname}/`.startsWith(`${ROOT}${game}/`) : pathname === `${ROOT}/`));
  return last && last.href !== keyOf(url.href) ? Response.redirect(last.href) : undefined;
}

async function asItWas(page) {
  const at = new Date(page.headers.get(KEPT_AT));
  const day = at.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "long" };
  const time = at.toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
  const words = `No connection to the server. This page is as it was at ${time}.`;
  const strip = `<p class="notice warning" id="last-state" data-announce>${words}</p>`;
  const html = (await page.text()).replace(/(<main\b[^>]*>)/, (main) => `${main}${strip}`);
  return new Response(html, { headers: page.headers });
}

const keyOf = (address) => address.replace(/#.*/, "");
