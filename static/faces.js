/* Cards as somebody types them: which card it is, how it is drawn, how it is said. The words and the drawings come from
   the server (cards.js is made there), so that they are the same everywhere. */
import { element } from "./dom.js";
import { CARDS, JOKERS, NEAR_A_JACK, ONE_CARD, RANKS, SEVERAL_CARDS, SUITS, SUIT_SIGNS } from "./cards.js";

const JOKER = "JK";
const ALL = (pattern) => new RegExp(`^(?:${pattern})$`, "iu");
const [GLUED, SEVERAL, EACH] = [ALL(`(?:${ONE_CARD})+`), ALL(SEVERAL_CARDS), new RegExp(ONE_CARD, "giu")];

/* The pieces of what somebody types, as the server splits it: by spaces, or ``KK5``, ``888``, ``8♠8♥``; ``3K`` is three kings. */
export function pieces(text) {
  return text.replace(/[\uFE0E\uFE0F]/g, "").split(/[\s,]+/).filter(Boolean).flatMap((piece) => {
    if (!GLUED.test(piece)) return [piece];
    const several = SEVERAL.exec(piece);
    if (several) return Array(Number(several[1])).fill(several[2]);
    const cards = piece.match(EACH);
    const names = cards.map((card) => card.toUpperCase());
    return names.includes(JOKER) && names.some((name) => NEAR_A_JACK.includes(name)) ? [piece] : cards;
  });
}

/* The name of a card ("10H", "JK", or "10" without a suit) in any spelling; null for anything else. */
function nameOf(text) {
  const typed = text.toUpperCase();
  if (typed === JOKER || JOKERS.includes(text.toLowerCase())) return JOKER;
  if (RANKS[typed]) return RANKS[typed];
  const [rank, suit] = [RANKS[typed.slice(0, -1)], SUITS[typed.slice(-1)]];
  return rank && suit ? rank + suit : null;
}
/* What a wild card stands for, with the sign of its suit; it may be half typed. */
function placeOf(text) {
  const typed = text.toUpperCase();
  const suit = SUITS[typed.slice(-1)];
  return suit ? `${typed.slice(0, -1)}${SUIT_SIGNS[suit]}\uFE0E` : typed || "…";
}

export const spoken = (card) => CARDS[card].spoken;

/* The drawing of one typed piece such as ``10H``, ``10`` or ``JK=7H``; null where it is no card. */
export function drawn(piece) {
  const [text, place] = piece.split("=");
  const name = nameOf(text);
  if (!name) return null;
  const holder = element("span", "", { className: "placed", innerHTML: CARDS[name].face });
  if (place !== undefined) holder.append(element("small", `= ${placeOf(place)}`));
  return holder;
}
