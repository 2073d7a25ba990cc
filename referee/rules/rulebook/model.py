"""A rulebook as a value: typed rule values, each belonging to one clause, and the clauses.

A rulebook's data lists clauses; a clause carries its own words, its source and status, and the
values it decides. So every value names its clause by standing in it. ``VALUE_TOPICS`` says which
clause topic each value belongs to. A variant is nothing but another set of values.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from referee.rules.cards import JOKER_NAME, RANK_OF_CARD, SUITLESS, format_card, rank_name
from referee.rules.packs import PACKS, STANDARD_PACK, Pack
from referee.rules.rulebook.kinds import (
    EVERY_WILD,
    LOWEST,
    NO_LIMIT,
    NO_RANK,
    ByPlayers,
    ByRound,
    Cards,
    Choice,
    ChoiceOrPayments,
    Contracts,
    Flag,
    Kind,
    Limit,
    Points,
    Rank,
    Ranks,
    Rounds,
    Whole,
    WholeOrNoLimit,
)
from referee.rules.rulebook.slots import OR, Slot, counts_points, ways_to_meet

Basis = Literal["stated", "inherited", "house default", "house rule"]
NO_SOURCE = "no source says"
"""The source of a house default."""
PUBLIC = "public descriptions"
"""The second shelf: rulebooks of games that no single text here tells, made from descriptions that agree."""
MOST_DECKS = 6
MOST_FURTHER_DECKS = 3
MOST_JOKERS = 12


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is written: an id such as ``pagat`` and the name shown to people."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Silence:
    """What the sources leave open: the question, the reading taken and why.

    A true silence has no passages. Where the source does speak, but against itself or so that it can be taken two
    ways, they say how.
    """

    question: str
    reading: str
    why: str
    decision: str = ""
    """The decision's number in the ledger, such as ``D5``; empty where it has none."""
    passage: str = ""
    """What the source says in one place."""
    other: str = ""
    """What it says in another, or the other way to take it."""

    @property
    def passages(self) -> tuple[str, ...]:
        return (self.passage, self.other) if self.passage and self.other else ()


NOT_THEN = "This rulebook is older than the clause."
"""Why a clause says what it does in a rulebook that was frozen without it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule of a rulebook; ``address`` is ``rulebook/topic``."""

    address: str
    title: str
    text: str
    basis: Basis
    source: str
    """The name of the source as shown to people; that of what no source says is ``NO_SOURCE``."""
    silence: Silence | None = None
    inherited_from: str = ""
    """The address of the clause that this one takes over, where it is inherited."""
    judged: bool = True
    """False for what the table does by itself (a misdeal, a player leaving): no question turns on it."""

    @property
    def topic(self) -> str:
        return self.address.partition("/")[2]

    @property
    def passages(self) -> tuple[str, ...]:
        """The two passages of its source between which a reading is taken; empty where there is none."""
        return self.silence.passages if self.silence else ()

    @property
    def is_reading(self) -> bool:
        """Whether the whole clause is one way to take its source: as open as a house default, but not unsaid."""
        return self.basis == "house default" and bool(self.passages)

    @property
    def is_younger(self) -> bool:
        """Whether its rulebook was frozen before there was such a clause: what its sources say of it is not known."""
        return self.silence is not None and self.silence.why == NOT_THEN

    @property
    def status(self) -> str:
        """What it rests on as a file says it: its basis, but for a reading."""
        return "reading" if self.is_reading else self.basis


def clause_of(data: Mapping[str, Any]) -> Clause:
    """The clause that ``dataclasses.asdict`` made JSON of; raises TypeError where it is none."""
    return Clause(**{**data, "silence": Silence(**data["silence"]) if data["silence"] else None})


