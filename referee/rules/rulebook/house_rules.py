"""A table's changes to a rulebook: values replaced by name, each with a clause that says so."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.rules.packs import STANDARD_PACK
from referee.rules.rulebook.checks import sound
from referee.rules.rulebook.in_words import in_colours, level_at_the_points, sentence, ties
from referee.rules.rulebook.kinds import NO_LIMIT, PLAYERS, Payments, RulebookError
from referee.rules.rulebook.model import KINDS, MOST_DECKS, MOST_JOKERS, VALUE_TOPICS, VALUES, Clause, Rulebook, is_on
from referee.rules.rulebook.values import read_value, rounds_in
from referee.rules.rulebook.wordings import BY_WHICH_TOTAL_WINS

HOUSE_SOURCE = "the table"
SAYS_RUNS = ("run", "meld", "new-melds")
"""Clauses that say how many cards a run has: other words where the contracts ask for shorter runs than before."""
SAID_ANEW = {
    "contracts": SAYS_RUNS,
    "pack": ("wild", "score"),
    "decks_by_round": ("jokers",),
    "swap": ("swap-when", "swap-whose", "swap-joker"),
    "go_out_bonus": ("score",),
    "go_out_bonus_for": ("score",),
}
"""By value, clauses with a value of their own whose words rest on this one as well."""
MOST_WITH: Mapping[tuple[str, str], tuple[str, int]] = {
    ("run_ace", "high"): ("run_longest", 13),
    ("run_ace", "low"): ("run_longest", 13),
    ("run_ace", "round the corner"): ("run_longest", 13),
    ("set_suits", "different"): ("set_longest", 4),
}
"""The most that another value can be where a value is chosen so."""
WITH_IDLE_TURNS = ("draw_down", "may_i_down", "final_discard")
"""What goes along where a player who is down neither draws nor discards."""
WITH_PLAYERS = ("decks", "jokers")
"""The tables that go on where more players are let in."""
MOST_PLAYERS = max(PLAYERS)
OF_THE_END = {"ties": ties, "play-until-ties": level_at_the_points}
"""Clauses without a value whose words follow from whose the contracts are, and from what breaks a tie."""
IN_SENTENCES = (
    "direction", "contracts", "own_contracts", "pack", "decks", "decks_by_round", "swap", "go_out_bonus",
    "go_out_bonus_for", "winning_total",
)  # fmt: skip
"""Values by which a clause is put into its own sentence where no rulebook has words for it."""
STILL_JUDGED = " (These words change no ruling. The referee still judges by this: "


def with_house_rules(
    book: Rulebook,
    house: Mapping[str, object],
    wording: Mapping[str, str] | None = None,
    lenders: Iterable[Rulebook] = (),
) -> Rulebook:
    """The rulebook as a table plays it.

    ``house`` maps value names to values as JSON writes them; a value that repeats the rulebook's
    own is a rule too, because then the table has decided it. What no longer fits beside them
    changes with them, unless it is named too. ``wording`` gives the table's own
    words for a value's clause, by value name, or, by topic, for a clause without a value: where
    rulings turn on it, the clause says that they stay as they are.
    A rule that switches on a feature whose further clauses the rulebook lacks takes them from
    the first of ``lenders`` that has them; clauses whose words follow from a value take the words
    of the first that has the same one. Raises RulebookError for an unknown name, a value of
    the wrong type, and a result that contradicts itself.
    """
    wording = dict(wording or {})
    for name in house:
        if name not in VALUES:
            raise RulebookError(name, "there is no house rule of this name")
    values = fitted(book.values(), house)
    set_along = along(book.values(), house)
    clauses = with_along(with_cards_of(values["pack"], book.pack, book.clauses), book.id, set_along, values)
    own_words = {VALUE_TOPICS[name]: words for name in house if (words := wording.pop(name, "").strip())}
    for name in house:
        topic = VALUE_TOPICS[name]
        clauses[topic] = _house_clause(clauses[topic], own_words.get(topic) or sentence(name, values))
    for topic, text in wording.items():
        clauses[topic] = _reworded(book, topic, text)
    lenders = tuple(lenders)
    for name in (*house, *set_along):
        if is_on(values[name]):
            borrow(clauses, book.id, name, values["pack"], lenders)
        if values[name] != getattr(book, name):
            _go_along(clauses, book, values, name, lenders)
    return sound(dataclasses.replace(book, **values, clauses=clauses))


def fitted(values: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """Typed values with changes read in, the rest fitted to the new rounds and players and to what is chosen.

    A value by round that is the same in every round follows a longer or shorter list of
    contracts; one that differs must be given anew. Tables by players keep only the numbers
    that may play. Raises RulebookError.
    """
    rounds = rounds_in(changes["contracts"] if "contracts" in changes else values["contracts"])
    result = {name: read_value(name, changes[name], rounds) if name in changes else values[name] for name in VALUES}
    allowed = range(result["players_min"], result["players_max"] + 1)
    for name, kind in KINDS.items():
        if name not in changes:
            result[name] = kind.with_rounds(name, result[name], rounds)
        result[name] = kind.with_players(result[name], allowed)
    if "whole_hand_rounds" not in changes:  # what is said of a round that is not played any more falls away
        result["whole_hand_rounds"] = frozenset(number for number in result["whole_hand_rounds"] if number <= rounds)
    return result | along(values, changes)


def along(values: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """The values that follow from changes although nobody named them: as they were they could not stay."""
    return (
        _larger_packs(values, changes)
        | _alike_rounds(values, changes)
        | _with_a_price(values, changes)
        | _with_idle_turns(values, changes)
        | _with_nothing_saved(values, changes)
        | {
            other: most
            for (name, chosen), (other, most) in MOST_WITH.items()
            if changes.get(name) == chosen
            and other not in changes
            and (not isinstance(values[other], int) or values[other] > most)
        }
    )


def _with_a_price(values: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """A discard that has a price is not allowed, and one that is allowed has none."""
    prices = ("playable_draws", "playable_points")
    if "discard_playable" not in changes and any(changes.get(name) for name in prices):
        return {"discard_playable": False} if values["discard_playable"] else {}
    if changes.get("discard_playable") is True:
        return {name: 0 for name in prices if name not in changes and values[name]}
    return {}


def _with_nothing_saved(values: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """Nothing carries over where a round has no limit."""
    limits = changes.get("may_i_limit")
    unlimited = limits == NO_LIMIT or (isinstance(limits, (list, tuple)) and NO_LIMIT in limits)
    return {"may_i_saved": False} if unlimited and values.get("may_i_saved") and "may_i_saved" not in changes else {}


def _with_idle_turns(values: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """A player who is down and neither draws nor discards takes no discard, and goes out without one."""
    if changes.get("down_draws") is not False:
        return {}
    idle: dict[str, Any] = {"draw_down": False, "may_i_down": False}
    if values["final_discard"].startswith("required"):
        idle["final_discard"] = "optional"
    return {name: value for name, value in idle.items() if name not in changes and values[name] != value}


def _alike_rounds(values: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """Where each player has a contract of their own, no round is another one: the most cards of any are dealt in each.

    What is said of rounds in which the whole hand is melded falls away.
    """
    if changes.get("own_contracts") is not True or values["own_contracts"]:
        return {}
    rounds = rounds_in(changes["contracts"] if "contracts" in changes else values["contracts"])
    alike: dict[str, Any] = {name: frozenset() for name in ("all_cards_rounds", "whole_hand_rounds") if values[name]}
    if len(set(values["deal"])) > 1:
        alike["deal"] = (max(values["deal"]),) * rounds
    return {name: value for name, value in alike.items() if name not in changes}


def _larger_packs(values: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, dict[int, int]]:
    """Decks and jokers for more players than a rulebook has had.

    No more players share a deck than at the fullest table there was. Jokers that grow with each
    player go on growing; otherwise each deck keeps as many as it had.
    """
    before, players = values.get("players_max", MOST_PLAYERS), changes.get("players_max", 0)
    if not isinstance(players, int) or players <= before or before not in values["decks"]:
        return {}
    more = range(before + 1, players + 1)
    rounds = len(values["contracts"])
    packs: dict[str, dict[int, int]] = {}
    decks = values["decks"]
    if "decks" not in changes:
        full, shared = max(decks.items(), key=lambda table: table[0] / table[1])
        decks = packs["decks"] = decks | {n: min(-(-n * shared // full), MOST_DECKS) for n in more}
    else:
        decks = read_value("decks", changes["decks"], rounds)
    jokers = values["jokers"]
    if "jokers" not in changes and before in jokers:
        steps = {jokers[n + 1] - jokers[n] for n in range(min(jokers), before)}
        step = steps.pop() if len(steps) == 1 else 0
        packs["jokers"] = jokers | {
            n: min(
                jokers[before] + step * (n - before) if step else jokers[before] * needed // decks[before], MOST_JOKERS
            )
            for n in more
            if (needed := decks.get(n, 0))
        }
    least = read_value("players_min", changes.get("players_min", values["players_min"]), rounds)
    return {name: {n: count for n, count in table.items() if n >= least} for name, table in packs.items()}


def brought_along(book: Rulebook) -> tuple[str, ...]:
    """The values of a table's rulebook that only follow from another house rule of it."""
    others = dict.fromkeys([*(other for other, _ in MOST_WITH.values()), *WITH_PLAYERS, *WITH_IDLE_TURNS])
    clauses = {name: book.clause_of(name) for name in others}
    return tuple(name for name, clause in clauses.items() if clause.basis == "house rule" and not ours(clause))


