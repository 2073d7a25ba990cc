/* A new game: rows of players, names to tap, who deals, a rulebook. */
import { _, find, findAll, say, setUpEach } from "./dom.js";

const nameOf = (row) => find("input", row);
const isSpare = (row) => row.classList.contains("spare");

function makeNewGame(form) {
  const rows = findAll("[data-row]", form);
  const again = find("[data-again]", form);
  const tooMany = find("[data-too-many]", form);
  const book = () => find("[name=rulebook]:checked", form);
  const most = () => tooMany && book() ? Number(book().dataset.most) : rows.length;
  const seated = () => rows.filter((row) => nameOf(row).value.trim()).length;

  /* Seats that the rulebook does not have are not offered; by what rulebook more can play is told. */
  function showLimit() {
    let room = most() - rows.filter((row) => !isSpare(row)).length;
    for (const row of rows.toReversed()) {
      if (room >= 0) break;
      if (isSpare(row) || nameOf(row).value.trim()) continue;
      row.classList.add("spare");
      room += 1;
    }
    const all = seated();
    find("[data-more]", form).hidden = room <= 0 || !rows.some(isSpare);
    find("[data-names]", form).hidden = all >= most();
    for (const link of findAll("[data-house-rule]", form)) if (book()) link.href = book().dataset.house + link.hash;
    if (!tooMany) return; // on paper some came as others left
    tooMany.hidden = all < most() || most() >= Number(tooMany.dataset.tooMany);
    if (all > most()) tooMany.open = true;
    const others = findAll("[data-choose]", tooMany);
    for (const choice of others) {
      const room = Number(choice.dataset.most);
      choice.hidden = room <= most() || room < all;
    }
    find("[data-others]", tooMany).hidden = others.every((choice) => choice.hidden);
    find("[data-book-most]", tooMany).textContent = most();
  }

  function showNames() {
    rows.forEach((row, position) => {
      const choice = find(`[data-dealer="${position + 1}"]`, form);
      if (!choice) return; // nobody asks who deals
      const name = nameOf(row).value.trim();
      find("span", choice).textContent = name || _("Seat %(seat)s", { seat: position + 1 });
      const isEmpty = isSpare(row) || !name;
      choice.classList.toggle("spare", isEmpty);
      if (isEmpty) find("input", choice).checked = false; // nobody sits there who could deal
    });
    const names = rows.map((row) => nameOf(row).value.trim().toLowerCase());
    for (const chip of findAll("[data-add]", form)) chip.hidden = names.includes(chip.dataset.add.toLowerCase());
    showLimit();
    if (again) again.hidden = names.some(Boolean);
  }
  function reveal() {
    const row = rows.filter((each) => !isSpare(each)).length < most() ? rows.find(isSpare) : undefined;
    if (row) row.classList.remove("spare");
    return row;
  }
  function sitAsLastTime() {
    JSON.parse(again.dataset.again).forEach((player, position) => {
      nameOf(rows[position]).value = player;
      rows[position].classList.remove("spare");
    });
    find("#players", form).focus({ preventScroll: true });
    say(_("Same players and seats as last time"));
  }
  function add(name) {
    const row = rows.find((each) => !isSpare(each) && !nameOf(each).value.trim()) || reveal();
    if (!row) return;
    nameOf(row).value = name;
    say(_("%(player)s sits in seat %(seat)s", { player: name, seat: rows.indexOf(row) + 1 }));
  }
  /* Two neighbours change seats; whether they deal goes with them. Returns whether they could. */
  function move(row, direction) {
    const from = rows.indexOf(row);
    const to = from + (direction === "up" ? -1 : 1);
    if (to < 0 || to >= rows.length || isSpare(rows[to])) return false;
    const [here, there] = [nameOf(rows[from]), nameOf(rows[to])];
    [here.value, there.value] = [there.value, here.value];
    const [mine, theirs] = [from, to].map((position) => find(`[data-dealer="${position + 1}"] input`, form));
    if (mine) [mine.checked, theirs.checked] = [theirs.checked, mine.checked];
    find(`[data-move="${direction}"]`, rows[to]).focus();
    say(there.value ? _("%(player)s sits in seat %(seat)s", { player: there.value, seat: to + 1 }) : _("Seat %(seat)s is empty", { seat: to + 1 }));
    return true;
  }
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button, [data-again]");
    if (!button) return;
    if (button === again) {
      event.preventDefault();
      sitAsLastTime();
    } else if (button.dataset.add) add(button.dataset.add);
    else if (button.dataset.choose) {
      const choice = find(`[name=rulebook][value="${button.dataset.choose}"]`, form);
      choice.checked = true;
      chooseBook(choice);
    }
    else if ("more" in button.dataset) {
      const row = reveal();
      if (row) nameOf(row).focus();
    } else if (button.dataset.move && !move(button.closest("[data-row]"), button.dataset.move)) return;
    form.dispatchEvent(new Event("input")); // as if it were typed
  });

  function showBook(choice) {
    const label = choice.closest("label");
    const name = find("span", label).firstChild.textContent;
    for (const place of findAll("[data-book-name], [data-limit-of]", form)) place.textContent = name;
    find("[data-book-special]", form).textContent = find("[data-special]", label).textContent;
  }
  function chooseBook(choice) {
    showBook(choice);
    const how = find(`[name=how][value="${choice.dataset.dealerHow}"]`, form);
    if (how && !form.dataset.dealerSaid) how.checked = true;
    find(".book-choice", form).open = false;
    find(".book-choice summary", form).focus();
  }
  form.addEventListener("input", ({ target }) => {
    if (target.matches("[data-find]")) return;
    if (target.name === "rulebook") {
      chooseBook(target);
      showNames();
    }
    else if (target.name === "how") form.dataset.dealerSaid = "yes";
    else showNames();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[name=player]")) return;
    event.preventDefault(); // Enter goes to the next seat; the game is opened by its button
    const next = rows[rows.findIndex((row) => nameOf(row) === event.target) + 1];
    if (!next) return;
    if (!isSpare(next) || reveal()) nameOf(next).focus();
  });
  const spare = rows.filter(isSpare);
  form.addEventListener("shown", () => { // filled in as it was left
    for (const row of spare) row.classList.toggle("spare", !nameOf(row).value.trim());
    if (book()) showBook(book());
    const how = find("[name=how]:checked", form);
    if (how && how.value !== book()?.dataset.dealerHow) form.dataset.dealerSaid = "yes";
    showNames();
  });
  showNames();
}

/* The day at the table, wherever the server is: that of the tap, as this phone has it; before anybody reads the form. */
window.addEventListener("submit", ({ target }) => {
  const day = target.matches("[data-new]") && find("[name=day]", target);
  const now = new Date();
  if (day) day.value = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}, true);

export const setUp = (root) => setUpEach("[data-new]", root, makeNewGame);
