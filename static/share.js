/* What leaves the app: a result or an invitation as text that is copied or sent, a picture, a page on paper. */
import { _, find, findAll, say } from "./dom.js";

function answer(button, words) {
  find("span", button).textContent = words;
  say(words);
}
async function copy(button) {
  const area = document.getElementById(button.dataset.copy);
  area.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
    else if (!document.execCommand("copy")) throw new Error("refused"); // all there is on a plain address of a home network
    answer(button, _("Copied"));
  } catch {
    area.focus(); // it stays selected: the phone itself offers to copy it
    area.select();
    answer(button, _("Copy the text above by hand"));
  }
}

/* A link is sent as one: a messenger shows it so. */
function send(text) {
  return navigator.share(/^https?:/.test(text) ? { url: text } : { text });
}

/* The picture as the server made it; a drawing is made one by the phone itself, which has the letters. */
async function sendPicture(link) {
  let blob;
  try { blob = await (link.href.endsWith(".png") ? fetched(link.href) : drawn(link.href)); } catch { return say(_("No connection: try again")); } // the page stays
  const file = new File([blob], link.dataset.png, { type: "image/png" });
  if (navigator.canShare && navigator.canShare({ files: [file] })) return navigator.share({ files: [file] });
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(blob);
  saved.download = link.dataset.png;
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60000);
}
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer.blob();
}
async function drawn(address) {
  const drawing = new Image();
  drawing.src = address;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.naturalWidth * 2;
  canvas.height = drawing.naturalHeight * 2;
  canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

document.addEventListener("click", (event) => {
  const picture = event.target.closest("[data-png]");
  if (picture) {
    event.preventDefault();
    sendPicture(picture).catch((failed) => {
      if (failed.name !== "AbortError") window.location = picture.href; // the drawing itself is better than nothing
    });
    return;
  }
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  if (button.dataset.share) send(document.getElementById(button.dataset.share).value).catch(() => {}); // put off, or not wanted
  if ("print" in button.dataset) window.print();
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-select]")) target.select();
});

export function setUp(root) {
  for (const button of findAll("[data-share]", root)) button.hidden = !navigator.share;
}
