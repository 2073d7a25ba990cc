/* What the phone keeps over a reload, a lock or an empty battery; a private window may keep nothing. */
export const kept = {
  get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { kept.drop(key); /* nothing is better than what was */ } },
  drop(key) { try { localStorage.removeItem(key); } catch { /* nothing there */ } },
  keys(start) { try { return Object.keys(localStorage).filter((key) => key.startsWith(start)); } catch { return []; } },
};

/* Whether two values say the same: spaces around a text say nothing. */
const plain = (values) => JSON.stringify(values, (_, value) => (typeof value === "string" ? value.trim() : value));
export const same = (left, right) => plain(left) === plain(right);
