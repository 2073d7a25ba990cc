/* Things to be found by their words: groups in which nothing is found close up, those with something open. */
import { find, findAll, setUpEach } from "./dom.js";

function makeSearch(field) {
  const form = field.closest("form");
  field.addEventListener("input", () => {
    const words = field.value.trim().toLowerCase().split(/\s+/);
    for (const each of findAll("[data-found-by]", form)) each.hidden = !words.every((word) => each.dataset.foundBy.includes(word));
    const results = findAll("[data-found-by]:not([hidden])", form);
    for (const group of findAll("[data-found-in]", form)) {
      group.hidden = !results.some((each) => group.contains(each));
      if (words[0]) group.open = true;
    }
    find("[data-none-found]", form).hidden = results.length > 0;
  });
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}

export const setUp = (root) => setUpEach("[data-find]", root, makeSearch);
