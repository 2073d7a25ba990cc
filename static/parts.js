/* The modules of the page that is shown: base.html names them, each sets up its own parts (``setUp(root)``), in the order
   in which they are named. A page that comes by htmx brings the names as well; what is not here yet is fetched then. */
import { find } from "./dom.js";

const AGAIN = 4000; // ms until a module that could not be fetched is asked for again
const IDLE = 1000;
const NOT_FETCHED = /dynamically imported|importing a module/i; // how browsers say it
const KEYS = "button, a[data-again], a[data-png]"; // all but those that send do nothing without their module
const modules = new Map(); // name: what it exports
const fetching = new Map(); // name: the promise of it

const namesOf = (text = "") => text.split(/\s+/).filter(Boolean);
const wait = (time) => new Promise((over) => setTimeout(over, time));

async function fetchModule(name) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      modules.set(name, await import(`./${name}.js${attempt ? `?${attempt}` : ""}`)); // a browser may keep a failure under its address
      return;
    } catch (failed) {
      if (!NOT_FETCHED.test(failed.message)) throw failed; // it came, and has a fault
      await wait(AGAIN);
    }
  }
}
function fetchOnce(name) {
  if (!fetching.has(name)) fetching.set(name, fetchModule(name));
  return fetching.get(name);
}

/* The modules of a page that is shown later, maybe without a line. */
export const fetchModules = (names) => Promise.all(namesOf(names).map(fetchOnce));

/* Whoever is quicker than the line is not forgotten: what was tapped before its module was there is tapped then, and so is
   what was tapped after it, such as Send. */
let early = null;
document.addEventListener("click", (event) => {
  const key = event.target.closest(KEYS);
  if (!early || !key || key.closest("#unsent") || (key.type === "submit" && !early.length)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  early.push(key);
}, true);

/* Every part within ``root``, the content of the page as it was just shown. */
export async function setUpParts(root) {
  const main = find("main");
  const names = namesOf(main.dataset.modules);
  if (!names.every((name) => modules.has(name))) {
    const taps = [];
    early = taps;
    await Promise.all(names.map(fetchOnce));
    if (main.isConnected) await Promise.all(names.map((name) => modules.get(name).setUp(root)));
    if (early === taps) early = null;
    if (!main.isConnected) return; // another page is shown by now
    for (const key of taps) if (key.isConnected) key.click();
  } else {
    early = null;
    for (const name of names) modules.get(name).setUp(root);
  }
  // what the next pages need is fetched before a line that is there now breaks
  setTimeout(() => namesOf(main.dataset.soon).forEach(fetchOnce), IDLE);
}

/* Modules of two versions do not fit together: where the app has changed, the next page is loaded whole. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, serverResponse, requestConfig: { verb, elt }, pathInfo } = detail;
  if (target.id !== "page" || verb !== "get" || !elt.matches("a, form") || !detail.shouldSwap) return;
  const version = /data-version="([^"]*)"/.exec(serverResponse)?.[1];
  if (!version || version === document.documentElement.dataset.version) return;
  detail.shouldSwap = false;
  location.assign(pathInfo.responsePath ?? pathInfo.finalRequestPath);
});
