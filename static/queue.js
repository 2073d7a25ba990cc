/* What somebody has sent and the book has not acknowledged yet. The phone keeps it before it goes out and sends it until
   the book answers: with the same id, in the order of the taps, after a reload, and from whichever page is open. What the
   book does not accept stays in sight until somebody has looked at it.

   An entry is { id, path, body, form, what, refused, asks, again }. ``body`` holds pairs of a name and a value, ``form`` is
   the id that its page brought, ``what`` says it in words, ``refused`` says why it was not accepted, ``asks`` is true where
   that is a question, ``again`` where somebody tapped the same once more.

   Each entry is in one state. localStorage keeps only whether it waits or was refused; that a request carries it, or that
   its question stands on the page, is true only as long as the page is open.

     new      somebody taps; the entry is made now
     out      a request of this page carries it
     waits    it was not answered, or others go first: it goes out by itself
     refused  not accepted, and nobody has seen that: it stays in the bar
     looked   somebody looks at it: it goes out once more, for the page that explains it
     asked    what the book asks about it stands on this page
     gone     written, seen as refused, dropped, or another entry has taken its place */
import { forget } from "./drafts.js";
import { kept, same } from "./kept.js";

/* What an answer does. Two requests may carry the same entry, so the second answer may find it in any state. */
const ANSWERS = {
  written: "gone",
  shown: "gone", // not accepted, and the page shows it
  refused: "refused",
  asked: "asked",
};
export const TRANSITIONS = {
  new: { tapped: "out" },
  out: {
    ...ANSWERS,
    tapped: "out", // once more: it counts once
    behind: "waits", // others wait: it goes out after them
    lost: "waits", // no answer of the book
    replaced: "gone", // by other content of the same form
  },
  waits: { ...ANSWERS, tapped: "out", sent: "out", behind: "waits", lost: "waits", dropped: "gone", replaced: "gone" },
  refused: { ...ANSWERS, looked: "looked", behind: "refused", lost: "refused", dropped: "gone", replaced: "gone" },
  looked: { ...ANSWERS, looked: "looked", behind: "refused", lost: "refused", replaced: "gone" },
  asked: { ...ANSWERS, left: "refused", behind: "asked", lost: "asked", replaced: "gone" },
  gone: { written: "gone", shown: "gone", refused: "gone", asked: "gone", behind: "gone", lost: "gone" },
};

let unkept = []; // where the phone can keep nothing, the entries live as long as the page
export const entries = () => kept.get("unsent") ?? unkept;
const OF_THIS_PAGE = ["out", "looked", "asked"];
const thisPage = new Map(); // id: one of these states
const listeners = [];
export const onChange = (listener) => listeners.push(listener);
export const changed = () => listeners.forEach((listener) => listener());
function store(list) {
  unkept = list;
  kept.set("unsent", list);
  changed();
}

/* What is kept now counts: whoever asks may hold an entry as it was. */
export function stateOf({ id }) {
  const entry = entries().find((each) => each.id === id);
  if (!entry) return "gone";
  return thisPage.get(id) ?? (entry.refused ? "refused" : "waits");
}
export const inState = (...states) => entries().filter((entry) => states.includes(stateOf(entry)));

function following(state, event) {
  const next = TRANSITIONS[state]?.[event];
  if (!next) throw new Error(`Nothing that is ${state} can be ${event}.`);
  return next;
}
/* Takes an entry to its next state; ``told``: what is kept with it from now on, such as why it was refused. */
export function move(entry, event, told) {
  const before = stateOf(entry);
  const state = following(before, event);
  if (before === "gone") return;
  if (OF_THIS_PAGE.includes(state)) thisPage.set(entry.id, state);
  else thisPage.delete(entry.id);
  if (state === "gone") {
    if (event === "written" || event === "dropped") forget(entry); // it is no draft any longer
    store(entries().filter(({ id }) => id !== entry.id));
  } else if (told) store(entries().map((each) => (each.id === entry.id ? { ...each, ...told } : each)));
  else if (!OF_THIS_PAGE.includes(state)) changed();
}

export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
/* What a form says, without what only this page and this sending have. */
export const bodyOf = (data) => [...data.entries()].filter(([name]) => name !== "write_id" && name !== "csrf_token");
export const withoutSeen = (body) => body.filter(([name]) => name !== "seen");
export const isSame = (entry, path, body) => entry.path === path && same(entry.body, body);

/* A new entry takes the place of those that ``isReplaced`` names. */
export function add(fields, isReplaced) {
  const entry = { id: newId(), ...fields };
  thisPage.set(entry.id, following("new", "tapped")); // nothing waits yet
  const replaced = entries().filter(isReplaced);
  for (const each of replaced) {
    following(stateOf(each), "replaced");
    thisPage.delete(each.id);
  }
  store([...entries().filter((each) => !replaced.some(({ id }) => id === each.id)), entry]);
  return entry;
}
