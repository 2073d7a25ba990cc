/* The keys of cards, on every page where cards are told: they type into the field that was touched last. A suit belongs to
   the card before it, where that has none yet; else it stays chosen for the cards that follow. So people may tap rank and
   suit in either order. The field then says "tapped", and the page does with it what it does with its cards. */
import { _, element, find, findAll, say, setUpEach } from "./dom.js";
import { pack } from "./cards.js";
import { pieces } from "./faces.js";
import { isStill } from "./motion.js";

const NONE = /^(?:none|nothing)$/i; // the whole answer of a field without cards
const IS_WHOLE = /^(?:none|nothing|[\d+ ]*points)$/i; // what has taken the place of cards, and goes as a whole
const fields = () => findAll("[data-cards] :is(input:not([type=file]), textarea)");
/* What stands in a field, as cards where the page has read its words. */
const textOf = ({ value, dataset }) => (dataset.read ?? value).replace(/[ ,]+$/, "");
const piecesOf = (text) => text.split(/[\s,;]+/).filter(Boolean);
let isTyped = false; // whether the phone's own keyboard is shown
let filled = null; // the field for one card that the last key has filled
let last = null; // the key that was tapped before this one

/* The field that the keys type into: the last one touched, else one that could not be read, else the first that is empty,
   else the first. */
const active = () => fields().find((field) => field.dataset.active === "yes")
  || fields().find((field) => field.matches("[aria-invalid=true]"))
  || fields().find((field) => !field.value.trim() && (field.checkVisibility?.() ?? field.offsetParent)) || fields()[0];
function activate(field) {
  for (const other of fields()) {
    delete other.dataset.active;
    other.closest("[data-cards]").classList.toggle("active", other === field);
  }
  field.dataset.active = "yes";
}

/* Where the keys lie in the dock, the page scrolls above them, and no further than it must: the field that they type into
   stays in sight, under the title where that stays. */
function keepInSight(field) {
  const dock = find(".dock:has([data-pad])");
  const part = field.closest("[data-cards]");
  if (!dock || !part) return;
  const whole = part.getBoundingClientRect(); // with what is said of it, where there is room
  const keys = dock.getBoundingClientRect();
  const keysTop = keys.left < whole.right ? keys.top : window.innerHeight; // on its side a phone has them beside the page
  const title = find("h1");
  const kept = title && getComputedStyle(title).position === "sticky" ? title.offsetHeight : 0;
  const top = Math.max(find(".top").getBoundingClientRect().bottom, 0) + kept + 8; // the bar may stay where it is
  const end = keysTop - 8;
  const box = whole.height <= end - (kept ? top : 8) ? whole : field.getBoundingClientRect();
  if (box.bottom > end) window.scrollBy(0, box.bottom - end);
  else if (box.top < top) window.scrollBy(0, box.top - top);
}
function write(field, text) {
  field.value = text;
  field.setSelectionRange(text.length, text.length);
  field.scrollLeft = field.scrollWidth; // the last card is seen
  field.dispatchEvent(new Event("tapped", { bubbles: true }));
  keepInSight(field);
}

const chosenSuit = () => find("[data-suit][aria-pressed=true]");
/* Tapped again for the next card, a suit stays chosen; twice in a row, it is said no longer. Where the page asks for suits,
   the cards that have none get it, unless one was just tapped in. */
function chooseSuit(key) {
  const { suit } = key.dataset;
  if (!last?.dataset.rank && giveSuit(suit)) return;
  const card = completeLast(suit);
  const isOver = card || (key === chosenSuit() && key === last);
  for (const each of findAll("[data-suit]")) each.setAttribute("aria-pressed", String(each === key && !isOver));
  const name = key.getAttribute("aria-label");
  say(card ? _("%(rank)s of %(suit)s", { rank: card, suit: name.toLowerCase() }) : isOver ? _("Without suit.") : name);
}
/* The last card gets the suit where it has none; returns its rank, as it is said. Two of a rank are a set that is told
   without its suits: the suit is for what follows. */
