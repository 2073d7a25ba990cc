"""Cards of which nobody said the suit: judged in every way they may be meant, and answered only where all ways agree.

A set is told by its rank, so most questions about sets need no suit. Where the suits decide, the answer is the question
to ask at the table. No suit that was assumed is ever said, nor does it stand in what the ruling adds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice, product
from math import prod
from typing import Any, NamedTuple

from referee.rules.cards import JOKER, SUIT_LETTERS, SUITLESS, Placed, format_card, suitless
from referee.rules.melds.readings import suit_of
from referee.rules.question import Again, At, Facts, Field
from referee.rules.questions.kinds import MELD
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import MIXED, asked_for
from referee.rules.rulings import UNSAID, Left, Need, Phrase, RequestError, Ruling, depends, phrase
from referee.rules.speech.typed import is_cards
from referee.rules.suits_of_runs import suits_of_runs

MOST_WAYS = 400
"""So many are judged; of more only the likeliest, and those that differ from it in one rank of one meld."""


class _Row(NamedTuple):
    """Cards that are named together: a meld, a hand, a single card."""

    field: str
    cards: tuple[int, ...]
    is_meld: bool
    within: str
    """The field that names them too."""


@dataclass(frozen=True)
class _Group:
    """Cards of one rank in one row whose suits were not said."""

    row: int
    rank: int
    count: int


def has_suitless(facts: Facts, fields: Iterable[Field]) -> bool:
    """Whether some card was named without its suit."""
    return any(_lacks_suits(facts, field) for field in fields)


def _lacks_suits(facts: Facts, field: Field) -> bool:
    value = facts.get(field.name) if field.kind.names_cards else None
    return value is not None and any(card >= SUITLESS for card in field.kind.cards(value))


def ruled(
    book: Rulebook,
    facts: Facts,
    fields: Sequence[Field],
    judge: Callable[[Facts], Ruling],
    nothing: Mapping[str, object],
    most: int = MOST_WAYS,
) -> Ruling:
    """The ruling that holds whatever the suits are; else the question for them. ``nothing`` is what it adds then.

    ``most`` is how many ways are looked at: with one, the suits are known to decide nothing. Raises RequestError where
    the question makes no sense in any way.
    """
    named = [field for field in fields if field.kind.names_cards and facts.get(field.name) is not None]
    lacking = [field for field in named if _lacks_suits(facts, field)]
    again = _named_again(book, facts, named)
    if again is None:
        return _asks(book, *_first(lacking, facts), nothing, ())
    first: Ruling | None = None
    alike: list[Ruling] = []
    wrong: RequestError | None = None
    for way in _ways(book, facts, named, most, again):
        try:
            answer = _without_guesses(judge(way.facts), way)
        except RequestError as error:
            wrong = wrong or error  # the pack has no such cards: it is not meant like this
            continue
        if first is None:
            first = answer
        elif not _same(first, answer):
            topics = dict.fromkeys([*first.topics, *answer.topics])
            return _asks(book, *(way.differs or _first(lacking, facts)), nothing, topics)
        alike.append(answer)
    if first is None:
        if wrong is not None:
            raise wrong
        return _asks(book, *_first(lacking, facts), nothing, ())
    fewest = min(alike, key=lambda ruling: len(ruling.findings))
    return fewest._replace(hint=_hints_of_all(alike))


def _named_again(book: Rulebook, facts: Facts, fields: Iterable[Field]) -> Again | None:
    """The cards that are named more than once; None where it hangs on their suits which are."""
    for field in fields:
        again = field.kind.again(facts, book.may_be_wild)
        if again is None or again.named:
            return again
    return Again()


def _first(fields: Sequence[Field], facts: Facts) -> tuple[str, Sequence[int]]:
    return fields[0].name, fields[0].kind.cards(facts[fields[0].name])


def _asks(
    book: Rulebook, field: str, cards: Sequence[int], nothing: Mapping[str, object], topics: Iterable[str]
) -> Ruling:
    asks = phrase("which suits", cards=[card for card in cards if card >= SUITLESS])
    return depends(book, [Need(field, asks)], nothing, *topics)


def _same(each_one: Ruling, other: Ruling) -> bool:
    needs = [need.field for need in each_one.needs] == [need.field for need in other.needs]
    return each_one.legal == other.legal and needs and _in_any_order(each_one.adds) == _in_any_order(other.adds)


def _in_any_order(value: Any) -> Any:
    """What a ruling adds, but for the order of the cards of a meld."""
    if isinstance(value, Mapping):
        return {name: _in_any_order(each) for name, each in value.items()}
    if isinstance(value, list):
        return [*map(_in_any_order, value)]
    return sorted(value.split()) if isinstance(value, str) and value and is_cards(value) else value


# the ways in which the cards may be meant


class _Way(NamedTuple):
    facts: Facts
    guessed: Counter[int]
    """The cards as they were taken to be."""
    rows: list[tuple[Counter[str], Counter[str]]]
    """Of each row the cards as they were taken to be, and those of them that were told with their suits."""
    named_in: list[str]
    """The field of each row."""
    differs: tuple[str, Sequence[int]] | None
    """The field and the cards that are meant otherwise than in the likeliest way; None for that one."""


def _ways(book: Rulebook, facts: Facts, fields: Sequence[Field], most: int, again: Again) -> Iterator[_Way]:
    """The likeliest way first: runs in one suit, the cards of a set in as many as there are."""
    places = [
        (field, [At(field.name, number, place) for place, _ in enumerate(cards)], cards)
        for field in fields
        for number, cards in enumerate(field.kind.rows(facts[field.name]))
    ]
    rows = [
        _Row(
            field.name,
            tuple(map(again.named.get, here, cards)),
            field.kind.melds or any(at in its for its in again.together for at in here),
            field.within,
        )
        for field, here, cards in places
    ]
    row_of = {at: (number, at.place) for number, (_, here, _) in enumerate(places) for at in here}
    same = {row_of[at]: row_of[first] for at, first in again.same.items()}
    groups = [
        _Group(at, rank, count)
        for at, row in enumerate(rows)
        for rank, count in sorted(
            Counter(
                card - SUITLESS for place, card in enumerate(row.cards) if card >= SUITLESS and (at, place) not in same
            ).items()
        )
    ]
    decks = book.decks[facts["players"]] if "players" in facts else max(book.decks.values())
    together = [{row_of[at][0] for at in cards} for cards in again.together]
    beside = [next((sorted(its) for its in together if number in its), [number]) for number in range(len(rows))]
    options = _options(book, rows, groups, decks, beside)
    likely = tuple(each[0] for each in options)
    chosen = {likely: None}
    if most > 1:
        alone = [(*likely[:at], other, *likely[at + 1 :]) for at, each in enumerate(options) for other in each[1:]]
        every = prod(map(len, options)) <= most
        hoped = _with_runs(book, facts.get("round"), rows, groups, options)
        chosen |= dict.fromkeys((*alone, *(product(*options) if every else islice(hoped, most))))
    for choice in chosen:
        meant, guessed, filled = _filled(facts, fields, rows, groups, choice, same)
        suited = [
            (Counter(map(format_card, cards)), Counter(format_card(card) for card in row.cards if card < SUITLESS))
            for row, cards in zip(rows, filled, strict=True)
        ]
        other = (rows[group.row] for group, a, b in zip(groups, choice, likely, strict=True) if a != b)
        named_in = [row.field for row in rows]
        for name, added in again.added.items():
            here = [
                (rows[number].cards[place], filled[number][place]) for number, place in map(row_of.__getitem__, added)
            ]
            named = Counter(format_card(card) for card, _ in here if card < SUITLESS)
            suited.append((Counter(format_card(card) for _, card in here), named))
            named_in.append(name)
        yield _Way(meant, guessed, suited, named_in, next(((row.field, row.cards) for row in other), None))


def _same_rank(rows: Sequence[_Row], group: _Group) -> list[tuple[int, int]]:
    """Where the cards are of which these are some, because the other field names them too: row and place."""
    whole = rows[group.row].within
    return [
        (at, place)
        for at, row in enumerate(rows)
        for place, card in enumerate(row.cards)
        if whole and row.field == whole and card != JOKER and card % 13 == group.rank
    ]


def _options(
    book: Rulebook, rows: Sequence[_Row], groups: Sequence[_Group], decks: int, beside: Sequence[Sequence[int]]
) -> list[list[tuple[int, ...]]]:
    """For each group every choice, the likeliest first: of suits, or of cards that another field names.

    ``beside``: for each row those of its meld, with what is put to it.
    """
    named = Counter(card for row in rows for card in row.cards if card < SUITLESS)
    options: list[list[tuple[int, ...]]] = []
    suits = range(len(book.cards.suits))
    most = len(suits) * decks  # of one rank: the pack has no more of them, and 600 have 36 million ways
    for group in groups:
        row, there = rows[group.row], _same_rank(rows, group)
        if most >= len(there) >= group.count:
            options.append(list(combinations(range(len(there)), group.count)))
            continue
        meld = [card for number in beside[group.row] for card in rows[number].cards]
        naturals, among = (
            [card for card in cards if card != JOKER and not book.is_wild(card)]
            for cards in (row.cards if len(row.cards) > 1 else meld, meld)
        )
        if row.is_meld and group.count <= decks and len({card % 13 for card in naturals}) > 1:
            suited = [card // 13 for card in among if card < SUITLESS]
            likely = (suited[0] if suited else beside[group.row][0] % len(suits),) * group.count
        else:  # those of which fewest are named
            there_are = Counter({suit: named[13 * suit + group.rank] for suit in suits})
            likely = _least_named(there_are, group.count)
        named.update(13 * suit + group.rank for suit in likely)
        every = combinations_with_replacement(suits, group.count) if group.count <= most else ()
        options.append([likely, *(choice for choice in every if choice != likely)])
    return options


def _with_runs(
    book: Rulebook,
    round_no: int | None,
    rows: Sequence[_Row],
    groups: Sequence[_Group],
    options: Sequence[Sequence[tuple[int, ...]]],
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The likeliest way but for a hand of which runs come, as the contract asks for them."""
    hands = [number for number, row in enumerate(rows) if not row.is_meld and len(row.cards) > 1]
    for hand in hands if round_no else ():
        for needs in suits_of_runs(book, round_no or 1, rows[hand].cards):
            yield tuple(
                max(
                    (choice for choice in each if not needs[group.rank] - Counter(choice)),
                    key=lambda choice: len({*choice}),
                    default=each[0],
                )
                if group.row == hand and group.rank in needs and not _same_rank(rows, group)
                else each[0]
                for group, each in zip(groups, options, strict=True)
            )