def with_along(
    clauses: Mapping[str, Clause], book_id: str, names: Iterable[str], values: Mapping[str, Any]
) -> dict[str, Clause]:
    """Clauses that say what was set along: brought in by another house rule, and no longer open."""
    texts = {VALUE_TOPICS[name]: sentence(name, values) for name in names}
    return {
        topic: lent(dataclasses.replace(clause, text=texts[topic], source=HOUSE_SOURCE, silence=None), book_id)
        if topic in texts
        else clause
        for topic, clause in clauses.items()
    }


def with_cards_of(pack: str, before: str, clauses: Mapping[str, Clause]) -> Mapping[str, Clause]:
    """Clauses that speak of the cards of a pack where another was played with before; a table's own words stay."""
    if pack in (before, STANDARD_PACK):
        return clauses
    return {topic: clause if ours(clause) else _with_colours(clause) for topic, clause in clauses.items()}


def _with_colours(clause: Clause) -> Clause:
    silence = clause.silence
    if silence is not None:
        says = {name: in_colours(getattr(silence, name)) for name in ("question", "reading", "why")}
        silence = dataclasses.replace(silence, **says)
    return dataclasses.replace(clause, title=in_colours(clause.title), text=in_colours(clause.text), silence=silence)


def _house_clause(clause: Clause, text: str) -> Clause:
    return dataclasses.replace(
        clause, text=text, basis="house rule", source=HOUSE_SOURCE, silence=None, inherited_from="", judged=True
    )


