/* What is typed and not sent: where the phone keeps it, and when it goes. A draft is { typed, base }: by the name of a
   field, the values as typed and the values that the page itself showed. */
import { kept, same } from "./kept.js";

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
