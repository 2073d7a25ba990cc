/* Regions: the parts of a page that news bring up to date. A region has data-region and an id; a page with data-lives is
   one as a whole. What is the same stays the same element, and a press, the focus and an open fold stay with it. A form
   that somebody is at is left as it is, with the number of the log that it was begun on. */
import { find, findAll, showTimes, TAPPED } from "./dom.js";
import { isAt, isDelivered } from "./live.js";
import { setUpParts } from "./parts.js";

const OWN = "[name=csrf_token], [name=write_id], [name=seen]"; // differ from page to page, and say nothing
const KEPT = "#notices, #unsent, #strip-told, [data-keep]"; // the phone's own
const PHONES = ["open", "aria-busy", "data-pending", "data-came"]; // attributes that only the phone sets
const FILLED = "form[data-draft], form:has([data-entry])"; // scripts fill them in: they are shown again as a whole
const LIT = "li, tr, dt, dd, td, th, p, h1, h2, h3, summary, .button";
const DULL = ".top, .undo, .tabs, .sr, svg, [hidden]"; // they change with everything
const LIT_FOR = 2000; // ms

const served = new WeakMap(); // form or region: how the server has written it
function plain(part) {
  const copy = part.cloneNode(true);
  for (const field of findAll(OWN, copy)) field.remove();
  return copy.outerHTML;
}
/* What the server has just written, before any script changes it. */
export function remember(root, parts = regions()) {
  for (const part of [...parts, ...findAll(FILLED, root)]) served.set(part, plain(part));
}

const isField = (node) => node.matches("input:not([type=hidden]), textarea, select") && node === document.activeElement;
/* Whether it is the phone's own, or somebody is at something in it. */
const isHeld = (node) => node.matches(KEPT) || [node, ...findAll("*", node)].some(
  (each) => isField(each) || (each.matches("form") && isAt(each)));

function seenNow(form, fresh) {
  const [field, now] = [find("[name=seen]", form), find("[name=seen]", fresh)];
  if (field && now) field.value = now.value;
}

/* How one region is changed; ``replaced`` gets the forms that are to be shown again as a whole. */
const callbacks = (replaced) => ({
  beforeNodeMorphed(node, fresh) {
    if (!(node instanceof Element)) return true;
    if (node.matches(`${KEPT}, [name=write_id]`) || isField(node)) return false;
    if (node.matches("time[datetime]")) return node.dateTime !== fresh.dateTime; // as this phone writes it
    if (!node.matches("form")) return true;
    if (isAt(node)) return false;
    if (!node.matches(FILLED)) return true;
    if (served.get(node) === plain(fresh) && !isDelivered(node)) seenNow(node, fresh);
    else replaced.push([node, fresh]);
    return false;
  },
  beforeNodeRemoved: (node) => !(node instanceof Element) || !isHeld(node),
  // a fold is the reader's; what waits for a script, or for an answer, is the script's
  beforeAttributeUpdated: (name, node) => !PHONES.includes(name) && (name !== "hidden" || "region" in node.dataset),
});

/* Whether the server has written a region as it did before; then its forms get no more than the new number. */
function isAsBefore(region, fresh, next) {
  const [own, forms] = [region, fresh].map((each) => findAll("form", each));
  if (served.get(region) !== next || own.length !== forms.length || own.some(isDelivered)) return false;
  own.forEach((form, at) => isAt(form) || seenNow(form, forms[at]));
  return true;
}
function morph(region, fresh) {
  const replaced = [];
  region.hidden = fresh.hidden;
  Idiomorph.morph(region, [...fresh.childNodes], { morphStyle: "innerHTML", callbacks: callbacks(replaced) });
  for (const [form, next] of replaced) form.replaceWith(document.importNode(next, true));
}

/* What has changed, as small as it can be shown. */
function changed(records) {
  const parts = new Set();
  for (const { type, target, addedNodes } of records) {
    const nodes = type === "characterData" ? [target] : [...addedNodes];
    for (const node of nodes) {
      const element = node instanceof Element ? node : node.parentElement;
      if (node.isConnected && node.textContent.trim() && !element.closest(DULL)) parts.add(element.closest(LIT) ?? element);
    }
  }
  return [...parts].filter((part) => ![...parts].some((other) => other !== part && part.contains(other)));
}
function light(parts) {
  for (const part of parts) part.classList.add("lit");
  setTimeout(() => parts.forEach((part) => part.classList.remove("lit")), LIT_FOR);
}

/* The regions of the page that stands here. */
function regions() {
  const all = findAll(`${find("main").dataset.lives ? "#main, #dock, " : ""}[data-region][id]`);
  return all.filter((region) => !all.some((other) => other !== region && other.contains(region)));
}

/* What was undone last, here or elsewhere; what this phone said of an undo before that is old. */
const lastUndone = () => findAll("#undo, .taken-back").map((part) => part.textContent).join();

/* ``page``: the document of the page as it is now. */
export function bringUp(page) {
  const undone = lastUndone();
  const observer = new MutationObserver(() => {});
  const concerned = [];
  for (const region of regions()) {
    const fresh = page.getElementById(region.id);
    const next = fresh && plain(fresh);
    if (!fresh || isAsBefore(region, fresh, next)) continue;
    served.set(region, next);
    concerned.push(region);
    observer.observe(region, { childList: true, characterData: true, subtree: true });
    morph(region, fresh);
  }
  if (lastUndone() !== undone) find("#notices > .undone")?.remove();
  light(changed(observer.takeRecords()));
  observer.disconnect();
  for (const region of concerned) {
    htmx.process(region);
    remember(region, []);
    showTimes(region);
  }
  if (concerned.length) setUpParts(document);
}

/* News may bring another key under a finger that is on its way, say Undo where Close round was. Whoever taps then means
   what stood there before: for a moment a key that news have brought or moved is pale and does nothing. */
const TOO_QUICK = 400; // ms: nobody has read a key in that time
const FAR = 24; // px
const KEYS = "button[type=submit], .dock button";
let places = new Map(); // key: where it stood

export function notePlaces() {
  places = new Map(findAll(KEYS).map((key) => [key, key.getBoundingClientRect()]));
}
export function noteMoves() {
  const keys = findAll(KEYS).filter((key) => {
    const [before, now] = [places.get(key), key.getBoundingClientRect()];
    return !before || Math.hypot(now.x - before.x, now.y - before.y) > FAR;
  });
  for (const key of keys) key.dataset.came = "";
  setTimeout(() => { for (const key of keys) delete key.dataset.came; }, TOO_QUICK);
}
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id === "page" && !detail.requestConfig.elt.matches(TAPPED)) noteMoves(); // the page went on by itself
});
document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.detail || !event.target.closest("[data-came]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
