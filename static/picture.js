/* Pictures and paper: the result's drawing as PNG, made by the phone itself, and the printer. */
(() => {
  "use strict";

  async function png(link) {
    const drawing = new Image();
    drawing.src = link.href;
    try { await drawing.decode(); } catch { return window.referee.say("No connection: try again"); } // the page stays
    const canvas = document.createElement("canvas");
    canvas.width = drawing.naturalWidth * 2;
    canvas.height = drawing.naturalHeight * 2;
    canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const file = new File([blob], link.dataset.png, { type: "image/png" });
    if (navigator.canShare && navigator.canShare({ files: [file] })) {
      await navigator.share({ files: [file] });
      return;
    }
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(blob);
    saved.download = link.dataset.png;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 60000);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-png]");
    if (link) {
      event.preventDefault();
      png(link).catch((failed) => {
        if (failed.name !== "AbortError") window.location = link.href; // the drawing itself is better than nothing
      });
    }
    if (event.target.closest("[data-print]")) window.print();
  });
})();
