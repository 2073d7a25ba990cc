/* A file that is chosen is named, and one that the server would not even begin to read is refused before it is sent. */
import { find, setUpEach } from "./dom.js";

function makeFileField(field) {
  const name = find(`#${field.id}-chosen`);
  const none = name.textContent;
  /* One that may be left out is not sent at all without a file: so the queue takes the form (isWrite in taps.js). */
  const sendIfChosen = () => { if ("optional" in field.dataset) field.name = field.files.length ? field.id : ""; };
  sendIfChosen();
  field.addEventListener("change", () => {
    const [chosen] = field.files;
    sendIfChosen();
    name.textContent = chosen?.name ?? none;
    field.setCustomValidity(chosen?.size > Number(field.dataset.largest) ? field.dataset.tooLarge : "");
    field.reportValidity();
  });
}

export const setUp = (root) => setUpEach("[data-largest]", root, makeFileField);
