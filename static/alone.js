/* What a page does whose modules do not come. It came by gate.js, and from the server, so that answers.

   A script is missing: what was tapped goes out as the plain forms that they are, which the server answers without any
   script. The page was cut off: it is fetched again, a few times with growing pauses, and filled in as it was. */
"use strict";
(() => {
  const FIRST_PAUSE = 500; // ms
  const TRIES = 3; // to fetch a page that is cut off each time; then it says so
  const FORGOTTEN = 60000; // ms after which they are counted from the start
  const { gate } = window;
  const place = `cut:${location.pathname}`; // which another page may have by now: then none of its fields has these names
  const wait = (time) => new Promise((over) => setTimeout(over, time));

  /* One form can become the next page; those before it are sent beside the page. */
  async function sendPlain() {
    while (!(await gate.isThere())) await wait(2 * FIRST_PAUSE);
    if (gate.isOpen) return; // the queue has started after all
    gate.isOpen = true;
    const last = gate.early.pop();
    for (const tap of gate.early) {
      const { form, data, id } = tap;
      if (id) data.set("write_id", id); // the one in the form is that of the page
      const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams([...data]);
      try {
        await fetch(form.action, { method: "POST", body });
        gate.forget(tap);
      } catch { break; } // it is written down: the next page sends it
    }
    if (!last) return;
    if (last.id) last.form.elements.write_id.value = last.id; // should no answer come, the next page sends it once more
    last.form.requestSubmit(last.button);
  }

  const isTicked = ({ type }) => type === "radio" || type === "checkbox";
  const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && !/^(hidden|submit|button|file|fieldset|output)$/.test(type));
  const isTyped = (field) => (isTicked(field) ? field.checked !== field.defaultChecked : Boolean(field.options) || field.value !== field.defaultValue);
  /* Every field with a name that no other one has: the address of its form, which of those, its name, which of those. */
  function named() {
    const times = {};
    const next = (name) => { times[name] = (times[name] ?? 0) + 1; return `${name} ${times[name]}`; };
    return [...document.forms].flatMap((form) => {
      const own = next(form.getAttribute("action"));
      return fieldsOf(form).map((field) => [next(`${own} ${field.name}`), field]);
    });
  }
  const typed = () => Object.fromEntries(named().filter(([, field]) => isTyped(field))
    .map(([name, field]) => [name, isTicked(field) ? field.checked : field.value]));
  function fillIn(values) {
    for (const [name, field] of named()) {
      if (!(name in values) || isTyped(field) !== Boolean(field.options)) continue;
      field[isTicked(field) ? "checked" : "value"] = values[name];
      for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
    }
  }

  let left = null; // { tries, at, values }: what the page left to itself
  try { left = JSON.parse(sessionStorage.getItem(place)); } catch { /* nothing is kept here */ }
  function isOver() {
    try { sessionStorage.removeItem(place); } catch { /* there is nothing */ }
    if (left) fillIn(left.values);
  }
  const keep = (tries) => {
    const values = { ...left?.values, ...typed() };
    try { sessionStorage.setItem(place, JSON.stringify({ tries, at: Date.now(), values })); } catch { /* it comes all the same */ }
  };
  /* What has come of the page is shown, with a word that it is not the whole. */
  function sayPart() {
    const { part, again } = gate.words;
    const body = document.body ?? document.documentElement.appendChild(document.createElement("body"));
    const notice = Object.assign(document.createElement("div"), { id: "cut", className: "notice warning cut", role: "alert" });
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: again });
    button.addEventListener("click", () => { keep(0); location.reload(); });
    notice.append(Object.assign(document.createElement("p"), { textContent: part }), button);
    body.prepend(notice);
    document.documentElement.dataset.part = "";
    window.addEventListener("pagehide", () => keep(0)); // whoever reloads it by hand
  }

  /* Whether all of a form has come: something stands after it. */
  const isComplete = ({ form }) => Boolean(form.nextElementSibling || form.parentElement?.closest(":not(:last-child)"));
  async function comeBack() {
    let tries = left && Date.now() - left.at < FORGOTTEN ? left.tries : 0;
    if (tries >= TRIES) { // it needs somebody, or another line
      sayPart();
      await new Promise((again) => {
        window.addEventListener("online", again);
        document.addEventListener("visibilitychange", again);
        window.addEventListener("submit", again, true);
      });
      tries = 0;
    }
    let isLeaving = false; // somebody has tapped a link
    window.addEventListener("beforeunload", () => { isLeaving = true; });
    do await wait(FIRST_PAUSE * 2 ** tries); while (!(await gate.isThere()));
    if (isLeaving) return;
    if (gate.isWhole()) { isOver(); return; } // it was only slow
    if (gate.early.some(isComplete)) { // the answer is a page as well
      gate.early = gate.early.filter(isComplete);
      sendPlain();
      return;
    }
    keep(tries + 1);
    location.reload();
  }
  gate.sendPlain = sendPlain;
  if (!gate.isWhole()) comeBack();
  else if (left) isOver();
  if (gate.isPlain && gate.isWhole()) sendPlain();
})();