def _least_named(named: Counter[int], count: int) -> tuple[int, ...]:
    """Suits for so many cards, each time that of which fewest are there: the pack has them if it has any."""
    suits = []
    for _card in range(count):
        suits.append(min(sorted(named), key=lambda suit: named[suit]))
        named[suits[-1]] += 1
    return tuple(sorted(suits))


def _filled(
    facts: Facts,
    fields: Sequence[Field],
    rows: Sequence[_Row],
    groups: Sequence[_Group],
    chosen: Sequence[tuple[int, ...]],
    same: Mapping[tuple[int, int], tuple[int, int]],
) -> tuple[dict[str, Any], Counter[int], list[list[int]]]:
    """The facts with every card in the suit that was chosen for it, those cards, and the rows with them."""
    filled = [list(row.cards) for row in rows]
    guessed: Counter[int] = Counter()
    for group, choice in sorted(zip(groups, chosen, strict=True), key=lambda each: bool(rows[each[0].row].within)):
        there = _same_rank(rows, group)
        if len(there) >= group.count:
            cards = [filled[there[at][0]][there[at][1]] for at in choice]
        else:
            cards = [13 * suit + group.rank for suit in choice]
        guessed.update(cards)
        row = filled[group.row]
        for place, card in enumerate(row):
            if card == SUITLESS + group.rank and (group.row, place) not in same:
                row[place] = cards.pop(0)
    for (number, place), (first, there_at) in same.items():
        filled[number][place] = filled[first][there_at]
    _with_the_taken(rows, filled)
    meant = dict(facts)
    for field in fields:
        rows_here = [cards for row, cards in zip(rows, filled, strict=True) if row.field == field.name]
        meant[field.name] = field.kind.filled(facts[field.name], rows_here)
    return meant, guessed, filled


