/* One line above the actions: what waits to be sent, or what was not accepted, with the way to send, see or drop it. */
import { _, element, find, LONG_OUT, say, TAPPED } from "./dom.js";
import { line } from "./post.js";
import { inState, isUnkept, onChange, stateOf } from "./queue.js";
import { drop, follow, look, sendByHand, wantedNow } from "./sending.js";
import { inWords } from "./taps.js";

const NO_LINE = _("No connection. Sends automatically when you’re back online.");
const NOT_KEPT = _("This browser can’t store it, so keep this page open.");
const GOES_ON = _("It continues when you’re back online, if this page stays open.");

function key(label, name, act, spoken = "") {
  const button = element("button", label, { type: "button", className: "button" });
  button.dataset.key = name;
  if (spoken) button.append(element("span", ` ${spoken}`, { className: "sr" }));
  button.addEventListener("click", act);
  return button;
}

/* Dropping is asked about once more, because it cannot be undone. */
let doubted = ""; // the id of what is asked about
function doubt(id, focus) {
  doubted = id;
  show();
  find(`[data-key="${focus}"]`)?.focus({ preventScroll: true });
}
async function dropByHand(entry) {
  doubted = "";
  const isDropped = await drop(entry.id); // no request carries it just now
  show();
  say(isDropped ? _("Discarded: %(entry)s", { entry: inWords(entry) }) : _("It is being sent right now"));
}

function lineOf(entry) {
  const { id, refused } = entry;
  const row = element("div", "", { className: "waiting" });
  const words = inWords(entry);
  if (doubted !== id) {
    row.append(element("p", refused ? `${words}. ${refused}` : words), key(_("Discard"), `drop-${id}`, () => doubt(id, "keep"), words));
    return row;
  }
  const sentence = refused ? _("Discard “%(entry)s”? It wasn’t saved.", { entry: words }) : _("Discard “%(entry)s”? It hasn’t been sent yet.", { entry: words });
  const question = element("p", sentence, { id: "really" });
  const keys = [key(_("Discard"), "sure", () => dropByHand(entry)), key(_("Keep it"), "keep", () => doubt("", `drop-${id}`))];
  for (const each of keys) each.setAttribute("aria-describedby", "really");
  row.append(question, ...keys);
  return row;
}

/* A computer that slept, or went to another Wi-Fi, may have another address: this page then never reaches it again. */
const isOld = (list) => !line.why && Date.now() - list[0].at > LONG_OUT;
const footOf = (list) => [line.why || NO_LINE, isOld(list) ? find("#unsent").dataset.moved : "", list.some(isUnkept) ? NOT_KEPT : ""]
  .filter(Boolean).join(" ");

/* What waits, and what has waited and goes out just now: a line that comes and goes with each try says nothing. */
const waited = new Set(); // ids
function notSent() {
  const all = inState("waits", "taken", "out");
  const isAny = all.some((entry) => stateOf(entry) === "waits" || waited.has(entry.id));
  const list = isAny ? all.filter((entry) => stateOf(entry) !== "out" || waited.has(entry.id)) : [];
  waited.clear();
  for (const { id } of list) waited.add(id);
  return list;
}

/* What the bar has to say: the most urgent thing only. */
function content() {
  const [refused] = inState("refused", "looked");
  if (refused) {
    const head = refused.asks ? _("Not finished") : _("Not accepted");
    return { head, what: [`${refused.what}. ${refused.refused}`], lines: [refused], button: () => key(_("Review"), "do", () => look(refused)) };
  }
  const list = notSent();
  if (list.length) {
    const head = list.length === 1 ? _("Not sent yet") : _("%(number)s not sent yet", { number: list.length });
    return { head, what: list.map(inWords), lines: list, foot: footOf(list), button: () => key(_("Send"), "do", sendByHand) };
  }
  const elt = wantedNow();
  if (!elt) return null;
  const sentence = elt.matches("a") ? _("The page opens when you’re back online.") : elt.matches(TAPPED) ? GOES_ON : _("This page may be out of date.");
  return { head: _("No connection"), what: [line.why || sentence], lines: [], button: () => key(_("Try again"), "do", () => follow({ byHand: true })) };
}

let announced = "";
function show() {
  const bar = find("#unsent");
  if (!bar) return;
  const now = content();
  bar.hidden = !now;
  const text = now ? [now.head, ...now.what].join(": ") : "";
  const state = text + (now?.foot ?? "") + doubted;
  if (bar.dataset.text === state) return;
  bar.dataset.text = state;
  const held = bar.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  if (!now) {
    announced = "";
    bar.replaceChildren();
    if (held) find("h1").focus({ preventScroll: true });
    return;
  }
  const fold = element("details", "", { open: Boolean(find("details[open]", bar)) });
  const summary = element("summary");
  const short = element("span");
  summary.dataset.key = "fold";
  short.append(element("strong", now.head), element("small", now.what.join(", ")));
  summary.append(short);
  fold.append(summary, ...(now.lines.length ? now.lines.map(lineOf) : now.what.map((sentence) => element("p", sentence))));
  if (now.foot) fold.append(element("p", now.foot));
  bar.replaceChildren(fold, now.button());
  bar.setAttribute("aria-label", now.head);
  if (held) (find(`[data-key="${held}"]`, bar) ?? summary).focus({ preventScroll: true });
  if (announced !== text) say(text);
  announced = text;
}

onChange(show);
/* A new page brings an empty bar. */
document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target.id === "page") show(); });