SCREW_TOPICS = (
    "screw-once", "screw-self", "screw-taken-back", "screw-middle", "screw-replace", "screw-replacement",
    "screw-use", "screw-stolen",
)  # fmt: skip
SHANGHAI_TOPICS = (
    "shanghai-may-i", "shanghai-draw", "shanghai-first", "shanghai-hand", "shanghai-last", "shanghai-end",
)  # fmt: skip
LATER_SCREW_TOPICS = ("screw-when", "screw-same-meld", "screw-unused")
LATER_SHANGHAI_TOPICS = ("shanghai-unused",)
"""Those that rulebooks of before do not have: they come along where another rulebook lends them."""
OWN_CONTRACT_TOPICS = ("own-contract-ties", "own-contract-joins", "own-contract-skips")
PLAY_UNTIL_TOPICS = ("play-until-contracts", "play-until-ties")
NOT_OF_NUMBERS = frozenset({
    "low_ace", "run_ace", "run_longest", "wild_ranks", "wild_by_round", "wild_cards", "wild_as_itself",
    "ace_ends_touch",
})  # fmt: skip
"""Values that decide nothing where the pack has numbers and wild cards of its own."""
IN_CARDS, IN_POINTS = "cards", "points"
"""What is told at the end of a round."""
MOST_OPEN_ROUNDS = 99
"""So many rounds a game can have that ends by what is met or by points."""
MOST_UNTIL = 9999
"""Up to so many points."""
SWAP_TOPICS = ("swap-when", "swap-whose", "swap-turn", "swap-order", "swap-joker", "swap-unused")
SETTLE_TOPICS = ("settle-many", "settle-ties")
WILD_TOPICS = (
    "wild", "natural", "own-place", "reading", "wild-place", "wild-limit", "wild-going-down", "wild-neighbours",
    "lay-off-end", "swap", "swap-when", "swap-turn", "swap-joker", "swap-unused", "joker-moves", "discard-wild",
    "screw-joker",
)  # fmt: skip
"""Clauses that presuppose wild cards: what they leave open is no question where none is played with."""
MAY_I_TOPICS = (
    "may-i", "may-i-late", "may-i-same-moment", "may-i-chain", "successive", "may-i-active", "may-i-changed-mind",
    "may-i-own", "may-i-down", "may-i-penalty", "may-i-stock", "may-i-limit", "may-i-game", "may-i-bluff", "price",
    "kitty", "shanghai-may-i",
)  # fmt: skip
"""Clauses that presuppose a May I: what they leave open is no question where nobody buys at all."""
OF_OWN_TURN = ("may-i-limit", "may-i-changed-mind")
"""Those of them that hold there as well: that nobody buys, and whether a discard may still be drawn that was passed."""


def _value(
    topic: str,
    doc: str,
    kind: Kind,
    *,
    brings: tuple[str, ...] = (),
    lends: tuple[str, ...] = (),
    goes_with: tuple[str, ...] = (),
    before: Any = None,
    disputed: tuple[Mapping[str, Any], ...] | None = None,
) -> Any:
    """A rule value: its clause topic, what a table calls it, and what it may be.

    ``brings`` names further clauses that a rulebook must have once the value switches a feature on; ``lends`` those
    that come with them where another rulebook has them, because rulebooks of before lack them;
    ``goes_with`` those whose words follow from the value: another value needs other words there.
    ``before`` (as JSON) is what a rulebook means that was frozen when there was no such value: whoever adds
    a value says it, or no game played until then can be read again.
    ``disputed`` are the choices between which sources and tables really differ, with what comes along (as JSON),
    where these are not the values of its kind; none where no source leaves it open.
    """
    return field(
        metadata={
            "topic": topic,
            "doc": doc,
            "kind": kind,
            "brings": brings,
            "lends": lends,
            "goes_with": goes_with,
            "before": before,
            "disputed": disputed,
        }
    )


SHEET = "_sheet"
"""The id of every sheet: no rulebook of a club has one like it."""


