/* How high the dock is, for the style sheet: what has the focus stays above it, and the page ends above it. Where its
   style lets it stay in sight (there its bottom is 0) it covers the page's last lines until they are scrolled to. */
import { find } from "./dom.js";

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
export function watchDock() {
  sizes.disconnect();
  const dock = find("#dock");
  if (dock) sizes.observe(dock);
}
window.addEventListener("resize", measure);

/* Where a caret stands, browsers bring only its line in sight. */
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("textarea")) target.scrollIntoView({ block: "nearest" });
});