def _reworded(book: Rulebook, topic: str, text: str) -> Clause:
    """A table's words for a clause without a value.

    Where rulings turn on it, the words change none: they say so themselves, with what is judged by.
    """
    if topic not in book.clauses:
        raise RulebookError(topic, "there is no house rule and no clause of this name")
    clause = book.clauses[topic]
    if topic in VALUE_TOPICS.values():
        raise RulebookError(topic, "rulings turn on this clause: change its value, not only its words")
    if not text.strip():
        raise RulebookError(topic, "a house rule needs words")
    words = text.strip()
    if clause.judged and words != clause.text:
        words = f"{words.partition(STILL_JUDGED)[0]}{STILL_JUDGED}{_judged_by(clause)})"
    return dataclasses.replace(_house_clause(clause, words), judged=clause.judged)


def own_words(clause: Clause) -> str:
    """What a table has put a clause without a value into; empty where it has not."""
    return clause.text.partition(STILL_JUDGED)[0] if ours(clause) else ""


def ours(clause: Clause) -> bool:
    """Whether a table has made it a rule of its own; one that such a rule brought along is none."""
    return clause.basis == "house rule" and not clause.inherited_from


def _judged_by(clause: Clause) -> str:
    """What rulings go by, however often a table has put it into other words."""
    kept = clause.text.partition(STILL_JUDGED)[2]
    return kept.removesuffix(")") if kept else clause.text


