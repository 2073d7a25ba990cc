/* What the phone keeps over a reload, a lock or an empty battery; a private window may keep nothing. */
export const kept = {
  get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
  /* Whether it is kept now; else what was kept before stands. */
  put(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); return true; } catch { return false; } },
  set(key, value) { if (!kept.put(key, value)) kept.drop(key); /* nothing is better than what was */ },
  drop(key) { try { localStorage.removeItem(key); } catch { /* nothing there */ } },
  keys(start) { try { return Object.keys(localStorage).filter((key) => key.startsWith(start)); } catch { return []; } },
};

/* Whether two values say the same: spaces around a text say nothing. */
const plain = (values) => JSON.stringify(values, (_, value) => (typeof value === "string" ? value.trim() : value));
export const same = (left, right) => plain(left) === plain(right);

/* What is typed and not sent. A draft is { typed, base }: by the name of a field, the values as typed and the values that
   the page itself showed. */
/* A draft is kept by the address that its form is sent to, and by which of several forms it is. */
export function draftKey(form, which) {
  const { pathname, search } = new URL(form.action, location.href); // the club, too
  return `draft:${pathname}${search}#${which}`;
}

/* A write is { path, body }; ``body`` holds pairs of a name and a value. */
export const isSentTo = (key, { path }) => key.startsWith(draftKey({ action: path }, ""));
export const holds = ({ body }, draft) => Object.entries(draft?.typed ?? {}).every(([name, values]) => (
  same(values, body.filter(([each]) => each === name).map(([, value]) => value))));

/* The write was accepted, or nobody wants it any more: what was typed for it is no draft any longer. */
export function forget(write) {
  for (const key of kept.keys("draft:")) if (isSentTo(key, write) && holds(write, kept.get(key))) kept.drop(key);
}
