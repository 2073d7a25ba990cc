/* The script of every page. What keeps a tap starts as a whole: where one of these modules is missing none runs, htmx
   stays off (hx-disable), and gate.js lets forms go out as the plain forms that they are. */
import "./page.js";
import "./bar.js";
import { loaded } from "./queue.js";
import { flush, tap } from "./sending.js";

/* htmx takes what forms and links bring into #page, except where hx-boost="false" stands on them or above. On the body
   hx-boost would have it prepare every link as soon as a page comes, and a page of rules has hundreds: so a link is
   prepared when it is tapped, and the attribute stands on it, or on a form, only meanwhile. What the server wrote stays
   as it was, for the comparison with the news. */
document.addEventListener("htmx:beforeProcessNode", ({ target }) => {
  if (target.matches("a, form") && !target.closest("[hx-boost]")) target.setAttribute("hx-boost", "true");
});
document.addEventListener("htmx:afterProcessNode", ({ target }) => {
  if (target.getAttribute("hx-boost") === "true") target.removeAttribute("hx-boost");
});
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href]");
  if (link) htmx.process(link);
}, true);

document.body.removeAttribute("hx-disable");
htmx.process(document.body);
/* What was tapped before all this was here goes out now. */
window.gate?.open(({ form, button, data, id }) => tap(form, button, data, id) || form.requestSubmit(button));
loaded.then(() => flush());
