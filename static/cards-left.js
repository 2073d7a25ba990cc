/* Cards left: what is tapped is counted here, what is typed is read by the server. */
import { _, element, find, findAll, say, setText, setUpEach } from "./dom.js";
import { CARDS, pack } from "./cards.js";
import { draftKey, kept } from "./kept.js";
import { roll } from "./motion.js";

const entries = new WeakMap(); // [data-entry]: what it does
const heldWord = element("span", ` ${_("held")}`, { className: "sr" });
/* The hand as it lies on the tray; ``cards``: what the keys say of each; ``rank``: of the one that has just come, if any.
   What lies there already stays. */
function layOut(hand, cards, rank) {
  const names = cards.map((each) => pack().OTHERS[each.rank] ?? each.rank);
  for (const [at, name] of names.entries()) {
    if (hand.children[at]?.dataset.name === name) continue;
    const card = element("span", "", { innerHTML: CARDS[name].face });
    card.dataset.name = name;
    hand.insertBefore(card, hand.children[at] ?? null);
  }
  while (hand.children.length > names.length) hand.lastChild.remove();
  find(".drops", hand)?.classList.remove("drops");
  hand.children[cards.findLastIndex((each) => each.rank === rank)]?.classList.add("drops");
}
/* The key of a correction says what it saves, once that is another number than the book has. */
const saving = (points) => {
  if (!/^\d+$/.test(points)) return _("Save");
  return Number(points) === 1 ? _("Save 1 point") : _("Save %(points)s points", { points });
};
const inPoints = (points, cards) => (Number(points) === 1 ? _("1 point: %(cards)s", { cards }) : _("%(points)s points: %(cards)s", { points, cards }));

/* The hand that is half told, in a cookie: whoever comes back to the round is asked for that one first. */
const A_DAY = 86400; // s
const isNoted = (draft) => document.cookie.split("; ").includes(`half-told=${draft}`);
function noteHalfTold(draft, isHalf) {
  if (isHalf || isNoted(draft)) document.cookie = `half-told=${draft}; path=/; samesite=lax; max-age=${isHalf ? A_DAY : 0}`;
}

const IN_POINTS = /^[\d+ ]*points ?/;
const IS_TYPED = /^[\d+ ]*[points]*$/; // a letter of the word may just be gone
/* Points alone are typed as a number or a sum; the word behind it tells a 10 from the card. ``key``: what was typed last. */
function keepPoints(field, key) {
  const typed = (IS_TYPED.test(field.value) ? field.value : key ?? "").replace(/[^\d+ ]/g, "").trimEnd();
  field.value = typed && `${typed} points`;
  field.setSelectionRange(typed.length, typed.length);
}
/* Cards that stand there stay until the first digit takes their place; the key that takes back brings them again. */
function makePointsKey(button) {
  button.addEventListener("click", () => {
    const field = find("input[name=cards]");
    field.inputMode = "tel"; // the digits of a phone, and its plus
    field.dataset.cardsExample ??= field.placeholder;
    field.placeholder = field.dataset.pointsExample;
    field.focus();
    if (IN_POINTS.test(field.value)) return keepPoints(field);
    field.dataset.before = field.value;
    field.select();
  });
}

