/* A file that is chosen is named, and one that the server would not even begin to read is refused before it is sent. */
import { find, setUpEach } from "./dom.js";

function makeFileField(field) {
  const name = find(`#${field.id}-chosen`);
  const none = name.textContent;
  field.addEventListener("change", () => {
    const [chosen] = field.files;
    name.textContent = chosen?.name ?? none;
    field.setCustomValidity(chosen?.size > Number(field.dataset.largest) ? field.dataset.tooLarge : "");
    field.reportValidity();
  });
}

export const setUp = (root) => setUpEach("[data-largest]", root, makeFileField);
