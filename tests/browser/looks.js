/* What can be wrong with a page to look at; each function returns its findings as sentences. */

const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(".sr, .skip");
const named = (e) => e.outerHTML.slice(0, 100);

/* As axe has it, but for the bound below which it leaves a colour to the rule of 4.5 to one: so one rule finds both. */
const CONTRAST = {
  id: "color-contrast-enhanced",
  options: {
    ignoreUnicode: true,
    ignoreLength: false,
    ignorePseudo: false,
    boldValue: 700,
    boldTextPt: 14,
    largeTextPt: 18,
    contrastRatio: { normal: { expected: 7 }, large: { expected: 4.5 } },
    pseudoSizeThreshold: 0.25,
    shadowOutlineEmMax: 0.1,
    textStrokeEmMin: 0.03,
  },
};
const ALONE = { colours: ["color-contrast-enhanced", "link-in-text-block"], targets: ["target-size"] };
const RULES = { "color-contrast": { enabled: false }, "color-contrast-enhanced": { enabled: true }, "target-size": { enabled: true } };

/* Of what a page loads axe looks at sounds alone: the one rule that would read the stylesheets again is not switched on. */
const OPTIONS = { resultTypes: ["violations"], preload: { assets: ["media"] } };

async function axeFaults(alone = "") {
  axe.configure({ checks: [CONTRAST] });
  const found = await axe.run(document, { ...OPTIONS, ...(alone ? { runOnly: ALONE[alone] } : { rules: RULES }) });
  const told = (node) => `${node.target.join(" ")} ${node.any[0]?.message || ""}`;
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 4).map(told).join(" | ")}`);
}

/* Where everything lies, and what is seen. */
function layout() {
  const places = [...document.body.querySelectorAll("*")].map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [e.tagName, x, y, width, height, e.checkVisibility({ visibilityProperty: true, opacityProperty: true })];
  });
  return [places.join()];
}

function tooSmall(least, primary) {
  const faults = [];
  const targets = "a, button, summary, select, textarea, label.choice, input:not([type=hidden], [type=radio])";
  for (const e of document.querySelectorAll(targets)) {
    const box = e.getBoundingClientRect();
    if (box.width <= 1) continue; // a field that keys fill, hidden from the eye
    if (shown(e) && (box.width < least - 0.5 || box.height < least - 0.5)) {
      faults.push(`${named(e)} is ${box.width.toFixed()} x ${box.height.toFixed()}`);
    }
  }
  for (const e of document.querySelectorAll(".button.primary, .rank, .take-back, .seat-key")) {
    if (shown(e) && e.getBoundingClientRect().height < primary - 0.5) faults.push(`${named(e)} is no primary key`);
  }
  return faults;
}

function tooNear(gap) {
  const keys = [...document.querySelectorAll(".pad button, .seat-keys button")].map((e) => [e, e.getBoundingClientRect()]);
  const faults = [];
  for (const [a, one] of keys) {
    for (const [b, two] of keys) {
      const apart = Math.max(two.left - one.right, one.left - two.right, two.top - one.bottom, one.top - two.bottom);
      if (a !== b && apart < gap - 0.05) faults.push(`${a.textContent} and ${b.textContent}: ${apart.toFixed(1)}`);
    }
  }
  return faults;
}

function tooFine(body, least) {
  const faults = [];
  if (parseFloat(getComputedStyle(document.body).fontSize) < body) faults.push("the body text");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    const e = walk.currentNode.parentElement;
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (text && shown(e) && !e.closest("svg, script") && size < least - 0.05) faults.push(`${text.slice(0, 30)}: ${size}`);
  }
  return faults;
}

function sideways(width) {
  const faults = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > width) faults.push(`the page is ${wide} wide`);
  for (const e of document.querySelectorAll("body *")) {
    const box = e.getBoundingClientRect();
    const inside = e.closest(".sheet, .sheet-scroll, .sr, .skip") || !e.checkVisibility();
    if (!inside && box.width && (box.right > width + 1 || box.left < -1)) faults.push(named(e));
  }
  return faults.slice(0, 5);
}

/* Words that do not end where their key or line does; where in a game one is, the bar cuts as it must, and of what is one
   pixel wide only the ear hears. */
function cutOff() {
  const faults = [];
  for (const e of document.querySelectorAll("body *")) {
    const { overflowX, textOverflow } = getComputedStyle(e);
    const cut = overflowX !== "visible" && overflowX !== "auto" && textOverflow !== "ellipsis" && e.scrollWidth > e.clientWidth + 1;
    if (shown(e) && cut && e.clientWidth > 1 && !e.matches("input, textarea, .where")) faults.push(`${named(e)} is cut`);
  }
  return faults.slice(0, 5);
}

/* Common words and names that a key, the head of a column or that of a line breaks in two. */
const NOT_BROKEN = "button, .button, .seat-key, .chip, .tabs a, .number, thead th, tbody th a, .standings .player, .view-lines .player, .names, .record a";
function brokenWords(longest) {
  const faults = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: e } = walk.currentNode;
    if (!e.closest(NOT_BROKEN) || !shown(e) || e.clientWidth === 1) continue; // one pixel is for the ear
    for (const { 0: word, index } of data.matchAll(/[^\s-]+-?/g)) {
      const range = document.createRange();
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + word.length);
      const upright = getComputedStyle(e).writingMode === "horizontal-tb";
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(upright ? box.top : box.left)));
      if (word.length <= longest && lines.size > 1) faults.push(`${word} is broken`);
    }
  }
  return faults;
}

/* Names over columns that run into each other, or that their column cuts. */
function namesTouch() {
  const heads = [...document.querySelectorAll(".sheet thead th > [aria-hidden]")].filter((e) => e.offsetWidth).map((e) => {
    const range = document.createRange();
    range.setStart(e, 0);
    range.setEnd(e, 1); // the name; the total is the next node
    return [e.textContent, range.getBoundingClientRect(), e.closest("th").getBoundingClientRect()];
  });
  const touching = heads.slice(1).flatMap(([text, box], at) => (box.left - heads[at][1].right < 2 ? [`${text} touches ${heads[at][0]}`] : []));
  const cut = heads.filter(([, box, column]) => box.left < column.left - 0.5 || box.right > column.right + 0.5);
  return [...touching, ...cut.map(([text]) => `${text} is cut`)];
}

/* Words of the display face with less than a fifth of a letter's height between them. */
function wordsRunTogether(least) {
  const faults = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: e } = walk.currentNode;
    const { fontFamily, fontSize } = getComputedStyle(e);
    if (!fontFamily.startsWith("Bitter") || !shown(e)) continue;
    for (const { index } of data.matchAll(/(?<=\S) (?=\S)/g)) {
      const range = document.createRange();
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + 1);
      const { width } = range.getBoundingClientRect();
      if (width && width < least * parseFloat(fontSize)) faults.push(`${data.trim()}: ${width.toFixed(1)} between words`);
    }
  }
  return [...new Set(faults)];
}

/* A sentence in a sentence, with the full stops of both. */
function endsTwice() {
  return [...document.body.innerText.matchAll(/.{0,40}[^.]\.\.(?!\.)/g)].map(([said]) => `${said} ends twice`);
}

/* What stands in the bar has some of it above and below. */
function touchesTheEdge() {
  const words = [...document.querySelectorAll(".top .where, .undo span:not(.sr)")].filter(shown);
  const bar = document.querySelector(".top").getBoundingClientRect();
  return words.flatMap((e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return Math.min(top - bar.top, bar.bottom - bottom) < 2 ? [`${named(e)} touches the edge of the bar`] : [];
  });
}

/* Words in drawings, as large as they come out on the screen. */
function tooFineDrawn(least) {
  const faults = [];
  for (const e of document.querySelectorAll("svg[viewBox] text")) {
    const size = parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a;
    if (shown(e) && size < least - 0.05) faults.push(`${e.textContent}: ${size.toFixed(1)}`);
  }
  return faults;
}

/* Gives the focus to the first so many stops of the keyboard, one after the other, and tells which lie under a bar. A key
   that is really pressed costs ten times as much, and scrolls as far. */
function stopsUnderABar(most) {
  const isOneOf = (e) => e.type === "radio" && !e.checked && e.form?.querySelector(`[name="${e.name}"]:checked`);
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter((e) => e.tabIndex >= 0 && !e.disabled && !isOneOf(e) && e.checkVisibility({ visibilityProperty: true }));
  scrollTo(0, 0);
  return stops.slice(0, most).flatMap((e) => {
    e.focus();
    return document.activeElement === e ? underABar(e) : [];
  });
}

/* Whether a bar lies on an element; of what is high, as a text to copy, some must be seen. */
function underABar(at) {
  const { top, bottom, left, width, height } = at.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const fits = 2 * height <= innerHeight - parseFloat(scrollPaddingTop) - parseFloat(scrollPaddingBottom);
  const heights = [top + 3, top + height / 4, top + height / 2, bottom - height / 4, bottom - 3];
  const free = heights.filter((y) => {
    const seen = y >= 0 && y < innerHeight ? document.elementFromPoint(left + width / 2, y) : null;
    const bar = seen?.closest(".top, .strip, .unsent, .dock");
    return seen && (!bar || bar.contains(at));
  });
  return free.length < (fits ? heights.length : 1) ? [`${named(at)} from ${top.toFixed()} to ${bottom.toFixed()} of ${innerHeight}`] : [];
}

/* In a document that is a drawing: words that leave it or lie on one another. */
function wordsOutside() {
  const { width, height } = document.documentElement.viewBox.baseVal;
  const words = [...document.querySelectorAll("text")].map((e) => [e.textContent, e.getBBox()]);
  const faults = [];
  words.forEach(([text, box], at) => {
    if (box.x < 14 || box.y < 14 || box.x + box.width > width - 14 || box.y + box.height > height - 14) faults.push(`outside: ${text}`);
    for (const [other, two] of words.slice(at + 1)) {
      const beside = box.x + box.width <= two.x || two.x + two.width <= box.x;
      const below = box.y + box.height <= two.y + 6 || two.y + two.height <= box.y + 6; // lines may stand close
      if (!beside && !below) faults.push(`${text} lies on ${other}`);
    }
  });
  return faults;
}

/* Pages on which cards are tapped in: what of the tray (or the first field), of the key that leads on, and of so many rows
   of the pad does not lie on the first screen. */
function outOfSight(rows) {
  const dock = document.querySelector(".dock");
  const top = document.querySelector(".top").getBoundingClientRect().bottom;
  const at = dock.getBoundingClientRect();
  const covers = (e) => ["fixed", "sticky"].includes(getComputedStyle(dock).position) && !dock.contains(e);
  function isSeen(e) {
    const box = e.getBoundingClientRect();
    const beside = box.right <= at.left + 1 || box.left >= at.right - 1;
    const end = covers(e) && !beside && box.bottom > at.top && box.top < at.bottom ? at.top : innerHeight;
    const begins = box.right <= document.querySelector(".top").getBoundingClientRect().right ? top : 0;
    return shown(e) && box.top >= begins - 1 && box.bottom <= end + 1;
  }
  const keys = [...document.querySelectorAll(".pad .ranks > button")];
  const lines = [...new Set(keys.map((e) => Math.round(e.getBoundingClientRect().top)))].sort((one, other) => one - other);
  const wanted = keys.filter((e) => lines.indexOf(Math.round(e.getBoundingClientRect().top)) < rows);
  const parts = { tray: document.querySelector(".tape") ?? document.querySelector("[data-cards] :is(input, textarea)"), send: document.querySelector(".dock .actions .primary") };
  const lost = Object.entries(parts).filter(([, e]) => !e || !isSeen(e)).map(([name, e]) => `${name} at ${e && Math.round(e.getBoundingClientRect().top)}-${e && Math.round(e.getBoundingClientRect().bottom)} of ${innerHeight}, dock ${Math.round(at.top)}`);
  return [...lost, ...wanted.filter((e) => !isSeen(e)).map((e) => `key ${e.dataset.rank ?? "back"} at ${Math.round(e.getBoundingClientRect().bottom)}, dock ${Math.round(at.top)}`).slice(0, 1)];
}

/* Words of which a letter or two stand in each line; where in a game one is, the bar cuts as it must. */
function lettersInLines() {
  const faults = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: e } = walk.currentNode;
    if (!shown(e) || e.clientWidth === 1 || e.closest(".where")) continue;
    for (const { 0: word, index } of data.matchAll(/[^\s-]{4,}/g)) {
      const range = document.createRange();
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
      if (lines > 1 && word.length / lines < 3) faults.push(`${word} in ${lines} lines`);
    }
  }
  return faults.slice(0, 5);
}
