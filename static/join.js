/* An invitation is opened: what stands behind the # goes to the book, and stays neither in the address nor in the history.
   The form goes out plainly: nothing of an invitation is kept on the phone. */
import { find } from "./dom.js";

export function setUp() {
  const form = find("[data-join]");
  const [secret, game = "", seat = ""] = location.hash.slice(1).split(".");
  if (!form || !secret || secret === "main") return; // #main: to the content of the page
  find("[data-joining]").hidden = false;
  find("[data-code]").hidden = true;
  form.elements.secret.value = secret;
  form.elements.game.value = game;
  form.elements.seat.value = seat;
  history.replaceState(history.state, "", location.pathname);
  form.submit();
}
addEventListener("hashchange", setUp); // the code is scanned while this page is open
