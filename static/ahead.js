/* A page that the largest key of this one opens (data-ahead) is fetched ahead, and again with each change: when the line is
   gone by then, the key opens it all the same. It is held by the page alone: a reload without a line brings nothing back,
   except on https, where the worker keeps pages. */
import { find, findAll } from "./dom.js";
import { OURS } from "./live.js";
import { fetchModules } from "./parts.js";

const PATIENCE = 15000; // ms until a request counts as lost
const LONG_ENOUGH = 2000; // ms that somebody waits for the server before what is here is shown
const pages = new Map(); // address: { html, at } with the version of the page that named it

async function fetchAhead(link, at) {
  const { href } = link;
  try {
    const answer = await fetch(href, { headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status !== 200 || !answer.headers.has(OURS)) return;
    const html = await answer.text();
    await fetchModules(find("main", new DOMParser().parseFromString(html, "text/html")).dataset.modules);
    pages.set(href, { html, at });
    link.dataset.ahead = "here";
  } catch { /* what was fetched before is better than nothing */ }
}

/* Each is shown once: its form has an id of its own. */
function show(link) {
  const { html } = pages.get(link.href);
  pages.delete(link.href);
  history.pushState({ htmx: true }, "", link.href);
  const page = find("#page");
  const request = { elt: link, verb: "get" };
  htmx.swap(page, html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 20, show: "top", showTarget: "window" }, {
    contextElement: link, eventInfo: { target: page, elt: link, requestConfig: request },
  });
}

document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig: { elt } } }) => {
  if (!elt.matches("a[data-ahead]")) return;
  const wait = setTimeout(() => { if (pages.has(elt.href)) xhr.abort(); }, LONG_ENOUGH);
  xhr.addEventListener("loadend", () => {
    clearTimeout(wait);
    const isThere = xhr.status && xhr.getResponseHeader(OURS) && xhr.status < 500;
    if (!isThere && elt.isConnected && pages.has(elt.href)) setTimeout(() => { if (elt.isConnected) show(elt); });
  });
});

export function setUp(root) {
  const { at } = find("main").dataset;
  const keys = new Map(findAll("a[data-ahead]", root).map((link) => [link.href, link])); // two may open one page
  for (const link of keys.values()) {
    if (pages.get(link.href)?.at === at) link.dataset.ahead = "here";
    else fetchAhead(link, at);
  }
}
