/* What is asked or told with cards is kept in the address of the page as it is tapped or typed, so that locking, turning
   or reloading the phone loses nothing; and the cards are drawn below their field. */
import { _, element, find, findAll, setUpEach } from "./dom.js";
import { pack } from "./cards.js";
import { drawn, pieces } from "./faces.js";

const NOT_KEPT = ["ask", "csrf_token", "write_id", "seen"]; // of the form, not of what it tells
const form = () => find("form[data-ask], form[data-forgets]");

const rankOf = (card) => (pack().SUITS[card.at(-1).toUpperCase()] ? card.slice(0, -1) : card);
const cardsOf = (line) => line.map(drawn).filter(Boolean);
/* A row of little cards. */
function row(cards, className) {
  const place = element("span", "", { className, ariaHidden: "true" });
  place.append(...cards);
  return place;
}
/* The contract in its slots ("s3 r4"), each filled with the cards of its meld; cards told in one go go on in the next,
   unless they are one more of the same rank. */
function fill(place, lines) {
  const wanted = place.dataset.slots.split(" ").map((meld) => [meld[0] === "r", Number(meld.slice(1))]);
  let melds = lines;
  if (lines.length === 1) {
    melds = [];
    for (const card of lines[0]) {
      const last = melds.at(-1);
      const isMore = last && rankOf(last[0]) === rankOf(card);
      if (last && (last.length < wanted[melds.length - 1][1] || isMore || melds.length === wanted.length)) last.push(card);
      else melds.push([card]);
    }
  }
  const words = findAll(".sr", place);
  place.replaceChildren(...wanted.map(([isRun, size], nth) => {
    const cards = cardsOf(melds[nth] || []);
    const free = Array.from({ length: Math.max(0, size - cards.length) }, (_free, at) =>
      element("i", "", { className: isRun ? pack().CSS[0][nth % 4] : pack().CSS[1][(cards.length + at) % 4] }));
    const meld = element("li", "", { className: `meld ${isRun ? "run" : "set"}${size > 5 ? " lapped" : ""}` });
    meld.append(row([...cards, ...free], "slots"), words[nth] ?? "");
    return meld;
  }), ...melds.slice(wanted.length).map((cards) => row(cardsOf(cards), "hand")));
}
/* What is typed, as little cards: a row for each meld. */
function preview(field) {
  const place = find(`[data-preview="${field.id}"]`);
  if (!place) return;
  const lines = field.value.split(/\n|;/).map(pieces).filter((cards) => cards.length);
  const slots = find("ul[data-slots]:not([data-slots=''])", field.closest("[data-cards]"));
  field.closest("[data-cards]").classList.toggle("slotted", Boolean(slots));
  const laid = () => findAll(".placed", field.closest("[data-cards]"));
  const before = laid().length;
  place.replaceChildren(...slots ? [] : lines.map((cards) => row(cardsOf(cards), "hand")));
  if (slots) fill(slots, lines);
  if (laid().length === before + 1) laid().at(-1).classList.add("drops"); // the one that has just come
}
/* Another round has another contract. */
function showContract({ selectedOptions: [{ dataset, text }] }) {
  const slots = find("ul[data-slots]"); // each round says its contract, whether or not there are slots for it
  if (!slots) return;
  slots.dataset.slots = dataset.slots ?? "";
  slots.ariaLabel = text;
  slots.replaceChildren();
  preview(find(":is(input,textarea)", slots.closest("[data-cards]")));
}
/* The address holds what stands in the form, but asks nothing yet. */
function keepInAddress() {
  if ("forgets" in form().dataset) return; // a hand in play stands in no address
  const typed = new URLSearchParams();
  for (const [name, value] of new FormData(form())) if (value !== "" && !NOT_KEPT.includes(name)) typed.append(name, value);
  if (form().dataset.half) typed.append("half", form().dataset.half); // tapped, but not told yet
  const query = typed.toString();
  history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : ""));
}
function changed({ target }) {
  if (!form() || target.form !== form()) return;
  const { rulebook, players, round } = form().elements;
  if (rulebook) {
    const parts = [rulebook.selectedOptions[0].text, _("%(players)s players", { players: players.value }), round.value && _("round %(round)s", { round: round.value })];
    find("[data-where]").textContent = parts.filter(Boolean).join(" · ");
  }
  if (target === round) showContract(round);
  preview(target);
  keepInAddress();
}
for (const event of ["input", "change", "tapped"]) document.addEventListener(event, changed);
/* Empty fields only lengthen the address. */
document.addEventListener("htmx:configRequest", ({ detail: { elt, formData } }) => {
  if (!elt.matches("form[data-ask][method=get]")) return;
  for (const name of new Set([...formData.keys()])) if (formData.get(name) === "") formData.delete(name);
});

const showCards = (part) => findAll("[data-cards] :is(input, textarea)", part).forEach(preview);
export const setUp = (root) => setUpEach("form[data-ask], form[data-forgets]", root, showCards);
