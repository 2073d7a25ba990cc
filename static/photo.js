/* Cards left from a photograph: the picture is made smaller here, read by the server, and shown with what was read. A tap
   changes, removes or adds a card; then all of them go into the pad as if somebody had typed them. The picture is drawn
   from the phone's own copy, and no entry of the queue: what does not arrive is taken again. */
import { CARDS } from "./cards.js";
import { _, element, find, findAll } from "./dom.js";

const LONGEST_SIDE = 1600; // px: more says no more about cards that fill the picture
const QUALITY = 0.85;
const PATIENCE = 40000; // ms
const REACH = 30; // css px: a tap so near to a corner means its card
const TOO_QUICK = 400; // ms: nobody has seen in that time what came under the finger
const SAME_PLACE = 24; // css px

let cards = []; // { name, sure, corners, others }; corners as parts of the picture, none where nobody saw the card
let chosen = null; // the card for which a rank is chosen; it may not be among the others yet
let asks = []; // what this game makes doubtful
let request = null;
let tapped = null; // the last tap on what was read: { x, y, at }

const dialog = () => find("[data-photo-read]");
const part = (name) => find(name, dialog());
const keys = () => findAll("[data-entry] [data-rank]");
const keyOf = (name) => keys().find(({ dataset }) => dataset.rank === name);
const shownAs = (name) => (name === "JK" ? "★" : keyOf(name)?.dataset.shown ?? name);
const spoken = (name) => keyOf(name)?.dataset.name ?? CARDS[name].spoken;
const points = () => cards.reduce((total, { name }) => total + Number(keyOf(name)?.dataset.points ?? 0), 0);
const isMisread = () => cards.some(({ sure }) => !sure);

function say(text) { part(".photo-said").textContent = text; }
function show(...names) {
  for (const name of [".photo-guide", "progress", ".photo-shot", ".photo-asks", ".photo-cards", ".photo-ranks", ".photo-ways", "[data-photo-use]"]) {
    part(name).hidden = !names.includes(name);
  }
}
function open() {
  if (!dialog().open) dialog().showModal();
  part("h2").focus();
}

/* Before there is a picture: how to lay the cards, and where it may come from. */
function guide() {
  open();
  say("");
  part("h2").textContent = _("Photo of the cards");
  dialog().classList.remove("is-read");
  show(".photo-guide", ".photo-ways");
}
function fail(sentence) {
  request = null;
  say(sentence);
  show(".photo-guide", ".photo-ways");
}

