/* What is asked or told with cards is kept in the address of the page as it is tapped or typed, so that locking, turning
   or reloading the phone loses nothing; and the cards are drawn below their field. */
import { _, element, find, findAll, setUpEach } from "./dom.js";
import { drawn, pieces } from "./faces.js";

const NOT_KEPT = ["ask", "csrf_token", "write_id", "seen"]; // of the form, not of what it tells
const form = () => find("form[data-ask], form[data-forgets]");

/* What is typed, as little cards: a row for each meld. */
function preview(field) {
  const place = find(`[data-preview="${field.id}"]`);
  if (!place) return;
  const lines = field.value.split(/\n|;/).map(pieces);
  place.replaceChildren(...lines.filter((cards) => cards.length).map((cards) => {
    const row = element("span", "", { className: "hand" });
    row.setAttribute("aria-hidden", "true");
    row.append(...cards.map(drawn).filter(Boolean));
    return row;
  }));
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
