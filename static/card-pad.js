/* The key pad of cards on the pages of the referee. Without it everything can be typed. What is tapped or typed is kept
   in the address of the page, so that locking, turning or reloading the phone loses nothing. */
import { element, find, findAll, say, setUpEach } from "./dom.js";
import { drawn, spoken } from "./faces.js";

const NOT_KEPT = ["ask", "csrf_token", "write_id", "seen"]; // of the form, not of what it tells
const CARD_FIELDS = "[data-cards] :is(input, textarea)";
const form = () => find("form[data-ask]");
const fields = () => findAll(`form[data-ask] ${CARD_FIELDS}`);
const needsSuits = () => form().dataset.suits !== "no";
let isTyped = false; // whether the phone's own keyboard is shown
let filled = null; // the field for one card that the last key has filled

/* The field that the keys type into: the last one touched, else the first that is empty, else the first. */
const active = () => fields().find((field) => field.dataset.active === "yes")
  || fields().find((field) => !field.value.trim() && field.offsetParent) || fields()[0];
function activate(field) {
  for (const other of fields()) {
    delete other.dataset.active;
    other.closest("[data-cards]").classList.toggle("active", other === field);
  }
  field.dataset.active = "yes";
}

/* What is typed, as little cards: a row for each meld. */
function preview(field) {
  const place = find(`[data-preview="${field.id}"]`);
  if (!place) return;
  const lines = field.value.split(/\n|;/).map((line) => line.split(/[\s,]+/).filter(Boolean));
  place.replaceChildren(...lines.filter((pieces) => pieces.length).map((pieces) => {
    const row = element("span", "", { className: "hand" });
    row.setAttribute("aria-hidden", "true");
    row.append(...pieces.map((piece) => drawn(piece, needsSuits())).filter(Boolean));
    return row;
  }));
}
/* The address holds what stands in the form, but asks nothing yet. */
function keepInAddress() {
  const typed = new URLSearchParams();
  for (const [name, value] of new FormData(form())) if (value !== "" && !NOT_KEPT.includes(name)) typed.append(name, value);
  if (form().dataset.half) typed.append("half", form().dataset.half); // tapped, but not told yet
  const query = typed.toString();
  history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : ""));
}
/* Where the keys lie in the dock, the page scrolls above them: the field that they type into stays in sight. */
function keepInSight(field) {
  const dock = find(".dock:has([data-card-pad])");
  if (!dock) return;
  const keysTop = dock.getBoundingClientRect().top;
  const whole = field.closest("[data-cards]").getBoundingClientRect(); // with what is said of it, where there is room
  const box = whole.height + 16 <= keysTop ? whole : field.getBoundingClientRect();
  const hidden = box.bottom + 8 - keysTop;
  if (hidden > 0) window.scrollBy(0, hidden);
  else if (box.top < 8) window.scrollBy(0, box.top - 8);
}
function write(field, text) {
  field.value = text;
  field.setSelectionRange(text.length, text.length);
  preview(field);
  keepInAddress();
  keepInSight(field);
}

