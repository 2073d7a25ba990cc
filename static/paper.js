/* An old score sheet: the sums while one types, Enter goes down the column, arrows from cell to cell, a block that is
   pasted fills them, the address keeps what is typed. */
import { _, find, findAll, setUpEach } from "./dom.js";
import { pointsOf, signed } from "./sums.js";

const PAUSE = 400; // ms without a letter until the address is written

function makeSheet(form) {
  const fields = findAll("[data-column] input", form);
  const points = findAll("[data-column] input:is([id^=score], [id^=handicap])", form);
  let later;
  const keep = () => {
    if (form.isConnected) history.replaceState(history.state, "", "?" + new URLSearchParams(new FormData(form)));
  };
  if (fields.some((field) => field.value !== field.defaultValue)) keep(); // typed before this script came
  form.addEventListener("input", () => {
    clearTimeout(later);
    later = setTimeout(keep, PAUSE);
    const numbers = points.map((field) => pointsOf(field.value)).filter((number) => number !== null);
    const sum = find("[data-sum]", form);
    if (sum) sum.textContent = numbers.length ? signed(numbers.reduce((total, number) => total + number, 0)) : "";
  });
  form.addEventListener("keydown", (event) => {
    const next = fields[fields.indexOf(event.target) + 1];
    if (event.key !== "Enter" || !fields.includes(event.target) || !next) return;
    event.preventDefault();
    next.focus();
  });
}

/* The cells of a block of text, as referee/game/pasted.py takes it apart: by tabs, else semicolons, else blanks. */
function blockOf(text) {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  const between = ["\t", ";"].find((sign) => text.includes(sign)) || /[ \u00a0]+/;
  return lines.map((line) => (typeof between === "string" ? line : line.trim()).split(between).map((cell) => cell.trim()));
}

/* ``rows``: the fields of each round, and of the totals on the paper below them. */
function makeGrid(region) {
  const rows = findAll("tr", region).map((row) => findAll("input", row)).filter((row) => row.length);
  const form = region.closest("form");
  const warning = find("[data-does-not-fit]", form);
  const placeOf = (field) => {
    const down = rows.findIndex((row) => row.includes(field));
    return down < 0 ? null : [down, rows[down].indexOf(field)];
  };
  const select = (field) => {
    field?.focus();
    field?.select();
  };
  const showSums = () => {
    for (const output of findAll("[data-sum-of]", region)) {
      const values = findAll(`[name=s${output.dataset.sumOf}], [name=h${output.dataset.sumOf}]`, form).map((field) => pointsOf(field.value)).filter((points) => points !== null);
      output.textContent = values.length ? signed(values.reduce((total, points) => total + points, 0)) : "";
    }
  };
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  /* At its edge, or with all of it selected, an arrow leaves a field; in its middle it moves among the digits. */
  const leaves = (field, key) => {
    if (STEPS[key][0]) return true;
    const { selectionStart: from, selectionEnd: to, value } = field;
    return to - from === value.length || (from === to && from === (STEPS[key][1] < 0 ? 0 : value.length));
  };
  region.addEventListener("keydown", (event) => {
    const place = placeOf(event.target);
    if (!place || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const [down, across] = place;
    if (event.key === "Enter") {
      event.preventDefault();
      const below = rows[down + 1]?.[across];
      const next = below && down + 2 < rows.length ? below : rows[0][across + 1];
      if (next) select(next);
      else find("[name=go].primary")?.focus();
    } else if (STEPS[event.key] && leaves(event.target, event.key)) {
      const to = rows[down + STEPS[event.key][0]]?.[across + STEPS[event.key][1]];
      if (!to) return;
      event.preventDefault();
      select(to);
    }
  });
  region.addEventListener("paste", (event) => {
    const place = placeOf(event.target);
    const text = event.clipboardData?.getData("text/plain") || "";
    const block = blockOf(text);
    if (!place || (block.length < 2 && block[0].length < 2) || pointsOf(text) !== null) return;
    event.preventDefault();
    const [down, across] = place;
    const wide = Math.max(...block.map((line) => line.length));
    const room = [rows.length - down, rows[0].length - across];
    warning.hidden = block.length <= room[0] && wide <= room[1];
    if (!warning.hidden) {
      const sizes = { block: `${block.length} × ${wide}`, room: `${room[0]} × ${room[1]}` };
      warning.textContent = _("This block is %(block)s cells, and there is room for %(room)s from here on. Nothing was pasted.", sizes);
      return;
    }
    block.forEach((line, below) =>
      line.forEach((cell, beside) => {
        const field = rows[down + below][across + beside];
        field.value = cell;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    );
  });
  form.addEventListener("input", showSums);
  showSums();
}

export function setUp(root) {
  setUpEach("[data-paper]", root, makeSheet);
  setUpEach("[data-grid]", root, makeGrid);
}