_CAME_LATER = ("by_taps", "false_calls", "triples")


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a game is scored that has no rulebook, as far as no rule value says it."""

    highest_wins: bool = False
    """Whether the highest total wins; what is told of a round is added to it in any case."""
    below_zero: bool = False
    """Whether the points of a round can be below zero."""
    has_dealer: bool = True
    """Whether somebody deals."""
    by_taps: bool = False
    """Whether a round is counted while it is played, by a tap for each one found, and not told after it."""
    false_calls: bool = False
    """Whether a false call takes one off; only where it is counted by taps."""
    triples: bool = False
    """Whether it is played with the cards of SET, of which there is a referee (``referee.triples``)."""

    @property
    def data(self) -> dict[str, bool]:
        """As it is written: what came later only where it is so, and the others as they were before."""
        every = dataclasses.asdict(self)
        return {name: is_so for name, is_so in every.items() if is_so or name not in _CAME_LATER}


@dataclass(frozen=True)
class Rulebook:
    """All values and clauses of one rulebook, merged with what it builds on and its house rules.

    The fields up to ``kitty_split`` are the rule values: their names are the names of house
    rules, in requests, files and forms alike.
    """

    # who plays, with what
    players_min: int = _value("players", "Fewest players", Whole(2, 12))
    players_max: int = _value("most-players", "Most players", Whole(2, 12))
    players_best: int = _value("best-players", "Best number of players; 0 if there isn’t one", Whole(0, 12))
    pack: str = _value("cards", "Which cards do you play with?", Choice((*PACKS,)), before=STANDARD_PACK, disputed=())
    decks: Mapping[int, int] = _value(
        "cards", "How many decks, or how many of each card?", ByPlayers(1, MOST_DECKS), goes_with=("odd-players",)
    )
    decks_by_round: tuple[int, ...] = _value(
        "cards",
        "How many further decks come into each round?",
        ByRound(Whole(0, MOST_FURTHER_DECKS)),
        before=0,
        disputed=(),
    )
    jokers: Mapping[int, int] = _value("jokers", "How many jokers in all?", ByPlayers(0, MOST_JOKERS))
    first_dealer: str = _value("first-dealer", "Who is the first dealer?", Choice(("random", "low card")))
    direction: str = _value(
        "direction",
        "Which way do you play and deal?",
        Choice(("left", "right")),
        goes_with=("next-dealer", "deal", "cut"),
        before="left",
    )
    deal: tuple[int, ...] = _value("deal", "How many cards is each player dealt?", ByRound(Whole(3, 20)))
    # what must be melded
    contracts: tuple[tuple[Slot, ...], ...] = _value(
        "contracts", "The contract of each round", Contracts(), goes_with=("last-round",)
    )
    own_contracts: bool = _value(
        "own-contract",
        "Each player has a contract of their own, and keeps it until it is met",
        Flag(),
        brings=OWN_CONTRACT_TOPICS,
        goes_with=("win", "ties", "contracts"),
        before=False,
    )
    rounds_most: int | Literal["no limit"] = _value(
        "own-contract",
        "Most rounds of a game that ends by what is met or by points",
        WholeOrNoLimit(1, MOST_OPEN_ROUNDS),
        before=NO_LIMIT,
        disputed=(),
    )
    play_until: int | Literal["no limit"] = _value(
        "play-until",
        "Until how many points do you play? No limit: until the last contract",
        WholeOrNoLimit(1, MOST_UNTIL),
        brings=PLAY_UNTIL_TOPICS,
        before=NO_LIMIT,
        disputed=(),
    )
    contracts_again: str = _value(
        "play-until-contracts",
        "Which contract comes after the last one?",
        Choice(("the first", "the last")),
        before="the first",
    )
    low_ace: str = _value(
        "meld-worth",
        "What does an ace count in A-2-3 if the contract asks for points?",
        Choice(("one", "as in hand")),
        before="one",
    )
    all_cards_rounds: frozenset[int] = _value(
        "last-round", "Rounds in which you lay down your whole hand at once, without a discard", Rounds()
    )
    run_ace: str = _value(
        "run", "Where can an ace be in a run?", Choice(("low or high", "high", "low", "round the corner"))
    )
    run_least: int = _value(
        "run",
        "Fewest cards in a run, unless the contract asks for fewer",
        Whole(3, 7),
        goes_with=("meld", "new-melds"),
        before=4,
        disputed=({"run_least": 3}, {"run_least": 4}),
    )
    run_longest: int = _value("long-run", "Most cards in a run; 14 has an ace at each end", Whole(13, 14))
    set_suits: str = _value(
        "set",
        "Suits in a set",
        Choice(("any", "different")),
        disputed=({"set_suits": "any", "set_longest": NO_LIMIT}, {"set_suits": "different"}),
    )
    set_least: int = _value(
        "set",
        "Fewest cards in a set, unless the contract asks for fewer",
        Whole(3, 5),
        goes_with=("meld", "new-melds"),
        before=3,
        disputed=(),
    )
    set_longest: int | Literal["no limit"] = _value("set-size", "Most cards in a set", WholeOrNoLimit(3, 24))
    wild_ranks: frozenset[str] = _value("wild", "Wild cards; jokers always are", Ranks())
    wild_by_round: tuple[str, ...] = _value(
        "wild", "A further wild rank in each round; none: no further one", ByRound(Rank()), before=NO_RANK
    )
    wild_cards: frozenset[str] = _value(
        "wild",
        "Which single cards are wild as well?",
        Cards(),
        before=[],
        disputed=(),
    )
    wilds_most: int | Literal["no limit"] = _value("wild-limit", "Most wild cards in one meld", WholeOrNoLimit(0, 13))
    wilds_most_by: str = _value(
        "wild-limit",
        "Can a meld have more wild cards than natural ones?",
        Choice(("number", "natural cards")),
        before="number",
    )
    wilds_more_later: bool = _value(
        "wild-limit",
        "Does that limit hold only for the contract when you go down?",
        Flag(),
        before=False,
        disputed=(),
    )
    wilds_going_down: int | Literal["no limit"] = _value(
        "wild-going-down",
        "Most wild cards in the whole contract when you go down",
        WholeOrNoLimit(0, 13),
        before=NO_LIMIT,
        disputed=tuple([{"wilds_going_down": most} for most in (NO_LIMIT, 1, 2, 3)]),
    )
    naturals_least: int = _value("natural", "How many natural cards does every meld need?", Whole(0, 2))
    wilds_side_by_side: bool = _value("wild-neighbours", "Can wild cards be side by side in a run?", Flag())
    wild_as_itself: bool = _value("own-place", "Can a wild card with a rank, such as a 2, count as itself?", Flag())
    wild_place: str = _value(
        "wild-place",
        "What does a wild card on the table stand for if no one said?",
        Choice(("as named", "any place")),
        before="any place",
    )
    melds_exact: bool = _value("meld", "Do you go down with exactly the cards the contract asks for?", Flag())
    runs_of_one_suit: str = _value(
        "contiguous", "Can a contract have two runs of one suit?", Choice(("not touching", "any", "one"))
    )
    runs_that_meet: str = _value(
        "apart", "What happens when two runs on the table meet?", Choice(("two", "one")), before="two"
    )
    runs_cut: bool = _value("runs-cut", "Can a long run on the table be cut in two?", Flag(), before=False)
    ace_ends_touch: bool = _value("ace-ends", "Do J-Q-K-A and A-2-3-4 of one suit touch?", Flag())
    sets_of_one_rank: bool = _value("same-rank", "Can a contract have two sets of the same rank?", Flag())
    down_only_out: bool = _value(
        "down-when", "Do you lay down melds only to go out?", Flag(), before=False, disputed=()
    )
    new_melds: str = _value(
        "new-melds", "Can you lay down new melds after your contract?", Choice(("never", "later turn", "same turn"))
    )
    # what happens on the table
    lay_off_same_turn: str = _value(
        "lay-off", "Can you lay off in the turn you go down?", Choice(("no", "others", "yes"))
    )
    lay_off_whose: str = _value(
        "lay-off", "Whose melds can you lay off on?", Choice(("any", "own")), before="any", disputed=()
    )
    take_back: bool = _value(
        "take-back", "Can you take back what you laid down, until you discard?", Flag(), before=False
    )
    swap: str = _value(
        "swap", "Can you take a joker off the table?", Choice(("no", "runs", "any")), lends=("swap-unused",)
    )
    swap_when: str = _value("swap-when", "When can you take a joker?", Choice(("earlier", "down")))
    swap_whose: str = _value("swap-whose", "Whose melds can you take a joker from?", Choice(("any", "others")))
    swap_joker: str = _value(
        "swap-joker", "What do you do with the joker you take?", Choice(("lay off now", "new meld now", "any time"))
    )
    joker_moves: bool = _value(
        "joker-moves", "Can you lay down the card a joker stands for and push the joker to the end of the run?", Flag()
    )
    draw_cards: int = _value("draw", "How many cards do you draw?", Whole(1, 2), before=1)
    draw_down: bool = _value(
        "draw-down", "Can you take the discard on your turn once you are down?", Flag(), before=True
    )
    down_draws: bool = _value(
        "down-turns", "Does a player who is down still draw and discard?", Flag(), before=True, disputed=()
    )
    stock_again: str = _value(
        "exhausted-again",
        "What happens when the stock runs out a second time?",
        Choice(("shuffle", "deal again")),
        before="shuffle",
    )
    final_discard: str = _value(
        "go-out",
        "How do you play your last card?",
        Choice(("required", "required, else stay in", "optional", "never")),
        goes_with=("whole-hand", "discard", "last-card"),
    )
    whole_hand_rounds: frozenset[int] = _value(
        "whole-hand",
        "Rounds in which laying down your whole hand goes out without a discard",
        Rounds(),
        before=[],
    )
    only_down_goes_out: bool = _value("go-out-down", "Do you have to be down to go out?", Flag(), before=False)
    last_turns: bool = _value(
        "last-turns", "Do the others have one more turn after a player goes out?", Flag(), before=False, disputed=()
    )
    discard_playable: bool = _value("discard", "Can you discard a card that fits a meld?", Flag())
    playable_draws: int = _value(
        "discard",
        "How many cards does a discard that fits a meld cost? 0 for none",
        Whole(0, 4),
        before=0,
        disputed=(),
    )
    playable_points: int = _value(
        "discard",
        "How many points does a discard that fits a meld cost? 0 for none",
        Whole(0, 100),
        before=0,
        disputed=(),
    )
    discard_wild: bool = _value("discard-wild", "Can you discard a wild card?", Flag())
    discard_taken: bool = _value(
        "discard-taken", "Can you discard the card you just took from the discard pile?", Flag(), before=True
    )
    # the discard out of turn
    may_i_order: str = _value("may-i", "Who gets the discard if several ask?", Choice(("turn order", "first to ask")))
    may_i_until: str = _value(
        "may-i-late",
        "How long can the others ask for the discard?",
        Choice(("draw", "meld", "discard")),
        before="draw",
    )
    may_i_same_moment: str = _value(
        "may-i-same-moment",
        "Who gets it if several ask at the same moment?",
        Choice(("turn order", "nobody")),
        before="turn order",
    )
    may_i_chain: bool = _value("may-i-chain", "After a May I, can the others ask for the card below it?", Flag())
    may_i_twice_running: bool = _value("successive", "Can you take two discards in a row out of turn?", Flag())
    may_i_active: bool = _value("may-i-active", "Can you buy the discard on your own turn and still draw?", Flag())
    may_i_changed_mind: str = _value(
        "may-i-changed-mind",
        "You passed the discard. How long can you still take it?",
        Choice(("final", "until asked", "until taken")),
        before="until asked",
    )
    may_i_own: bool = _value("may-i-own", "Can you ask for a card you discarded yourself?", Flag())
    may_i_down: bool = _value("may-i-down", "Can you ask for the discard once you are down?", Flag(), before=True)
    may_i_penalty: tuple[int, ...] = _value(
        "may-i-penalty", "How many extra cards come with each May I?", ByRound(Whole(0, 4))
    )
    may_i_penalty_grows: int = _value(
        "may-i-penalty",
        "How many more extra cards come with each further May I of the round?",
        Whole(0, 4),
        before=0,
        disputed=(),
    )
    may_i_limit: tuple[Limit, ...] = _value(
        "may-i-limit", "How many May I’s does each player get in a round?", ByRound(WholeOrNoLimit(0, 9))
    )
    may_i_saved: bool = _value(
        "may-i-limit",
        "Do May I’s that a player doesn’t use carry over to later rounds?",
        Flag(),
        before=False,
        disputed=(),
    )
    may_i_in_game: int | Literal["no limit"] = _value(
        "may-i-game", "How many May I’s does each player get in the whole game?", WholeOrNoLimit(1, 99), before=NO_LIMIT
    )
    may_i_price: int = _value("price", "How many pennies does a May I put into the kitty?", Whole(0, 100))
    may_i_points: int = _value("price", "How many points does each May I cost?", Whole(0, 100), before=0, disputed=())
    # only some have these
    screw_over: bool = _value(
        "screw-over",
        "Do you play the screw-over?",
        Flag(),
        brings=SCREW_TOPICS,
        lends=LATER_SCREW_TOPICS,
    )
    screw_joker: str = _value("screw-joker", "Can a screw-over take a wild card?", Choice(("no", "runs", "any")))
    cut_bonus: int = _value("cut", "Bonus for an exact cut, in points; 0 for none", Whole(0, 100))
    shanghai_call: bool = _value(
        "shanghai", "Do you play the Shanghai call?", Flag(), brings=SHANGHAI_TOPICS, lends=LATER_SHANGHAI_TOPICS
    )
    # counting
    points: Mapping[str, int] = _value("score", "How many points does each card cost?", Points())
    told_in: str = _value(
        "told-in",
        "What do you tell at the end of a round?",
        Choice((IN_CARDS, IN_POINTS)),
        before=IN_CARDS,
        disputed=(),
    )
    go_out_bonus: tuple[int, ...] = _value(
        "go-out-bonus", "Bonus for going out, in points, in each round; 0 for none", ByRound(Whole(0, 100)), before=0
    )
    go_out_bonus_for: str = _value(
        "go-out-bonus",
        "When do you get that bonus?",
        Choice(("going out", "one turn")),
        before="going out",
        disputed=(),
    )
    one_turn_doubles: bool = _value(
        "down-and-out",
        "Do the others’ cards count double if a player goes down and out in one turn?",
        Flag(),
        before=False,
        disputed=(),
    )
    winning_total: str = _value(
        "win",
        "Which total wins, and who gets the points of the cards left?",
        Choice((LOWEST, "highest, own cards come off", "highest, cards go to who goes out")),
        goes_with=("go-out-bonus", "cut", "tie-break", "exhausted", "leaving"),
        before=LOWEST,
    )
    tie_break: str = _value(
        "tie-break",
        "What breaks a tie at the end?",
        Choice(("none", "rounds won, then last round")),
        goes_with=("ties", "play-until-ties"),
    )
    settlement: str | tuple[int, ...] = _value(
        "settle",
        "Who pays what at the end?",
        ChoiceOrPayments(("none", "by place")),
        brings=SETTLE_TOPICS,
        goes_with=("settle-many",),
    )
    kitty_split: str = _value("kitty", "Who gets the kitty?", Choice(("winner", "two thirds and one third")))

    # what it is
    id: str = field(kw_only=True)
    name: str = field(kw_only=True)
    special: str = field(kw_only=True, default="")
    """One line on what is special, for the list of rulebooks."""
    also_called: tuple[str, ...] = field(kw_only=True, default=())
    builds_on: str = field(kw_only=True, default="")
    shelf: str = field(kw_only=True, default="")
    """``PUBLIC`` or empty: that of rulebooks which one text tells, and of a club’s own."""
    may_i_word: str = field(kw_only=True, default="May I")
    """What the sources call taking the discard out of turn: ``May I`` or ``buy``."""
    sources: tuple[Source, ...] = field(kw_only=True, default=())
    options: tuple[str, ...] = field(kw_only=True, default=())
    """Options the sources name, each a sentence."""
    notes: tuple[str, ...] = field(kw_only=True, default=())
    """What else is worth knowing of the source, each a sentence: no rule, and nothing to choose."""
    clauses: Mapping[str, Clause] = field(kw_only=True)
    """By topic, in reading order."""
    sheet: Sheet | None = field(kw_only=True, default=None)
    """How it is scored where there is nothing to judge by: of its values only those count that its clauses name."""

    @property
    def has_referee(self) -> bool:
        """Whether there are rules to judge by."""
        return self.sheet is None

    @cached_property
    def has_contracts(self) -> bool:
        """Whether its rounds have contracts, so that cards are dealt, melded and left, and somebody goes out."""
        return any(self.contracts)

    @property
    def has_dealer(self) -> bool:
        return self.sheet is None or self.sheet.has_dealer

    @property
    def below_zero(self) -> bool:
        """Whether the points of a round can be below zero."""
        return self.sheet is not None and (self.sheet.below_zero or self.sheet.false_calls)

    @property
    def by_taps(self) -> bool:
        """Whether a round is counted while it is played, by a tap for each one found."""
        return self.sheet is not None and self.sheet.by_taps

    def counts(self, by: int) -> bool:
        """Whether a tap may add so many."""
        return self.sheet is not None and self.sheet.by_taps and (by == 1 or (by == -1 and self.sheet.false_calls))

    @property
    def rounds(self) -> int:
        return len(self.contracts)

    def can_choose(self, name: str) -> bool:
        """Whether a value decides anything with this pack."""
        return self.pack == STANDARD_PACK or name not in NOT_OF_NUMBERS

    def round_of(self, number: int) -> int:
        """Which round is played as a game's round of that number: after the last they begin again, or it goes on."""
        if self.contracts_again == "the last" and self.until:
            return min(number, self.rounds)
        return (number - 1) % self.rounds + 1

    @property
    def until(self) -> int:
        """How many points of a player end a game; 0 where none do."""
        return self.play_until if isinstance(self.play_until, int) else 0

    @property
    def rounds_vary(self) -> bool:
        """Whether a game ends by what is met or by points, and not after so many rounds."""
        return self.own_contracts or self.until > 0 or not self.has_contracts

    @property
    def most_rounds(self) -> int:
        """How many rounds a game has; at most so many where they vary."""
        if not self.rounds_vary:
            return self.rounds
        return self.rounds_most if isinstance(self.rounds_most, int) else MOST_OPEN_ROUNDS

    def by_way(self, round_no: int) -> tuple[Rulebook, ...]:
        """The rulebook once for each way to meet the contract of a round: it then asks for that way alone."""
        contract = self.contracts[round_no - 1]
        if OR not in contract:
            return (self,)
        by_round: dict[int, tuple[Rulebook, ...]] = self.__dict__.setdefault("_by_way", {})
        if round_no not in by_round:
            before, after = self.contracts[: round_no - 1], self.contracts[round_no:]
            by_round[round_no] = tuple(
                [dataclasses.replace(self, contracts=(*before, way, *after)) for way in ways_to_meet(contract)]
            )
        return by_round[round_no]

    def in_round(self, number: int) -> Rulebook:
        """The rulebook as it holds in one of its rounds: what is wild by round is wild, and further decks are in it."""
        if self._never_further:
            return self
        here = rank, more = self.wild_by_round[number - 1], self.decks_by_round[number - 1]
        by_further: dict[tuple[str, int], Rulebook] = self.__dict__.setdefault("_with_further", {})
        if here not in by_further:
            by_further[here] = dataclasses.replace(
                self,
                wild_ranks=self.wild_ranks if rank == NO_RANK else self.wild_ranks | {rank},
                wild_by_round=(NO_RANK,) * self.rounds,
                decks={players: decks + more for players, decks in self.decks.items()},
                decks_by_round=(0,) * self.rounds,
            )
        return by_further[here]

    @cached_property
    def going_down(self) -> Rulebook:
        """The rulebook as it holds for the melds of a contract, where a limit on wild cards is for those alone."""
        return dataclasses.replace(self, wilds_more_later=False) if self.wilds_more_later else self

    @cached_property
    def _never_further(self) -> bool:
        return {*self.wild_by_round} == {NO_RANK} and not any(self.decks_by_round)

    @cached_property
    def in_rounds(self) -> tuple[Rulebook, ...]:
        """The rulebook once for each way in which it holds in some round."""
        each = map(self.in_round, range(1, self.rounds + 1))
        return tuple({(book.wild_ranks, *book.decks.values()): book for book in each}.values())

    @property
    def wild_varies(self) -> bool:
        """Whether not the same cards are wild in every round."""
        return len({book.wild_ranks for book in self.in_rounds}) > 1

    @property
    def wild_sometimes(self) -> frozenset[str]:
        """The ranks that are wild in some round, and the single cards that are in all of them."""
        return self.wild_ranks | self.wild_cards | {rank for rank in self.wild_by_round if rank != NO_RANK}

    def is_wild(self, card: int) -> bool:
        """Whether a card is wild; one that was told without its suit, whether it is in every suit."""
        return rank_name(card) in self.wild_ranks or format_card(card) in self.wild_cards

    def may_be_wild(self, card: int) -> bool:
        """The same; of one that was told without its suit, whether it is in some suit."""
        if self.is_wild(card):
            return True
        return card >= SUITLESS and any(RANK_OF_CARD[name] == rank_name(card) for name in self.wild_cards)

    @property
    def has_jokers(self) -> bool:
        """Whether a joker is in the pack, for any number of players."""
        return any(self.jokers.values())

    @property
    def cards(self) -> Pack:
        """What the cards of its pack are called, and which of them melds know."""
        return PACKS[self.pack]

    def cards_in_all(self, players: int) -> int:
        """The cards of the pack for a number of players."""
        return self.cards.deck * self.decks[players] + self.jokers[players]

    @property
    def highest_wins(self) -> bool:
        return self.winning_total != LOWEST if self.sheet is None else self.sheet.highest_wins

    @property
    def most_kept(self) -> int:
        """So many cards a player who goes out has left for the discard."""
        return 0 if self.final_discard == "never" else 1

    @property
    def prices_playable(self) -> bool:
        """Whether a discard that fits a meld has a price, in cards or in points."""
        return self.playable_draws > 0 or self.playable_points > 0

    def reward(self, points: int) -> int:
        """What a reward of so many points adds to a total: below zero where the lowest one wins."""
        return points if self.highest_wins else -points

    def penalty(self, points: int) -> int:
        """What a penalty of so many points adds to a total: the other way round."""
        return -self.reward(points)

    @property
    def nobody_buys(self) -> bool:
        """Whether nobody takes a discard out of turn in any round; one value says it, ``may_i_limit`` of 0."""
        return not any(self.may_i_limit)

    def may_i_most(self, round_no: int, before: int = 0, saved: int = 0) -> Limit:
        """How often one player may take the discard out of turn in a round, after so often in the rounds before.

        ``saved`` are those of other rounds that come on top of it.
        """
        of_round, of_game = self.may_i_limit[round_no - 1], self.may_i_in_game
        if isinstance(of_round, int) and of_round:
            of_round = max(of_round + saved, 0)
        if not isinstance(of_game, int):
            return of_round
        return min(max(of_game - before, 0), of_round if isinstance(of_round, int) else of_game)

    def may_i_of_rounds(self, rounds: Iterable[int]) -> int:
        """How many these rounds of the rulebook bring that can be left over: a round without a limit brings none."""
        return sum(limit for number in rounds if isinstance(limit := self.may_i_limit[number - 1], int))

    def may_i_cards(self, round_no: int, used: int = 0) -> int:
        """The extra cards that come with a discard taken out of turn in a round, after so many taken in it."""
        return self.may_i_penalty[round_no - 1] + used * self.may_i_penalty_grows

    def may_i_hand(self, round_no: int, times: int) -> int:
        """The cards that so many discards taken out of turn in a round bring in all."""
        return sum(1 + self.may_i_cards(round_no, used) for used in range(times))

    def off_for_going_out(self, round_no: int, one_turn: bool) -> int:
        """The reward in a round of whoever goes out, and goes down in that same turn or not."""
        counts = one_turn or self.go_out_bonus_for == "going out"
        return self.go_out_bonus[round_no - 1] if counts else 0

    def rewards_one_turn(self, round_no: int) -> bool:
        """Whether whoever goes down and out in one turn has another reward in a round than who was down earlier."""
        return self.off_for_going_out(round_no, one_turn=True) != self.off_for_going_out(round_no, one_turn=False)

    def asks_one_turn(self, round_no: int) -> bool:
        """Whether it changes the points of a round that somebody goes down and out in one turn."""
        return self.one_turn_doubles or self.rewards_one_turn(round_no)

    def times_left(self, one_turn: bool) -> int:
        """How often the cards left of a round count, whose winner went down in that same turn or not."""
        return 2 if one_turn and self.one_turn_doubles else 1

    @property
    def open_clauses(self) -> tuple[Clause, ...]:
        """The clauses that the sources leave open, as far as they can come up in a game."""
        idle: tuple[str, ...] = () if self.has_jokers or self.wild_sometimes > {"JK"} else WILD_TOPICS
        idle += MAY_I_TOPICS if self.nobody_buys else ()
        idle += (*self.moot,)
        return tuple(clause for clause in self.clauses.values() if clause.silence and clause.topic not in idle)

    @cached_property
    def moot(self) -> frozenset[str]:
        """The topics of clauses that say only what would hold if the rulebook had something that it has not.

        What a table has decided is none of them.
        """
        topics: tuple[str, ...] = () if self.swap != "no" else SWAP_TOPICS
        topics += () if self.own_contracts else OWN_CONTRACT_TOPICS
        topics += () if self.until else PLAY_UNTIL_TOPICS
        topics += () if counts_points(self.contracts) else ("meld-worth",)
        topics += () if self.screw_over else ("screw-joker", *SCREW_TOPICS, *LATER_SCREW_TOPICS)
        topics += () if self.shanghai_call else (*SHANGHAI_TOPICS, *LATER_SHANGHAI_TOPICS)
        topics += () if self.may_i_order == "first to ask" else ("may-i-same-moment",)
        topics += tuple([topic for topic in MAY_I_TOPICS if topic not in OF_OWN_TURN]) if self.nobody_buys else ()
        return frozenset(
            topic for topic in topics if topic in self.clauses and self.clauses[topic].basis != "house rule"
        )

    @cached_property
    def printed(self) -> tuple[Clause, ...]:
        """The clauses that hold here, in reading order."""
        return tuple(clause for topic, clause in self.clauses.items() if topic not in self.moot)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """By topic, the number under which a clause is printed; what is moot comes after all others."""
        topics = [clause.topic for clause in self.printed]
        return {topic: number for number, topic in enumerate([*topics, *sorted(self.moot)], 1)}

    @cached_property
    def up_to_the_table(self) -> frozenset[str]:
        """The topics on which the table has the last word: no source says, one is read, or the table has decided."""
        return frozenset(
            topic for topic, clause in self.clauses.items() if clause.basis in ("house default", "house rule")
        )

    def open_among(self, topics: Iterable[str]) -> list[str]:
        """Those of these topics on which the table has the last word."""
        open_topics = self.up_to_the_table
        return [topic for topic in topics if topic in open_topics]

    @cached_property
    def prices(self) -> Mapping[str, int]:
        """What each card left in hand costs, by rank, with the price of every wild card where there is one.

        A joker that costs more keeps its own.

        A single card such as ``QS`` stands among them where it costs something else than its rank.
        """
        every = self.points.get(EVERY_WILD)
        prices = {
            rank: points if every is None or rank not in self.wild_ranks else every
            for rank, points in self.points.items()
            if rank != EVERY_WILD and rank not in RANK_OF_CARD
        }
        prices[JOKER_NAME] = max(prices[JOKER_NAME], self.points[JOKER_NAME])
        wild = {} if every is None else dict.fromkeys(sorted(self.wild_cards), every)
        cards = wild | {card: points for card, points in self.points.items() if card in RANK_OF_CARD}
        return prices | {card: points for card, points in cards.items() if points != prices[RANK_OF_CARD[card]]}

    def priced_as(self, card: int) -> str:
        """The name under which a card has its price: ``"QS"`` where it has one of its own, else ``"Q"``."""
        name = format_card(card)
        return name if name in self.prices else rank_name(card)

    def values(self) -> dict[str, Any]:
        """Every rule value by name, as it stands in the rulebook."""
        return {name: getattr(self, name) for name in VALUE_NAMES}

    def in_json(self, name: str) -> Any:
        """A rule value as JSON and TOML write it."""
        return KINDS[name].in_json(getattr(self, name))

    def clause(self, topic: str) -> Clause:
        return self.clauses[topic]

    def clause_of(self, value_name: str) -> Clause:
        """The clause that decides a rule value."""
        return self.clauses[VALUE_TOPICS[value_name]]

    @cached_property
    def digest(self) -> str:
        """A SHA-256 over everything the rulebook says: same digest, same rules, same words."""
        return digest_of(to_data(self))