def _with_the_taken(rows: Sequence[_Row], filled: Sequence[list[int]]) -> None:
    """Where a card that is taken was named among those it is used with, or those stolen, it is that very card."""
    taken = next((cards[0] for row, cards in zip(rows, filled, strict=True) if row.field == "take"), JOKER)
    for row, cards in zip(rows, filled, strict=True):
        if row.field == "stolen_from_by" and suitless(taken) in row.cards:
            cards[row.cards.index(suitless(taken))] = taken
    used = [at for at, row in enumerate(rows) if row.field == "use"][:-1]
    if taken == JOKER or any(taken in filled[at] for at in used):
        return
    for at in used:
        if suitless(taken) in rows[at].cards:
            filled[at][rows[at].cards.index(suitless(taken))] = taken
            return


# a ruling without what was only assumed


def _without_guesses(ruling: Ruling, way: _Way) -> Ruling:
    ranks = frozenset(card % 13 + 1 for card in way.guessed)

    suits_named = {
        SUIT_LETTERS.index(name[-1]) for _, suited in way.rows for name in suited if name[-1] in SUIT_LETTERS
    }

    def quiet(says: Phrase) -> Phrase:
        meant = _of_suits_told(says, suits_named)
        return Phrase(meant.name, {**meant.about, UNSAID: ranks})

    return ruling._replace(
        says=quiet(ruling.says) if ruling.says else None,
        findings=tuple(
            finding._replace(says=quiet(finding.says), cards=tuple(_as_named(finding.cards, way)))
            for finding in ruling.findings
        ),
        needs=tuple(need._replace(asks=quiet(need.asks)) for need in ruling.needs),
        adds={name: _added(value, way, name) for name, value in ruling.adds.items()},
        hint=lambda left: tuple(quiet(says) for says in ruling.hint(left)),
    )


