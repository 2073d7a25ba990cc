/* Motion is feedback: a number rolls to what it is now, and what two pages of a game share (the felt, a hand, the mark of
   the place) goes from where it was to where it is. Nothing waits for it: the page that comes is there at once, and each
   key takes a tap where it is seen. A view transition of the browser would draw the page once more before it changes, and
   take no tap on what moves. Where the phone wants no motion there is none. */
import { find, findAll, setText, setUpEach } from "./dom.js";

const ROLLS = 250; // ms
const MOVES = 200;
const STANDS = 30; // a number that stands for less is not read, and each one lays out the page again
const wish = matchMedia("(prefers-reduced-motion: reduce)");
export const isStill = () => wish.matches;

const rolling = new WeakMap(); // part: the step that rolls it
/* ``from``: what stood there. What is not a number is there at once. */
export function roll(part, text, from = part.textContent) {
  const [begin, end] = [from, text].map((each) => Number(String(each).replace("−", "-")));
  const began = performance.now();
  let drawn = 0;
  function step(now) {
    if (rolling.get(part) !== step) return;
    if (now - drawn < STANDS) return requestAnimationFrame(step);
    drawn = now;
    const left = 1 - Math.min(1, Math.max(0, now - began) / ROLLS);
    setText(part, left ? String(Math.round(end + (begin - end) * left ** 2)).replace("-", "−") : text);
    if (left) requestAnimationFrame(step);
  }
  rolling.set(part, step);
  step(text === "" || !(end - begin) || isStill() ? Infinity : began);
}

/* What may stand on the next page as well, by a name: [element, pseudo-element]. */
function parts() {
  const seat = find("#line [name=seat]")?.value;
  const found = findAll(".read-back .hand, .tape .hand").map((hand) => [hand.closest("li")?.id ?? `line-${seat}`, [hand]]);
  const [felt, mark] = [find("main .felt, .tape"), find(".tabs [aria-current]")];
  if (felt) found.push(["felt", [felt]]);
  if (mark) found.push(["mark", [mark, "::before"]]);
  return new Map(found);
}
/* The felt unfolds, so that no letter on it is squeezed; the others grow or shrink as a whole. */
function move(name, [part, pseudoElement], from) {
  const to = part.getBoundingClientRect();
  const [x, y] = [from.x - to.x, from.y - to.y - (name === "mark" ? 0 : scrollY)]; // the next page begins at its top
  const [width, height] = [from.width / to.width, from.height / to.height];
  const [right, bottom] = [1 - width, 1 - height].map((share) => `${100 * Math.max(0, share)}%`);
  const first = name === "felt" ? { clipPath: `inset(0 ${right} ${bottom} 0 round var(--r3))` }
    : { scale: name === "mark" ? `${width} 1` : height, transformOrigin: "0 0" };
  const last = name === "felt" ? { clipPath: "inset(0 round var(--r3))" } : { scale: 1, transformOrigin: "0 0" };
  part.animate([{ translate: `${x}px ${y}px`, ...first }, { translate: "0 0", ...last }], { duration: MOVES, easing: "ease-out", pseudoElement });
}

const isSeen = ({ top, bottom, width }) => width && bottom > 0 && top < innerHeight;
let before = new Map(); // name: where it was on the page that is left
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (target.id === "page") before = new Map(isStill() ? [] : [...parts()].map(([name, [part]]) => [name, part.getBoundingClientRect()]));
});
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target.id !== "page") return;
  for (const [name, part] of parts()) if (before.has(name) && isSeen(before.get(name))) move(name, part, before.get(name));
});

/* The totals of a round roll from what they were. */
export const setUp = (root) => setUpEach(".total[data-was]", root, (total) => roll(total, total.textContent, total.dataset.was));
