/* News: the page hears that something has changed, asks for itself again and brings its regions up to date.
   It hears by a stream (data-live on main); where there is none, it asks every few seconds. Nobody who
   presses or types loses anything: see regions.js. */
import { _, clock, element, find, LONG_OUT, say } from "./dom.js";
import { isAnyAt, isAnyCalled, isWhole, LATER, OURS, visit } from "./live.js";
import { bringUp, noteMoves, notePlaces } from "./regions.js";

const PATIENCE = 15000; // ms until a request counts as lost
const SILENCE = 25000; // ms after which a stream that says nothing counts as broken: the server speaks every 10 s
const ASK_EVERY = 5000; // ms, while there is no stream
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;
const LONGEST_PRESS = 3000; // ms that a press can hold news up
const AFTER_PRESS = 80; // ms until the click of a press has come

let stream = null;
let address = ""; // of the stream
let heard = ""; // the version that the stream has told last
let pause = FIRST_PAUSE;
let again; // the timer of the next stream
let silence; // the timer of a stream that says nothing
let isLeaving = false;

/* The strip at the top: a line to be seen from anywhere on the page, such as that it is offline. */
const lines = new Map(); // name: { text, label, act }

function drawStrip() {
  const strip = find("#strip-told");
  if (!strip) return;
  const rows = [...lines.values()].map(({ text, label, act }) => {
    const row = element("p");
    row.append(element("span", text));
    if (label) {
      const button = element("button", label, { type: "button", className: "button" });
      button.addEventListener("click", act);
      row.append(button);
    }
    return row;
  });
  const before = strip.getBoundingClientRect().height;
  strip.replaceChildren(...rows);
  const grown = strip.getBoundingClientRect().height - before;
  if (scrollY > 0 && !CSS.supports("overflow-anchor", "auto")) scrollBy(0, grown); // what is read stays where it is
}

/* ``name`` tells one line from another; with a ``label`` it has a button, which does ``act``. */
function tell(name, text, { label = "", act = null } = {}) {
  if (lines.get(name)?.text === text) return;
  lines.set(name, { text, label, act });
  drawStrip();
  say(text);
}
function untell(name) {
  if (lines.delete(name)) drawStrip();
}

/* When the book has answered last; since then the page is offline once a request is lost. A computer that slept, or went
   to another Wi-Fi, may have another address: this page then never reaches it again. */
let lastMet = new Date();
function met() {
  lastMet = new Date();
  untell("offline");
}
function lost() {
  const moved = Date.now() - lastMet > LONG_OUT ? find("#strip-told").dataset.moved : "";
  const isHeld = navigator.serviceWorker?.controller; // else nothing brings this page back
  const stay = isHeld ? "" : `. ${_("Don’t reload without a connection")}`;
  if (!isLeaving) tell("offline", _("Offline since %(time)s", { time: clock(lastMet) }) + stay + moved);
}

/* No finger is down and nothing that was tapped is on its way: only then may the page change. */
let press = 0; // when the finger went down
let release = 0; // when the last one went up
document.addEventListener("pointerdown", () => { press = performance.now(); }, true);
for (const end of ["pointerup", "pointercancel", "dragend"]) {
  document.addEventListener(end, () => { press = 0; release = performance.now(); }, true);
}
const isPressed = () => (press && performance.now() - press < LONGEST_PRESS) || performance.now() - release < AFTER_PRESS;
async function untilStill() {
  while (isPressed() || isAnyCalled()) await new Promise((over) => setTimeout(over, 30));
}

/* The page that the server shows here by now is another one, say because the round was closed. Without a ``url`` there is
   none, say because this phone was taken out: the whole page says so. */
function goOn(url, page) {
  const go = (source) => {
    if (!url) return location.reload();
    history.replaceState(history.state, "", url);
    visit(url, source);
  };
  const about = { page: page.title };
  if (isAnyAt()) tell("gone", url ? _("The table has moved on: %(page)s. What you typed is still here.", about) : _("%(page)s. What you typed is still here.", about), { label: _("Go there"), act: ({ currentTarget }) => go(currentTarget) });
  else go(find("main"));
}

