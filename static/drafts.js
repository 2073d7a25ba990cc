/* What is typed and not sent yet. A form with data-draft keeps it on the phone, and its next page is filled in again:
   after a reload, after going back, after a link. Where the form is long (data-kept) the server fills it in, when asked
   to. What was written is no draft any more, nor is what waits to be sent: the book and the bar have it. */
"use strict";
(() => {
  const { one, all, kept, say, draftKey } = window.referee;
  const OF_EVERY_FORM = ["csrf_token", "write_id", "seen"];
  const plain = (values) => JSON.stringify(values, (_, value) => (typeof value === "string" ? value.trim() : value));
  const same = (one, other) => plain(one) === plain(other);

  const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && type !== "submit" && !OF_EVERY_FORM.includes(name));
  /* The values of each name. */
  function valuesOf(form) {
    const values = Object.fromEntries(fieldsOf(form).map(({ name }) => [name, []]));
    for (const [name, value] of new FormData(form)) values[name]?.push(value);
    return values;
  }
  const isTicked = ({ type }) => /^(radio|checkbox)$/.test(type);
  function put(form, name, values) {
    fieldsOf(form).filter((field) => field.name === name).forEach((field, at) => {
      const before = [field.checked, field.value];
      if (isTicked(field)) field.checked = values.includes(field.value);
      else field.value = values[at] ?? "";
      const fold = field.closest("details:not(.book-choice)");
      if (fold && !same(before, [field.checked, field.value])) fold.open = true;
    });
  }
  /* Whether the page still has these as answers. */
  const offers = (form, name, values) => values.every((value) => fieldsOf(form).some((field) => field.name === name
    && (isTicked(field) ? field.value === value : !field.options || [...field.options].some((each) => each.value === value))));

  const isOf = (key, { path }) => key.startsWith(draftKey({ action: path }, ""));
  const holds = ({ body }, draft) => Object.entries(draft?.typed ?? {}).every(([name, values]) => (
    same(values, body.filter(([each]) => each === name).map(([, value]) => value))));
  const waits = (key, draft) => (kept.get("unsent") ?? []).some((entry) => isOf(key, entry) && holds(entry, draft));
  /* It is written, or nobody wants it any more. */
  window.referee.forget = (entry) => {
    for (const key of kept.keys("draft:")) if (isOf(key, entry) && holds(entry, kept.get(key))) kept.drop(key);
  };

  /* Theirs was kept, so one's own is wanted no more: it stands in the form beside. */
  document.addEventListener("click", ({ target }) => {
    const form = one(".conflict") && target.closest(".actions a") && one(".actions form");
    if (form) window.referee.forget({ path: form.action, body: [...new FormData(form)] });
  });

  function makeDraft(form) {
    const key = draftKey(form, form.dataset.draft);
    const long = "kept" in form.dataset;
    const own = valuesOf(form); // what the page itself says
    const draft = kept.get(key);
    const refused = draft && one("#problems") && same(own, draft.typed); // the page shows again what was typed
    const fresh = long ? "fresh" in form.dataset : !refused;
    const base = fresh ? own : draft?.base ?? {};
    const isOpen = fresh && draft && !waits(key, draft);
    const older = long && isOpen ? { base: draft.base, typed: draft.typed } : draft?.older; // nobody has gone on with it
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
    if (!fresh) remember();
    else if (isOpen) {
      if (long) offer(form, key, draft, own);
      else fillIn(form, draft, own, remember);
    }
  }

  /* Each field as it was left, where the page says of it what it said then: what others changed meanwhile stands.
     data-as-left tells unsent.js that nobody is typing here: such a form may be shown anew, and is filled in again. */
  function fillIn(form, { base, typed }, own, remember) {
    const left = Object.entries(typed).filter(([name, values]) => (
      !same(values, base[name]) && same(own[name], base[name]) && offers(form, name, values)));
    const fill = (values) => {
      for (const [name, each] of values) put(form, name, each);
      form.dispatchEvent(new Event("shown"));
      remember();
    };
    fill(left);
    if (!left.length) return;
    form.dataset.asLeft = "";
    const line = one(`[data-as-left-in="${form.id}"]`);
    if (!line) return;
    const [words, button] = [one("p", line), one("button span", line)];
    const [asLeft, afresh] = [words.textContent, button.textContent];
    let taken = null;
    line.hidden = false;
    one("button", line).addEventListener("click", () => { // there is a way back, as from everything
      const now = valuesOf(form);
      fill(Object.entries(taken ?? own));
      taken = taken ? null : now;
      words.textContent = taken ? "Started afresh" : asLeft;
      button.textContent = taken ? "Bring it back" : afresh;
      say(words.textContent);
    });
  }

  /* What was begun last, and what was begun before that and then passed over. */
  function offer(form, key, { older, ...last }, own) {
    const line = one("[data-go-on]");
    all("button", line).forEach((button, at) => {
      const [draft, other] = at ? [older, last] : [last, older];
      button.hidden = !draft || same(draft.typed, own);
      button.addEventListener("click", () => {
        kept.set(key, { ...draft, older: other });
        const values = { ...draft.typed, rounds: "show" };
        for (const name of ["csrf_token", "write_id"]) values[name] = form.elements[name].value;
        htmx.ajax("POST", form.action, { source: button, target: "#page", swap: "innerHTML", values });
      });
      if (!button.hidden) line.hidden = false;
    });
  }

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "page") all("form[data-draft]", detail.target).forEach(makeDraft);
  });
  all("form[data-draft]").forEach(makeDraft);
})();