function completeLast(suit) {
  const field = filled?.isConnected ? filled : active();
  if (!field) return "";
  const [rank, before] = field.value.split("\n").at(-1).split(/[\s,;=]/).reverse();
  const key = find(`[data-rank="${pack().RANKS[rank.toUpperCase()]}"]`);
  if (!key || rank === before) return "";
  write(field, field.value + suit);
  return key.dataset.name;
}
const chooseNone = () => chosenSuit()?.setAttribute("aria-pressed", "false");
/* The first line that has cards without a suit: the cards of a run get one suit, of a set or a hand only the first. */
function giveSuit(suit) {
  const field = active();
  if (!field?.form?.matches("[data-asks-suits]")) return false;
  const lines = field.value.split("\n").map((line) => pieces(line));
  const { RANKS, SUITS } = pack();
  const isBare = (card) => Boolean(RANKS[card.toUpperCase()]);
  const line = lines.find((cards) => cards.some(isBare));
  if (!line) return false;
  const ranks = line.map((card) => SUITS[card.at(-1).toUpperCase()] ? card.slice(0, -1) : card);
  const ofRuns = line.filter((card) => isBare(card) && ranks.indexOf(card) === ranks.lastIndexOf(card));
  const isRun = /^meld/.test(field.closest("[data-cards]").dataset.cards) && ofRuns.length > 1;
  for (const [at, card] of line.entries()) {
    if (!isBare(card) || (isRun && !ofRuns.includes(card))) continue;
    line[at] = card + suit;
    if (!isRun) break;
  }
  write(field, lines.map((cards) => cards.join(" ")).join("\n"));
  return true;
}
/* What a key has to say that changes nothing: above the field's cards, too. */
function tell(words) {
  say(words);
  const field = active();
  const place = field && find(`[data-preview="${field.id}"], #reading`);
  place?.replaceChildren(element("p", words, { className: "needed" }));
}
/* Among words, "A" would be an article. */
const areRanks = (text) => piecesOf(text).every((piece) => find(`[data-rank="${CSS.escape(piece)}"]`));
function tapRank(key) {
  const { rank, typed = rank, name } = key.dataset;
  const suit = pack().RANKS[rank] && chosenSuit();
  const hasSuits = find("[data-suit]");
  const field = active();
  activate(field);
  filled = null;
  const isSingle = field.closest("[data-cards]").dataset.cards === "card";
  const before = textOf(field).replace(NONE, "");
  if (IS_WHOLE.test(before)) return tell(_("You typed points. Take them back to tap cards."));
  delete field.dataset.before;
  const card = suit ? rank + suit.dataset.suit : hasSuits || areRanks(before) ? rank : typed;
  say(suit ? _("%(rank)s of %(suit)s", { rank: name, suit: suit.getAttribute("aria-label").toLowerCase() }) : name); // unless the page says more of it
  if (before.endsWith("=")) write(field, before + card);
  else write(field, isSingle || !before ? card : before.endsWith("\n") ? before + card : `${before} ${card}`);
  if (isSingle) goOn(field);
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
  const text = textOf(field);
  const { before } = field.dataset; // what a whole answer has replaced
  if (!text && !before) return tell(_("Nothing to take back. Tap a card."));
  say(_("Taken back."));
  if (IS_WHOLE.test(text)) return write(field, before ?? "");
  if (text.endsWith("\n")) write(field, text.slice(0, -1)); // the next meld, which has no card yet
  else write(field, text.replace(/(?:=[^\s,;=]*|[^\s,;=]+|[,;])$/, "").replace(/[ ,]+$/, ""));
}
function standFor() {
  returnToFilled();
  const field = active();
  const before = field.value.trimEnd();
  if (!/(?:^|[\s,;])[^\s,;=]+$/.test(before)) return tell(_("Tap a wild card first, then what it stands for."));
  write(field, `${before}=`);
  say(_("Now tap the card it stands for."));
}
function beginNextMeld() {
  filled = null;
  const field = active();
  if (!field?.value.trim()) return tell(_("Tap the cards of the first meld."));
  if (field.tagName !== "TEXTAREA") return tell(_("Enter only one meld."));
  chooseNone();
  write(field, `${field.value.trimEnd()}\n`);
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
  if (!NONE.test(field.value)) field.dataset.before = field.value;
  write(field, "add" in dataset && field.value && field.value !== "none" ? `${field.value} ${dataset.say}` : dataset.say);
}

const KEYS = {
  suit: chooseSuit, rank: tapRank, takeBack, place: standFor, next: beginNextMeld, type: switchKeyboard, say: answer,
};
document.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  const name = key && Object.keys(KEYS).find((each) => each in key.dataset);
  if (!name) return;
  KEYS[name](key);
  last = key;
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive && !isStill()) navigator.vibrate(8);
});
document.addEventListener("focusin", ({ target }) => {
  if (!fields().includes(target)) return;
  filled = null;
  activate(target);
});

let isNew = false;
/* what was refused or is asked stands at the top, and is read first */
const bringIntoSight = () =>
  requestAnimationFrame(() => find("#problems, .asks + [data-forgets]") || (fields().length && keepInSight(active())));
function makePad(part) {
  isTyped = false;
  isNew = true;
  last = null;
  if (find("[data-type]")) for (const field of fields()) field.inputMode = "none";
  if (!part.contains(active())) return;
  activate(active());
  bringIntoSight();
}
/* A page that comes by htmx is scrolled to its top when it has settled. */
document.addEventListener("htmx:afterSettle", () => {
  if (isNew) bringIntoSight();
  isNew = false;
});

export const setUp = (root) => setUpEach("form:has([data-cards])", root, makePad);
