/* Cards left: the pad types into the field; the server is the one that reads what people type. */
import { element, find, findAll, say, setUpEach } from "./dom.js";
import { draftKey, kept } from "./kept.js";

const pads = new WeakMap(); // [data-entry]: its pad
const heldWord = element("span", " held", { className: "sr" });
const inPoints = (points, words) => `${points} ${Number(points) === 1 ? "point" : "points"}: ${words}`;

function makePad(entry) {
  const field = find("input[name=cards]", entry);
  const sum = find(".sum", entry);
  const reading = find(".reading", entry);
  const notWritten = find("[data-not-written]", entry);
  const { base } = entry.dataset; // what the book has: the field may show what was refused instead
  const key = draftKey(entry.closest("form"), entry.dataset.draft);
  const keys = new Map(findAll("[data-rank]", entry).map((button) => [button.dataset.rank, button])); // aces first
  let counts = null; // rank: how many; null where only the server can say what the field means
  let trail = []; // the ranks as they were tapped

  const isNothing = () => field.value.trim().toLowerCase() === "nothing";
  const cards = () => [...keys.keys()].flatMap((rank) => Array(counts[rank] || 0).fill(rank));
  const shownAs = (rank) => keys.get(rank).dataset.shown ?? rank;
  function showCounts() {
    for (const [rank, button] of keys) {
      const held = (counts && counts[rank]) || 0;
      find("i", button).replaceChildren(...(held ? [String(held), heldWord.cloneNode(true)] : []));
    }
  }
  function remember() {
    notWritten.hidden = true;
    if (field.value === base) kept.drop(key);
    else kept.set(key, { typed: { cards: [field.value] }, base });
  }
  function isRead(isWrong) {
    entry.classList.remove("unread");
    if (isWrong) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  function show(text, words) {
    field.value = text;
    isRead(false);
    const points = text ? cards().reduce((total, rank) => total + Number(keys.get(rank).dataset.points), 0) : "";
    sum.textContent = points;
    reading.replaceChildren(element("p", words));
    showCounts();
    remember();
    say(text ? inPoints(points, words) : words);
  }
  const showCards = () => show(cards().join(" "), cards().map(shownAs).join(" ") || "Nothing said yet");
  /* What the server has read, as long as the field still says that. */
  function take({ aloud = false } = {}) {
    const answer = find("[data-reading]", reading);
    if (!answer || answer.dataset.text !== field.value) return;
    counts = answer.dataset.ranks ? JSON.parse(answer.dataset.ranks) : null;
    trail = [];
    sum.textContent = answer.dataset.total;
    const isWrong = answer.classList.contains("error");
    isRead(isWrong);
    showCounts();
    const words = answer.textContent.trim();
    if (aloud) say(isWrong || !field.value.trim() ? words : inPoints(answer.dataset.total, words));
  }
  function askServer(text) {
    htmx.process(field); // it may be too early for its own time
    field.value = text;
    htmx.trigger(field, "input");
  }
  function fill(text) {
    const ranks = text.split(" ").filter(Boolean);
    if (!ranks.every((rank) => keys.has(rank))) return askServer(text);
    counts = {};
    for (const rank of ranks) counts[rank] = (counts[rank] || 0) + 1;
    showCards();
  }
  function tap({ dataset: { rank, typed } }) {
    if (counts === null) return askServer(`${field.value} ${typed ?? rank}`.trim());
    counts[rank] = (counts[rank] || 0) + 1;
    trail.push(rank);
    showCards();
  }
  function takeBack() {
    if (counts === null) return askServer(field.value.replace(/\s*\S+\s*$/, ""));
    const rank = trail.pop() || cards().pop();
    if (rank) counts[rank] -= 1;
    showCards();
  }

  entry.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (counts === null && isNothing()) counts = {};
    if (button.dataset.rank) tap(button);
    else if ("takeBack" in button.dataset) takeBack();
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(8);
  });
  field.addEventListener("input", () => {
    counts = null;
    trail = [];
    sum.textContent = "…"; // what was read is not what stands there now
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
    find("p", notWritten).textContent = `Not written: ${left}`;
    find("p", notWritten).dataset.announce = "";
    notWritten.hidden = false;
    find("button", notWritten).addEventListener("click", () => { fill(left); find("h1").focus({ preventScroll: true }); });
  } else remember();

  pads.set(entry, {
    nothing() { counts = {}; trail = []; show("nothing", "no cards"); },
    take,
    passOver() { if (!notWritten.hidden) kept.drop(key); }, // what stands there goes out instead
  });
}

const eachPad = (act) => findAll("[data-entry]").forEach((entry) => pads.has(entry) && act(pads.get(entry), entry));
document.addEventListener("click", ({ target }) => { if (target.closest("button[data-nothing]")) eachPad((pad) => pad.nothing()); });
/* On the window: the queue takes a tap on the document, and no form hears of it. */
window.addEventListener("submit", ({ target }) => eachPad((pad, entry) => { if (target.contains(entry)) pad.passOver(); }), true);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "reading" || detail.xhr.status >= 400) return;
  const answer = new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector("[data-reading]");
  const field = find("input[name=cards]");
  if (!answer || !field || answer.dataset.text !== field.value) detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target.id === "reading") eachPad((pad) => pad.take({ aloud: true })); });

export const setUp = (root) => setUpEach("[data-entry]", root, makePad);