const chosenSuit = () => find("[data-suit][aria-pressed=true]")?.dataset.suit || "";
function chooseSuit(key) {
  for (const each of findAll("[data-suit]")) each.setAttribute("aria-pressed", String(each === key));
  find("[data-card-pad]").classList.remove("suitless");
}
function tapRank(key) {
  const rank = key.dataset.cardRank;
  const needsSuit = rank !== "JK" && needsSuits();
  if (needsSuit && !chosenSuit()) {
    find("[data-card-pad]").classList.add("suitless");
    say("Choose a suit first.");
    return;
  }
  const field = active();
  activate(field);
  filled = null;
  const card = needsSuit ? rank + chosenSuit() : rank;
  const isSingle = field.closest("[data-cards]").dataset.cards === "card";
  const before = field.value.replace(/[ ,]+$/, "").replace(/^none$/, "");
  if (before.endsWith("=")) write(field, before + card);
  else write(field, isSingle || !before ? card : before.endsWith("\n") ? before + card : `${before} ${card}`);
  if (isSingle) goOn(field);
  say(spoken(card));
}
/* A field for one card is full with it: the keys type into the next one, and taking back returns. */
function goOn(field) {
  const next = fields()[fields().indexOf(field) + 1];
  if (!next) return;
  activate(next);
  keepInSight(next);
  filled = field;
}
function returnToFilled() {
  if (filled?.isConnected) activate(filled);
  filled = null;
}
function takeBack() {
  returnToFilled();
  const field = active();
  const text = field.value.replace(/[ ,]+$/, "");
  if (text.endsWith("\n")) write(field, text.slice(0, -1)); // the next meld, which has no card yet
  else write(field, text.replace(/(?:=[^\s,;=]*|[^\s,;=]+|[,;])$/, "").replace(/[ ,]+$/, ""));
  say("Taken back.");
}
function standFor() {
  returnToFilled();
  const field = active();
  const before = field.value.trimEnd();
  if (!/(?:^|[\s,;])[^\s,;=]+$/.test(before)) return;
  write(field, `${before}=`);
  say("Now the card it stands for.");
}
function beginNextMeld() {
  filled = null;
  const field = active();
  if (field?.tagName === "TEXTAREA" && field.value.trim()) write(field, `${field.value.trimEnd()}\n`);
}
function switchKeyboard(key) {
  isTyped = !isTyped;
  key.setAttribute("aria-pressed", String(isTyped));
  for (const field of fields()) field.inputMode = isTyped ? "text" : "none";
  if (isTyped) active().focus();
}
/* A key that says a whole answer, or adds to it. */
function answer({ dataset }) {
  const field = document.getElementById(dataset.for);
  write(field, "add" in dataset && field.value && field.value !== "none" ? `${field.value} ${dataset.say}` : dataset.say);
}

const KEYS = {
  suit: chooseSuit, cardRank: tapRank, cardBack: takeBack, cardPlace: standFor, cardNext: beginNextMeld, cardType: switchKeyboard, say: answer,
};
document.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (!key || !form()) return;
  const name = Object.keys(KEYS).find((each) => each in key.dataset);
  if (name) KEYS[name](key);
});
document.addEventListener("focusin", ({ target }) => {
  if (!fields().includes(target)) return;
  filled = null;
  activate(target);
});
function changed({ target }) {
  if (!form() || target.form !== form()) return;
  const { rulebook, players, round } = form().elements;
  if (rulebook) {
    const parts = [rulebook.selectedOptions[0].text, `${players.value} players`, round.value && `round ${round.value}`];
    find("[data-where]").textContent = parts.filter(Boolean).join(" · ");
  }
  if (fields().includes(target)) preview(target);
  keepInAddress();
}
document.addEventListener("input", changed);
document.addEventListener("change", changed);
/* Empty fields only lengthen the address. */
document.addEventListener("htmx:configRequest", ({ detail: { elt, formData } }) => {
  if (!elt.matches("form[data-ask][method=get]")) return;
  for (const name of new Set([...formData.keys()])) if (formData.get(name) === "") formData.delete(name);
});

let isNew = false;
const bringIntoSight = () => requestAnimationFrame(() => form() && fields().length && keepInSight(active()));
function makeCardPad(part) {
  isTyped = false;
  isNew = true;
  for (const field of findAll(CARD_FIELDS, part)) {
    if (find("[data-card-pad]")) field.inputMode = "none";
    preview(field);
  }
  if (!fields().length) return;
  activate(active());
  bringIntoSight();
}
/* A page that comes by htmx is scrolled to its top when it has settled. */
document.addEventListener("htmx:afterSettle", () => {
  if (isNew) bringIntoSight();
  isNew = false;
});

export const setUp = (root) => setUpEach("form[data-ask]", root, makeCardPad);
