/* The modules of the page that is shown: base.html names them, each sets up its own parts (``setUp(root)``), in the order
   in which they are named. A page that comes by htmx brings the names as well; what is not here yet is fetched then. */
import { element, find, findAll } from "./dom.js";
import { isChanged } from "./live.js";

const AGAIN = 4000; // ms until a module that could not be fetched is asked for again
const IDLE = 1000;
const NOT_FETCHED = /dynamically imported|importing a module/i; // how browsers say it
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

/* The styles that a first page does without. They come when all else has, or as soon as a page names them. */
const styles = find("link[data-later]") ?? element("link", "", { rel: "stylesheet", href: document.documentElement.dataset.later });
styles.addEventListener("error", () => styles.remove()); // the next page asks for them again
function fetchStyles() { if (!styles.isConnected) document.head.append(styles); }

/* What stands in a field before its modules are there is typed for them once more, when they are: by somebody who was
   quicker, or by a browser that has kept it over a reload. */
const lookedAt = new WeakSet(); // fields
function begunIn(root) {
  const fields = findAll("input,textarea,select", root).filter((field) => !lookedAt.has(field));
  for (const field of fields) lookedAt.add(field);
  const begun = fields.filter((field) => isChanged(field) && (field.type !== "radio" || field.checked)).map((field) => ({ field, value: field.value, checked: field.checked }));
  return { begun, touched: fields.find((field) => field === window.gate?.touched) };
}
function lookAt({ begun, touched }) {
  if (touched?.isConnected) touched.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  const stands = ({ field, value, checked }) => field.isConnected && field.value === value && field.checked === checked;
  for (const { field, checked } of begun.filter(stands)) { // else a module has changed it since
    if (checked) field.checked = true; // what was chosen stands, whatever another choice brings with it
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }
}

/* Every part within ``root``, the content of the page as it was just shown. */
export async function setUpParts(root) {
  const main = find("main");
  const names = namesOf(main.dataset.modules);
  if (main.dataset.sheets) fetchStyles();
  if (!names.every((name) => modules.has(name))) {
    window.gate?.hold(); // what is tapped waits for them
    await Promise.all(names.map(fetchOnce));
    if (!main.isConnected) return; // another page is shown by now
  }
  const begun = begunIn(root);
  await Promise.all(names.map((name) => modules.get(name).setUp(root)));
  if (!main.isConnected) return;
  lookAt(begun);
  window.gate?.release();
  // what the next pages need is fetched before a line that is there now breaks
  setTimeout(() => {
    namesOf(main.dataset.soon).forEach(fetchOnce);
    fetchStyles();
  }, IDLE);
}

/* Modules of two versions do not fit together: where the app has changed, the next page is loaded whole. So is one whose
   styles have not come: a whole page waits for them. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, serverResponse, requestConfig: { verb, elt }, pathInfo } = detail;
  if (target.id !== "page" || verb !== "get" || !elt.matches("a, form") || !detail.shouldSwap) return;
  const version = /data-version="([^"]*)"/.exec(serverResponse)?.[1];
  const isStyled = styles.sheet || !serverResponse.includes('data-sheets="later"');
  if (!version || (isStyled && version === document.documentElement.dataset.version)) return;
  detail.shouldSwap = false;
  const place = pathInfo.anchor ? `#${pathInfo.anchor}` : "";
  location.assign(`${pathInfo.responsePath ?? pathInfo.finalRequestPath}${place}`);
});
