/* The key pad of cards on the pages of the referee. Without it everything can be typed. What is tapped or typed
   is kept in the address of the page, so that locking, turning or reloading the phone loses nothing. */
(() => {
  "use strict";
  const CARD = /^(?:JK|(?:10|[2-9TJQKA])[CDHS♣♦♥♠])(?:=(?:10|[2-9TJQKA])?[CDHS♣♦♥♠]?)?$/i;
  const JOKER = /^(?:jokers?|\*|★)(?:=|$)/i;
  const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  const NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades", A: "ace", J: "jack", Q: "queen", K: "king" };
  const form = () => document.querySelector("form[data-ask]");
  const fields = () => [...document.querySelectorAll("form[data-ask] [data-cards] input, form[data-ask] [data-cards] textarea")];
  let typing = false;
  let left = null;

  const say = (text) => {
    const status = document.getElementById("status");
    if (status) status.textContent = text;
  };

  /* the field that the keys type into: the last one touched, else the first that is empty, else the first */
  const active = () => {
    const all = fields();
    const known = all.find((one) => one.dataset.active === "yes");
    return known || all.find((one) => !one.value.trim() && one.offsetParent) || all[0];
  };
  const activate = (one) => {
    for (const other of fields()) {
      delete other.dataset.active;
      other.closest("[data-cards]").classList.toggle("active", other === one);
    }
    one.dataset.active = "yes";
  };

  const spoken = (card) => {
    if (/^JK/i.test(card)) return "joker";
    const suit = card.slice(-1).toUpperCase();
    const rank = card.slice(0, -1).toUpperCase();
    return `${NAMES[rank] || rank} of ${NAMES[SUITS[suit] || suit]}`;
  };
  const face = (text) => {
    const [card, place] = text.replace(/^(?:jokers?|\*|★)/i, "JK").split("=");
    const holder = document.createElement("span");
    holder.className = "placed";
    const drawn = document.createElement("span");
    const rank = document.createElement("b");
    const joker = /^JK$/i.test(card);
    const bare = /^(10|[2-9TJQKA])$/i.test(card);
    const suit = joker || bare ? "" : SUITS[card.slice(-1)] || card.slice(-1).toUpperCase();
    drawn.className = `card ${suit ? suit.toLowerCase() : "plain"}${joker ? " joker" : ""}`;
    rank.textContent = joker ? "★" : bare ? card.toUpperCase() : card.slice(0, -1).toUpperCase();
    drawn.append(rank);
    if (suit) {
      const sign = document.createElement("i");
      sign.textContent = `${SIGNS[suit]}\uFE0E`;
      drawn.append(sign);
    }
    holder.append(drawn);
    if (place !== undefined) {
      const note = document.createElement("small");
      note.textContent = `= ${place.toUpperCase().replace(/[CDHS]$/, (letter) => `${SIGNS[letter]}\uFE0E`) || "…"}`;
      holder.append(note);
    }
    return holder;
  };
  const preview = (one) => {
    const place = document.querySelector(`[data-preview="${one.id}"]`);
    if (!place) return;
    const lines = one.value.split(/\n|;/).map((line) => line.split(/[\s,]+/).filter(Boolean));
    const bare = form().dataset.suits === "no" ? /^(?:10|[2-9TJQKA])$/i : /$^/;
    place.replaceChildren(
      ...lines.filter((line) => line.length).map((line) => {
        const row = document.createElement("span");
        row.className = "hand";
        row.setAttribute("aria-hidden", "true");
        row.append(...line.filter((piece) => CARD.test(piece) || JOKER.test(piece) || bare.test(piece)).map(face));
        return row;
      }),
    );
  };

  /* the address holds what stands in the form, but asks nothing yet */
  const keep = () => {
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(form())) if (value !== "" && name !== "ask") asked.append(name, value);
    if (form().dataset.half) asked.append("half", form().dataset.half); // tapped, but not told yet
    const query = asked.toString();
    history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : ""));
  };
  /* where the keys lie in the dock, the page scrolls above them: the field that they type into stays in sight */
  const show = (one) => {
    const dock = document.querySelector(".dock:has([data-card-pad])");
    if (!dock) return;
    const box = one.closest("[data-cards]").getBoundingClientRect();
    const below = box.bottom + 8 - dock.getBoundingClientRect().top;
    if (below > 0) window.scrollBy(0, below);
    else if (box.top < 8) window.scrollBy(0, box.top - 8);
  };
  const changed = (one) => {
    preview(one);
    keep();
    show(one);
  };
  const put = (one, text) => {
    one.value = text;
    one.setSelectionRange(text.length, text.length);
    changed(one);
  };

  const suit = () => document.querySelector("[data-suit][aria-pressed=true]")?.dataset.suit || "";
  const choose = (key) => {
    for (const one of document.querySelectorAll("[data-suit]")) {
      one.setAttribute("aria-pressed", String(one === key));
    }
    document.querySelector("[data-card-pad]").classList.remove("suitless");
  };
  const rank = (name) => {
    const one = active();
    const needs = name !== "JK" && form().dataset.suits !== "no";
    if (needs && !suit()) {
      document.querySelector("[data-card-pad]").classList.add("suitless");
      say("Choose a suit first.");
      return;
    }
    activate(one);
    left = null;
    const card = name === "JK" ? "JK" : name + (form().dataset.suits === "no" ? "" : suit());
    const single = one.closest("[data-cards]").dataset.cards === "card";
    const before = one.value.replace(/[ ,]+$/, "").replace(/^none$/, "");
    if (before.endsWith("=")) put(one, before + card);
    else put(one, single || !before ? card : before.endsWith("\n") ? before + card : `${before} ${card}`);
    if (single) onward(one);
    say(form().dataset.suits === "no" && name !== "JK" ? NAMES[name] || name : spoken(card));
  };
  /* a field for one card is full with it: the keys type into the next one, and taking back returns */
  const onward = (one) => {
    const all = fields();
    const following = all[all.indexOf(one) + 1];
    if (!following) return;
    activate(following);
    show(following);
    left = one;
  };
  const back = () => {
    if (left?.isConnected) activate(left);
    const one = active();
    left = null;
    const text = one.value.replace(/[ ,]+$/, "");
    if (text.endsWith("\n")) put(one, text.slice(0, -1)); // the next meld, which has no card yet
    else put(one, text.replace(/(?:=[^\s,;=]*|[^\s,;=]+|[,;])$/, "").replace(/[ ,]+$/, ""));
    say("Taken back.");
  };
  const place = () => {
    if (left?.isConnected) activate(left);
    left = null;
    const one = active();
    const before = one.value.trimEnd();
    if (/(?:^|[\s,;])[^\s,;=]+$/.test(before)) {
      put(one, `${before}=`);
      say("Now the card it stands for.");
    }
  };
  const next = () => {
    left = null;
    const one = fields().find((field) => field === active() && field.tagName === "TEXTAREA");
    if (one && one.value.trim()) put(one, `${one.value.trimEnd()}\n`);
  };
  const keyboard = (key) => {
    typing = !typing;
    key.setAttribute("aria-pressed", String(typing));
    for (const one of fields()) one.inputMode = typing ? "text" : "none";
    if (typing) active().focus();
  };
  const tell = (key) => {
    const one = document.getElementById(key.dataset.for);
    put(one, "add" in key.dataset && one.value && one.value !== "none" ? `${one.value} ${key.dataset.say}` : key.dataset.say);
  };

  const start = () => {
    if (!form() || form().dataset.ready) return;
    form().dataset.ready = "yes";
    typing = false;
    for (const one of fields()) {
      one.inputMode = "none";
      preview(one);
    }
    if (!fields().length) return;
    activate(active());
    requestAnimationFrame(() => fields().length && show(active())); // the page was scrolled to its top just now
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key || !form()) return;
    if ("suit" in key.dataset) choose(key);
    else if ("cardRank" in key.dataset) rank(key.dataset.cardRank);
    else if ("cardBack" in key.dataset) back();
    else if ("cardPlace" in key.dataset) place();
    else if ("cardNext" in key.dataset) next();
    else if ("cardType" in key.dataset) keyboard(key);
    else if ("say" in key.dataset) tell(key);
  });
  document.addEventListener("focusin", (event) => {
    if (!fields().includes(event.target)) return;
    left = null;
    activate(event.target);
  });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      if (!form() || event.target.form !== form()) return;
      const { rulebook, players, round } = form().elements;
      if (rulebook) {
        const parts = [rulebook.selectedOptions[0].text, `${players.value} players`, round.value && `round ${round.value}`];
        document.querySelector("[data-where]").textContent = parts.filter(Boolean).join(" · ");
      }
      if (fields().includes(event.target)) preview(event.target);
      keep();
    });
  }
  /* empty fields only lengthen the address */
  document.addEventListener("htmx:configRequest", (event) => {
    if (!event.detail.elt.matches("form[data-ask]")) return;
    const said = event.detail.formData;
    for (const name of new Set([...said.keys()])) if (said.get(name) === "") said.delete(name);
  });
  document.addEventListener("htmx:afterSettle", start);
  document.addEventListener("DOMContentLoaded", start);
  start();
})();
