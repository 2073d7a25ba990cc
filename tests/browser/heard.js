/* What a test could only guess: which answers a page has not dealt with yet, what it has said to who listens, and what the
   phone's disk holds that is not sent. */
"use strict";
window.underway = []; // the addresses
window.spoken = [];
window.unsent = async () => {
  const alone = Object.keys(localStorage).filter((key) => /^unsent($|:)/.test(key)).flatMap((key) => JSON.parse(localStorage[key]));
  if (!(await indexedDB.databases()).length) return alone;
  const database = await new Promise((opened, failed) => {
    const opening = indexedDB.open("table-referee");
    opening.onsuccess = () => opened(opening.result);
    opening.onerror = failed;
  });
  const taps = await new Promise((read) => {
    database.transaction("taps").objectStore("taps").getAll().onsuccess = ({ target }) => read(target.result);
  });
  database.close();
  return [...alone, ...taps].sort((left, right) => left.at - right.at);
};
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
