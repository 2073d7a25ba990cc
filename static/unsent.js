/* What is written and not yet acknowledged. The phone keeps it before it goes out and sends it again, with the same id
   and in the order of the taps, until the book answers: after a reload, and from whichever page is open. What the book
   does not accept stays in sight until somebody has looked at it. */
"use strict";
(() => {
  const { one, all, kept, say, forget: forgetDraft, TAPPED } = window.referee;
  const LATER = "Retry-After"; // a header of every answer that another time may be another one
  const OURS = "Table-Referee"; // a header of every answer of the book; without it something on the way has answered
  const NO_LINE = "No connection. It goes out by itself when it is back.";
  const GOES_ON = "It goes on when it is back, if this page stays open.";
  const NO_BOOK = "Something on the way answered, not the app. If that goes on, load this page anew.";
  const FIRST_PAUSE = 4000;
  const LONGEST_PAUSE = 30000;

  /* Entries: id, path, body (names and values), form (the id its page brought), what (in words), refused (why), asks
     (what refuses it is a question), again (the same was tapped once more). */
  let here = []; // where nothing can be kept, it lives as long as the page
  const entries = () => kept.get("unsent") ?? here;
  function store(list) {
    here = list;
    kept.set("unsent", list);
    show();
  }
  const tokenHere = () => one("#unsent").dataset.token; // every page brings one
  const drop = (id) => store(entries().filter((entry) => entry.id !== id));

  const flying = new Set(); // ids that a request of this page carries just now
  const origins = new Map(); // id: the form and its button, as long as the page stands
  const waits = () => entries().filter((entry) => !entry.refused && !flying.has(entry.id));
  const isOf = (entry, elt) => origins.get(entry.id)?.elt === elt;
  const stands = (entry) => Boolean(origins.get(entry.id)?.elt.isConnected);
  let asking = ""; // the id of what a question on this page is about
  let wanted = null; // the link or form that could not be reached: it follows when all is sent
  let delivered = []; // sent from this page by itself: it still stands there as typed
  let why = "";
  let pressed = null;
  let direct = false;
  let pause = FIRST_PAUSE;
  let timer;
  let flushing = null;
  let leaving = false;

  function newId() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  const bodyOf = (data) => [...data.entries()].filter(([name]) => name !== "write_id" && name !== "csrf_token");
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const unseen = (body) => body.filter(([name]) => name !== "seen");

  function wording(form, button) {
    const typed = all("input[type=text], textarea", form).find((field) => field.value.trim());
    const tapped = button?.getAttribute("aria-label") || (button?.querySelector("span") ?? button)?.textContent || "";
    const label = document.getElementById(form.getAttribute("aria-labelledby"));
    const heading = (label ?? one("h1")).textContent;
    const chosen = all("input[type=radio]:checked", form).map((each) => each.labels[0]?.textContent ?? "").join(", ");
    const words = button?.hasAttribute("aria-label") ? [tapped] : [heading, chosen, typed ? typed.value : tapped];
    return words.map((each) => each.trim().replace(/\s+/g, " ")).filter(Boolean).join(" · ").slice(0, 120);
  }

  /* The same again keeps its id; other content of the same form takes its place, unless each tap counts by itself. */
  function keep(elt, path, data) {
    const body = bodyOf(data);
    const form = one("input[name=write_id]", elt)?.value || data.get("write_id");
    const list = entries();
    let entry = list.find((each) => each.path === path && same(each.body, body));
    const answers = elt.closest("[data-asks]") ? asking : "";
    const isAnswered = (each) => each.id === answers // what was asked about goes out with its answer, or is told anew
      || (each.asks && each.path === path && same(unseen(each.body), unseen(body)));
    const isNew = !entry;
    entry ??= { id: newId(), path, body, form, what: wording(elt, pressed) };
    flying.add(entry.id); // nothing waits yet
    if (isNew) {
      store([...list.filter((each) => !isAnswered(each) && (each.form !== form || "each" in elt.dataset)), entry]);
    } else if ("each" in elt.dataset && !direct) {
      store(list.map((each) => (each === entry ? { ...each, again: true } : each)));
    }
    if (elt.matches("form")) origins.set(entry.id, { elt, button: pressed?.form === elt ? pressed : null });
    return entry;
  }

  document.addEventListener("submit", (event) => { pressed = event.submitter; }, true);
  /* First what waits, then what is asked for now. */
  document.addEventListener("htmx:confirm", (event) => {
    const { elt } = event.detail;
    if (direct || elt.matches("input") || !waits().some((entry) => !isOf(entry, elt))) return;
    event.preventDefault();
    const button = pressed;
    flush({ before: elt }).then(() => {
      pressed = button;
      event.detail.issueRequest();
    });
  });
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, formData: data, path, verb } = event.detail;
    if (verb !== "post" || !data.has("write_id")) return;
    if ([...data.values()].some((value) => typeof value !== "string")) return; // a file is sent or it is not
    if ("looks" in elt.dataset || (pressed?.form === elt && "looks" in pressed.dataset)) return; // it shows, and writes nothing
    // htmx forgets the button when the focus has left it meanwhile
    if (pressed?.name && pressed.form === elt && !data.has(pressed.name)) data.set(pressed.name, pressed.value);
    const entry = keep(elt, path, data);
    data.set("write_id", entry.id);
    if (waits().some((each) => each.id !== entry.id)) {
      event.preventDefault(); // it goes out behind the others
      flying.delete(entry.id);
      later();
    }
  });

  const written = ({ requestConfig }) => (requestConfig.verb === "post" && requestConfig.formData.get("write_id")) || "";
  /* The first sentence that a page of the server has to say. */
  function sentenceOf(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const clash = page.querySelector(".conflict") && page.querySelector("h1");
    const said = page.querySelector("#problems p") || clash || page.querySelector("[data-announce]:not(.notice)");
    return said ? said.textContent.trim().replace(/\s+/g, " ") : "";
  }
  const asked = new WeakMap(); // request: its number, in the order of the taps
  const called = new Set(); // requests that somebody has tapped and that are not answered yet
  const left = new WeakSet(); // requests whose page somebody has left meanwhile
  let shown = 0; // the number of the request whose page stands here
  const isOld = (elt, status) => status >= 400 && status !== 404 && !elt.matches(TAPPED); // no news is no new page
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { xhr, target, requestConfig: { elt } } = detail;
    const tapped = elt.matches(TAPPED);
    if (target.id === "page" && (asked.get(xhr) < shown || !(tapped || elt.isConnected))) left.add(xhr);
    if (!xhr.getResponseHeader(OURS) || left.has(xhr) || isOld(elt, xhr.status)) detail.shouldSwap = false;
    if (elt.matches("main") && typing()) detail.shouldSwap = false; // begun since the page was asked for anew
    if (target.id === "page" && !tapped && called.size) detail.shouldSwap = false; // the page of what was tapped follows
    if (target.id === "unsent") detail.shouldSwap = false; // its sentence is shown by this script
    if (target.id === "page" && tapped && detail.shouldSwap) shown = asked.get(xhr);
  });
  /* The request itself is listened to: of an element whose page was left, no event of htmx is heard. */
  let count = 0;
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    let aborted = false;
    count += 1;
    asked.set(detail.xhr, count);
    if (detail.requestConfig.elt.matches(TAPPED)) called.add(detail.xhr);
    detail.xhr.addEventListener("abort", () => { aborted = true; });
    detail.xhr.addEventListener("loadend", () => ended(detail, aborted));
  });
  function ended(detail, aborted) {
    const { xhr, requestConfig: { elt, verb } } = detail; // what was tapped; the page may have replaced it by now
    const id = written(detail);
    called.delete(xhr);
    flying.delete(id);
    const entry = entries().find((each) => id && each.id === id);
    const ours = xhr.status && xhr.getResponseHeader(OURS);
    if (aborted) {
      if (entry) later();
    } else if (isOld(elt, xhr.status)) lost(elt, entry, "");
    else if (!ours) lost(elt, entry, xhr.status ? NO_BOOK : "");
    else if (xhr.getResponseHeader(LATER) && verb === "post") lost(elt, entry, sentenceOf(xhr.responseText));
    else answered(elt, entry, xhr);
  }
  function answered(elt, entry, xhr) {
    pause = FIRST_PAUSE;
    if (wanted?.elt === elt || elt.matches(TAPPED) || !wanted?.elt.matches(TAPPED)) wanted = null;
    if (entry && xhr.status < 400) {
      drop(entry.id);
      forget(entry);
      if (left.has(xhr)) say(`Sent: ${inWords(entry)}`);
    } else if (entry && left.has(xhr)) refuse(entry, xhr.responseText);
    else if (entry && one("[data-asks]")) {
      asking = entry.id;
      refuse(entry, xhr.responseText);
    } else if (entry && !leaving) drop(entry.id); // a refusal that nobody can see any more comes again
    if (waits().length) flush(); // the line is back, it seems
    show();
  }

  function lost(elt, entry, sentence) {
    if (elt.matches("input")) return; // it is read again with the next letter
    why = sentence;
    const isAsked = elt.matches(TAPPED) || !wanted?.elt.matches(TAPPED); // what looks for news takes nobody's place
    if (!entry && elt.isConnected && isAsked) wanted = { elt, button: elt.matches("form") ? pressed : null };
    later();
  }
  function refuse(entry, html) {
    const refused = sentenceOf(html) || "It was not accepted.";
    const asks = html.includes("data-asks");
    store(entries().map((each) => (each.id === entry.id ? { ...each, refused, asks } : each)));
  }
  function later() {
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
    pause = Math.min(pause * 1.5, LONGEST_PAUSE);
    show();
  }
  function forget(entry) {
    forgetDraft(entry);
    origins.delete(entry.id);
  }

  /* One entry, sent from another page: whether the book has answered. ``renewed``: with a token of just now, asked for once. */
  async function post(entry, token, renewed = false) {
    const data = new URLSearchParams([...entry.body, ["write_id", entry.id], ["csrf_token", token]]);
    let answer;
    flying.add(entry.id);
    try {
      // the book then leads nowhere: whoever does lead elsewhere is not the book
      const headers = { "Only-Deliver": "yes" };
      answer = await fetch(entry.path, { method: "POST", headers, body: data, redirect: "manual", signal: AbortSignal.timeout(15000) });
    } catch {
      why = "";
      return false;
    } finally { flying.delete(entry.id); }
    const ours = answer.headers.has(OURS);
    const html = answer.ok ? "" : await answer.text().catch(() => "");
    if (!ours || answer.headers.has(LATER)) {
      why = ours ? sentenceOf(html) : NO_BOOK;
      return false;
    }
    if (answer.status === 400 && !renewed) { // the cookie was renewed meanwhile: the answer brings the token that goes with it
      const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#unsent")?.dataset.token;
      if (fresh && fresh !== token) return post(entry, fresh, true);
    }
    if (answer.ok) {
      drop(entry.id);
      forget(entry);
    } else refuse(entry, html);
    return true;
  }

  function flush(how = {}) {
    if (leaving) return Promise.resolve();
    flushing ??= sendAll(how).finally(() => { flushing = null; });
    return flushing;
  }
  /* ``before``: what was tapped and follows; its own entry goes out with it. */
  async function sendAll({ byHand = false, before = null }) {
    clearTimeout(timer);
    const due = () => waits().filter((entry) => !before || !isOf(entry, before));
    const sent = [];
    for (let list = due(); list.length; list = due()) {
      const [entry] = list;
      if (!before && !wanted && !called.size && list.length === 1 && stands(entry)) {
        const { elt, button } = origins.get(entry.id);
        if (byHand || same(bodyOf(new FormData(elt, button?.isConnected ? button : null)), entry.body)) return submit(elt, button);
      }
      if (!(await post(entry, tokenHere()))) return later();
      sent.push(entry);
      delivered.push(entry);
    }
    pause = FIRST_PAUSE;
    show();
    if (before) return;
    const accepted = sent.filter((entry) => !entries().some((each) => each.id === entry.id));
    if (accepted.length) say(`Sent: ${accepted.map(inWords).join(", ")}`);
    if (wanted) follow();
    else if (sent.length) renew();
  }
  /* As if it were tapped again: the answer is shown as the page that follows. */
  function submit(elt, button) {
    direct = true;
    if (elt.matches("form") && !button?.isConnected) elt.requestSubmit();
    else (button || elt).click();
    direct = false;
  }
  /* Which answer a list has while nobody has chosen one: the first, where the page says none. */
  const given = ({ options }) => Math.max(0, [...options].findLastIndex((each) => each.defaultSelected));
  const changed = (field) => (/^(radio|checkbox)$/.test(field.type) ? field.checked !== field.defaultChecked
    : field.options ? field.selectedIndex !== given(field)
    : /^(text|search|date|file|textarea)$/.test(field.type) && field.value !== field.defaultValue);
  /* Whether somebody is at a form, other than ``elt``, with something that has not been sent from this page. */
  const known = (form) => delivered.some((entry) => same(unseen(entry.body), unseen(bodyOf(new FormData(form)))));
  /* What a page filled in again by itself is no typing until somebody is at it: the next page fills it in as well. */
  const asLeft = (form) => "asLeft" in form.dataset && !form.contains(document.activeElement);
  const typing = (elt) => all("form").some((form) => form !== elt && [...form.elements].some(changed) && !known(form) && !asLeft(form));
  /* What could not be reached; it takes no page away from somebody who types on it by now. */
  function follow({ byHand = false } = {}) {
    const { elt, button } = wanted;
    if (!elt.isConnected) wanted = null;
    else if (!elt.matches(TAPPED)) {
      if (byHand) renew(); // else the page looks for news by itself
    } else if (byHand || !typing(elt)) submit(elt, button);
    show();
  }
  /* The page shows what has just been written, unless somebody is typing on it. */
  function renew() {
    if (typing()) return;
    htmx.ajax("GET", location.pathname + location.search, { source: one("main"), target: "#page", swap: "innerHTML" });
  }

  const element = (name, textContent, rest = {}) => Object.assign(document.createElement(name), { textContent, ...rest });
  function look(entry) {
    const values = new FormData();
    for (const [name, value] of [...entry.body, ["write_id", entry.id], ["csrf_token", tokenHere()]]) {
      values.append(name, value);
    }
    htmx.ajax("POST", entry.path, { source: one("#unsent"), values, target: "#page", swap: "innerHTML show:window:top" });
  }
  const inWords = (entry) => (entry.again ? `${entry.what} (tapped twice, counts once)` : entry.what);
  function key(label, name, act, spoken = "") {
    const button = element("button", label, { type: "button", className: "button" });
    button.dataset.key = name;
    if (spoken) button.append(element("span", ` ${spoken}`, { className: "sr" }));
    button.addEventListener("click", act);
    return button;
  }
  /* A line of the fold, with the way to drop it: asked once more, because that cannot be undone. */
  let doubted = ""; // the id of what is asked about
  function doubt(id, focus) {
    doubted = id;
    show();
    one(`[data-key="${focus}"]`)?.focus({ preventScroll: true });
  }
  function give(id) {
    const entry = entries().find((each) => each.id === id && !flying.has(id)); // no request carries it just now
    doubted = "";
    if (entry) {
      drop(id);
      forget(entry);
    }
    show();
    say(entry ? `Dropped: ${inWords(entry)}` : "It is being sent just now");
  }
  function lineOf(entry) {
    const { id, refused } = entry;
    const line = element("div", "", { className: "waiting" });
    const words = inWords(entry);
    if (doubted !== id) line.append(element("p", refused ? `${words}. ${refused}` : words), key("Drop", `drop-${id}`, () => doubt(id, "keep"), words));
    else {
      const asked = element("p", `Really drop “${words}”? It was not ${refused ? "written" : "sent yet"}.`, { id: "really" });
      const keys = [key("Drop it", "sure", () => give(id)), key("Keep it", "keep", () => doubt("", `drop-${id}`))];
      for (const each of keys) each.setAttribute("aria-describedby", "really");
      line.append(asked, ...keys);
    }
    return line;
  }
  let told = "";
  /* One line above the actions: what waits, or what was not accepted. */
  function show() {
    const bar = one("#unsent");
    if (!bar) return;
    const [refused] = entries().filter((entry) => entry.refused && entry.id !== asking);
    const waiting = waits();
    let head = "";
    let what = [];
    let button = null;
    if (refused) {
      head = refused.asks ? "Not finished" : "Not accepted";
      what = [`${refused.what}. ${refused.refused}`];
      button = key("Look", "do", () => look(refused));
    } else if (waiting.length) {
      head = waiting.length === 1 ? "Waits to be sent" : `${waiting.length} wait to be sent`;
      what = waiting.map(inWords);
      button = key("Send", "do", () => flush({ byHand: true }));
    } else if (wanted) {
      head = "No connection";
      what = [why || (wanted.elt.matches("a") ? "The page opens when it is back." : wanted.elt.matches(TAPPED) ? GOES_ON : "What stands here may be old.")];
      button = key("Try", "do", () => follow({ byHand: true }));
    }
    bar.hidden = !button;
    const text = [head, ...what].join(": ");
    if (bar.dataset.text === text + why + doubted) return;
    bar.dataset.text = text + why + doubted;
    const held = bar.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    if (!button) {
      told = "";
      bar.replaceChildren();
      if (held) one("h1").focus({ preventScroll: true });
      return;
    }
    const fold = element("details", "", { open: Boolean(one("details[open]", bar)) });
    const summary = document.createElement("summary");
    summary.dataset.key = "fold";
    const short = document.createElement("span");
    short.append(element("strong", head), element("small", what.join(", ")));
    summary.append(short);
    const lines = refused ? [refused] : waiting;
    fold.append(summary, ...(lines.length ? lines.map(lineOf) : what.map((each) => element("p", each))));
    if (!refused && waiting.length) fold.append(element("p", why || NO_LINE));
    bar.replaceChildren(fold, button);
    bar.setAttribute("aria-label", head);
    if (held) (one(`[data-key="${held}"]`, bar) ?? summary).focus({ preventScroll: true });
    if (told !== text) say(text);
    told = text;
  }

  /* By a new page the bar is made anew. */
  document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target.id === "page") { delivered = []; asking = ""; show(); } });
  window.addEventListener("storage", show);
  window.addEventListener("online", () => {
    if (waits().length) flush();
    else if (wanted) follow();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    if (waits().length) flush();
    else if (one("[data-fresh]") && !called.size) renew(); // what lay open meanwhile looks for news once
  });
  window.addEventListener("pagehide", () => { leaving = true; });
  window.addEventListener("pageshow", () => { leaving = false; });
  if (waits().length) flush();
  show();
})();
