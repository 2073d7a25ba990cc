/* What every module needs of the page: finding and making elements, the polite line for screen readers, and times. */
if (!window.htmx) throw new Error("htmx is missing"); // then no module runs, and forms go out as plain forms
if (window.gate?.isWhole() === false) throw new Error("cut off"); // this page is fetched again

export const find = (selector, within = document) => within.querySelector(selector);
export const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];
export const element = (name, textContent = "", rest = {}) => Object.assign(document.createElement(name), { textContent, ...rest });

/* The text of a part that has nothing else. Another text in the place of the one there would be another child: the browser
   then asks every style that goes by what is inside something. */
export function setText(part, text) {
  if (part.textContent === text) return;
  if (part.firstChild?.nodeType === Node.TEXT_NODE && !part.firstChild.nextSibling) part.firstChild.data = text;
  else part.textContent = text;
}

/* The words of the scripts in the language of the page, as the catalogue has them; without it they are English.
   ``values``: what stands in the message for ``%(name)s``. */
const { lang, dataset: { words } } = document.documentElement;
const said = words ? JSON.parse(words) : {};
export const _ = (message, values = {}) => (said[message] ?? message).replace(/%\((\w+)\)s/g, (whole, name) => values[name]);
const LANGUAGE = lang === "en" ? "en-GB" : lang; // as times are written

export const LONG_OUT = 30000; // ms without an answer: the computer may have another address by now

/* What asks for a page because somebody wants it; everything else looks for news by itself. */
export const TAPPED = "form, a, button, #unsent";

/* Runs ``make`` once for every element within ``root``: a page that is morphed keeps elements that were set up before. */
const madeBy = new WeakMap(); // make: the elements that it has set up
export function setUpEach(selector, root, make) {
  if (!madeBy.has(make)) madeBy.set(make, new WeakSet());
  const made = madeBy.get(make);
  for (const part of findAll(selector, root)) {
    if (!made.has(part)) { made.add(part); make(part); }
  }
}

let speaking;
/* One polite message for each change; the last one wins. */
export function say(text) {
  clearTimeout(speaking);
  speaking = setTimeout(() => { find("#status").textContent = text; }, 150);
}

/* Times as the server writes them, in the time zone of this phone; only the time of day where a title says the day. */
export function showTimes(root) {
  for (const time of findAll("time", root)) {
    const at = new Date(time.dateTime);
    time.textContent = time.title ? clock(at) : at.toLocaleString(LANGUAGE, {
      year: at.getFullYear() === new Date().getFullYear() ? undefined : "numeric",
      month: "short", day: "numeric", hour: "2-digit", minute: "2-digit",
    });
  }
}

/* Hours and minutes of a moment. */
export const clock = (at) => at.toLocaleTimeString(LANGUAGE, { hour: "2-digit", minute: "2-digit" });
