/* Things to be found by their words: groups in which nothing is found close up, those with something open.
   A game that is not here says so, and shows what is nearest to it. */
import { find, findAll, setUpEach } from "./dom.js";

const SHORTEST_NAME = 3; // letters of the name of a game that is not here
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").trim().toLowerCase().replace(/\s+/g, " ");

/* Which notes of games that are not here belong to what was typed. */
function isNamed(note, typed) {
  if (typed.length < SHORTEST_NAME) return false;
  return note.dataset.notHere.split("|").some((name) => name.startsWith(typed) || ` ${typed} `.includes(` ${name} `));
}

function makeSearch(field) {
  const form = field.closest("form");
  const search = () => {
    const typed = plain(field.value);
    const words = typed.split(" ");
    const near = new Set();
    for (const note of findAll("[data-not-here]", form)) {
      note.hidden = !isNamed(note, typed);
      if (!note.hidden) for (const id of note.dataset.near.split(" ").filter(Boolean)) near.add(id);
    }
    for (const each of findAll("[data-found-by]", form)) {
      const answers = findAll(".choice", each).map((choice) => plain(choice.textContent)); // of a rule, to choose from
      const said = [each.dataset.foundBy, ...answers].join(" ");
      each.hidden = !words.every((word) => said.includes(word)) && !near.has(find("input", each)?.value);
    }
    const results = findAll("[data-found-by]:not([hidden])", form);
    for (const group of findAll("[data-found-in]", form)) {
      group.hidden = !results.some((each) => group.contains(each));
      if (words[0]) group.open = true;
    }
    const isNone = !results.length && !find("[data-not-here]:not([hidden])", form);
    find("[data-none-found]", form).hidden = !isNone;
    const further = find("[data-find-on]", form);
    if (further) further.search = `?q=${encodeURIComponent(field.value.trim())}`;
  };
  field.addEventListener("input", search);
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  if (field.value) search(); // it was typed before this ran
}

export const setUp = (root) => setUpEach("[data-find]", root, makeSearch);