def _of_suits_told(says: Phrase, named: Container[int]) -> Phrase:
    """What is said, where it measures cards by a suit that nobody named: then only that theirs differ."""
    if says.name == "no such suit" and says.about["suit"] not in named:
        suits = sorted({suit for placed in says.about["cards"] if (suit := suit_of(placed)) >= 0})
        return phrase("suits differ", suits=suits) if len(suits) > 1 else says
    within = {name: _of_suits_told(value, named) for name, value in says.about.items() if isinstance(value, Phrase)}
    return Phrase(says.name, {**says.about, **within})


def _as_named(names: Sequence[str], way: _Way, field: str = "") -> list[str]:
    """Cards as they were named: of those in one suit, the ones that were told so come first.

    They are those of ``field``, where it names them all: another meld may be taken to be the same cards.
    """
    cards = Counter(name.partition("=")[0] for name in names)
    own = [row for row, named_in in zip(way.rows, way.named_in, strict=True) if named_in == field and cards <= row[0]]
    if own:
        held, suited = next((row for row in own if row[0] == cards), own[0])
        left = suited - (held - cards)  # without one that was told with its suit, and is gone
    else:
        left = _told_of(cards, way.rows).copy()
    assumed = {format_card(card) for card in way.guessed}
    result = []
    for name in names:
        card, equals, place = name.partition("=")
        if left[card] > 0:
            left[card] -= 1
        elif card in assumed:
            card = card[:-1]
        result.append(f"{card}{equals}{place}")
    return result


