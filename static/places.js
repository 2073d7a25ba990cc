/* What an address names lies open, with all that it lies in: a rule of a form, a clause in its chapter. Browsers do so by
   themselves for a page that they load, some of them; a page that comes by htmx is none. */
export function setUp() {
  const place = document.getElementById(location.hash.slice(1));
  const folded = [];
  for (let part = place; part; part = part.parentElement) if (part.open === false) folded.push(part);
  for (const part of folded) part.open = true;
  if (folded.length) place.scrollIntoView();
}
