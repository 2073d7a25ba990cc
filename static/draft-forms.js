/* A form with data-draft keeps on the phone what is typed into it, and its next page is filled in again: after a reload,
   after going back, after a link. Where the form is long (data-kept), the server fills it in when somebody asks for that.
   What was written is no draft any more, nor is what waits to be sent: the book and the bar have it. */
import { _, find, findAll, say, setUpEach } from "./dom.js";
import { draftKey, forget, holds, isSentTo, kept, same } from "./kept.js";
import { entries, hasLoaded, loaded } from "./queue.js";

const OF_EVERY_FORM = ["csrf_token", "write_id", "seen", "day"];

const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && type !== "submit" && !OF_EVERY_FORM.includes(name));
/* The values of each name. */
function valuesOf(form) {
  const values = Object.fromEntries(fieldsOf(form).map(({ name }) => [name, []]));
  for (const [name, value] of new FormData(form)) values[name]?.push(value);
  return values;
}
/* The same as the page has brought them, whatever somebody has typed since. */
function broughtBy(form) {
  const copy = form.cloneNode(true);
  copy.reset();
  return valuesOf(copy);
}

const isTicked = ({ type }) => /^(radio|checkbox)$/.test(type);
function fillField(form, name, values) {
  fieldsOf(form).filter((field) => field.name === name).forEach((field, position) => {
    const before = [field.checked, field.value];
    if (isTicked(field)) field.checked = values.includes(field.value);
    else field.value = values[position] ?? "";
    const fold = field.closest("details:not(.book-choice)");
    if (fold && !same(before, [field.checked, field.value])) fold.open = true;
  });
}
/* Whether the page still has these as answers. */
const offers = (form, name, values) => values.every((value) => fieldsOf(form).some((field) => field.name === name
  && (isTicked(field) ? field.value === value : !field.options || [...field.options].some((option) => option.value === value))));

const waits = (key, draft) => entries().some((entry) => isSentTo(key, entry) && holds(entry, draft));

/* Somebody kept what the others wrote: one's own, in the form beside it, is not wanted any more. */
document.addEventListener("click", ({ target }) => {
  const form = find(".conflict") && target.closest(".actions a") && find(".actions form");
  if (form) forget({ path: form.action, body: [...new FormData(form)] });
});

function keepDraft(form) {
  const key = draftKey(form, form.dataset.draft);
  const isLong = "kept" in form.dataset;
  const own = broughtBy(form); // what the page itself says
  const draft = kept.get(key);
  const isRefused = draft && find("#problems") && same(own, draft.typed); // the page shows again what was typed
  const isFresh = isLong ? "fresh" in form.dataset : !isRefused;
  const base = isFresh ? own : draft?.base ?? {};
  const isOpen = isFresh && draft && !waits(key, draft);
  const older = isLong && isOpen ? { base: draft.base, typed: draft.typed } : draft?.older; // nobody has gone on with it
  const remember = () => {
    const typed = valuesOf(form);
    if (!same(typed, base)) kept.set(key, { base, typed, older });
    else if (older) kept.set(key, older);
    else kept.drop(key);
  };
  form.addEventListener("input", ({ target }) => {
    if (target.matches("[data-find]")) return; // it looks for a field, and is none
    delete form.dataset.asLeft;
    remember();
  });
  const isBegun = !same(valuesOf(form), own); // somebody was quicker than this module
  if (isFresh && isOpen) {
    if (isLong) offer(form, key, draft, own);
    else fillIn(form, draft, own, remember, isBegun);
  }
  if (!isFresh || isBegun) remember();
}

/* Each field as it was left, where the page still says of it what it said then: what others changed stands.
   data-as-left tells live.js that nobody is typing here: such a form may be shown again, and is filled in again. */
function fillIn(form, { base, typed }, own, remember, isBegun) {
  const here = valuesOf(form);
  const left = Object.entries(typed).filter(([name, values]) => (
    !same(values, base[name]) && same(own[name], base[name]) && same(here[name], own[name]) && offers(form, name, values)));
  const fill = (values) => {
    for (const [name, each] of values) fillField(form, name, each);
    form.dispatchEvent(new Event("shown"));
    remember();
  };
  fill(left);
  if (!left.length) return;
  if (!isBegun) form.dataset.asLeft = "";
  const line = find(`[data-as-left-in="${form.id}"]`);
  if (!line) return;
  const [words, button] = [find("p", line), find("button span", line)];
  const [asLeft, afresh] = [words.textContent, button.textContent];
  let removed = null; // what was filled in before somebody started afresh
  line.hidden = false;
  find("button", line).addEventListener("click", () => { // there is a way back, as from everything
    const now = valuesOf(form);
    fill(Object.entries(removed ?? own));
    removed = removed ? null : now;
    words.textContent = removed ? _("Started over") : asLeft;
    button.textContent = removed ? _("Bring it back") : afresh;
    say(words.textContent);
  });
}

/* What was begun last, and what was begun before that and then passed over. */
function offer(form, key, { older, ...last }, own) {
  const line = find("[data-go-on]");
  findAll("button", line).forEach((button, position) => {
    const [draft, other] = position ? [older, last] : [last, older];
    button.hidden = !draft || same(draft.typed, own);
    button.addEventListener("click", () => {
      kept.set(key, { ...draft, older: other });
      const values = { ...draft.typed, step: "show" };
      for (const name of ["csrf_token", "write_id"]) values[name] = form.elements[name].value;
      const page = { source: button, target: "#page", swap: "innerHTML", values };
      htmx.ajax("POST", form.action, page).catch(() => {}); // no answer: the request itself has said so
    });
    if (!button.hidden) line.hidden = false;
  });
}

/* Whether something waits to be sent is known when that was read. */
export function setUp(root) {
  if (!hasLoaded()) return loaded.then(() => setUp(root));
  setUpEach("form[data-draft]", root, keepDraft);
}
