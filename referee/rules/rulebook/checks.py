"""What a rulebook may not say at once: contradictions between its values, and contracts no hand can hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.rules.cards import JOKER, JOKER_NAME, RANK_OF_CARD, RANKS, SUITS
from referee.rules.packs import STANDARD_PACK
from referee.rules.rulebook.kinds import EVERY_WILD, MOST_ROUNDS, NO_LIMIT, ByRound, Payments, RulebookError
from referee.rules.rulebook.model import (
    IN_POINTS,
    KINDS,
    MOST_DECKS,
    NO_SOURCE,
    VALUE_TOPICS,
    VALUES,
    Clause,
    Rulebook,
    is_on,
)
from referee.rules.rulebook.slots import COLOUR, FREE, IN_A_ROW, LOOSE, Slot, is_free, slot_said, ways_to_meet


class Problem(NamedTuple):
    """One thing wrong with a rulebook: the value or place it is about, and what is wrong."""

    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.key}: {self.message}"


def problems(book: Rulebook) -> list[Problem]:
    """Everything about a rulebook that cannot be, in the order of its values; empty if it is sound."""
    if not book.has_referee:
        return [*_players(book), *_sheet(book)]
    wrong = [*_players(book), *_rounds(book)]
    if not wrong:  # the checks below count on rounds and packs that fit together
        wrong = [
            *_pack(book),
            *_other_packs(book),
            *_melds(book),
            *_points(book),
            *_contracts(book),
            *_own_contracts(book),
            *_table(book),
            *_money(book),
            *_winning(book),
        ]
    return [*wrong, *_clauses(book)]


def sound(book: Rulebook) -> Rulebook:
    """The rulebook itself; raises RulebookError with the first thing wrong."""
    for problem in problems(book):
        raise RulebookError(*problem)
    return book


def _sheet(book: Rulebook) -> Iterator[Problem]:
    """What no sheet can be: it has one round without a contract, played as often as it says, and points to add."""
    if book.contracts != ((),) or len(book.deal) != 1:
        yield Problem("contracts", "a game without a rulebook has no contracts")
    if book.told_in != IN_POINTS:
        yield Problem("told_in", f"must be {IN_POINTS!r}: a game without a rulebook has no cards to count")
    if book.sheet and book.sheet.false_calls and not book.sheet.by_taps:
        yield Problem("sheet.false_calls", "only what is counted by taps has false calls")
    for topic, clause in book.clauses.items():
        if clause.judged:
            yield Problem(f"clauses.{topic}", "there is nothing to judge by, so no clause can be judged")


def _players(book: Rulebook) -> Iterator[Problem]:
    if book.players_min > book.players_max:
        yield Problem("players_min", f"is {book.players_min}, more than the most players, {book.players_max}")
    elif book.players_best and not book.players_min <= book.players_best <= book.players_max:
        yield Problem("players_best", f"is {book.players_best}, not from {book.players_min} to {book.players_max}")
    for name, table in (("decks", book.decks), ("jokers", book.jokers)):
        for players in range(book.players_min, book.players_max + 1):
            if players not in table:
                yield Problem(f"{name}.{players}", f"the number of {name} for {players} players is missing")


def _rounds(book: Rulebook) -> Iterator[Problem]:
    if not 1 <= book.rounds <= MOST_ROUNDS:
        yield Problem("contracts", f"a game has from 1 to {MOST_ROUNDS} rounds, not {book.rounds}")
    for name, kind in KINDS.items():
        if isinstance(kind, ByRound) and (given := len(getattr(book, name))) != book.rounds:
            yield Problem(name, f"is given for {given} rounds, but there are {book.rounds} contracts")
    for name in ("all_cards_rounds", "whole_hand_rounds"):
        for number in sorted(getattr(book, name)):
            if number > book.rounds:
                yield Problem(name, f"round {number} is named, but there are {book.rounds} rounds")


def _pack(book: Rulebook) -> Iterator[Problem]:
    deals = sorted(((each, number) for number, each in enumerate(book.deal, 1)), reverse=True)
    for players in _allowed(book):
        for each, number in deals:
            pack = book.in_round(number).cards_in_all(players)
            if pack < players * each + 2:  # a discard to start with and a stock to draw from
                yield Problem("deal", f"{players} players with {each} cards each need more than a pack of {pack}")
                break
    if (most := max(book.decks[players] for players in _allowed(book)) + max(book.decks_by_round)) > MOST_DECKS:
        yield Problem("decks_by_round", f"makes {most} decks; there are {MOST_DECKS} at most")


def _other_packs(book: Rulebook) -> Iterator[Problem]:
    """What a pack can be played with that is no pack of 52."""
    if book.pack == STANDARD_PACK:
        return
    wild = book.wild_sometimes - book.wild_cards - {JOKER_NAME}
    if book.cards.in_colours:
        if book.run_ace != "low":
            yield Problem("run_ace", "must be 'low': a run of numbers ends with the 12 and begins with the 1")
        if wild:
            yield Problem("wild_ranks", "this pack has wild cards of its own, so no number can be wild")
        if book.wild_cards:
            yield Problem("wild_cards", "this pack has wild cards of its own, so no single card can be wild")
        if not book.naturals_least:
            yield Problem("naturals_least", "must be 1 or 2: wild cards alone are no meld of numbers")
    else:
        if book.run_ace != "low":
            yield Problem("run_ace", "must be 'low': this pack has no aces")
        if absent := sorted(wild - {*book.cards.order}):
            name = "wild_ranks" if book.wild_ranks.intersection(absent) else "wild_by_round"
            yield Problem(name, f"this pack has no {absent[0]}, so it can’t be wild")
        if book.wild_cards:
            yield Problem("wild_cards", "no single card of this pack can be wild; name a rank in wild_ranks")
    if any(name in RANK_OF_CARD for name in book.points):
        yield Problem("points", "no single card of this pack can cost something else than its number")


def _melds(book: Rulebook) -> Iterator[Problem]:
    if book.run_longest > len(RANKS) and book.run_ace != "low or high":
        yield Problem("run_longest", "a run of 14 has an ace at each end, so run_ace must be 'low or high'")
    suits = len(book.cards.suits)
    if book.set_suits == "different" and (not isinstance(book.set_longest, int) or book.set_longest > suits):
        yield Problem("set_longest", f"a set of different suits has at most {suits} cards; say {suits} or 3")
    if isinstance(book.set_longest, int) and book.set_least > book.set_longest:
        yield Problem("set_least", f"is {book.set_least}, more than the most cards in a set, {book.set_longest}")
    if any(len(each.wild_ranks) > len(RANKS) for each in book.in_rounds):
        name = "wild_ranks" if len(book.wild_ranks) > len(RANKS) else "wild_by_round"
        yield Problem(name, "some rank must not be wild")
    for rank in RANKS:
        if all(rank + suit in book.wild_cards for suit in SUITS):
            yield Problem("wild_cards", f"every {rank} is named; say so in wild_ranks")


def _points(book: Rulebook) -> Iterator[Problem]:
    for rank in RANKS:
        if all(rank + suit in book.prices for suit in SUITS):
            others = f"all four have points of their own; say what most of them cost under {rank}"
            yield Problem(f"points.{rank}", f"no {rank} counts this: {others}")


def _contracts(book: Rulebook) -> Iterator[Problem]:
    for number, contract in enumerate(book.contracts, 1):
        for way in ways_to_meet(contract):
            yield from _way(book, number, way)


def _way(book: Rulebook, number: int, way: tuple[Slot, ...]) -> Iterator[Problem]:
    """One way to meet the contract of a round."""
    key = f"contracts[{number}]"
    if not way:
        yield Problem(key, "asks for no meld")
    if book.pack != STANDARD_PACK and any(slot.kind == COLOUR for slot in way):
        yield Problem(key, "asks for red or black cards; in four colours write, for example, '7 of one suit'")
    if len(way) > 1 and (free := [slot for slot in way if slot.kind == FREE]):
        yield Problem(key, f"asks for {free[0]}, so it can ask for nothing else beside them")
    for slot in dict.fromkeys(way):
        if slot.kind != FREE and (longest := _too_long(book.in_round(number), slot)):
            yield Problem(key, f"asks for {slot_said(slot, 'a')}, but no such meld has more than {longest} cards")
    if book.runs_of_one_suit == "one" and sum(s.kind == "run" for s in way) > len(book.cards.suits):
        yield Problem(key, "asks for more runs than there are suits, with one run in each suit at most")
    named = [slot.rank for slot in way if slot.rank]
    if any(not book.cards.lowest <= rank <= book.cards.highest for rank in named):
        yield Problem(key, "asks for cards that this pack doesn’t have")
    if not book.sets_of_one_rank and len({*named}) < len(named):
        yield Problem(key, "asks for two sets of one rank, but no contract may have these")
    if not book.sets_of_one_rank and sum(s.kind == "set" for s in way) > _ranks(book):
        yield Problem(key, "asks for more sets than there are ranks, with one set of each rank at most")
    yield from _holdable(book, number, _fewest_cards(book, way))


def _fewest_cards(book: Rulebook, way: tuple[Slot, ...]) -> int:
    """No way to meet a contract needs fewer cards."""
    if not is_free(way):
        return sum(slot.size for slot in way)
    dearest = max(1, *(points for name, points in book.points.items() if name not in (JOKER_NAME, EVERY_WILD)))
    return max(min(book.set_least, book.run_least), *(-(-slot.points // dearest) for slot in way))


def _too_long(book: Rulebook, slot: Slot) -> int:
    """The longest meld of the slot's kind if the slot asks for more, else 0."""
    if slot.kind in IN_A_ROW:
        longest = min(book.run_longest, _ranks(book)) if book.pack != STANDARD_PACK else book.run_longest
    else:
        decks = min(book.decks[n] for n in _allowed(book))
        wild = min(book.jokers[n] for n in _allowed(book)) + _wild_in_a_deck(book) * decks
        if isinstance(book.wilds_most, int):
            wild = min(wild, book.wilds_most)
        if slot.kind in LOOSE:
            return _beyond(slot, wild + _ranks(book) * decks * (2 if slot.kind == COLOUR else 1))
        longest = wild + len(book.cards.suits) * (1 if book.set_suits == "different" else decks)
        if isinstance(book.set_longest, int):
            longest = min(longest, book.set_longest)
    return _beyond(slot, longest)


