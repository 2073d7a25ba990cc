/* A file that is chosen is named and can be left out again; one that the server would not even begin to read is not
   taken, and the page says so: everything else that was typed stays. */
import { find, setUpEach } from "./dom.js";

function makeFileField(field) {
  const name = find(`#${field.id}-chosen`);
  const refusal = find(`#${field.id}-refused`);
  const leaveOut = find(`#${field.id}-none`);
  const none = name.textContent;
  const isOptional = "optional" in field.dataset;
  /* One that may be left out is not sent at all without a file: so the queue takes the form (isWrite in taps.js). */
  const show = () => {
    const [chosen] = field.files;
    if (isOptional) field.name = chosen ? field.id : "";
    name.textContent = chosen?.name ?? none;
    leaveOut.hidden = !chosen;
  };
  show();
  field.addEventListener("change", () => {
    const isTooLarge = field.files[0]?.size > Number(field.dataset.largest);
    refusal.textContent = isTooLarge ? `${field.files[0].name}: ${field.dataset.tooLarge}` : "";
    field.removeAttribute("aria-invalid"); // what the server refused is no longer there
    field.setCustomValidity(isTooLarge && !isOptional ? field.dataset.tooLarge : ""); // without it there is nothing to send
    if (isTooLarge) field.value = "";
    show();
  });
  leaveOut.addEventListener("click", () => {
    field.value = "";
    show();
    field.focus();
  });
}

export const setUp = (root) => setUpEach("[data-largest]", root, makeFileField);
