/* One entry of the queue on its way to the book: beside its page, or as the page that follows; and what the answer, or
   none, makes of it. */
import { _, find, findAll, say } from "./dom.js";
import { isPageLeft, isWhole, LATER, OURS } from "./live.js";
import { move, stateOf } from "./queue.js";
import { inWords } from "./taps.js";

const NO_BOOK = _("Something other than the app answered. If this keeps happening, reload the page.");
const PATIENCE = 15000; // ms
const LONGEST_REST = 30000;

/* ``why``: what was answered instead of by the book; ``restUntil``: the book has asked for that. */
export const line = { why: "", restUntil: 0 };
let isLeaving = false;
let carried = null; // what goes out as a page of its own: { entry, elt, isSent, over }
export const isCarried = (elt, verb = "post") => verb === "post" && elt === carried?.elt;

/* Every page brings a token; an answer brings another one where the cookie was renewed. */
const tokenHere = () => find("#unsent").dataset.token;
function renewToken(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#unsent")?.dataset.token;
  if (!fresh || fresh === tokenHere()) return false;
  find("#unsent").dataset.token = fresh;
  for (const field of findAll("input[name=csrf_token]")) field.value = fresh;
  return true;
}
/* The first sentence that a page of the server has to say. */
function sentenceOf(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const clash = page.querySelector(".conflict") && page.querySelector("h1");
  const sentence = page.querySelector("#problems p") || clash || page.querySelector("[data-announce]:not(.notice)")
    || page.querySelector("main p");
  return sentence ? sentence.textContent.trim().replace(/\s+/g, " ") : "";
}
const asks = (html) => html.includes("data-asks") || html.includes('data-screen="errors/ask_back.html"');
const reasonOf = (html) => ({ refused: sentenceOf(html) || _("It wasn’t accepted."), asks: asks(html) });
/* Whether the page of an answer shows once more what was typed. What is refused otherwise stays in the bar: a restored
   book has no such game, this phone may not write any more, the app broke. */
const isJudged = ({ status, responseText }) => status < 400 || status === 422 || (status === 409 && /class="[^"]*\bconflict/.test(responseText));

/* Whether the book has answered a request, and for good; else what the bar says of that. */
export function isOfTheBook(answer, isWrite) {
  const isCutOff = !isWhole(answer.responseText);
  const isOurs = answer.status && answer.getResponseHeader(OURS) && !isCutOff;
  const later = isOurs && isWrite && answer.getResponseHeader(LATER); // seconds
  if (later) line.restUntil = Date.now() + Math.min(Number(later) * 1000 || 0, LONGEST_REST);
  if (isOurs && !later) return true;
  line.why = later ? sentenceOf(answer.responseText) : answer.status && !isCutOff ? NO_BOOK : "";
  return false;
}

document.addEventListener("htmx:configRequest", ({ detail: { elt, verb, formData: data } }) => {
  if (!isCarried(elt, verb)) return;
  const { body, id } = carried.entry; // what was tapped, whatever stands in the form by now
  for (const name of new Set(data.keys())) data.delete(name);
  for (const [name, value] of [...body, ["write_id", id], ["csrf_token", tokenHere()]]) data.append(name, value);
});
document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig: { elt, verb } } }) => {
  if (!isCarried(elt, verb)) return;
  const own = carried;
  let isAborted = false;
  own.isSent = true;
  xhr.addEventListener("abort", () => { isAborted = true; });
  xhr.addEventListener("loadend", () => own.over(isAborted ? "lost" : outcome(own.entry, xhr, elt)));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt, verb } = detail.requestConfig;
  if (isCarried(elt, verb) && stateOf(carried.entry) !== "looked" && !isJudged(detail.xhr)) detail.shouldSwap = false;
});

/* What an answer makes of its entry: "answered" by the book, "lost", or "renewed", where only the token was refused.
   ``answer``: an XMLHttpRequest, or { status, responseText, getResponseHeader }. ``elt``: what shows it, if anything. */
function outcome(entry, answer, elt = null) {
  const { status, responseText: html } = answer;
  if (!isOfTheBook(answer, true)) return "lost";
  if (status === 400 && renewToken(html)) return "renewed";
  const isUnseen = !elt || isPageLeft(answer) || !isJudged(answer);
  if (status < 400) {
    move(entry, "written");
    if (elt && isUnseen) say(_("Sent: %(entries)s", { entries: inWords(entry) }));
  } else if (isUnseen) move(entry, "refused", reasonOf(html));
  else if (find("[data-asks]")) move(entry, "asked", reasonOf(html));
  else if (isLeaving) return "lost"; // a refusal that nobody can see any more comes again
  else move(entry, "shown");
  return "answered";
}
/* Sends one entry beside its page. */
async function postAlone(entry) {
  const body = new URLSearchParams([...entry.body, ["write_id", entry.id], ["csrf_token", tokenHere()]]);
  try {
    // the book then leads nowhere: whoever does lead elsewhere is not the book
    const headers = { "Only-Deliver": "yes" };
    const answer = await fetch(entry.path, { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    const responseText = await answer.text().catch((broken) => { if (!answer.ok) throw broken; });
    const status = answer.type === "opaqueredirect" ? 302 : answer.status;
    return outcome(entry, { status, responseText, getResponseHeader: (name) => answer.headers.get(name) });
  } catch {
    line.why = "";
    return "lost";
  }
}
/* Sends one entry as if ``elt`` were tapped now: the answer is shown as the page that follows. */
async function postAsPage(entry, elt) {
  const over = new Promise((resolve) => { carried = { entry, elt, isSent: false, over: resolve }; });
  try {
    await htmx.ajax("POST", entry.path, { source: elt });
  } catch { /* no answer: the request itself has said so */ }
  const said = carried.isSent ? await over : await postAlone(entry);
  carried = null;
  return said;
}
/* Sends one entry: by ``elt``, which then shows the page that follows, or beside the page. Whether the book has answered. */
export async function send(entry, elt) {
  const once = () => (elt ? postAsPage(entry, elt) : postAlone(entry));
  let said = await once();
  if (said === "renewed") said = await once();
  if (said === "renewed") { // a phone that keeps no cookie asks once and not without end
    move(entry, "refused", { refused: _("This page is out of date. Reload it."), asks: false });
    return true;
  }
  if (said === "lost") move(entry, "lost");
  return said === "answered";
}
addEventListener("pagehide", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });
