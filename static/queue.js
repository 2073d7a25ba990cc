/* What somebody has sent and the book has not acknowledged yet. The phone keeps it before it goes out and sends it until
   the book answers: with the same id, in the order of the taps, after a reload, and from whichever page is open. What the
   book does not accept stays in sight until somebody has looked at it.

   An entry is { id, at, path, body, form, what, refused, asks, again }. ``at`` gives the order; ``body`` holds pairs of a
   name and a value, ``form`` is the id that its page brought, ``what`` says it in words, ``refused`` says why it was not
   accepted, ``asks`` is true where that is a question, ``again`` where somebody tapped the same once more.

   Each entry is in one state. The phone's disk keeps only whether it waits or was refused; that somebody has just tapped
   it, that a request carries it, or that its question stands on the page, is true only as long as the page is open.

     new      somebody taps; the entry is made now
     taken    the phone is writing it down, and it goes out next
     out      a request of this page carries it
     waits    it was not answered, or others go first: it goes out by itself
     refused  not accepted, and nobody has seen that: it stays in the bar
     looked   somebody looks at it: it goes out once more, for the page that explains it
     asked    what the book asks about it stands on this page
     gone     written, seen as refused, dropped, or another entry has taken its place

   Which event leads from which state to which is data, JSON as it stands (TRANSITIONS): the simulator of the tests reads
   it too, so that its phones can do nothing else.

     tapped   once more: it counts once
     behind   others wait: it goes out after them
     sent     a request takes it along
     written, shown, refused, asked   the answer of the book. Two requests may carry the same entry, so the second answer
              may find it in any state. shown: not accepted, and the page shows it
     lost     no answer of the book
     replaced by other content of the same form */
import { forget, same } from "./kept.js";
import * as records from "./records.js";

export const TRANSITIONS = {
  "new": { "tapped": "taken" },
  "taken": {
    "tapped": "taken", "behind": "waits", "sent": "out",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "waits", "replaced": "gone"
  },
  "out": {
    "tapped": "out",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "waits", "replaced": "gone"
  },
  "waits": {
    "tapped": "taken", "behind": "waits", "sent": "out", "dropped": "gone",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "waits", "replaced": "gone"
  },
  "refused": {
    "looked": "looked", "dropped": "gone",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "refused", "replaced": "gone"
  },
  "looked": {
    "looked": "looked",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "refused", "replaced": "gone"
  },
  "asked": {
    "left": "refused",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "asked", "replaced": "gone"
  },
  "gone": { "written": "gone", "shown": "gone", "refused": "gone", "asked": "gone", "lost": "gone" }
};

const here = new Map(); // id: the entry as this page knows it; the phone's disk follows
const OF_THIS_PAGE = ["taken", "out", "looked", "asked"];
const thisPage = new Map(); // id: one of these states
const keeping = new Map(); // id: whether the phone's disk has it, as a promise
const unkept = new Set(); // ids of what only this page has
const listeners = [];
export const onChange = (listener) => listeners.push(listener);
export const changed = () => listeners.forEach((listener) => listener());

const inOrder = (left, right) => left.at - right.at || (left.id < right.id ? -1 : 1);
export const entries = () => [...here.values()].sort(inOrder);
/* True once the phone's disk has the entry, false where it can keep nothing. */
export const isKept = ({ id }) => keeping.get(id) ?? Promise.resolve(!unkept.has(id));
export const isUnkept = ({ id }) => unkept.has(id);

let changes = 0; // of this page: what was read from the disk while one was made is old
async function readAgain() {
  for (;;) {
    const before = changes;
    const read = await records.readAll();
    if (!read) return [];
    if (changes !== before) continue;
    const ids = new Set(read.map(({ id }) => id));
    const removed = entries().filter(({ id }) => !ids.has(id) && !unkept.has(id) && !keeping.has(id));
    for (const { id } of removed) {
      here.delete(id);
      thisPage.delete(id);
    }
    for (const entry of read) if (!keeping.has(entry.id)) here.set(entry.id, entry);
    changed();
    return removed;
  }
}
/* Reads what other tabs have made of it; the entries of this page that are gone by another tab's doing. */
let reading = null;
export function reload() {
  reading ??= readAgain().finally(() => { reading = null; });
  return reading;
}
let isLoaded = false;
export const hasLoaded = () => isLoaded;
export const loaded = records.opened.then(reload).then(() => { isLoaded = true; });

/* What is known now counts: whoever asks may hold an entry as it was. */
export function stateOf({ id }) {
  const entry = here.get(id);
  if (!entry) return "gone";
  return thisPage.get(id) ?? (entry.refused ? "refused" : "waits");
}
export const inState = (...states) => entries().filter((entry) => states.includes(stateOf(entry)));

function following(state, event) {
  const next = TRANSITIONS[state]?.[event];
  if (!next) throw new Error(`Nothing that is ${state} can be ${event}.`);
  return next;
}
/* The disk takes up the changes of one entry one after the other. */
function keep(id, write) {
  changes += 1;
  const before = keeping.get(id) ?? Promise.resolve(true);
  const done = before.then((wasKept) => write(wasKept)).then((isKeptNow) => {
    records.tell("changed");
    return isKeptNow;
  });
  keeping.set(id, done);
  done.finally(() => { if (keeping.get(id) === done) keeping.delete(id); });
}
function drop(id) {
  here.delete(id);
  thisPage.delete(id);
  unkept.delete(id);
  keep(id, () => records.remove(id));
}
/* Takes an entry to its next state; ``more``: what is kept with it from now on, such as why it was refused. */
export function move(entry, event, more) {
  const { id } = entry;
  const before = stateOf(entry);
  const state = following(before, event);
  if (before === "gone") return;
  if (state === "gone") {
    if (event === "written" || event === "dropped") forget(entry); // it is no draft any longer
    drop(id);
  } else {
    if (OF_THIS_PAGE.includes(state)) thisPage.set(id, state);
    else thisPage.delete(id);
    if (more) {
      here.set(id, { ...here.get(id), ...more });
      keep(id, (wasKept) => records.update(id, more).then(() => wasKept));
    }
  }
  changed();
}

/* What a form says, without what only this page and this sending have. */
export const bodyOf = (data) => [...data.entries()].filter(([name]) => name !== "write_id" && name !== "csrf_token");
export const withoutSeen = (body) => body.filter(([name]) => name !== "seen");
export const isSame = (entry, path, body) => entry.path === path && same(entry.body, body);

/* A new entry, the last in order; it takes the place of those that ``isReplaced`` names. */
export function add(fields, isReplaced) {
  const at = Math.max(Date.now(), ...entries().map((each) => each.at + 1));
  const entry = { id: crypto.getRandomValues(new Uint32Array(4)).join("-"), at, ...fields };
  const replaced = entries().filter(isReplaced);
  for (const each of replaced) following(stateOf(each), "replaced");
  here.set(entry.id, entry);
  thisPage.set(entry.id, following("new", "tapped"));
  const putting = records.put(entry); // now, and not a moment later
  keep(entry.id, async () => {
    const isOnDisk = await putting;
    if (!isOnDisk && here.has(entry.id)) unkept.add(entry.id);
    return isOnDisk;
  });
  for (const { id } of replaced) drop(id); // only now: the other one is on its way to the disk
  changed();
  return entry;
}
