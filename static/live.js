/* Which answer may become the page. Answers come late and out of order, and a page looks for news by itself: nobody who
   types or has tapped something loses it. */
import { find, findAll, TAPPED } from "./dom.js";
import { same } from "./kept.js";
import { bodyOf, withoutSeen } from "./queue.js";

export const LATER = "Retry-After"; // a header of every answer that another time may be another one
export const OURS = "Table-Referee"; // a header of every answer of the book; without it something on the way has answered

const numbers = new WeakMap(); // request: its number, in the order of the taps
const called = new Set(); // requests that somebody has tapped and that are not answered yet
const left = new WeakSet(); // requests whose page somebody has left
let count = 0;
let shown = 0; // the number of the request whose page stands here
let delivered = []; // entries that went out by themselves from this page: their forms still stand there as typed

/* Whether all of a page has come: base.html writes its end last. What is no page, such as an answer of one line, has none. */
const END = '<i id="end" hidden>';
export const isWhole = (html) => !/^\s*<(?:title|!doctype)\b/i.test(html) || html.includes(END);
export const isAnyCalled = () => called.size > 0;
export const isPageLeft = (xhr) => left.has(xhr);
export const deliver = (entry) => delivered.push(entry);
/* No news is no new page; that a game is gone (404, 410) is news. */
export const isNoNews = (elt, status) => !/^2|404|410/.test(status) && !elt.matches(TAPPED);

/* The request itself is listened to: of an element whose page was left, no event of htmx is heard. */
document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig: { elt } } }) => {
  count += 1;
  numbers.set(xhr, count);
  if (elt.matches(TAPPED)) called.add(xhr);
  xhr.addEventListener("loadend", () => called.delete(xhr));
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, target, requestConfig: { elt, verb } } = detail;
  const isTapped = elt.matches(TAPPED);
  if (target.id === "page" && (numbers.get(xhr) < shown || !(isTapped || elt.isConnected))) left.add(xhr);
  if (!xhr.getResponseHeader(OURS) || !isWhole(xhr.responseText) || left.has(xhr) || isNoNews(elt, xhr.status)) detail.shouldSwap = false;
  if (verb === "post" && xhr.getResponseHeader(LATER)) detail.shouldSwap = false; // the bar says why it waits
  if (elt.matches("main") && isTyping()) detail.shouldSwap = false; // begun since the page was asked for again
  if (target.id === "page" && !isTapped && called.size) detail.shouldSwap = false; // the page of what was tapped follows
  if (target.id === "page" && isTapped && detail.shouldSwap) shown = numbers.get(xhr);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target.id === "page") delivered = []; });

/* Which answer a list has while nobody has chosen one: the first, where the page says none. */
const given = ({ options }) => Math.max(0, [...options].findLastIndex((option) => option.defaultSelected));
export const isChanged = (field) => (/^(radio|checkbox)$/.test(field.type) ? field.checked !== field.defaultChecked
  : field.options ? field.selectedIndex !== given(field)
  : /^(text|search|date|file|textarea)$/.test(field.type) && field.value !== field.defaultValue);
export const isDelivered = (form) => delivered.some((entry) => same(withoutSeen(entry.body), withoutSeen(bodyOf(new FormData(form)))));
/* What a page filled in again by itself is no typing until somebody is at it: the next page fills it in as well. */
const isAsLeft = (form) => "asLeft" in form.dataset && !form.contains(document.activeElement);
/* Whether somebody has changed something in this form that has not been sent from this page. */
const isTypedIn = (form) => [...form.elements].some(isChanged) && !isDelivered(form) && !isAsLeft(form);
/* Whether somebody is at a form, other than ``elt``, with something that has not been sent from this page. */
export const isTyping = (elt) => findAll("form").some((form) => form !== elt && isTypedIn(form));
const isWriting = ({ activeElement }) => activeElement.matches("input[type=text], input[type=search], textarea, select");
/* The same with whoever has only begun to write. */
export const isAt = (form) => isTypedIn(form) || (form.contains(document.activeElement) && isWriting(document) && !isDelivered(form));
export const isAnyAt = () => findAll("form").some(isAt);

/* Shows a page, at its top unless ``swap`` says otherwise; one that does not come says so itself. */
export const visit = (url, source, swap) => htmx.ajax("GET", url, { source, target: "#page", swap }).catch(() => {});
/* The page shows what has just been written, unless somebody is typing on it. */
export function renew() {
  if (find("main").dataset.lives) document.dispatchEvent(new Event("news"));
  else if (!isTyping()) visit(location.pathname + location.search, find("main"), "innerHTML");
}
