/* Cards as somebody types them: which card it is, how it is drawn, how it is said. The words and the drawings come from
   the server (cards.js is made there), so that they are the same everywhere. */
import { element } from "./dom.js";
import { CARDS, pack } from "./cards.js";

const ALL = (pattern) => new RegExp(`^(?:${pattern})$`, "iu");

/* The pieces of what somebody types, as the server splits it: by spaces, or ``KK5``, ``888``, ``8♠8♥``; ``3K`` is three kings. */
export function pieces(text) {
  const { ONE_CARD, SEVERAL_CARDS, NEAR_A_JACK } = pack();
  return text.replace(/[\uFE0E\uFE0F]/g, "").split(/[\s,]+/).filter(Boolean).flatMap((piece) => {
    if (!ALL(`(?:${ONE_CARD})+`).test(piece)) return [piece];
    const several = ALL(SEVERAL_CARDS).exec(piece);
    if (several) return Array(Number(several[1])).fill(several[2]);
    const cards = piece.match(new RegExp(ONE_CARD, "giu"));
    const names = cards.map((card) => card.toUpperCase());
    return names.includes("JK") && names.some((name) => NEAR_A_JACK.includes(name)) ? [piece] : cards;
  });
}

/* The name of a card ("10H", "JK", or "10" without a suit) in any spelling; null for anything else. */
function nameOf(text) {
  const typed = text.toUpperCase();
  const { OTHERS, RANKS, SUITS } = pack();
  const alone = OTHERS[typed] || RANKS[typed];
  if (alone) return alone;
  const [rank, suit] = [RANKS[typed.slice(0, -1)], SUITS[typed.slice(-1)]];
  return rank && suit ? rank + suit : null;
}
/* What a wild card stands for, with the sign of its suit; it may be half typed. */
function placeOf(text) {
  const typed = text.toUpperCase();
  const { SIGNS, SUITS } = pack();
  const suit = SUITS[typed.slice(-1)];
  return suit ? `${typed.slice(0, -1)}${SIGNS[suit]}\uFE0E` : typed || "…";
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