/* The picture on the canvas, small enough to be sent; as it is where this phone cannot draw it. */
async function shrink(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const canvas = part("canvas");
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white"; // for what is transparent
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  part(".photo-shot").dataset.drawn = "";
  return new Promise((resolve) => { canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", QUALITY); });
}
/* What came of it: { cards, asks }, or { why } in a sentence; nothing where it was given up. */
function send(picture) {
  const data = new FormData();
  data.append("csrf_token", find("#unsent").dataset.token);
  data.append("photo", picture, "photo");
  const bar = part("progress");
  const xhr = new XMLHttpRequest();
  request = xhr;
  return new Promise((resolve) => {
    const fails = (why) => () => resolve({ why });
    xhr.upload.addEventListener("progress", ({ loaded, total }) => { bar.value = (100 * loaded) / total; });
    xhr.upload.addEventListener("load", () => {
      bar.removeAttribute("value");
      say(_("Reading the cards …"));
    });
    xhr.addEventListener("error", fails(_("No connection. Close this and type the cards, or try again.")));
    xhr.addEventListener("timeout", fails(_("That took too long. Close this and type the cards, or try again.")));
    xhr.addEventListener("abort", () => resolve(null));
    xhr.addEventListener("load", () => {
      const { response } = xhr; // nothing where it is a page: of the app, or of something on the way
      resolve(response?.cards || response?.why ? response : { why: _("Couldn’t read this picture. Close this and type the cards, or try again.") });
    });
    xhr.open("POST", find("[data-photo]").dataset.photo);
    xhr.setRequestHeader("Accept", "application/json");
    xhr.responseType = "json";
    xhr.timeout = PATIENCE;
    xhr.send(data);
  });
}
async function take(file) {
  request?.abort();
  cards = [];
  chosen = null;
  tapped = null; // a picture was chosen since: the next tap is no second half
  guide();
  say(_("Sending the picture …"));
  part("progress").value = 0;
  show("progress");
  delete part(".photo-shot").dataset.drawn;
  const picture = await shrink(file);
  if (!dialog()?.open) return;
  const mine = send(picture);
  const sent = request;
  const found = await mine;
  if (request !== sent || !found) return; // another picture is on its way, or none is wanted any more
  if (found.why) { fail(found.why); return; }
  request = null;
  ({ cards, asks } = found);
  dialog().classList.add("is-read");
  draw();
  part("h2").focus();
}

/* One read card on the picture: its name above its clearest corner, a dot at the others. */
function marksOf(card) {
  return card.corners.map(([x, y], at) => {
    const kind = `photo-mark${at ? " dot" : ""}${card.sure ? "" : " unsure"}${card === chosen ? " chosen" : ""}`;
    const mark = element("span", at ? "" : card.name ? shownAs(card.name) + (card.sure ? "" : "?") : "+", { className: kind, ariaHidden: "true" });
    mark.style.left = `${100 * x}%`;
    mark.style.top = `${100 * y}%`;
    return mark;
  });
}
function lineOf(card, at) {
  const button = element("button", "", { type: "button", className: card.sure ? "" : "unsure" });
  button.dataset.read = at;
  button.append(
    element("span", "", { innerHTML: CARDS[card.name].face, ariaHidden: "true" }),
    element("span", card.sure ? spoken(card.name) : _("%(card)s, unsure", { card: spoken(card.name) }), { className: "sr" }),
  );
  const line = element("li");
  line.append(button);
  return line;
}
function lineToAdd() {
  const button = element("button", "+", { type: "button", ariaLabel: _("Add a card") });
  button.dataset.addCard = "";
  const line = element("li");
  line.append(button);
  return line;
}
/* The keys of the pad once more, for the card that is chosen. */
function drawRanks() {
  const ranks = part(".photo-ranks .ranks");
  ranks.replaceChildren(...keys().map((key) => {
    const copy = key.cloneNode(true);
    copy.dataset.choice = copy.dataset.rank;
    delete copy.dataset.rank;
    copy.classList.remove("held");
    find("i", copy).replaceChildren();
    copy.classList.toggle("now", copy.dataset.choice === chosen.name);
    copy.ariaCurrent = copy.dataset.choice === chosen.name ? "true" : null;
    copy.classList.toggle("likely", chosen.others.includes(copy.dataset.choice));
    return copy;
  }));
  const remove = find("[data-entry] [data-take-back]").cloneNode(true);
  delete remove.dataset.takeBack;
  remove.dataset.removeCard = "";
  remove.ariaLabel = cards.includes(chosen) ? _("Remove this card") : _("Don’t add a card");
  ranks.append(remove);
  part(".photo-ranks").ariaLabel = chosen.name ? _("Change the %(card)s", { card: spoken(chosen.name) }) : _("Which card is it?");
}
function draw() {
  const unsure = cards.filter(({ sure }) => !sure).length;
  part("h2").textContent = _("%(count)s read: %(points)s", { count: cards.length, points: points() });
  if (chosen) say(chosen.name ? _("Change the %(card)s", { card: spoken(chosen.name) }) : _("Which card is it?"));
  else if (unsure) say(unsure === 1 ? _("1 is unsure: tap it.") : _("%(count)s are unsure: tap them.", { count: unsure }));
  else say(_("Tap a card to change it, an empty spot to add one."));
  const shot = part(".photo-shot > div");
  for (const mark of findAll(".photo-mark", shot)) mark.remove();
  shot.append(...[...cards, ...(chosen && !cards.includes(chosen) ? [chosen] : [])].flatMap(marksOf));
  part(".photo-cards").replaceChildren(...cards.map(lineOf), lineToAdd());
  part(".photo-asks").replaceChildren(...asks.map((ask) => element("li", ask)));
  if (chosen) drawRanks();
  show(
    ...("drawn" in part(".photo-shot").dataset ? [".photo-shot"] : []),
    ...(chosen ? [".photo-ranks"] : [".photo-cards", ".photo-ways"]),
    ...(cards.length ? ["[data-photo-use]"] : []),
    ...(asks.length && isMisread() && !chosen ? [".photo-asks"] : []),
  );
  find(".photo-mark.chosen", shot)?.scrollIntoView({ block: "center", inline: "center" });
}

function choose(card) {
  chosen = card === chosen ? null : card;
  draw();
  if (chosen) (find(`[data-choice="${CSS.escape(chosen.name)}"]`, dialog()) ?? find("[data-choice]", dialog())).focus();
  else part("h2").focus();
}
/* The card of the nearest corner; where there is none, a new one. */
function pick({ clientX, clientY }) {
  const { left, top, width, height } = part("canvas").getBoundingClientRect();
  const far = ([x, y]) => Math.hypot(left + x * width - clientX, top + y * height - clientY);
  const nearest = cards.map((card) => ({ card, by: Math.min(...card.corners.map(far)) })).sort((one, two) => one.by - two.by)[0];
  if (nearest?.by <= REACH) choose(nearest.card);
  else if (chosen) choose(chosen); // a tap beside it: nothing was meant
  else choose({ name: "", sure: true, corners: [[(clientX - left) / width, (clientY - top) / height]], others: [] });
}
function setRank(name) {
  if (!cards.includes(chosen)) cards.push(chosen);
  Object.assign(chosen, { name, sure: true });
  choose(chosen);
}
function remove() {
  cards = cards.filter((card) => card !== chosen);
  choose(chosen);
}
function use() {
  const field = find("[data-entry] input[name=cards]");
  field.value = cards.map(({ name }) => name).join(" ");
  delete field.dataset.before;
  dialog().close();
  field.dispatchEvent(new Event("tapped", { bubbles: true }));
}

const KEYS = {
  photoClose: () => dialog().close(),
  photoUse: use,
  choice: ({ choice }) => setRank(choice),
  removeCard: remove,
  read: ({ read }) => choose(cards[read]),
  addCard: () => choose({ name: "", sure: true, corners: [], others: [] }),
};
/* A tap here closes the dialog or puts another key where the last one was: the second half of a double tap would go
   through to it, and confirm the pad that nobody has looked at. */
document.addEventListener("click", (event) => {
  const { clientX: x, clientY: y, timeStamp: at } = event;
  const isSecond = tapped && at - tapped.at < TOO_QUICK && Math.hypot(x - tapped.x, y - tapped.y) < SAME_PLACE;
  tapped = event.detail && (isSecond || event.target.closest("[data-photo-read]")) ? { x, y, at } : null;
  if (!isSecond || !event.detail) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("click", (event) => {
  const { target } = event;
  if (!target.closest("[data-photo-read]")) return;
  const key = target.closest("button");
  const name = key && Object.keys(KEYS).find((each) => each in key.dataset);
  if (name) KEYS[name](key.dataset);
  else if (target.closest(".photo-shot > div")) pick(event);
});
const isPhoto = (target) => target.matches?.("[data-photo], [data-photo-again]");
document.addEventListener("change", ({ target }) => { if (isPhoto(target) && target.files.length) take(target.files[0]); });
/* Whoever turns the camera away may want the gallery. */
document.addEventListener("cancel", ({ target }) => { if (target.matches?.("[data-photo]")) guide(); }, true);
document.addEventListener("close", ({ target }) => {
  if (!target.matches?.("[data-photo-read]")) return;
  request?.abort();
  request = null;
  cards = [];
  chosen = null;
  for (const input of findAll("[data-photo], [data-photo-again]")) input.value = "";
}, true);

export function setUp() { /* everything is heard of on the document, from now on */ }
