"""Why cards are no meld: every fault, the deciding one first, and what would put it right."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.bare import verdict_of
from referee.rules.cards import JOKER, RANKS, SUIT_WORDS, Placed, card_of, format_card
from referee.rules.law import NO_END, Law, Least
from referee.rules.melds import Sorted, readings, sort_out
from referee.rules.reading import PLAIN, RANK_OF, SUIT_OF
from referee.rules.rulings import Finding, Reason
from referee.rules.words import an, counted, listed, number, the, written

MOST_HINTS = 4
_PACK = range(JOKER + 1)


def faults(law: Law, cards: Sequence[Placed], kind: str | None, least: Least) -> tuple[list[Finding], str]:
    """What is wrong with cards that have no reading, seen as the kind of meld they come nearest to.

    Also the clause topic by which they are not the other kind either; empty where a kind was named.
    """
    if not cards:
        return [Finding(Reason.TOO_SHORT, "set" if kind != "run" else "run", "no cards are no meld")], ""
    sorted_out = sort_out(law, cards)
    if sorted_out.wrong:
        return [_not_wild(placed) for placed in sorted_out.wrong], ""
    if kind == "run":
        return _run_faults(law, sorted_out, least), ""
    if kind is not None:
        as_set = _set_faults(law, sorted_out, least if kind == "pair" else Least(3, least.run))
        return (_no_pair(law, cards, least) if kind == "pair" else []) + as_set, ""
    fixed = [placed.card for placed in sorted_out.naturals]
    if len(fixed) > 1:
        # two naturals of one rank are no run, two of different ranks no set
        if _looks_like_a_set(fixed):
            return _set_faults(law, sorted_out, least), "run"
        return _run_faults(law, sorted_out, least), "set"
    as_set, as_run = _set_faults(law, sorted_out, least), _run_faults(law, sorted_out, least)
    return (as_set, as_run[0].topic) if len(as_set) <= len(as_run) else (as_run, as_set[0].topic)


def _not_wild(placed: Placed) -> Finding:
    card, place = placed
    if place is None:
        return Finding(Reason.NOT_WILD, "wild", "a joker is no wild card here", ("JK",))
    said = format_card(place) if place >= 0 else f"a {RANKS[-place - 1]}"
    return Finding(
        Reason.NOT_WILD, "wild", f"{the(card)} is not wild, so it cannot stand for {said}", (written(placed),)
    )


def _no_pair(law: Law, cards: Sequence[Placed], least: Least) -> list[Finding]:
    if least.set > 2:
        return [Finding(Reason.NO_PAIR_ASKED, "contracts", "no pair is asked for here")]
    if len(cards) > 2:
        topic = "pair" if "pair" in law.book.clauses else "contracts"
        return [Finding(Reason.TOO_LONG, topic, f"a pair is two cards, and here are {len(cards)}")]
    return []


def _looks_like_a_set(fixed: list[int]) -> bool:
    ranks, suits = [RANK_OF[card] for card in fixed], [SUIT_OF[card] for card in fixed]
    of_a_rank, of_a_suit = ranks.count(_most(ranks)), suits.count(_most(suits))
    return of_a_rank > of_a_suit or (of_a_rank == of_a_suit and len(fixed) < 4)


def _most(values: list[int]) -> int:
    """What stands most often in a list, the greatest of several."""
    most, times = values[0], values.count(values[0])
    for value in set(values):
        count = values.count(value)
        if count > times or (count == times and value > most):
            most, times = value, count
    return most


def _wild_faults(law: Law, n: int, wilds: list[Placed]) -> list[Finding]:
    """Limits on wild cards that no arrangement can meet."""
    found = []
    if n - len(wilds) < law.naturals_least:
        says = f"a meld needs at least {counted(law.naturals_least, 'natural card')}"
        found.append(Finding(Reason.TOO_FEW_NATURALS, "natural", says, tuple(map(written, wilds))))
    if len(wilds) > law.wilds_most:
        most = counted(law.wilds_most, "wild card")
        says = f"a meld may hold at most {most}, and here are {number(len(wilds))}"
        beyond = tuple(map(written, wilds[law.wilds_most :]))
        found.append(Finding(Reason.TOO_MANY_WILDS, "wild-limit", says, beyond))
    return found


def _set_faults(law: Law, cards: Sorted, least: Least) -> list[Finding]:
    naturals, assigned, free, _ = cards
    n = len(naturals) + len(assigned) + len(free)
    found = []
    fixed = [*naturals, *assigned]
    ranks = [_rank(placed) for placed in fixed]
    rank = _most(ranks) if ranks else 0
    strangers = [placed for placed, its in zip(fixed, ranks, strict=True) if its != rank]
    if strangers:
        topic = "set" if any(placed in naturals for placed in strangers) else "wild"
        names = tuple(map(written, strangers))
        says = f"a set is cards of one rank, and {listed(names)} {_is(names)} no {RANKS[rank - 1]}"
        found.append(Finding(Reason.RANKS_DIFFER, topic, says, names))
    if n < least.set:
        found.append(Finding(Reason.TOO_SHORT, "set", f"a set needs at least {least.set} cards, and here are {n}"))
    if law.different:
        found += _suit_twice(fixed)
    if n > law.set_longest:
        says = f"a set has at most {law.set_longest} cards, and here are {n}"
        found.append(Finding(Reason.TOO_LONG, "set-size", says))
    ranked = [RANK_OF[card] for card in free if card != JOKER] if law.as_itself else []
    # without a natural card the wild cards are best read as the rank that most of them have
    itself = rank or (_most(ranked) if ranked else 0)
    wilds = [*assigned, *(PLAIN[card] for card in free if not ranked or RANK_OF[card] != itself)]
    return (found + _wild_faults(law, n, wilds)) or [_somehow("set")]


def _somehow(kind: str) -> Finding:
    """For what breaks a rule only by several things together, none of them wrong by itself."""
    return Finding(Reason.WRONG_PLACE, "wild", f"no way of placing the wild cards makes a {kind}")


def _suit_twice(fixed: list[Placed]) -> list[Finding]:
    """Cards of one suit where the suits of a set must differ; a wild card has a suit only if it was said."""
    suits = [_suit(placed) for placed in fixed]
    twice = [suit for suit in sorted(set(suits)) if suit >= 0 and suits.count(suit) > 1]
    if not twice:
        return []
    says = f"a set here is cards of different suits, and {listed(SUIT_WORDS[s] for s in twice)} come twice"
    doubles = tuple(written(placed) for placed, suit in zip(fixed, suits, strict=True) if suit in twice)
    return [Finding(Reason.SUIT_TWICE, "set", says, doubles)]


def _rank(placed: Placed) -> int:
    said = placed.stands_for
    return RANK_OF[placed.card] if said is None else -said if said < 0 else RANK_OF[said]


def _run_faults(law: Law, cards: Sorted, least: Least) -> list[Finding]:
    naturals, assigned, free, _ = cards
    n = len(naturals) + len(assigned) + len(free)
    found = []
    fixed = [*naturals, *assigned]
    suits = [_suit(placed) for placed in fixed]
    said = [suit for suit in suits if suit >= 0] if assigned else suits
    suit = _most(said) if said else -1
    fitting = fixed
    if suits.count(suit) < len(said):
        strangers = [placed for placed, its in zip(fixed, suits, strict=True) if its not in (suit, -1)]
        fitting = [placed for placed, its in zip(fixed, suits, strict=True) if its in (suit, -1)]
        topic = "run" if any(placed in naturals for placed in strangers) else "wild"
        names = tuple(map(written, strangers))
        says = f"a run is cards of one suit, and {listed(names)} {_is(names)} no {SUIT_WORDS[suit][:-1]}"
        found.append(Finding(Reason.SUITS_DIFFER, topic, says, names))
    found += _order_faults(law, fitting, len(free), n, max(suit, 0))
    if n < least.run:
        found.append(Finding(Reason.TOO_SHORT, "run", f"a run needs at least {least.run} cards, and here are {n}"))
    if n > law.run_longest:
        says = f"a run has at most {law.run_longest} cards, and here are {n}"
        found.append(Finding(Reason.TOO_LONG, "long-run", says))
    if not assigned and not free:
        return found or [_somehow("run")]
    held = {placed.card for placed in naturals}
    own = {card for card in free if law.as_itself and SUIT_OF[card] == suit != -1 and card not in held}
    wilds = [*assigned, *(PLAIN[card] for card in free if card not in own)]
    wilds += [PLAIN[card] for card in own for _ in range(free.count(card) - 1)]
    found += _wild_faults(law, n, wilds)
    if not found and not law.side_by_side and len(wilds) > 1:
        names = tuple(map(written, wilds))
        found.append(Finding(Reason.WILDS_TOUCH, "wild-neighbours", "two wild cards would lie side by side", names))
    return found or [_somehow("run")]


def _suit(placed: Placed) -> int:
    """The suit a card counts as in a run; -1 for a wild card of which only the rank was said."""
    said = placed.stands_for
    return SUIT_OF[placed.card] if said is None else -1 if said < 0 else SUIT_OF[said]


def _order_faults(law: Law, fixed: list[Placed], free: int, n: int, suit: int) -> list[Finding]:
    """Cards of one suit that do not follow each other, free wild cards filling what they can."""
    ranks = [_rank(placed) for placed in fixed]
    places = sorted(set(ranks))
    if not places:
        return []
    aces = 2 if n >= 14 and law.run_longest == 14 else 1
    twice = [r for r in places if ranks.count(r) > (aces if r == 1 else 1)] if len(places) < len(ranks) else []
    if twice:
        doubles = [placed for placed in fixed if _rank(placed) in twice]
        natural = any(placed.stands_for is None for placed in doubles[1:])
        says = f"a run has each card once, and here {_is(twice)} {listed(RANKS[r - 1] for r in twice)} twice"
        topic = "run" if natural else "wild"
        return [Finding(Reason.RANK_TWICE, topic, says, tuple(map(written, doubles)))]
    low_missing = _missing(places)
    high_missing = _missing(sorted(14 if place == 1 else place for place in places))
    missing = high_missing if law.bottom == 2 else min(low_missing, high_missing, key=len)
    if len(missing) <= free:
        return []
    names = [RANKS[(place - 1) % 13] for place in places]
    if law.bottom == 2 and len(low_missing) <= free:
        says, reason = "the ace is high only, so it is no low end of a run", Reason.ACE_LOW
    elif 1 in places and _circle_missing(places) <= free:
        says, reason = "a run does not go around the corner from king to ace to two", Reason.AROUND_THE_CORNER
    else:
        wanted = listed(format_card(card_of(suit, (place - 1) % 13 + 1)) for place in missing)
        few = len(missing) <= 3
        says = f"{'-'.join(names)} leave a gap" + (f": {wanted} {_is(missing)} missing" if few else "")
        reason = Reason.GAP
    at_fault = [placed for placed in fixed if _rank(placed) == 1] if reason is not Reason.GAP else []
    return [Finding(reason, "run", says, tuple(map(written, at_fault)) or _beside_the_gap(fixed, missing))]


def _is(pieces: Sequence[object]) -> str:
    return "is" if len(pieces) == 1 else "are"


def _missing(places: list[int]) -> list[int]:
    return [place for place in range(places[0], places[-1] + 1) if place not in places]


def _circle_missing(places: list[int]) -> int:
    """How many ranks are missing if king, ace and two may follow each other."""
    gaps = [(b - a) % 13 for a, b in zip(places, [*places[1:], places[0]], strict=True)]
    return 13 - max(gaps) + 1 - len(places) if len(places) > 1 else NO_END


def _beside_the_gap(fixed: list[Placed], missing: list[int]) -> tuple[str, ...]:
    """The smaller side of the gap: the cards that do not join the rest."""
    below = [placed for placed in fixed if _rank(placed) < missing[0]]
    above = [placed for placed in fixed if placed not in below]
    return tuple(map(written, below if len(below) < len(above) else above))


def meld_hints(law: Law, cards: Sequence[Placed], kind: str | None, least: Least) -> tuple[str, ...]:
    """What would make the cards a meld: one card more, one card less, or one card changed."""

    def kinds(changed: Sequence[Placed]) -> set[str]:
        return {one.kind for one in readings(law, changed, least, kind=kind, every=False)}

    bare = verdict_of(law.book, least)
    cards_only = [placed.card for placed in cards]
    assigned = any(placed.stands_for is not None for placed in cards)

    def offered(index: int | None = None) -> list[int]:
        """The cards that make a meld of the rest, put in place of one card or added to all."""
        rest = cards_only if index is None else [*cards_only[:index], *cards_only[index + 1 :]]
        # where the bare cards are no meld, assigned and narrowed to a kind they are none either
        return [card for card in _PACK if bare([*rest, card]) and (card != JOKER or law.jokers_played)]

    hints: list[str] = []
    more = {card: made for card in offered() if (made := kinds([*cards, PLAIN[card]]))}
    for wanted in ("set", "run", "pair"):
        fitting = [card for card, found in more.items() if wanted in found and not law.wild[card]]
        if fitting:
            whole = wanted != "run" and len({RANK_OF[card] for card in fitting}) == 1
            named = [f"another {RANKS[RANK_OF[fitting[0]] - 1]}"] if whole else [an(card) for card in fitting]
            if len(fitting) > 13:
                named = ["any of many natural cards"]
            if wanted in more.get(JOKER, ()):
                named = [*named[: MOST_HINTS - 1], "a joker"]
            hints.append(f"{listed(named[:MOST_HINTS], 'or')} completes the {wanted}")
    if hints:
        return tuple(hints)
    for index, placed in enumerate(cards):
        rest = [*cards[:index], *cards[index + 1 :]]
        if assigned or bare([other.card for other in rest]):
            hints += [f"without {the(placed.card)} it is a {made}" for made in sorted(kinds(rest))]
    if hints:
        return tuple(dict.fromkeys(hints))[:MOST_HINTS]
    for index, placed in enumerate(cards):
        if law.wild[placed.card] and placed.stands_for is None:
            continue
        rest = [*cards[:index], *cards[index + 1 :]]
        instead = [card for card in offered(index) if kinds([*rest, PLAIN[card]])]
        named = [an(card) for card in instead if not law.wild[card]][: MOST_HINTS - 1]
        if named:
            named += ["a joker"] if JOKER in instead else []
            replaced = the(placed.card) if placed.stands_for is None else written(placed)
            return (f"{listed(named, 'or')} in place of {replaced}",)
    return ()
