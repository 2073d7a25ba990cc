/* What was tapped: the form, its words, and the entry that it makes. */
import { _, find, findAll } from "./dom.js";
import { same } from "./kept.js";
import { add, bodyOf, entries, isSame, move, onChange, stateOf, withoutSeen } from "./queue.js";

const origins = new Map(); // id of an entry: the form and its button, as long as the page stands

export const isOf = (entry, elt) => origins.get(entry.id)?.elt === elt;
export const inWords = (entry) => (entry.again ? _("%(entry)s (tapped twice, counts once)", { entry: entry.what }) : entry.what);
/* The form of an entry with its button, while it stands on the page; ``isUnchanged``: whether it still says the same. */
export function originOf(entry) {
  const origin = origins.get(entry.id);
  if (!origin?.elt.isConnected) return null;
  const button = origin.button?.isConnected ? origin.button : null;
  return { elt: origin.elt, button, isUnchanged: origin.elt.dataset.each || same(bodyOf(new FormData(origin.elt, button)), entry.body) };
}
export function forgetOrigins() {
  for (const id of origins.keys()) if (stateOf({ id }) === "gone") origins.delete(id);
}

/* What was tapped, as the bar says it. */
function wording(form, button) {
  const typed = findAll("input[type=text], textarea", form).find((field) => field.value.trim());
  const whole = button?.ariaLabel || button?.querySelector("[aria-hidden] + .sr")?.textContent;
  const tapped = (button?.querySelector("span") ?? button)?.textContent || "";
  const heading = (document.getElementById(form.getAttribute("aria-labelledby")) ?? find("h1")).textContent;
  const chosen = findAll("input[type=radio]:checked", form).map((radio) => radio.labels[0]?.textContent ?? "").join(", ");
  const words = whole ? [whole] : [heading, chosen, typed?.value ?? tapped];
  return words.map((each) => each.trim().replace(/\s+/g, " ")).filter(Boolean).join(" · ").slice(0, 120);
}

/* Whether the queue takes what this form sends: a write. A file is sent or it is not; what only shows writes nothing. */
export function isWrite(form, button, data) {
  return form.method === "post" && data.has("write_id") && !("looks" in form.dataset) && !("looks" in (button?.dataset ?? {}))
    && [...data.values()].every((value) => typeof value === "string");
}

/* The entry of what was tapped. Only what may have arrived keeps its id: it counts once, however often it is tapped. What
   was refused is sent with a new id, so that it is judged again; whoever only looks at it gets the first answer. Other
   content of the same form takes its place, unless each tap counts by itself (data-each). ``early``: the id under which
   gate.js has written it down. */
export function take(form, button, data, isResent, early = "") {
  const { pathname, search } = new URL(button?.getAttribute("formaction") || form.action, location.href);
  const path = pathname + search;
  const body = bodyOf(data);
  const equal = !form.dataset.each && entries().find((entry) => isSame(entry, path, body));
  const isEach = "each" in form.dataset;
  let entry = equal;
  if (equal && ["taken", "waits", "out"].includes(stateOf(equal))) {
    move(equal, "tapped", isEach && !isResent && { again: true });
  } else {
    const id = data.get("write_id");
    const isAnswer = Boolean(form.closest("[data-asks]"));
    entry = add({ path, body, form: id, what: wording(form, button), ...(early && { id: early }) }, (each) => each === equal
      || (isAnswer && stateOf(each) === "asked") // what was asked about goes out with its answer, or is said again
      || (each.asks && each.path === path && same(withoutSeen(each.body), withoutSeen(body)))
      || (each.form === id && !isEach));
  }
  origins.set(entry.id, { elt: form, button });
  drawPending();
  return entry;
}

/* What is on its way is seen where it was tapped. */
function drawPending() {
  for (const form of findAll("form[aria-busy]")) form.removeAttribute("aria-busy");
  for (const button of findAll("[data-pending]")) delete button.dataset.pending;
  for (const [id, { elt, button }] of origins) {
    if (!["taken", "out", "waits"].includes(stateOf({ id }))) continue;
    elt.setAttribute("aria-busy", "true");
    if (button) button.dataset.pending = "";
  }
}
onChange(drawPending);