def _told_of(cards: Counter[str], rows: Sequence[tuple[Counter[str], Counter[str]]]) -> Counter[str]:
    """Those of these cards that were told with their suits: as in the row that they are, or two rows together."""
    pairs = [(each_one + other, suited + too) for (each_one, suited), (other, too) in combinations(rows, 2)]
    for held, suited in (*rows, *pairs):
        if held == cards:
            return suited
    inside = [suited for held, suited in rows if cards <= held]
    return inside[0] if inside else sum((suited for _, suited in rows), Counter[str]())


def _added(value: Any, way: _Way, field: str) -> Any:
    """What a ruling adds, where it is text of cards; anything else stays. ``field`` is how it is called."""
    if isinstance(value, list):
        return [_added(each, way, field) for each in value]
    if isinstance(value, Mapping):
        return {name: _added(each, way, field) for name, each in value.items()}
    if not isinstance(value, str) or not value or not is_cards(value):
        return value
    return " ".join(_as_named(value.split(), way, field))


def _hints_of_all(rulings: Sequence[Ruling]) -> Callable[..., tuple[Phrase, ...]]:
    """What would make it legal whatever the suits are: what is said in each way."""

    def hint(_left: Left) -> tuple[Phrase, ...]:
        from referee.rules.speech.phrases import words_of

        first, *others = [{words_of(says): says for says in ruling.hint(ruling.left)} for ruling in rulings]
        return tuple(says for words, says in first.items() if all(words in other for other in others))

    return hint


def ruled_meld(
    book: Rulebook, cards: Sequence[Placed], judge: Callable[[Sequence[Placed]], Ruling], *nothing: str
) -> Ruling:
    """As ``ruled`` of one meld; ``nothing`` are the texts that a ruling on it adds."""
    fields = [Field("cards", MELD, "", "")]
    facts = {"cards": cards}
    if not has_suitless(facts, fields):
        return judge(cards)
    adds: dict[str, object] = {name: [] if name == "readings" else None for name in nothing}
    return ruled(book, facts, fields, lambda meant: judge(meant["cards"]), adds)


def ways_of(book: Rulebook, question: str, facts: Facts) -> int:
    """How many ways a question is looked at in."""
    if question == "go_down":
        # the solver takes a hand as a whole: few ways, or none but one where only sets are asked for
        alike = _only_sets(book, facts.get("round")) and not _some_count_otherwise(book, facts["hand"])
        return 1 if alike else 24
    if question == "best_turn":
        # a search as well; suits of sets on the table decide nothing where a set may have any
        only_on_table = all(card < SUITLESS for card in facts["hand"]) and book.set_suits == "any"
        only_on_table = only_on_table and not book.wild_cards
        return 1 if only_on_table and _sets_alone(facts) else 24
    if question == "score":
        return MOST_WAYS if _some_count_otherwise(book, facts["hand"]) else 1
    return MOST_WAYS


def _sets_alone(facts: Facts) -> bool:
    """Whether on the table only sets were told without their suits."""
    melds = [[card for card, _ in meld if card != JOKER] for meld in (*facts.get("table", ()), *facts.get("own", ()))]
    lacking = [meld for meld in melds if any(card >= SUITLESS for card in meld)]
    return all(len({card % 13 for card in meld}) == 1 for meld in lacking)


def _some_count_otherwise(book: Rulebook, hand: Iterable[int]) -> bool:
    """Whether one of the suits that were not said costs other points than the rest of its rank, or is wild alone."""
    ranks = {card - SUITLESS for card in hand if card >= SUITLESS}
    others = {*book.prices, *book.wild_cards}
    return any(format_card(13 * suit + rank) in others for rank in ranks for suit in range(len(book.cards.suits)))


def _only_sets(book: Rulebook, round_no: int | None) -> bool:
    """Whether a round is about sets alone, in which no suit counts."""
    if round_no is None or book.set_suits == "different" or round_no in book.all_cards_rounds:
        return False
    return all(slot.kind in ("set", "pair", MIXED) for slot in asked_for(book.contracts[round_no - 1]))
