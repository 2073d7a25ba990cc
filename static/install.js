/* Where the connection is secure, a worker keeps the last state of each game and shows it while the server is away.
   Elsewhere this does nothing. */
import { find } from "./dom.js";
import { isTyping } from "./live.js";

const LOOK_EVERY = 4000; // ms between two questions whether the server is back
const { worker } = document.documentElement.dataset;

if (worker && "serviceWorker" in navigator) {
  const begin = () => navigator.serviceWorker.register(worker).catch(() => {}); // without it everything else works
  if (document.readyState === "complete") begin(); else addEventListener("load", begin);
}

/* What a write brings is no page of its own to the worker, which touches no POST: it fetches that page once more. */
const AFTER = 1000; // ms, for the write that follows at once
let due = 0;
document.addEventListener("htmx:afterSwap", ({ detail: { target, requestConfig } }) => {
  if (target.id !== "page" || requestConfig.verb === "get" || !navigator.serviceWorker?.controller) return;
  clearTimeout(due);
  due = setTimeout(() => navigator.serviceWorker.controller?.postMessage({ keep: location.href }), AFTER);
});

/* The page is one that the worker kept: the true one takes its place as soon as the server is back, unless somebody is at a form. */
async function lookAgain() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer && !isTyping()) location.reload(); else setTimeout(lookAgain, LOOK_EVERY);
}
if (find("#last-state")) {
  setTimeout(lookAgain, LOOK_EVERY);
  addEventListener("online", lookAgain, { once: true });
}
