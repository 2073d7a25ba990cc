/* Runs before everything else, and alone. A form that is tapped before the queue has started (start.js) waits for it, so
   that no tap goes out that nobody keeps. Where the queue cannot start, because a script is missing, forms go out as
   plain forms: the server answers them without any script. A plain form that meets no server is lost, with the page: so
   they wait until it answers, because scripts are missing most of all where the computer died under a page that came. */
"use strict";
(() => {
  const PATIENCE = 6000; // ms
  const AGAIN = 1000; // ms until the server is looked for once more
  const early = []; // { form, button, data }, in the order of the taps
  const plain = Object.assign(document.createElement("link"), { rel: "stylesheet", href: document.currentScript.dataset.plain });
  let isOpen = false;
  let isPlain = false;
  let opening; // the time when nobody waits for the queue any longer

  const contentOf = ({ data }) => JSON.stringify([...data]);
  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  function hold(event) {
    const { target: form, submitter: button } = event;
    if (isOpen || form.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    opening ??= setTimeout(goPlain, PATIENCE);
    form.setAttribute("aria-busy", "true");
    if (button) button.dataset.pending = "";
    const tap = { form, button, data: new FormData(form, button) };
    const text = contentOf(tap);
    const before = early.findIndex((each) => each.form === form && (!("each" in form.dataset) || contentOf(each) === text));
    if (before >= 0) early.splice(before, 1); // the same counts once, and other content takes the place of the first
    early.push(tap);
  }
  const isThere = () => fetch(plain.href, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
  /* One form can become the next page; those before it are sent beside the page. */
  async function goPlain() {
    if (isOpen || isPlain) return;
    isPlain = true;
    document.head.append(plain); // what only works with scripts is not shown
    while (!(await isThere())) await new Promise((over) => setTimeout(over, AGAIN));
    if (isOpen) return; // the queue has started after all
    isOpen = true;
    const last = early.pop();
    for (const { form, data } of early) {
      if (data.has("write_id")) data.set("write_id", newId()); // the one in the form is that of the last tap
      const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams([...data]);
      try { await fetch(form.action, { method: "POST", body }); } catch { break; }
    }
    if (last) last.form.requestSubmit(last.button);
  }
  document.addEventListener("submit", hold, true);
  /* A script that did not come, or a module of it that did not. */
  window.addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement && "queue" in target.dataset) goPlain();
  }, true);
  window.gate = {
    open(take) {
      clearTimeout(opening);
      plain.remove();
      isOpen = true;
      early.splice(0).forEach(take);
    },
  };
})();
