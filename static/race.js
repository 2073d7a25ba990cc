/* The race moves once, from where everybody was to where they are, when its page or its round comes: how far, only the
   page knows. What news leave as it was does not move again. */
import { findAll } from "./dom.js";

const ran = new WeakMap(); // chip: from where to where

export function setUp(root) {
  for (const chip of findAll(".track .chip[data-from]", root)) {
    const way = `${chip.dataset.from} ${chip.getAttribute("x")}`;
    if (ran.get(chip) === way) continue;
    ran.set(chip, way);
    chip.style.setProperty("--from", `${(chip.dataset.from / 100) * chip.ownerSVGElement.clientWidth}px`);
    chip.classList.add("runs");
  }
}
