/* What the phone has not sent yet, on its own disk: a record for each tap, in a transaction of its own, so that two tabs
   take nothing away from each other. The browser's database (IndexedDB) keeps them. Until it has one, and where it is not
   open yet or refuses, as in some private windows, that is a key of localStorage; where that refuses too, only the page
   has it.

   A lease says which tab sends: navigator.locks is missing on plain http. It is renewed while a tab sends and may be taken
   over when it is stale. Two tabs that send at once after all do no harm: the book knows the id of each tap. */
import { kept } from "./kept.js";

const DATABASE = "table-referee";
const SLOW = 2000; // ms; some browsers never answer
const FULL = "unsent-there"; // while the database may hold records, which go out before all others
const ALONE = "unsent:"; // a record without the database: this and its id is the key
const OLDER = "unsent"; // where an older version kept them, all in one list
const LEASE = 4000; // ms
const LEASE_ALONE = "unsent-lease";
const TOLD = "unsent-told";

let database = null;
export const opened = new Promise((resolve) => {
  setTimeout(resolve, SLOW * (kept.get(FULL) ? 5 : 1));
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("taps", { keyPath: "id" });
      opening.result.createObjectStore("lease", { keyPath: "name" });
    };
    opening.onerror = resolve;
    opening.onsuccess = () => {
      database = opening.result;
      database.onversionchange = () => database.close(); // a newer version of the app opens it in another tab
      resolve();
    };
  } catch { resolve(); }
}).then(bringIn);

/* Runs ``work`` on a store in one transaction; its result once that is committed, undefined where it failed. */
function transact(store, mode, work) {
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(store, mode, { durability: mode === "readwrite" ? "strict" : "default" });
      let result = null;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => resolve(undefined);
      work(transaction.objectStore(store), (value) => { result = value; }, transaction);
    } catch { resolve(undefined); }
  });
}
const writeAll = (entries) => transact("taps", "readwrite", (taps, _, transaction) => {
  kept.put(FULL, 1);
  for (const entry of entries) taps.put(entry);
  transaction.commit?.(); // nothing is left to ask: it is committed even if the page goes now
});

const keptAlone = () => kept.keys(ALONE).map(kept.get).filter(Boolean);

/* What was kept without the database, and what an older version left, moves into it. */
async function bringIn() {
  const older = (kept.get(OLDER) ?? []).map((entry, place) => ({ at: place, ...entry }));
  const entries = [...older, ...keptAlone()];
  if (!database) {
    if (older.every((entry) => kept.put(ALONE + entry.id, entry))) kept.drop(OLDER);
  } else if (entries.length && (await writeAll(entries)) !== undefined) {
    kept.drop(OLDER);
    for (const { id } of entries) kept.drop(ALONE + id);
  }
}

/* Whether the phone has it and would still have it after an empty battery. The key is there at once, even if the page goes
   in this very moment; it goes when the database has the record. */
export async function put(entry) {
  const isThere = kept.put(ALONE + entry.id, entry);
  if (!database || (await writeAll([entry])) === undefined) return isThere;
  kept.drop(ALONE + entry.id);
  return true;
}
/* ``more`` is kept with a record, unless another tab has removed that. */
export async function update(id, more) {
  const alone = kept.get(ALONE + id);
  if (alone) kept.put(ALONE + id, { ...alone, ...more });
  if (!database) return;
  await transact("taps", "readwrite", (taps) => {
    const reading = taps.get(id);
    reading.onsuccess = () => { if (reading.result) taps.put({ ...reading.result, ...more }); };
  });
}
export async function remove(id) {
  kept.drop(ALONE + id);
  if (!database) return;
  await transact("taps", "readwrite", (taps, _, transaction) => {
    taps.delete(id);
    transaction.commit?.();
  });
}
/* Every record; null where they cannot be read just now. */
export async function readAll() {
  const alone = keptAlone();
  if (!database) return alone;
  const written = await transact("taps", "readonly", (taps, give) => {
    const reading = taps.getAll();
    reading.onsuccess = () => give(reading.result);
  });
  if (!written) return null;
  if (!written.length) kept.drop(FULL);
  return [...written, ...alone.filter(({ id }) => !written.some((each) => each.id === id))];
}

/* A tab keeps its name over a reload, so that its next page need not wait for the lease of the page before. */
const tab = (() => {
  const fresh = String(Math.random());
  try {
    const name = sessionStorage.getItem("tab") ?? fresh;
    sessionStorage.setItem("tab", name);
    return name;
  } catch { return fresh; }
})();
/* A clock may have been set back: a lease that would hold for longer than any is stale too. */
const isFree = (lease) => !lease || lease.tab === tab || lease.until < Date.now() || lease.until > Date.now() + LEASE;

async function take() {
  const own = { name: "sending", tab, until: Date.now() + LEASE };
  if (!database) {
    if (!isFree(kept.get(LEASE_ALONE))) return false;
    kept.put(LEASE_ALONE, own);
    return true;
  }
  const isTaken = await transact("lease", "readwrite", (leases, give) => {
    const reading = leases.get("sending");
    reading.onsuccess = () => {
      give(isFree(reading.result));
      if (isFree(reading.result)) leases.put(own);
    };
  });
  return isTaken !== false; // a database that fails keeps nobody from sending
}
async function giveBack() {
  if (kept.get(LEASE_ALONE)?.tab === tab) kept.drop(LEASE_ALONE);
  if (!database) return;
  await transact("lease", "readwrite", (leases) => {
    const reading = leases.get("sending");
    reading.onsuccess = () => { if (reading.result?.tab === tab) leases.delete("sending"); };
  });
}
let renewing;
let users = 0; // of the lease, in this tab
/* Whether this tab may send from now on, until it gives the lease back. */
export async function acquire() {
  if (!(await take())) return false;
  users += 1;
  clearInterval(renewing);
  renewing = setInterval(take, LEASE / 4);
  return true;
}
export async function release() {
  users -= 1;
  if (!users) await leave();
}
/* The page goes. */
export async function leave() {
  clearInterval(renewing);
  await giveBack();
  tell("free");
}

const channel = "BroadcastChannel" in window ? new BroadcastChannel("unsent") : null;
/* Tells the other tabs that records have ``changed`` or that the lease is ``free``. */
export function tell(news) {
  if (channel) channel.postMessage(news);
  else kept.put(TOLD, { news, tab, at: Date.now() });
}
export function onNews(listener) {
  channel?.addEventListener("message", ({ data }) => listener(data));
  addEventListener("storage", ({ key }) => {
    if (key === TOLD) listener(kept.get(TOLD)?.news ?? "changed");
    else if (key === OLDER && kept.get(OLDER)?.length) bringIn().then(() => listener("changed")); // a tab of an older version
    else if (!key || key.startsWith(ALONE)) listener("changed");
  });
}
