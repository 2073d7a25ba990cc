/* How the entries of the queue go out: in order, from one tab at a time. What somebody has just tapped goes out by its
   form, and the answer is shown as the page that follows; everything else goes out beside the page. */
import { _, find, say, TAPPED } from "./dom.js";
import { deliver, isAnyCalled, isNoNews, isTyping, renew } from "./live.js";
import { isCarried, isOfTheBook, line, send } from "./post.js";
import { changed, inState, isKept, loaded, move, reload, stateOf } from "./queue.js";
import { acquire, leave, onNews, release } from "./records.js";
import { forgetOrigins, inWords, isOf, isWrite, originOf, take } from "./taps.js";

const FIRST_PAUSE = 700; // ms
const LONGEST_PAUSE = 30000;
const TURN = 250; // ms until a tab asks again whether it may send
const NEWS = 1000; // ms: what another tab has just tapped is sent by then

let wanted = null; // { elt, button }: the link or form that could not be reached; it follows when all is sent
export const wantedNow = () => wanted?.elt;
let pressed = null; // the button of the last form that htmx sends by itself
let isByHand = false; // what is tapped just now, the bar taps once more
let isLeaving = false;
let pause = FIRST_PAUSE;
let timer;

export const waiting = () => inState("waits");
const due = (before) => inState("taken", "waits").filter((entry) => !before || !isOf(entry, before));

/* A tap is written down before anything else happens. */
export function tap(form, button, data, id) {
  if (!isWrite(form, button, data)) return false;
  const entry = take(form, button, data, isByHand, id);
  if (waiting().some((each) => each !== entry && each.at < entry.at)) move(entry, "behind");
  flush();
  return true;
}
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  pressed = submitter;
  if (!tap(form, submitter, new FormData(form, submitter))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/* What htmx sends by itself: first what waits, then what is asked for now. */
document.addEventListener("htmx:confirm", (event) => {
  const { elt } = event.detail;
  if (isCarried(elt) || elt.matches("input") || !waiting().some((entry) => !isOf(entry, elt))) return;
  event.preventDefault();
  const button = pressed;
  flush({ before: elt }).then(() => {
    pressed = button;
    event.detail.issueRequest();
  });
});
document.addEventListener("htmx:configRequest", ({ detail: { elt, verb, formData: data } }) => {
  if (verb !== "post" || isCarried(elt)) return;
  // htmx forgets the button when the focus has left it
  if (pressed?.name && pressed.form === elt && !data.has(pressed.name)) data.set(pressed.name, pressed.value);
});
document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig: { elt, verb } } }) => {
  if (isCarried(elt, verb)) return;
  let isAborted = false;
  xhr.addEventListener("abort", () => { isAborted = true; });
  xhr.addEventListener("loadend", () => ended(elt, verb, xhr, isAborted));
});

