/* The script of every page. What keeps a tap starts as a whole: where one of these modules is missing none runs, htmx
   stays off (hx-disable), and gate.js lets forms go out as the plain forms that they are. */
import "./page.js";
import "./bar.js";
import { loaded } from "./queue.js";
import { flush, tap } from "./sending.js";

document.body.removeAttribute("hx-disable");
htmx.process(document.body);
/* What was tapped before all this was here goes out now. */
window.gate?.open(({ form, button, data }) => tap(form, button, data) || form.requestSubmit(button));
loaded.then(() => flush());