def is_on(value: object) -> bool:
    """Whether a rule value switches on what it brings with it."""
    return value not in (False, "none", NO_LIMIT)


VALUES = {f.name: f.metadata for f in dataclasses.fields(Rulebook) if "topic" in f.metadata}
VALUE_NAMES = tuple(VALUES)
KINDS: Mapping[str, Kind] = {name: meta["kind"] for name, meta in VALUES.items()}
BEFORE = {name: meta["before"] for name, meta in VALUES.items() if meta["before"] is not None}
"""What values mean in rulebooks that were frozen before there were such values."""
VALUE_TOPICS = {name: meta["topic"] for name, meta in VALUES.items()}


def to_data(book: Rulebook) -> dict[str, Any]:
    """Everything a rulebook says as JSON data; ``from_data`` brings it back unchanged."""
    return {
        "id": book.id,
        "name": book.name,
        "special": book.special,
        "also_called": list(book.also_called),
        "builds_on": book.builds_on,
        **({"shelf": book.shelf} if book.shelf else {}),  # the others are written as they were before there was one
        "may_i_word": book.may_i_word,
        "sources": [dataclasses.asdict(s) for s in book.sources],
        "options": list(book.options),
        "notes": list(book.notes),
        "values": {name: book.in_json(name) for name in VALUE_NAMES},
        "clauses": [dataclasses.asdict(c) for c in book.clauses.values()],
        **({"sheet": book.sheet.data} if book.sheet else {}),
    }


def digest_of(data: Mapping[str, Any]) -> str:
    """A SHA-256 over a rulebook as ``to_data`` writes it."""
    import hashlib  # loaded when a game opens: a question that is only judged needs neither
    import json

    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
