/* Fields of points: a sum such as 12+5 says what it comes to, and Enter goes on to the next field that is empty. */
import { element, findAll, setUpEach } from "./dom.js";

const SUM = /^[+-]?\d{1,9}(?:[+-][+-]?\d{1,9})*$/;

/* What a number or a sum comes to, as referee/rules/speech/points.py reads it; null for anything else. */
export function pointsOf(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(/\s*([+-])\s*/g, "$1");
  if (!SUM.test(plain)) return null;
  return plain.match(/[+-]{0,2}\d+/g).reduce((total, term) => {
    const minuses = (term.match(/-/g) || []).length;
    return total + Number(term.replace(/[+-]/g, "")) * (-1) ** minuses;
  }, 0);
}
export const signed = (points) => String(points).replace("-", "−");

function sayItsSum(field) {
  const output = element("output", "", { className: "as-sum" });
  field.after(output);
  const show = () => {
    const points = pointsOf(field.value);
    output.textContent = points !== null && /\d\D+\d/.test(field.value) ? `= ${signed(points)}` : "";
  };
  field.addEventListener("input", show);
  show();
}

function goFromFieldToField(form) {
  const fields = findAll("[data-summed]", form);
  const isOut = (field) => field.closest("li").querySelector("[type=radio]:checked");
  /* The next one that is empty, of the others from this one on. */
  const openBehind = (at) => [...fields.slice(at + 1), ...fields.slice(0, Math.max(at, 0))].find((field) => !field.value.trim() && !isOut(field));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !fields.includes(event.target)) return;
    event.preventDefault();
    const open = openBehind(fields.indexOf(event.target));
    if (open) open.focus();
    else form.requestSubmit();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.type !== "radio") return;
    openBehind(fields.findIndex((field) => field.closest("li").contains(target)))?.focus();
  });
}

export function setUp(root) {
  setUpEach("[data-summed]", root, sayItsSum);
  setUpEach("form[data-points-of-all]", root, goFromFieldToField);
}
