/* The screen stays awake where the phone allows it; else the page says once that it cannot. */
import { find, findAll } from "./dom.js";
import { kept } from "./kept.js";

let lock = null;
async function stayAwake() {
  if (!("wakeLock" in navigator) || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { /* the battery decides */ }
}
document.addEventListener("visibilitychange", () => { if (lock) stayAwake(); });
document.addEventListener("click", ({ target }) => {
  if (find(".tabs, .table-view")) stayAwake();
  if (!target.closest("button[data-awake-known]")) return;
  kept.set("awake-known", true);
  find("[data-awake-hint]").hidden = true;
});

export function setUp(root) {
  if (find(".table-view", root)) stayAwake(); // nobody taps on it
  for (const hint of findAll("[data-awake-hint]", root)) hint.hidden = "wakeLock" in navigator || Boolean(kept.get("awake-known"));
}
