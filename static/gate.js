/* Runs before everything else, and alone. A form that is tapped before the queue has started (start.js) waits for it, so
   that no tap goes out that nobody keeps; a key that is tapped before its module is there waits for that (parts.js).
   Where the queue cannot start, because a script is missing or the page was cut off, alone.js does what can be done. It
   comes when the server answers: scripts are missing most of all where the computer died under a page that came.

   A page has it twice. The second tag holds up all that follows, so that nothing is tapped before it; but where the line
   breaks while that is on its way, a browser runs no script any more that holds up a page. The first one it does. */
"use strict";
(() => {
  if (window.gate) return;
  const PATIENCE = 6000; // ms
  const AGAIN = 1000; // ms until the server is looked for once more, and until a page is
  const STILL = 3; // looks at a page of which nothing more has come: browsers wait for ever for the rest of it
  const KEYS = "button, a[data-again], a[data-png]"; // all but those that send do nothing without their module
  const WAYS = "a[href]:not([href^='#'], [download], [target], [data-again], [data-png])";
  /* Where a module has another use for Enter than to send. */
  const ENTER = "[data-new] input, [data-paper] input, [data-find], [data-points-of-all] [data-summed]";
  const { plain, alone } = document.querySelector("script[data-alone]").dataset;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: plain });
  let opening; // the time when nobody waits for the queue any longer
  let held = []; // keys that were tapped, and fields in which Enter was; null where all modules are here
  let way = null; // a link that was tapped while keys are held
  let leaving;
  let isFetched = false;
  let count = 0;
  let still = 0;

  /* An early tap is written down as the queue keeps its own (records.js): the next page that has its modules sends it, and
     the book knows its id, should it have come all the same. */
  const KEY = "unsent:";
  function writeDown(tap) {
    const { form, button, data } = tap;
    if (!data.has("write_id") || form.matches("[data-looks]") || button?.matches("[data-looks]") || form.enctype[0] === "m") return;
    const { pathname, search } = new URL(button?.getAttribute("formaction") || form.action, location);
    const body = [...data].filter(([name]) => name !== "write_id" && name !== "csrf_token");
    const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const what = (button?.ariaLabel || (button ?? form).textContent).trim().slice(0, 120);
    tap.id = id;
    try { localStorage[KEY + id] = JSON.stringify({ id, at: Date.now(), path: pathname + search, body, form: data.get("write_id"), what }); } catch { /* only this page has it */ }
  }

  const gate = {
    early: [], // { form, button, data, id }, in the order of the taps; ``id`` where it is written down
    /* It has arrived, or another tap has taken its place. */
    forget({ id }) { try { delete localStorage[KEY + id]; } catch { /* it was not kept */ } },
    isOpen: false,
    isPlain: false, // whether forms are to go out by themselves
    patience: 2000, // ms for which a link waits for the keys before it
    touched: null, // the field that somebody was in last
    isThere: () => fetch(plain, { method: "HEAD", cache: "no-store" }).then(() => true, () => false),
    /* A page is whole when its last element is there and the browser knows that nothing follows it. Where the line is
       reset behind that element, it goes on waiting and runs no module. */
    isWhole: () => Boolean(document.querySelector("#end")) && (document.readyState !== "loading" || still < STILL),
    open(take) {
      clearTimeout(opening);
      sheet.remove();
      gate.isOpen = true;
      gate.early.splice(0).forEach(take);
    },
    /* Keys wait for a module that is fetched. */
    hold() { held ??= []; },
    /* Every module is here. */
    release() {
      const keys = held ?? [];
      held = null;
      for (const key of keys) {
        if (!key.isConnected) continue;
        if (key.matches(KEYS)) key.click();
        else key.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      }
      goOn();
    },
  };
  window.gate = gate;

  /* Whoever goes on after keys that are held goes when those were tapped, or after a while. */
  function waitFor(event) {
    const link = event.isTrusted && event.target.closest(WAYS);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    stop(event);
    way = link;
    leaving ??= setTimeout(goOn, gate.patience);
  }
  function goOn() {
    leaving = clearTimeout(leaving);
    const link = way;
    way = null;
    if (link?.isConnected) link.click();
  }

  const contentOf = ({ data }) => JSON.stringify([...data]);
  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function hold(event) {
    const { target: form, submitter: button } = event;
    if (gate.isOpen || form.method !== "post") return;
    stop(event);
    opening ??= setTimeout(goPlain, PATIENCE);
    form.setAttribute("aria-busy", "true");
    if (button) button.dataset.pending = "";
    const tap = { form, button, data: new FormData(form, button) };
    const text = contentOf(tap);
    const { early } = gate;
    const before = early.findIndex((each) => each.form === form && (!("each" in form.dataset) || contentOf(each) === text));
    writeDown(tap);
    if (before >= 0) gate.forget(early.splice(before, 1)[0]); // the same counts once, and other content takes the place of the first
    early.push(tap);
  }
  const wait = (time) => new Promise((over) => setTimeout(over, time));
  async function fetchAlone() {
    if (isFetched) return;
    isFetched = true;
    while (!(await gate.isThere())) await wait(AGAIN);
    const onerror = async () => {
      if (gate.isPlain && gate.early.length === 1) gate.open(({ form, button }) => form.requestSubmit(button)); // one can do without
      await wait(STILL * AGAIN);
      isFetched = false;
      fetchAlone();
    };
    document.head.append(Object.assign(document.createElement("script"), { src: alone, onerror }));
  }
  function goPlain() {
    if (gate.isOpen || gate.isPlain) return;
    gate.isPlain = true;
    held = null; // plain fields are there instead
    document.head.append(sheet); // what only works with scripts is not shown
    if (gate.sendPlain) gate.sendPlain(); else fetchAlone();
    goOn();
  }
  document.addEventListener("submit", hold, true);
  /* A script that did not come, or a module of it that did not. */
  window.addEventListener("error", ({ target }) => {
    if (target.matches?.("script[data-queue]")) goPlain();
  }, true);

  /* Whoever is quicker than the line is not forgotten: what was tapped before its module was there is tapped then, and so
     is what was tapped after it, such as Send. */
  document.addEventListener("click", (event) => {
    if (!held || event.target.closest("#unsent, #cut")) return;
    const key = event.target.closest(KEYS);
    if (held.length) waitFor(event);
    if (!key || (key.type === "submit" && !held.length)) return;
    stop(event);
    held.push(key);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (!held || event.key !== "Enter" || !event.target.matches(ENTER)) return;
    stop(event);
    held.push(event.target);
  }, true);
  document.addEventListener("focusin", ({ target }) => { if (target.matches("input,textarea")) gate.touched = target; }, true);

  const watch = setInterval(() => {
    const { length } = document.querySelectorAll("#page *"); // not what this script adds itself
    still = length === count ? still + 1 : 0;
    count = length;
    if (document.readyState === "loading" && still < STILL) return;
    if (document.readyState !== "loading") clearInterval(watch);
    let isCut = !gate.isWhole();
    try { isCut ||= sessionStorage[`cut:${location.pathname}`]; } catch { /* it keeps nothing: so nothing was typed */ }
    if (isCut) fetchAlone();
  }, AGAIN);
})();
