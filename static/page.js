/* The script of every page. Without it every page still works, with plain fields. */
import { find, findAll, say, showTimes, TAPPED } from "./dom.js";
import "./news.js";
import { setUpParts } from "./parts.js";
import { remember } from "./regions.js";

document.addEventListener("click", ({ target }) => {
  const dismiss = target.closest("button.dismiss");
  if (!dismiss) return;
  dismiss.closest(".notice").remove();
  find("h1").focus({ preventScroll: true });
});

/* What was said of the thing before goes as soon as the next one is done, whenever its answer comes. */
document.addEventListener("submit", ({ target }) => {
  if (target.method === "post") for (const message of findAll("#notices > .notice, #problems")) message.remove();
}, true);

/* The second tap of a finger that trembles lands on the page that the first one has brought: what it finds there is
   another thing of the same kind, say the next Undo, and nobody can have read it yet. */
const TWO_TAPS = 400; // ms from one to the other
const ONE_SPOT = 24; // px
let last = {};
document.addEventListener("click", (event) => {
  const button = event.target.closest("form button[type=submit]");
  const now = { button, does: button?.form?.action, at: event.timeStamp, x: event.clientX, y: event.clientY };
  const isNew = button !== last.button && now.does === last.does;
  const isTwice = now.at - last.at < TWO_TAPS && Math.hypot(now.x - last.x, now.y - last.y) < ONE_SPOT;
  if (event.isTrusted && event.detail && now.does && isNew && isTwice) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  last = now;
}, true);

/* How high the dock is, for the style sheet: what has the focus stays above it, and the page ends above it. Where its
   style lets it stay in sight (there its bottom is 0) it covers the page's last lines until they are scrolled to. */
const html = document.documentElement;
function measure() {
  const dock = find("#dock");
  if (!dock) return; // an answer from elsewhere has none
  const stays = getComputedStyle(dock).bottom === "0px";
  const height = stays ? dock.offsetHeight : 0; // read before anything is written: else the page is laid out once more
  for (const { style } of [html, find("#page")]) style.setProperty("--dock", `${height}px`);
  html.dataset.dock = stays ? "fixed" : "";
}
const sizes = new ResizeObserver(measure);

/* The dock of the page that has just come. */
function watchDock() {
  sizes.disconnect();
  const dock = find("#dock");
  if (dock) sizes.observe(dock);
}
addEventListener("resize", measure);

/* Where a caret stands, browsers bring only its line in sight. */
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("textarea")) target.scrollIntoView({ block: "nearest" });
});

/* What a screen reader would read of it: drawn cards are silent, their names are not. */
function heard(part) {
  const texts = [];
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest("[aria-hidden=true]")) texts.push(walk.currentNode.data);
  }
  return texts.join(" ").trim().replace(/\s+/g, " ");
}

/* A link to a place of another page, such as a clause of the rules, opens it there; every other page opens at its top. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, pathInfo: { anchor }, requestConfig: { verb } } = detail;
  if (target.id === "page" && verb === "get" && anchor) detail.swapOverride = `innerHTML show:#${CSS.escape(anchor)}:top`;
});

function shown(root) {
  watchDock();
  remember(root);
  setTimeout(() => showTimes(root)); // a task of its own: the first time of day takes as long as all the rest
  return setUpParts(root);
}
/* Every page that comes is shown from its top, once it has settled; what is wrong may stand at its form further down. */
function inSight(wrong) {
  wrong.scrollIntoView({ block: wrong.getBoundingClientRect().top < innerHeight / 2 ? "nearest" : "start" });
}
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "page") return;
  shown(detail.target);
  const news = findAll("[data-announce]", detail.target).map(heard);
  if (!detail.requestConfig.elt.matches(TAPPED)) { // the page has looked for news by itself
    if (news.length) say(news.join(" "));
    return;
  }
  const wrong = find("#problems") || find("[data-look]") || find("[aria-invalid]");
  (wrong || find("h1")).focus({ preventScroll: !wrong });
  if (wrong?.id === "problems") detail.target.addEventListener("htmx:afterSettle", () => setTimeout(inSight, 0, wrong), { once: true });
  say(news.join(" ") || find("h1").textContent.trim());
});
/* A page that hears of news brings itself up to date (news.js). */
addEventListener("pageshow", ({ persisted }) => persisted && !find("main").dataset.live && location.reload());

shown(document);