def _ranks(book: Rulebook) -> int:
    """How many ranks melds know."""
    return book.cards.highest + 1 - book.cards.lowest


def _wild_in_a_deck(book: Rulebook) -> int:
    every = range(len(RANKS) * len(book.cards.suits))
    return sum([card != JOKER and book.is_wild(card) for card in every])


def _beyond(slot: Slot, longest: int) -> int:
    return longest if slot.size > longest else 0


def _holdable(book: Rulebook, number: int, need: int) -> Iterator[Problem]:
    """Deal, draw and what May I’s can bring must hold the contract, and a card to discard where one is due."""
    i = number - 1
    if book.final_discard == "required" and number not in book.all_cards_rounds | book.whole_hand_rounds:
        need += 1
    saved = book.may_i_of_rounds(range(1, number)) if book.may_i_saved else 0
    limit = NO_LIMIT if book.may_i_saved and book.rounds_vary else book.may_i_most(number, saved=saved)
    for players in _allowed(book):
        most = book.in_round(number).cards_in_all(players) - (players - 1) * book.deal[i]
        if isinstance(limit, int) and book.draw_cards == 1:  # where two are drawn, a hand grows from turn to turn
            most = min(most, book.deal[i] + 1 + book.may_i_hand(number, limit))
        if need > most:
            yield Problem(
                f"contracts[{number}]",
                f"needs {need} cards in hand, but with {players} players nobody can hold more than {most}",
            )
            return