/* What has become of a request for a page that carries no entry. */
function ended(elt, verb, xhr, isAborted) {
  if (isAborted) { // by htmx, by a page that is left, or by a browser to which half an answer came
    if (isLeaving) tryLater();
    else missed(elt);
  }
  else if (isNoNews(elt, xhr.status)) {
    line.why = "";
    missed(elt);
  } else if (!isOfTheBook(xhr, verb === "post")) missed(elt);
  else {
    isBack(elt);
    if (waiting().length) flush();
    changed();
  }
}
/* The line is there, it seems, and ``elt`` has its answer. */
function isBack(elt) {
  pause = FIRST_PAUSE;
  if (wanted?.elt === elt || elt.matches(TAPPED) || !wanted?.elt.matches(TAPPED)) wanted = null;
}
/* No answer came, or none of the book. */
function missed(elt) {
  if (elt.matches("input")) return; // it is read again with the next letter
  const isFirst = elt.matches(TAPPED) || !wanted?.elt.matches(TAPPED); // what looks for news takes nobody's place
  if (elt.isConnected && isFirst) wanted = { elt, button: elt.matches("form") ? pressed : null };
  tryLater();
}
function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(flush, Math.max(pause, line.restUntil - Date.now()));
  pause = Math.min(pause * 1.6, LONGEST_PAUSE);
  changed();
}
let turn = Promise.resolve();
let next = null; // the sending that has not begun yet
const inTurn = (work) => { turn = turn.then(work, work); return turn; };
/* Sends what is due. ``before``: what was tapped and follows; its own entry goes out with it. */
export function flush({ before = null } = {}) {
  if (before) return inTurn(() => sendAll(before));
  next ??= inTurn(() => { next = null; return sendAll(null); });
  return next;
}
async function sendAll(before) {
  clearTimeout(timer);
  await loaded;
  if (isLeaving) return;
  if (!due(before).length) {
    if (!before && wanted) follow();
    return;
  }
  if (line.restUntil > Date.now()) { tryLater(); return; }
  await untilThisTabMaySend();
  const sent = [];
  let isAnswered = true;
  let isShown = false;
  try {
    delivered(await reload());
    for (let [entry] = due(before); entry && !isLeaving; [entry] = due(before)) {
      await isKept(entry);
      if (!due(before).includes(entry)) continue; // replaced while it was written down
      const page = before ? null : pageOf(entry);
      move(entry, "sent");
      isAnswered = await send(entry, page);
      isShown = Boolean(page);
      if (!isAnswered) break;
      pause = FIRST_PAUSE;
      if (page) isBack(page);
      else {
        sent.push(entry);
        deliver(entry);
      }
    }
  } finally { await release(); }
  if (!isAnswered) { tryLater(); return; }
  changed();
  const accepted = sent.filter((entry) => stateOf(entry) === "gone");
  if (before || !sent.length) return;
  if (accepted.length) say(_("Sent: %(entries)s", { entries: accepted.map(inWords).join(", ") }));
  if (wanted) follow();
  else if (!isShown) renew();
}
/* The form whose answer may become the page: nobody waits for another one, and nothing else was typed into it. */
function pageOf(entry) {
  const origin = originOf(entry);
  return origin?.isUnchanged && !wanted && !isAnyCalled() && due().length === 1 ? origin.elt : null;
}

/* Looks once more at what was not accepted: the page that explains it is the same one as ever. */
export async function look(entry) {
  move(entry, "looked");
  if (waiting().length) await flush();
  await inTurn(async () => {
    if (stateOf(entry) === "looked" && !(await send(entry, find("#unsent")))) tryLater();
  });
}
/* The one that waits and whose form says something else by now is tapped once more as it stands. */
export function sendByHand() {
  line.restUntil = 0;
  const [entry, ...others] = waiting();
  const origin = entry && !others.length && originOf(entry);
  if (!origin || origin.isUnchanged) return flush();
  isByHand = true;
  origin.elt.requestSubmit(origin.button);
  isByHand = false;
  return turn;
}
/* What could not be reached; it takes no page away from somebody who types on it by now. */
export function follow({ byHand = false } = {}) {
  const { elt, button } = wanted;
  if (!elt.isConnected) wanted = null;
  else if (!elt.matches(TAPPED)) {
    if (byHand) renew(); // else the page looks for news by itself
  } else if (byHand || !isTyping(elt)) {
    if (elt.matches("form")) elt.requestSubmit(button?.isConnected ? button : null);
    else (button || elt).click();
  }
  changed();
}
/* Drops an entry, unless some tab is sending it just now; whether it did. */
export async function drop(id) {
  if (!(await acquire())) return false;
  await reload();
  const entry = inState("waits", "refused").find((each) => each.id === id);
  if (entry) move(entry, "dropped");
  await release();
  return Boolean(entry);
}

/* Other tabs. */
let wake = () => {};
async function untilThisTabMaySend() {
  while (!(await acquire())) {
    for (const entry of inState("taken")) move(entry, "behind");
    await new Promise((resolve) => { wake = resolve; setTimeout(resolve, TURN); });
  }
}
/* What another tab has sent: its form may stand here. */
function delivered(gone) {
  if (!gone.length) return;
  gone.forEach(deliver);
  if (gone.some(originOf) && !due().length) renew();
}
let isTold = false;
onNews((news) => {
  if (news === "free") wake();
  else if (!isTold) {
    isTold = true;
    setTimeout(async () => {
      isTold = false;
      delivered(await reload());
      if (waiting().length) flush();
    }, NEWS);
  }
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "page") return;
  for (const entry of inState("asked")) move(entry, "left");
  if (!wanted?.elt.isConnected) wanted = null; // another page stands here
  forgetOrigins();
});
addEventListener("online", () => {
  if (waiting().length) flush();
  else if (wanted) follow();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (waiting().length) flush();
  else if (find("[data-fresh]") && !isAnyCalled()) renew(); // what lay open looks for news once
});
addEventListener("pagehide", () => {
  isLeaving = true;
  leave();
});
addEventListener("pageshow", () => { isLeaving = false; });
