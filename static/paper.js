/* An old score sheet: the sum while one types, Enter goes down the column, the address keeps what is typed. */
import { find, findAll, setUpEach } from "./dom.js";
import { pointsOf, signed } from "./sums.js";

const PAUSE = 400; // ms without a letter until the address is written

function makeSheet(form) {
  const fields = findAll("[data-column] input", form);
  const points = findAll("[data-column] input[id^=score]", form);
  let later;
  form.addEventListener("input", () => {
    clearTimeout(later);
    later = setTimeout(() => {
      if (form.isConnected) history.replaceState(history.state, "", "?" + new URLSearchParams(new FormData(form)));
    }, PAUSE);
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

export const setUp = (root) => setUpEach("[data-paper]", root, makeSheet);