ALIKE = ("deal", "decks_by_round", "wild_by_round", "may_i_limit", "may_i_penalty", "go_out_bonus")
"""What is the same in every round where each player has a contract of their own: no round has a contract."""


def _own_contracts(book: Rulebook) -> Iterator[Problem]:
    if not book.rounds_vary and book.rounds_most != NO_LIMIT:
        says = "counts only where a game ends by what is met or by points; otherwise each contract is a round"
        yield Problem("rounds_most", says)
    if not book.own_contracts:
        return
    for name in ALIKE:
        if len(set(getattr(book, name))) > 1:
            yield Problem(name, "must be the same in every round, because each player has a contract of their own")
    for name in ("all_cards_rounds", "whole_hand_rounds"):
        if getattr(book, name):
            yield Problem(name, "no round can be named, because each player has a contract of their own")
    if book.settlement != "none":
        yield Problem("settlement", "money goes by totals, but where each player has a contract of their own that wins")


def _table(book: Rulebook) -> Iterator[Problem]:
    if book.swap != "no" and book.swap_joker == "new meld now":
        if book.new_melds == "never":
            yield Problem("swap_joker", "the joker must go into a new meld, but new_melds is 'never'")
        elif book.swap_when == "down" and book.new_melds != "same turn":
            yield Problem(
                "swap_joker", "in the turn of melding nobody may make the new meld that the joker must go into"
            )
    laid_off_at_once = book.swap != "no" and book.swap_joker == "lay off now"
    if laid_off_at_once and book.swap_when == "down" and book.lay_off_same_turn == "no":
        yield Problem(
            "swap_when", "in the turn of melding the joker cannot be laid off, because lay_off_same_turn is 'no'"
        )
    if not book.down_draws:
        yield from _idle_when_down(book)
    if book.down_only_out and book.melds_exact:
        yield Problem("down_only_out", "the whole hand cannot be melded, because melds_exact is true")
    if book.may_i_saved and NO_LIMIT in book.may_i_limit:
        yield Problem("may_i_saved", "nothing is left over from a round without a limit; say one in may_i_limit")
    for name in ("playable_draws", "playable_points"):
        if getattr(book, name) and book.discard_playable:
            yield Problem(name, "a discard that fits a meld costs nothing, because discard_playable is true")
    if book.may_i_twice_running and not book.may_i_chain:
        yield Problem("may_i_twice_running", "nobody can take two discards running where may_i_chain is false")