function makeEntry(entry) {
  const field = find("input[name=cards]", entry);
  const sum = find(".sum", entry);
  const reading = find(".reading", entry);
  const notWritten = find("[data-not-written]", entry);
  const saves = find("[data-saves]");
  const { base } = entry.dataset; // what the book has: the field may show what was refused instead
  const key = draftKey(entry.closest("form"), entry.dataset.draft);
  const keys = new Map(findAll("[data-rank]", entry).map((button) => [button.dataset.rank, button])); // aces first

  let laid = 0; // so many cards lie there, as far as the keys know
  const told = element("p"); // the cards in words, heard where they are seen
  const hand = element("span", "", { className: "hand lapped-hand", ariaHidden: "true" });
  const inOrder = (counts) => [...keys].flatMap(([rank, button]) => Array(counts[rank] || 0).fill(button.dataset));
  function showCounts(counts = {}) {
    for (const [rank, button] of keys) {
      const held = counts[rank] || 0;
      const number = find("i", button);
      if ((parseInt(number.textContent, 10) || 0) === held) continue;
      button.classList.toggle("held", held > 0);
      number.replaceChildren(...(held ? [String(held), heldWord.cloneNode(true)] : []));
    }
  }
  function showSum(points) {
    roll(sum, points);
    if (saves) saves.textContent = saving(field.value === base ? "" : points);
  }
  function remember() {
    notWritten.hidden = true;
    noteHalfTold(entry.dataset.draft, field.value !== base);
    if (field.value === base) kept.drop(key);
    else kept.set(key, { typed: { cards: [field.value] }, base });
  }
  function isRead(isWrong) {
    entry.classList.remove("unread");
    if (isWrong) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  /* What the keys typed is counted at once, in the order of the keys; words are the server's. */
  function count() {
    const isNothing = field.value === "nothing";
    const ranks = isNothing ? [] : field.value.split(" ").filter(Boolean);
    if (!ranks.every((rank) => keys.has(rank))) {
      htmx.process(field); // it may be too early for its own time
      htmx.trigger(field, "input");
      return;
    }
    const counts = {};
    for (const rank of ranks) counts[rank] = (counts[rank] || 0) + 1;
    const cards = inOrder(counts);
    const points = field.value ? cards.reduce((total, each) => total + Number(each.points), 0) : "";
    const words = isNothing ? _("no cards") : cards.map(({ rank, shown }) => shown ?? rank).join(" ") || _("No cards entered");
    delete field.dataset.read;
    isRead(false);
    showSum(points);
    setText(told, words);
    told.className = cards.length ? "sr" : "";
    layOut(hand, cards, cards.length === laid + 1 && ranks.at(-1));
    const parts = cards.length ? [told, hand] : [told];
    if (parts.some((part, at) => reading.children[at] !== part) || reading.children.length > parts.length) reading.replaceChildren(...parts);
    laid = cards.length;
    showCounts(counts);
    remember();
    say(field.value ? inPoints(points, words) : words);
  }
  /* What the server has read, as long as the field still says that. */
  function take({ aloud = false } = {}) {
    const answer = find("[data-reading]", reading);
    if (!answer || answer.dataset.text !== field.value) return;
    showSum(answer.dataset.total);
    const isWrong = answer.classList.contains("error");
    isRead(isWrong);
    const counts = answer.dataset.ranks ? JSON.parse(answer.dataset.ranks) : {};
    if (answer.dataset.ranks) field.dataset.read = inOrder(counts).map(({ rank }) => rank).join(" "); // the keys go on from there
    laid = inOrder(counts).length;
    showCounts(counts);
    const words = answer.textContent.trim();
    if (aloud) say(isWrong || !field.value.trim() ? words : inPoints(answer.dataset.total, words));
  }
  function fill(text) {
    field.value = text;
    count();
  }

  field.addEventListener("tapped", () => {
    if (field.inputMode === "tel") field.placeholder = field.dataset.cardsExample; // cards after all
    field.inputMode = "text";
    count();
  });
  field.addEventListener("input", ({ data }) => {
    if (field.inputMode === "tel") keepPoints(field, data);
    delete field.dataset.read;
    showSum("…"); // what was read is not what stands there now
    entry.classList.add("unread");
    showCounts();
    remember();
  });

  /* What was begun here is filled in where the page says what it said then, else it is offered. */
  take();
  const draft = kept.get(key);
  const [left] = draft?.typed.cards ?? [field.value];
  if (left.trim() === field.value.trim()) remember();
  else if (field.value === base && draft.base === base) fill(left);
  else if (left.trim()) {
    find("p", notWritten).textContent = _("Not saved: %(cards)s", { cards: left });
    find("p", notWritten).dataset.announce = "";
    notWritten.hidden = false;
    find("button", notWritten).addEventListener("click", () => { fill(left); find("h1").focus({ preventScroll: true }); });
  } else remember();

  entries.set(entry, {
    take,
    passOver() { if (!notWritten.hidden) kept.drop(key); }, // what stands there goes out instead
  });
}

const eachEntry = (act) => findAll("[data-entry]").forEach((entry) => entries.has(entry) && act(entries.get(entry), entry));
/* On the window: the queue takes a tap on the document, and no form hears of it. */
window.addEventListener("submit", ({ target }) => eachEntry(({ passOver }, entry) => { if (target.contains(entry)) passOver(); }), true);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "reading" || detail.xhr.status >= 400) return;
  const answer = new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector("[data-reading]");
  const field = find("input[name=cards]");
  if (!answer || !field || answer.dataset.text !== field.value) detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id === "reading") eachEntry(({ take }) => take({ aloud: true }));
});

export function setUp(root) {
  setUpEach("[data-entry]", root, makeEntry);
  setUpEach("[data-points-key]", root, makePointsKey);
}
