/* How the entries of the queue go out: with the form that somebody taps, or by themselves when the line is back. */
import { find, findAll, say, TAPPED } from "./dom.js";
import { deliver, isAnyCalled, isNoNews, isPageLeft, isTyping, LATER, OURS, renew } from "./live.js";
import { same } from "./kept.js";
import { add, bodyOf, changed, entries, inState, isSame, move, stateOf, withoutSeen } from "./queue.js";

const NO_BOOK = "Something on the way answered, not the app. If that goes on, load this page anew.";
const FIRST_PAUSE = 4000;
const LONGEST_PAUSE = 30000;
const PATIENCE = 15000;

const origins = new Map(); // id of an entry: the form and its button, as long as the page stands
/* ``wanted``: the link or form that could not be reached; it follows when all is sent. ``why``: what was answered instead. */
export const line = { wanted: null, why: "" };
let pressed = null; // the button of the last form that was sent
let isResent = false; // what is sent just now, this module sends once more
let isLeaving = false;
let pause = FIRST_PAUSE;
let timer;
let flushing = null;

export const waiting = () => inState("waits");
const isOf = (entry, elt) => origins.get(entry.id)?.elt === elt;
const stands = (entry) => Boolean(origins.get(entry.id)?.elt.isConnected);
export const inWords = (entry) => (entry.again ? `${entry.what} (tapped twice, counts once)` : entry.what);
export const tokenHere = () => find("#unsent").dataset.token; // every page brings one

/* What was tapped, as the bar says it. */
function wording(form, button) {
  const typed = findAll("input[type=text], textarea", form).find((field) => field.value.trim());
  const tapped = button?.getAttribute("aria-label") || (button?.querySelector("span") ?? button)?.textContent || "";
  const label = document.getElementById(form.getAttribute("aria-labelledby"));
  const heading = (label ?? find("h1")).textContent;
  const chosen = findAll("input[type=radio]:checked", form).map((radio) => radio.labels[0]?.textContent ?? "").join(", ");
  const words = button?.hasAttribute("aria-label") ? [tapped] : [heading, chosen, typed ? typed.value : tapped];
  return words.map((each) => each.trim().replace(/\s+/g, " ")).filter(Boolean).join(" · ").slice(0, 120);
}

/* The entry of what is sent just now. Only what may have arrived keeps its id: it counts once, however often it is
   tapped. What was refused is sent with a new id, so that it is judged again; whoever only looks at it gets the first
   answer. Other content of the same form takes its place, unless each tap counts by itself (data-each). */
function enqueue(elt, path, data) {
  const body = bodyOf(data);
  const equal = entries().find((entry) => isSame(entry, path, body));
  const state = equal && stateOf(equal);
  const isEach = "each" in elt.dataset;
  let entry = equal;
  if (elt.id === "unsent" && equal) move(equal, "looked");
  else if (state === "waits" || state === "out") move(equal, "tapped", isEach && !isResent ? { again: true } : undefined);
  else {
    const form = find("input[name=write_id]", elt)?.value || data.get("write_id");
    const isAnswer = Boolean(elt.closest("[data-asks]"));
    entry = add({ path, body, form, what: wording(elt, pressed) }, (each) => each === equal || each.id === equal?.id
      || (isAnswer && stateOf(each) === "asked") // what was asked about goes out with its answer, or is told again
      || (each.asks && each.path === path && same(withoutSeen(each.body), withoutSeen(body)))
      || (each.form === form && !isEach));
  }
  if (elt.matches("form")) origins.set(entry.id, { elt, button: pressed?.form === elt ? pressed : null });
  return entry;
}

document.addEventListener("submit", (event) => { pressed = event.submitter; }, true);
/* First what waits, then what is asked for now. */
document.addEventListener("htmx:confirm", (event) => {
  const { elt } = event.detail;
  if (isResent || elt.matches("input") || !waiting().some((entry) => !isOf(entry, elt))) return;
  event.preventDefault();
  const button = pressed;
  flush({ before: elt }).then(() => {
    pressed = button;
    event.detail.issueRequest();
  });
});
document.addEventListener("htmx:configRequest", (event) => {
  const { elt, formData: data, path, verb } = event.detail;
  if (verb !== "post" || !data.has("write_id")) return;
  if ([...data.values()].some((value) => typeof value !== "string")) return; // a file is sent or it is not
  if ("looks" in elt.dataset || (pressed?.form === elt && "looks" in pressed.dataset)) return; // it shows, and writes nothing
  // htmx forgets the button when the focus has left it
  if (pressed?.name && pressed.form === elt && !data.has(pressed.name)) data.set(pressed.name, pressed.value);
  const entry = enqueue(elt, path, data);
  data.set("write_id", entry.id);
  if (waiting().length) {
    event.preventDefault();
    move(entry, "behind");
    tryLater();
  }
});

