/* The race moves once, from where everybody was to where they are, when its page comes: how far, only the page knows. */
import { findAll } from "./dom.js";

export function setUp(root) {
  for (const chip of findAll(".track .chip[data-from]", root)) {
    chip.style.setProperty("--from", `${(chip.dataset.from / 100) * chip.ownerSVGElement.clientWidth}px`);
    chip.classList.add("runs");
  }
}