function show(answer, html) {
  const main = find("main");
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = find("main", page);
  if (!next) return;
  const other = answer.headers.get("HX-Push-Url");
  if (!answer.ok || other || next.dataset.screen !== main.dataset.screen) {
    return goOn(answer.ok ? other ?? location.pathname + location.search : "", page);
  }
  untell("gone");
  if (next.dataset.version !== main.dataset.version) { // the app is a newer one
    if (!isAnyAt()) location.reload();
    return;
  }
  notePlaces(); // first: what is measured after a change is laid out once more
  main.dataset.at = next.dataset.at;
  document.title = page.title;
  bringUp(page);
  noteMoves();
  if (next.dataset.news) say(next.dataset.news);
}

async function ask() {
  const main = find("main");
  const { live, at, again: own } = main.dataset;
  if (!live) return;
  let answer, html;
  try {
    const headers = { "HX-Request": "true", Live: at };
    answer = await fetch(own || location, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    html = await answer.text();
  } catch { return lost(); }
  if (!answer.headers.has(OURS) || answer.headers.has(LATER) || answer.status >= 500 || !isWhole(html)) return lost();
  met();
  if (!html) return;
  await untilStill();
  if (find("main") === main && main.dataset.at === at) show(answer, html);
}
let underway = null;
let isAskedAgain = false;
/* Asks for news, once at a time; what is heard meanwhile is asked for after that. */
export function look() {
  if (underway) isAskedAgain = true;
  underway ??= ask().finally(() => {
    underway = null;
    if (!isAskedAgain) return;
    isAskedAgain = false;
    look();
  });
  return underway;
}

function close() {
  clearTimeout(silence);
  clearTimeout(again);
  stream?.close();
  stream = null;
}
function alive() {
  clearTimeout(silence);
  silence = setTimeout(broken, SILENCE);
  met();
}
/* The page that was tapped for may bring the news itself. */
function hear({ data }) {
  heard = data;
  alive();
  if (!isAnyCalled() && find("main").dataset.at !== heard) look();
}
function broken() {
  close();
  if (isLeaving || document.hidden) return;
  again = setTimeout(listen, pause * (1 + Math.random() / 2));
  pause = Math.min(pause * 2, LONGEST_PAUSE);
  look();
}
/* Keeps the stream of the page that stands here; pages of one game share it. */
function listen() {
  const { live, at } = find("main").dataset;
  if (!live || document.hidden) return close();
  if (stream && address === live) return;
  close();
  address = live;
  heard = "";
  stream = new EventSource(`${live}?since=${encodeURIComponent(at)}`);
  stream.addEventListener("open", () => { pause = FIRST_PAUSE; alive(); });
  stream.addEventListener("message", hear);
  stream.addEventListener("still", alive);
  stream.addEventListener("error", broken);
  silence = setTimeout(broken, SILENCE);
}
/* Without a stream, and where the page could not be shown or reached when something was heard. */
function askNowAndThen() {
  const isBehind = heard && find("main").dataset.at !== heard;
  if (!document.hidden && (isBehind || stream?.readyState !== EventSource.OPEN)) look();
}

const numbers = (version) => version.split(/[.,]/).map(Number);
const isNewer = (version, other) => numbers(version).some((each, place) => each > numbers(other)[place]);
/* Another page stands here. */
function begin() {
  lines.delete("gone");
  drawStrip(); // a new page brings an empty strip
  const { live, at } = find("main").dataset;
  if (stream && address === live && heard && isNewer(heard, at)) look();
  listen();
}
function wake() {
  isLeaving = false;
  pause = FIRST_PAUSE;
  listen();
  look();
}

document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target.id === "page") begin(); });
document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
document.addEventListener("news", look); // live.js: something of this page was written
addEventListener("online", () => (find("main").dataset.live ? wake() : met()));
addEventListener("offline", () => { lost(); broken(); }); // a stream over the network that is gone is not heard of again
addEventListener("pagehide", () => { isLeaving = true; close(); });
addEventListener("pageshow", ({ persisted }) => persisted && wake());
begin();
setInterval(askNowAndThen, ASK_EVERY);