/* The first sentence that a page of the server has to say. */
function sentenceOf(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const clash = page.querySelector(".conflict") && page.querySelector("h1");
  const sentence = page.querySelector("#problems p") || clash || page.querySelector("[data-announce]:not(.notice)");
  return sentence ? sentence.textContent.trim().replace(/\s+/g, " ") : "";
}
const reasonOf = (html) => ({ refused: sentenceOf(html) || "It was not accepted.", asks: html.includes("data-asks") });

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  let isAborted = false;
  detail.xhr.addEventListener("abort", () => { isAborted = true; });
  detail.xhr.addEventListener("loadend", () => ended(detail, isAborted));
});
function ended({ xhr, requestConfig: { elt, verb, formData } }, isAborted) {
  const id = verb === "post" && formData.get("write_id");
  const entry = entries().find((each) => id && each.id === id);
  const isOurs = xhr.status && xhr.getResponseHeader(OURS);
  if (isAborted) {
    if (entry) lose(entry);
  } else if (isNoNews(elt, xhr.status)) missed(elt, entry, "");
  else if (!isOurs) missed(elt, entry, xhr.status ? NO_BOOK : "");
  else if (xhr.getResponseHeader(LATER) && verb === "post") missed(elt, entry, sentenceOf(xhr.responseText));
  else answered(elt, entry, xhr);
}
function answered(elt, entry, xhr) {
  pause = FIRST_PAUSE;
  const { wanted } = line;
  if (wanted?.elt === elt || elt.matches(TAPPED) || !wanted?.elt.matches(TAPPED)) line.wanted = null;
  if (entry && xhr.status < 400) {
    move(entry, "written");
    if (isPageLeft(xhr)) say(`Sent: ${inWords(entry)}`);
  } else if (entry && isPageLeft(xhr)) move(entry, "refused", reasonOf(xhr.responseText));
  else if (entry && find("[data-asks]")) move(entry, "asked", reasonOf(xhr.responseText));
  else if (entry && isLeaving) move(entry, "lost"); // a refusal that nobody can see any more comes again
  else if (entry) move(entry, "shown");
  if (waiting().length) flush(); // the line is back, it seems
  changed();
}

/* No answer came, or none of the book. */
function missed(elt, entry, sentence) {
  if (elt.matches("input")) return; // it is read again with the next letter
  line.why = sentence;
  const { wanted } = line;
  const isFirst = elt.matches(TAPPED) || !wanted?.elt.matches(TAPPED); // what looks for news takes nobody's place
  if (!entry && elt.isConnected && isFirst) line.wanted = { elt, button: elt.matches("form") ? pressed : null };
  lose(entry);
}
function lose(entry) {
  if (entry) move(entry, "lost");
  tryLater();
}
function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(flush, pause);
  pause = Math.min(pause * 1.5, LONGEST_PAUSE);
  changed();
}

/* Sends one entry without its page; whether the book has answered. The cookie may have been renewed since: the answer
   then brings the token that goes with it, and it is asked for once. */
async function post(entry, token, isRenewed = false) {
  const data = new URLSearchParams([...entry.body, ["write_id", entry.id], ["csrf_token", token]]);
  let answer;
  try {
    // the book then leads nowhere: whoever does lead elsewhere is not the book
    const headers = { "Only-Deliver": "yes" };
    answer = await fetch(entry.path, { method: "POST", headers, body: data, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    line.why = "";
    move(entry, "lost");
    return false;
  }
  const isOurs = answer.headers.has(OURS);
  const html = answer.ok ? "" : await answer.text().catch(() => "");
  if (!isOurs || answer.headers.has(LATER)) {
    line.why = isOurs ? sentenceOf(html) : NO_BOOK;
    move(entry, "lost");
    return false;
  }
  if (answer.status === 400 && !isRenewed) {
    const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#unsent")?.dataset.token;
    if (fresh && fresh !== token) return post(entry, fresh, true);
  }
  if (answer.ok) move(entry, "written");
  else move(entry, "refused", reasonOf(html));
  return true;
}

/* ``before``: what was tapped and follows; its own entry goes out with it. */
export function flush(how = {}) {
  if (isLeaving) return Promise.resolve();
  flushing ??= sendAll(how).finally(() => { flushing = null; });
  return flushing;
}
async function sendAll({ byHand = false, before = null }) {
  clearTimeout(timer);
  const due = () => waiting().filter((entry) => !before || !isOf(entry, before));
  const sent = [];
  for (let list = due(); list.length; list = due()) {
    const [entry] = list;
    if (!before && !line.wanted && !isAnyCalled() && list.length === 1 && stands(entry)) {
      const { elt, button } = origins.get(entry.id);
      if (byHand || same(bodyOf(new FormData(elt, button?.isConnected ? button : null)), entry.body)) return submit(elt, button);
    }
    move(entry, "sent");
    if (!(await post(entry, tokenHere()))) return tryLater();
    sent.push(entry);
    deliver(entry);
  }
  pause = FIRST_PAUSE;
  changed();
  if (before) return;
  const accepted = sent.filter((entry) => stateOf(entry) === "gone");
  if (accepted.length) say(`Sent: ${accepted.map(inWords).join(", ")}`);
  if (line.wanted) follow();
  else if (sent.length) renew();
}
/* As if it were tapped again: the answer is shown as the page that follows. */
function submit(elt, button) {
  isResent = true;
  if (elt.matches("form") && !button?.isConnected) elt.requestSubmit();
  else (button || elt).click();
  isResent = false;
}
/* What could not be reached; it takes no page away from somebody who types on it by now. */
export function follow({ byHand = false } = {}) {
  const { elt, button } = line.wanted;
  if (!elt.isConnected) line.wanted = null;
  else if (!elt.matches(TAPPED)) {
    if (byHand) renew(); // else the page looks for news by itself
  } else if (byHand || !isTyping(elt)) submit(elt, button);
  changed();
}

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "page") return;
  for (const entry of inState("asked")) move(entry, "left");
  for (const id of origins.keys()) if (stateOf({ id }) === "gone") origins.delete(id);
});
window.addEventListener("online", () => {
  if (waiting().length) flush();
  else if (line.wanted) follow();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (waiting().length) flush();
  else if (find("[data-fresh]") && !isAnyCalled()) renew(); // what lay open looks for news once
});
window.addEventListener("pagehide", () => { isLeaving = true; });
window.addEventListener("pageshow", () => { isLeaving = false; });