def borrow(clauses: dict[str, Clause], book_id: str, name: str, pack: str, lenders: Sequence[Rulebook]) -> None:
    """Put the clauses that a value needs right after its own, as the lender words them."""
    missing = [topic for topic in VALUES[name]["brings"] if topic not in clauses]
    lender = next((lender for lender in lenders if missing and all(topic in lender.clauses for topic in missing)), None)
    if lender is None:
        return  # nobody to borrow from: the checks say which clauses are missing
    missing += [topic for topic in VALUES[name]["lends"] if topic in lender.clauses and topic not in clauses]
    words = with_cards_of(pack, lender.pack, lender.clauses)
    borrowed = {topic: lent(words[topic], book_id) for topic in missing}
    in_order = put_after(clauses, VALUE_TOPICS[name], borrowed)
    clauses.clear()
    clauses.update(in_order)


def put_after(clauses: Mapping[str, Clause], topic: str, new: Mapping[str, Clause]) -> dict[str, Clause]:
    """Clauses with new ones right after that of a topic."""
    every, at = list(clauses.items()), list(clauses).index(topic) + 1
    return dict([*every[:at], *new.items(), *every[at:]])


def _go_along(
    clauses: dict[str, Clause], book: Rulebook, values: Mapping[str, Any], name: str, lenders: Sequence[Rulebook]
) -> None:
    """Give the clauses that follow from a changed value other words: of a rulebook that has it, or the values' own."""
    for topic in follows(name):
        here = clauses.get(topic)
        if here is None or ours(here):  # what a table has put into words of its own stays
            continue
        if name == "winning_total" and topic in BY_WHICH_TOTAL_WINS:
            clauses[topic] = _by_which_total_wins(here, book, values)
            continue
        decided = [other for other, its_topic in VALUE_TOPICS.items() if its_topic == topic]
        lender = next(
            (
                lender
                for lender in lenders
                if topic in lender.clauses and all(getattr(lender, each) == values[each] for each in (name, *decided))
            ),
            None,
        )
        in_sentences = _sentences_of(decided or [name], values)
        if name == "decks_by_round" and "deck" not in here.text:
            continue  # a number of jokers for the whole pack stays true
        if topic in OF_THE_END:  # as open as before, whatever words a rulebook that lends others has for them
            clauses[topic] = dataclasses.replace(here, text=OF_THE_END[topic](values))
            continue
        if topic in SAYS_RUNS or name == "winning_total":
            if in_sentences == _sentences_of(decided or [name], book.values()):
                continue
            words = dataclasses.replace(here, text=in_sentences, silence=None)
        elif lender is not None:
            words = with_cards_of(values["pack"], lender.pack, lender.clauses)[topic]
        elif name == "contracts" and decided and same_last_rounds(book, values):
            continue
        elif name in IN_SENTENCES or topic == "whole-hand" or isinstance(values[name], Payments):
            words = dataclasses.replace(here, text=in_sentences, silence=None)
        else:
            continue
        if here.text != words.text:
            clauses[topic] = lent(words, book.id)


def _by_which_total_wins(clause: Clause, book: Rulebook, values: Mapping[str, Any]) -> Clause:
    """A clause that says of points what holds now: as open as before, but what its source states it says no more."""
    pieces = BY_WHICH_TOTAL_WINS[clause.topic]
    text = clause.text.replace(pieces[book.winning_total], pieces[values["winning_total"]])
    words = dataclasses.replace(clause, text=text)
    return words if text == clause.text or clause.silence else lent(words, book.id)


def _sentences_of(names: Iterable[str], values: Mapping[str, Any]) -> str:
    """The sentences of several values; what two of them say together stands once."""
    return " ".join(dict.fromkeys(sentence(name, values) for name in names))


def follows(name: str) -> tuple[str, ...]:
    """The clauses that may need other words where this value is another one."""
    return (*VALUES[name]["goes_with"], *SAID_ANEW.get(name, ()))


def same_last_rounds(book: Rulebook, values: Mapping[str, Any]) -> bool:
    """Whether what is said of the rounds without a discard is still true: they are there, with the same contracts."""
    old, new = book.contracts, values["contracts"]
    return len(old) == len(new) and all(old[number - 1] == new[number - 1] for number in values["all_cards_rounds"])


def lent(clause: Clause, book_id: str) -> Clause:
    """A clause of another rulebook in one that a house rule brings it into."""
    return dataclasses.replace(
        clause,
        address=f"{book_id}/{clause.topic}",
        basis="house rule",
        inherited_from=clause.inherited_from or clause.address,
    )