def _idle_when_down(book: Rulebook) -> Iterator[Problem]:
    """What cannot hold where a player who is down neither draws nor discards."""
    if book.final_discard.startswith("required"):
        yield Problem("final_discard", "who is down discards nothing, because down_draws is false; say 'optional'")
    for name in ("draw_down", "may_i_down"):
        if getattr(book, name):
            yield Problem(name, "who is down draws nothing, because down_draws is false")


def _money(book: Rulebook) -> Iterator[Problem]:
    pays = book.settlement
    if isinstance(pays, Payments):
        if len(pays) < book.players_max - 1:
            yield Problem(
                "settlement", f"names the payments of {len(pays) + 1} players, but {book.players_max} may play"
            )
        if list(pays) != sorted(pays):
            yield Problem("settlement", "a later place pays less than one before it")
    if pays == "none":
        if book.may_i_price:
            yield Problem("may_i_price", "pennies are paid, but nobody gets them: settlement is 'none'")
        if book.kitty_split != "winner":
            yield Problem("kitty_split", "there is no kitty to split: settlement is 'none'")


def _winning(book: Rulebook) -> Iterator[Problem]:
    if book.own_contracts and book.until:
        yield Problem("play_until", "a game in which each player has a contract of their own ends with the last one")
    if book.winning_total == "highest, own cards come off" and book.until:
        yield Problem("play_until", "no total gets there, because the cards left only come off it")
    if book.own_contracts and book.highest_wins:
        says = "the most contracts met win, and of equally many the lowest total: say 'lowest'"
        yield Problem("winning_total", says)


def _clauses(book: Rulebook) -> Iterator[Problem]:
    for name, topic in VALUE_TOPICS.items():
        if topic not in book.clauses:
            yield Problem(f"clauses.{topic}", f"this clause is missing; it decides {name}")
    for name, meta in VALUES.items():
        if is_on(getattr(book, name)):
            for topic in meta["brings"]:
                if topic not in book.clauses:
                    yield Problem(f"clauses.{topic}", f"this clause is missing; {name} needs it")
    for topic, clause in book.clauses.items():
        if not (clause.title and clause.text and clause.source):
            yield Problem(f"clauses.{topic}", "a clause needs a title, a text and a source")
        yield from _silence(topic, clause)


def _silence(topic: str, clause: Clause) -> Iterator[Problem]:
    """What a clause says of what it leaves open."""
    assumed = clause.basis == "house default"
    if assumed and clause.silence is None:
        yield Problem(f"clauses.{topic}.silence", "a house default must say what the sources leave open")
    elif assumed and clause.source != NO_SOURCE and not clause.passages:
        yield Problem(f"clauses.{topic}.silence", "a reading must tell its two passages: passage and other")
    elif clause.silence and bool(clause.silence.passage) != bool(clause.silence.other):
        yield Problem(f"clauses.{topic}.silence", "has one passage; a reading is taken between two")
    elif assumed and clause.source == NO_SOURCE and clause.passages:
        yield Problem(f"clauses.{topic}.status", "has passages, so a source speaks: the status is 'reading'")


def _allowed(book: Rulebook) -> range:
    return range(book.players_min, book.players_max + 1)
