/* Table Referee: what a page needs from a script. Without it every page still works, with plain fields. */
"use strict";
(() => {
  const one = (what, where = document) => where.querySelector(what);
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const HIGH_TO_LOW = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "JK"];

  /* What the phone keeps over a reload, a lock or an empty battery; private windows may keep nothing. */
  const kept = {
    get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { kept.drop(key); /* nothing is better than what was */ } },
    drop(key) { try { localStorage.removeItem(key); } catch { /* nothing there */ } },
    keys(start) { try { return Object.keys(localStorage).filter((key) => key.startsWith(start)); } catch { return []; } },
  };
  /* Where it keeps what is typed into a form: by the address it is sent to, and which of several it is. */
  function draftKey(form, which) {
    const { pathname, search } = new URL(form.action, location.href); // the club, too
    return `draft:${pathname}${search}#${which}`;
  }

  let speaking;
  /* One polite message for each change; the last one wins. */
  function say(text) {
    clearTimeout(speaking);
    speaking = setTimeout(() => { one("#status").textContent = text; }, 150);
  }

  /* Cards left: the pad types into the field; the server is the one that reads what people type. */
  const TAPPED = "form, a, button, #unsent"; // what asks for a page because somebody wants it
  window.referee = { one, all, kept, say, draftKey, TAPPED };
  const pads = new WeakMap();

  const heldWord = Object.assign(document.createElement("span"), { className: "sr", textContent: " held" });

  function makePad(entry) {
    const field = one("input[name=cards]", entry);
    const sum = one(".sum", entry);
    const reading = one(".reading", entry);
    const mine = one("[data-not-written]", entry);
    const { base } = entry.dataset; // what the book has: the field may show what was refused instead
    const key = draftKey(entry.closest("form"), entry.dataset.draft);
    const keys = new Map(all("[data-rank]", entry).map((button) => [button.dataset.rank, button]));
    let counts = null;
    let trail = [];

    const isNothing = () => field.value.trim().toLowerCase() === "nothing";
    const cards = () => HIGH_TO_LOW.flatMap((rank) => Array(counts[rank] || 0).fill(rank));
    function badges() {
      for (const [rank, button] of keys) {
        const held = (counts && counts[rank]) || 0;
        one("i", button).replaceChildren(...(held ? [String(held), heldWord.cloneNode(true)] : []));
      }
    }
    function remember() {
      mine.hidden = true;
      if (field.value === base) kept.drop(key);
      else kept.set(key, { typed: { cards: [field.value] }, base });
    }
    const inPoints = (points, said) => `${points} ${Number(points) === 1 ? "point" : "points"}: ${said}`;
    function isRead(wrong) {
      entry.classList.remove("unread");
      if (wrong) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    function show(text, said) {
      field.value = text;
      isRead(false);
      const points = text ? cards().reduce((total, rank) => total + Number(keys.get(rank).dataset.points), 0) : "";
      sum.textContent = points;
      reading.replaceChildren(Object.assign(document.createElement("p"), { textContent: said }));
      badges();
      remember();
      say(text ? inPoints(points, said) : said);
    }
    function write() {
      const text = cards().join(" ");
      show(text, text.replaceAll("JK", "joker") || "Nothing said yet");
    }
    function take({ aloud = false } = {}) {
      const fresh = one("[data-reading]", reading);
      if (!fresh || fresh.dataset.text !== field.value) return;
      counts = fresh.dataset.ranks ? JSON.parse(fresh.dataset.ranks) : null;
      trail = [];
      sum.textContent = fresh.dataset.total;
      const wrong = fresh.classList.contains("error");
      isRead(wrong);
      badges();
      const words = fresh.textContent.trim();
      if (aloud) say(wrong || !field.value.trim() ? words : inPoints(fresh.dataset.total, words));
    }
    function ask(text) {
      htmx.process(field); // it may be too early for its own time
      field.value = text;
      htmx.trigger(field, "input");
    }
    function fill(text) {
      const pieces = text.split(" ").filter(Boolean);
      if (!pieces.every((piece) => HIGH_TO_LOW.includes(piece))) return ask(text);
      counts = {};
      for (const piece of pieces) counts[piece] = (counts[piece] || 0) + 1;
      write();
    }
    entry.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (counts === null && isNothing()) counts = {};
      if (button.dataset.rank) {
        const word = button.dataset.rank === "A" ? "ace" : button.dataset.rank; // "a J" would be one card
        if (counts === null) return ask(`${field.value} ${word}`.trim());
        counts[button.dataset.rank] = (counts[button.dataset.rank] || 0) + 1;
        trail.push(button.dataset.rank);
        write();
      } else if ("takeBack" in button.dataset) {
        if (counts === null) return ask(field.value.replace(/\s*\S+\s*$/, ""));
        const last = trail.pop() || cards().pop();
        if (last) counts[last] -= 1;
        write();
      }
      if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(8);
    });
    field.addEventListener("input", () => {
      counts = null;
      trail = [];
      sum.textContent = "…"; // what was read is not what stands there now
      entry.classList.add("unread");
      badges();
      remember();
    });
    /* What was begun here: filled in where the page says what it said then, else offered. */
    take();
    const draft = kept.get(key);
    const [left] = draft?.typed.cards ?? [field.value];
    if (left.trim() === field.value.trim()) remember();
    else if (field.value === base && draft.base === base) fill(left);
    else if (left.trim()) {
      one("p", mine).textContent = `Not written: ${left}`;
      one("p", mine).dataset.announce = "";
      mine.hidden = false;
      one("button", mine).addEventListener("click", () => { fill(left); one("h1").focus({ preventScroll: true }); });
      entry.closest("form").addEventListener("submit", () => { if (!mine.hidden) kept.drop(key); });
    } else remember();
    return {
      nothing() { counts = {}; trail = []; show("nothing", "no cards"); },
      take,
    };
  }
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "reading" || detail.xhr.status >= 400) return;
    const fresh = new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector("[data-reading]");
    const field = one("input[name=cards]");
    if (!fresh || !field || fresh.dataset.text !== field.value) detail.shouldSwap = false;
  });

  /* Things to be found by their words; groups without any close up, those with some open. */
  function makeFind(field) {
    const form = field.closest("form");
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase().split(/\s+/);
      for (const each of all("[data-found-by]", form)) each.hidden = !wanted.every((word) => each.dataset.foundBy.includes(word));
      const found = all("[data-found-by]:not([hidden])", form);
      for (const group of all("[data-found-in]", form)) {
        group.hidden = !found.some((each) => group.contains(each));
        if (wanted[0]) group.open = true;
      }
      one("[data-none-found]", form).hidden = found.length > 0;
    });
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  }

  /* A new game: rows of players, names to tap, rulebooks to find. */
  function makeNew(form) {
    const rows = all("[data-row]", form);
    const field = (row) => one("input", row);
    const again = one("[data-again]", form);
    const names = () => {
      rows.forEach((row, at) => {
        const choice = one(`[data-dealer="${at + 1}"]`, form);
        if (!choice) return; // nobody asks who deals
        one("span", choice).textContent = field(row).value.trim() || `Seat ${at + 1}`;
        const spare = row.classList.contains("spare") || !field(row).value.trim();
        choice.classList.toggle("spare", spare);
        if (spare) one("input", choice).checked = false; // nobody sits there who could deal
      });
      const taken = rows.map((row) => field(row).value.trim().toLowerCase());
      for (const chip of all("[data-add]", form)) chip.hidden = taken.includes(chip.dataset.add.toLowerCase());
      const more = one("[data-more]", form);
      more.hidden = !rows.some((row) => row.classList.contains("spare"));
      if (again) again.hidden = taken.some(Boolean);
    };
    const reveal = () => {
      const row = rows.find((each) => each.classList.contains("spare"));
      if (row) row.classList.remove("spare");
      return row;
    };
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button, [data-again]");
      if (!button) return;
      if (button === again) {
        event.preventDefault();
        JSON.parse(again.dataset.again).forEach((player, at) => {
          field(rows[at]).value = player;
          rows[at].classList.remove("spare");
        });
        one("#players", form).focus({ preventScroll: true });
        say("They sit as last time");
      } else if (button.dataset.add) {
        const row = rows.find((each) => !each.classList.contains("spare") && !field(each).value.trim()) || reveal();
        if (row) { field(row).value = button.dataset.add; say(`${button.dataset.add} sits in seat ${rows.indexOf(row) + 1}`); }
      } else if ("more" in button.dataset) {
        const row = reveal();
        if (row) field(row).focus();
      } else if (button.dataset.move) {
        const at = rows.indexOf(button.closest("[data-row]"));
        const to = at + (button.dataset.move === "up" ? -1 : 1);
        if (to < 0 || to >= rows.length || rows[to].classList.contains("spare")) return;
        const [here, there] = [field(rows[at]), field(rows[to])];
        [here.value, there.value] = [there.value, here.value];
        const [mine, theirs] = [at, to].map((place) => one(`[data-dealer="${place + 1}"] input`, form));
        if (mine) [mine.checked, theirs.checked] = [theirs.checked, mine.checked]; // who deals takes that along
        one(`[data-move="${button.dataset.move}"]`, rows[to]).focus();
        say(`${there.value || "Empty"} sits in seat ${to + 1}`);
      }
      form.dispatchEvent(new Event("input")); // as if it were typed
    });
    const showBook = (choice) => {
      const label = choice.closest("label");
      one("[data-book-name]", form).textContent = one("span", label).firstChild.textContent;
      one("[data-book-special]", form).textContent = one("[data-special]", label).textContent;
    };
    form.addEventListener("input", (event) => {
      if (event.target.matches("[data-find]")) return;
      if (event.target.name === "rulebook") {
        showBook(event.target);
        const how = one(`[name=how][value="${event.target.dataset.dealerHow}"]`, form);
        if (how && !form.dataset.dealerSaid) how.checked = true;
        one(".book-choice", form).open = false;
        one(".book-choice summary", form).focus();
      } else if (event.target.name === "how") form.dataset.dealerSaid = "yes";
      else names();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input[name=player]")) return;
      event.preventDefault(); // Enter goes to the next seat; the game is opened by its button
      const at = rows.findIndex((row) => field(row) === event.target);
      if (at >= 0 && rows[at + 1]) { if (rows[at + 1].classList.contains("spare")) reveal(); field(rows[at + 1]).focus(); }
    });
    const spare = rows.filter((row) => row.classList.contains("spare"));
    form.addEventListener("shown", () => { // filled in as it was left
      for (const row of spare) row.classList.toggle("spare", !field(row).value.trim());
      const book = one("[name=rulebook]:checked", form);
      if (book) showBook(book);
      const how = one("[name=how]:checked", form);
      if (how && how.value !== book?.dataset.dealerHow) form.dataset.dealerSaid = "yes";
      names();
    });
    names();
  }

  /* An old score sheet: the sum while one types, Enter goes down the column, the address keeps what is typed. */
  function makePaper(form) {
    const fields = all("[data-column] input", form);
    const points = all("[data-column] input[id^=score]", form);
    let later;
    form.addEventListener("input", () => {
      clearTimeout(later);
      later = setTimeout(() => {
        if (form.isConnected) history.replaceState(history.state, "", "?" + new URLSearchParams(new FormData(form)));
      }, 400);
      const typed = points.map((field) => field.value.trim().replace(/[−–]/, "-")).filter((text) => /^-?\d+$/.test(text));
      const sum = one("[data-sum]", form);
      if (sum) sum.textContent = typed.length ? String(typed.reduce((total, text) => total + Number(text), 0)).replace("-", "−") : "";
    });
    form.addEventListener("keydown", (event) => {
      const at = fields.indexOf(event.target);
      if (event.key !== "Enter" || at < 0 || !fields[at + 1]) return;
      event.preventDefault();
      fields[at + 1].focus();
    });
  }

  /* Copying and sending the result. */
  function tell(button, words) {
    one("span", button).textContent = words;
    say(words);
  }
  async function copy(button) {
    const area = document.getElementById(button.dataset.copy);
    area.select();
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
      else if (!document.execCommand("copy")) throw new Error("refused"); // all there is on a plain address of a home network
      tell(button, "Copied");
    } catch { tell(button, "Copy the text above by hand"); }
  }

  /* The screen stays awake where the phone allows it; else the page says so, once. */
  let awake = null;
  async function stayAwake() {
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible" || (awake && !awake.released)) return;
    try { awake = await navigator.wakeLock.request("screen"); } catch { /* the battery decides */ }
  }
  document.addEventListener("visibilitychange", () => { if (awake) stayAwake(); });

  /* A file that the server would not even begin to read is refused before it is sent. */
  document.addEventListener("change", ({ target }) => {
    if (!target.dataset.largest) return;
    const large = target.files.length && target.files[0].size > Number(target.dataset.largest);
    target.setCustomValidity(large ? target.dataset.tooLarge : "");
    target.reportValidity();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (one(".tabs, .table-view")) stayAwake();
    if (!button) return;
    if (button.matches(".dismiss")) { button.closest(".notice").remove(); one("h1").focus({ preventScroll: true }); }
    if ("nothing" in button.dataset) all("[data-entry]").forEach((entry) => pads.get(entry)?.nothing());
    if (button.dataset.copy) copy(button);
    if (button.dataset.share) navigator.share({ text: document.getElementById(button.dataset.share).value }).catch(() => {});
    if ("awakeKnown" in button.dataset) { kept.set("awake-known", true); one("[data-awake-hint]").hidden = true; }
  });

  /* The second tap of a finger that trembles lands on the page that the first one has brought: what it finds there is
     another thing of the same kind, say the next Undo, and nobody can have read it yet. */
  const TWO_TAPS = 400; // ms from one to the other
  const ONE_SPOT = 24; // px
  let last = {};
  document.addEventListener("click", (event) => {
    const button = event.target.closest("form button[type=submit]");
    const now = { button, does: button?.form?.action, at: event.timeStamp, x: event.clientX, y: event.clientY };
    const isNew = button !== last.button && now.does === last.does;
    const isTwice = now.at - last.at < TWO_TAPS && Math.hypot(now.x - last.x, now.y - last.y) < ONE_SPOT;
    if (event.isTrusted && event.detail && now.does && isNew && isTwice) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    last = now;
  }, true);

  function setUp(root) {
    for (const entry of all("[data-entry]", root)) if (!pads.has(entry)) pads.set(entry, makePad(entry));
    all("[data-find]", root).forEach(makeFind);
    all("[data-new]", root).forEach(makeNew);
    all("[data-paper]", root).forEach(makePaper);
    for (const time of all("time[datetime]", root)) {
      const at = new Date(time.dateTime);
      if (!Number.isNaN(at.getTime())) { // as the server writes it, in the time zone of this phone
        const year = at.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
        time.textContent = at.toLocaleString("en-GB", { year, day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
      }
    }
    if (one(".table-view", root)) stayAwake(); // nobody taps on it
    for (const button of all("[data-share]", root)) button.hidden = !navigator.share;
    for (const hint of all("[data-awake-hint]", root)) hint.hidden = "wakeLock" in navigator || Boolean(kept.get("awake-known"));
  }

  /* what a screen reader would read of it: drawn cards are silent, their names are not */
  function heard(part) {
    const found = [];
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (!walk.currentNode.parentElement.closest("[aria-hidden=true]")) found.push(walk.currentNode.data);
    }
    return found.join(" ").trim().replace(/\s+/g, " ");
  }

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "reading") { all("[data-entry]").forEach((entry) => pads.get(entry)?.take({ aloud: true })); return; }
    if (detail.target.id !== "page") return;
    setUp(detail.target);
    const news = all("[data-announce]", detail.target).map(heard);
    if (!detail.requestConfig.elt.matches(TAPPED)) { // the page has looked for news by itself
      if (news.length) say(news.join(" "));
      return;
    }
    const wrong = one("#problems") || one("[aria-invalid]") || one("[data-look]");
    (wrong || one("h1")).focus({ preventScroll: !wrong });
    say(news.join(" ") || one("h1").textContent.trim());
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  setUp(document);
})();
