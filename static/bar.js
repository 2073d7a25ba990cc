/* One line above the actions: what waits to be sent, or what was not accepted, with the way to send, see or drop it. */
import { element, find, say, TAPPED } from "./dom.js";
import { inState, move, onChange } from "./queue.js";
import { flush, follow, inWords, line, tokenHere, waiting } from "./sending.js";

const NO_LINE = "No connection. It goes out by itself when it is back.";
const GOES_ON = "It goes on when it is back, if this page stays open.";

/* Sends it once more as an ordinary form: the page that explains it is the same one as ever. */
function look(entry) {
  const values = new FormData();
  for (const [name, value] of [...entry.body, ["write_id", entry.id], ["csrf_token", tokenHere()]]) values.append(name, value);
  htmx.ajax("POST", entry.path, { source: find("#unsent"), values, target: "#page", swap: "innerHTML show:window:top" });
}

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
function drop(id) {
  const entry = inState("waits", "refused").find((each) => each.id === id); // no request carries it just now
  doubted = "";
  if (entry) move(entry, "dropped");
  else show();
  say(entry ? `Dropped: ${inWords(entry)}` : "It is being sent just now");
}

function lineOf(entry) {
  const { id, refused } = entry;
  const row = element("div", "", { className: "waiting" });
  const words = inWords(entry);
  if (doubted !== id) {
    row.append(element("p", refused ? `${words}. ${refused}` : words), key("Drop", `drop-${id}`, () => doubt(id, "keep"), words));
    return row;
  }
  const question = element("p", `Really drop “${words}”? It was not ${refused ? "written" : "sent yet"}.`, { id: "really" });
  const keys = [key("Drop it", "sure", () => drop(id)), key("Keep it", "keep", () => doubt("", `drop-${id}`))];
  for (const each of keys) each.setAttribute("aria-describedby", "really");
  row.append(question, ...keys);
  return row;
}

/* What the bar has to say: the most urgent thing only. */
function content() {
  const [refused] = inState("refused", "looked");
  if (refused) {
    const head = refused.asks ? "Not finished" : "Not accepted";
    return { head, what: [`${refused.what}. ${refused.refused}`], lines: [refused], button: () => key("Look", "do", () => look(refused)) };
  }
  const list = waiting();
  if (list.length) {
    const head = list.length === 1 ? "Waits to be sent" : `${list.length} wait to be sent`;
    return { head, what: list.map(inWords), lines: list, foot: line.why || NO_LINE, button: () => key("Send", "do", () => flush({ byHand: true })) };
  }
  if (!line.wanted) return null;
  const { elt } = line.wanted;
  const sentence = elt.matches("a") ? "The page opens when it is back." : elt.matches(TAPPED) ? GOES_ON : "What stands here may be old.";
  return { head: "No connection", what: [line.why || sentence], lines: [], button: () => key("Try", "do", () => follow({ byHand: true })) };
}

let announced = "";
function show() {
  const bar = find("#unsent");
  if (!bar) return;
  const now = content();
  bar.hidden = !now;
  const text = now ? [now.head, ...now.what].join(": ") : "";
  const state = text + line.why + doubted;
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
window.addEventListener("storage", show);
if (waiting().length) flush();
show();
