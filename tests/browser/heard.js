/* What a test could only guess: which answers a page has not dealt with yet, and what it has said to who listens. */
"use strict";
window.underway = []; // the addresses
window.spoken = [];
(() => {
  const begin = (address) => {
    const { href } = new URL(address, location.href);
    window.underway.push(href);
    // after all who hear of the answer, and after what they ask for at once
    return () => setTimeout(() => window.underway.splice(window.underway.indexOf(href), 1));
  };
  const addresses = new WeakMap();
  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    addresses.set(this, address);
    return open.call(this, method, address, ...rest);
  };
  XMLHttpRequest.prototype.send = function (...body) {
    this.addEventListener("loadend", begin(addresses.get(this)));
    return send.apply(this, body);
  };
  const { fetch } = window;
  window.fetch = async (address, ...how) => {
    const over = begin(address);
    try {
      const answer = await fetch(address, ...how);
      answer.clone().text().catch(() => "").finally(over);
      return answer;
    } catch (failed) {
      over();
      throw failed;
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    const line = document.getElementById("status");
    if (line) new MutationObserver(() => window.spoken.push(line.textContent)).observe(line, { childList: true });
  });
})();
