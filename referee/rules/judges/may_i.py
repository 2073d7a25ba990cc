"""The discard out of turn: who gets it by a May I, a buy or a grab, and what comes with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import (
    Finding,
    Left,
    Need,
    Phrase,
    Player,
    Reason,
    Ruling,
    citations,
    depends,
    in_all,
    phrase,
)

NEED_ROUND = Need("round", phrase("which round"))
NEED_ACTIVE = Need("active", phrase("whose turn"))
NEED_TAKES = Need("active_takes", phrase("does active take"))
NEED_CLAIMS = Need("claims", phrase("who asked"))
NEED_LAST = Need("last_taker", phrase("who took before"))
NEED_USED = Need("used", phrase("how often taken"))
NEED_SAVED = Need("saved", phrase("how many saved"))
NEED_DOWN = Need("are_down", phrase("who is down"))
NEED_ACTIVE_DOWN = Need("are_down", phrase("is active down"))
NEED_DISCARDS = Need("discards", phrase("how many discards"))

NOT_WHILE_DOWN = Finding(Reason.ALREADY_DOWN, "draw-down", phrase("down draws from the stock"))
"""Why a player who is down may not take the discard on their own turn, where the table has it so."""
Refusals = dict[int, Finding]
LIMITS = ("may-i-limit", "may-i-game")
"""The clauses on how often somebody may take a discard."""
Asked = Literal["before the draw", "after the draw", "after a meld", "after the discard"]
"""When the others asked, by what the active player had done by then; ``meld``: had laid any card on the table."""
Passed = Literal["no", "nobody asked", "asked"]
"""Whether the active player had passed the discard, and somebody had asked by then, before they took it."""
_ENDS = {
    "draw": ("after the draw", phrase("after the draw"), phrase("ask before the draw")),
    "meld": ("after a meld", phrase("after a card"), phrase("ask before a card")),
    "discard": ("after the discard", phrase("under another"), phrase("ask before the discard")),
}
"""By when asking ends: from when on it is too late, why, and what would not have been."""

_TAKEN_AFTER_ALL = {"final": (), "until asked": ("nobody asked",), "until taken": ("nobody asked", "asked")}
"""By what a table allows, what may have happened since the active player passed the discard and takes it after all."""


class Claims(NamedTuple):
    """What happened around a discard; None in a field that nobody has said.

    Seats count from 1, in the order of play. ``claims`` are the seats in the order in which they asked.
    ``last_taker`` took the discard before this one in the same interruption: a seat, or 0 for
    nobody. ``used`` counts what each seat has taken in this round, the last taker's included. ``away``
    are the seats that have left the round: the discard is from whoever sat before them.
    """

    seats: int
    active: int | None = None
    active_takes: bool | None = None
    claims: Sequence[int] | None = None
    last_taker: int | None = None
    used: Mapping[int, int] | None = None
    away: Collection[int] = ()
    used_before: Mapping[int, int] | None = None
    """How often each seat has taken one in the rounds before; None: never."""
    saved: Mapping[int, int] | None = None
    """How many each seat has left over from other rounds, where they carry over."""
    are_down: Collection[int] | None = None
    """Those who have melded their contract."""
    asked_when: Asked = "before the draw"
    same_moment: Collection[int] = ()
    """Those of ``claims`` who asked at the same moment: they have the place of the first of them."""
    passed: Passed = "no"

    def in_game(self, seat: int) -> int:
        """How often a seat has taken a discard out of turn in the whole game."""
        return (self.used or {}).get(seat, 0) + (self.used_before or {}).get(seat, 0)

    def at_limit(self, book: Rulebook, seat: int, round_no: int) -> bool:
        """Whether a seat has taken as many in this round as it may, those that it has saved included."""
        limit, saved = book.may_i_limit[round_no - 1], (self.saved or {}).get(seat, 0) if book.may_i_saved else 0
        return isinstance(limit, int) and (self.used or {}).get(seat, 0) >= limit + saved

    def discarder(self, active: int) -> int | None:
        """Who discarded before the turn of ``active``."""
        before = ((active - 1 - steps) % self.seats + 1 for steps in range(1, self.seats))
        return next((seat for seat in before if seat not in self.away), None)

    def place(self, active: int, seat: int) -> int:
        """How many turns after that of ``active`` a seat has its own."""
        return (seat - active) % self.seats


def judge_may_i(book: Rulebook, facts: Claims, round_no: int | None = None) -> Ruling:
    """Whether somebody gets the discard out of turn, and who.

    ``adds``: ``winner`` (a seat or None), ``penalty`` (cards from the stock that come with it), ``price``
    (pennies into the kitty) and ``refused`` (seat as text to the reason, a phrase).
    """
    needs = [need for need, given in ((NEED_ACTIVE, facts.active), (NEED_CLAIMS, facts.claims)) if given is None]
    if facts.active_takes and facts.passed not in ("no", *_TAKEN_AFTER_ALL[book.may_i_changed_mind]):
        says = phrase("pass is final" if book.may_i_changed_mind == "final" else "passed and asked for")
        return _left_to_others(book, facts, round_no, Finding(Reason.PASSED, "may-i-changed-mind", says))
    if facts.active_takes and not book.draw_down:
        if facts.are_down is None:
            return unknown(book, [*needs, NEED_ACTIVE_DOWN], "draw-down", "draw")
        if facts.are_down and facts.active is None:
            return unknown(book, needs, "draw-down", "draw")
        if facts.active in facts.are_down:
            return _left_to_others(book, facts, round_no, NOT_WHILE_DOWN)
    if facts.active_takes:
        ruling = _taken_on_turn(book, facts)
        topics = ["may-i-changed-mind"] if facts.passed != "no" else []
        return ruling._replace(because=citations(book, *topics, *ruling.topics))
    rounds = [round_no] if round_no is not None else range(1, book.rounds + 1)
    stops = [stop for number in rounds if (stop := _whoever_asks(book, facts, number))]
    if len(stops) == len(rounds):
        # in another round it may be another clause: what another table decides otherwise comes first
        late = next((stop for stop in stops if "may-i-late" in stop.topics), stops[0])
        cited = [citation for stop in (late, *stops) for citation in stop.because]
        return late._replace(because=tuple(dict.fromkeys(cited)))
    if facts.active is None and facts.claims is not None and facts.active_takes is not None:
        whoever = [judge_may_i(book, facts._replace(active=seat), round_no) for seat in range(1, facts.seats + 1)]
        if all(_without_clauses(ruling) == _without_clauses(whoever[0]) for ruling in whoever):
            return whoever[0]._replace(
                because=tuple(dict.fromkeys(citation for each in whoever for citation in each.because))
            )
    if facts.active is None or facts.claims is None:
        needs += [NEED_TAKES] if facts.active_takes is None else []
        needs += [NEED_LAST] if facts.last_taker is None and not book.may_i_chain else []
        needs += [NEED_ROUND] if stops else []
        let = ["may-i-late"] if facts.asked_when != "before the draw" else []
        let += ["may-i-chain"] if facts.last_taker else []
        return unknown(book, needs, *book.open_among(let), "may-i")
    if round_no is not None:
        return _judge(book, facts, facts.active, list(dict.fromkeys(facts.claims)), round_no)
    each = [_judge(book, facts, facts.active, list(dict.fromkeys(facts.claims)), number) for number in rounds]
    if all(ruling[:4] == each[0][:4] for ruling in each):
        return each[0]
    if not any(ruling.legal is not False for ruling in each):
        least = min(each, key=lambda ruling: len(ruling.findings))
        # in another round it may be another clause by which nobody gets it
        return least._replace(
            because=tuple(dict.fromkeys(citation for ruling in (least, *each) for citation in ruling.because))
        )
    needs = [NEED_ROUND, *dict.fromkeys(need for ruling in each for need in ruling.needs)]
    shared = in_all(book, (ruling for ruling in each if ruling.legal is not False))
    if facts.are_down is None:  # where only those may ask who are not down, it would be asked all the same
        shared = [topic for topic in shared if topic != "may-i-down"]
    return unknown(book, needs, *shared, "may-i-limit")


def _without_clauses(ruling: Ruling) -> tuple[object, ...]:
    return (ruling.legal, ruling.says, ruling.adds, ruling.findings, ruling.needs)


def paid(
    book: Rulebook,
    ruling: Ruling,
    stock: int | None,
    discards: int | None,
    round_no: int | None = None,
    claims: Collection[int] = (),
) -> Ruling:
    """The same ruling where the cards left can give the penalty; ``discards`` lie under the top one.

    A stock of which nothing is said is long enough, and the discards count only where it is too short.
    """
    if stock is None:
        return ruling
    least = book.may_i_penalty[round_no - 1] if round_no is not None else min(book.may_i_penalty)
    if ruling.legal is False and stock + (discards or 0) < least:
        return ruling._replace(hint=lambda _left: ())  # whatever would help is of no use then
    if ruling.legal is None:
        if stock + (discards or 0) >= least:
            return ruling
        # whatever else is still to be told, nobody gets it where the discards do not help
        asks = ruling._replace(needs=(*ruling.needs, NEED_DISCARDS))
        return asks if discards is None else _stock_short(book, least, stock + discards, claims)
    penalty = ruling.adds["penalty"]
    if not ruling.legal or penalty <= stock:
        return ruling
    if discards is None:
        return unknown(book, [NEED_DISCARDS], "may-i-stock")
    if stock + discards >= penalty:
        says = phrase("gets it", **{**ruling.says.about, "shuffled": True}) if ruling.says else None
        return ruling._replace(says=says, because=citations(book, "may-i-stock", *ruling.topics))
    refused = {int(seat): why for seat, why in ruling.adds["refused"].items()}
    return _stock_short(book, penalty, stock + discards, [ruling.adds["winner"]], refused)


def _stock_short(
    book: Rulebook, penalty: int, left: int, seats: Collection[int], refused: Mapping[int, Phrase] | None = None
) -> Ruling:
    says = phrase("stock too short", penalty=penalty, left=left)
    finding = Finding(Reason.STOCK_SHORT, "may-i-stock", says)
    return nobody_gets_it(book, [finding], {**dict.fromkeys(seats, says), **(refused or {})})


def _taken_on_turn(book: Rulebook, facts: Claims) -> Ruling:
    finding = Finding(Reason.TAKEN_ON_TURN, "draw", phrase("taken on turn"))
    claims = facts.claims or ()
    refused = {seat: finding.says for seat in claims if seat != facts.active}
    if facts.active is not None and facts.active in claims:
        refused[facts.active] = phrase("ordinary draw")
    ruling = nobody_gets_it(book, [finding], refused)
    # another table might not let it be taken by a player who is down: where nobody told, it would have to ask
    let, topics = book.open_among(["draw-down"]), [*ruling.topics]
    if facts.are_down is None:
        topics += let
    elif facts.are_down and facts.active in (None, *facts.are_down):
        topics = [*let, *topics]
    return ruling._replace(because=citations(book, *topics))


def _left_to_others(book: Rulebook, facts: Claims, round_no: int | None, finding: Finding) -> Ruling:
    """The active player may not take the discard: who gets it of the others."""
    active = facts.active
    claims = None if facts.claims is None else [seat for seat in facts.claims if seat != active]
    ruling = judge_may_i(book, facts._replace(active_takes=False, passed="no", claims=claims), round_no)
    refused = {**ruling.adds["refused"], **({} if active is None else {str(active): finding.says})}
    findings = (finding, *ruling.findings) if ruling.legal is False else ()
    because = citations(book, finding.topic, *ruling.topics)
    return ruling._replace(because=because, adds={**ruling.adds, "refused": refused}, findings=findings)


def nobody_gets_it(book: Rulebook, findings: Sequence[Finding], refused: Mapping[int, Phrase]) -> Ruling:
    reasons = {str(seat): why for seat, why in refused.items()}
    adds = {"winner": None, "penalty": 0, "price": 0, "points": 0, "refused": reasons}
    return Ruling(False, None, citations(book, *_topics(findings)), adds, tuple(findings))


def _topics(findings: Iterable[Finding]) -> list[str]:
    """The clauses of refusals; a jump of the player on turn is only a bluff where a rulebook tells of bluffs."""
    topics = [finding.topic for finding in findings]
    if "may-i-active" in topics:
        topics.insert(topics.index("may-i-active"), "may-i-bluff")
    return topics


def unknown(book: Rulebook, needs: Sequence[Need], *topics: str) -> Ruling:
    nothing: dict[str, object] = {"winner": None, "penalty": None, "price": None, "points": None, "refused": {}}
    return depends(book, needs, nothing, *topics)


def _whoever_asks(book: Rulebook, facts: Claims, round_no: int) -> Ruling | None:
    """The "no" that needs no more facts, because nobody would get the discard."""
    claims = facts.claims or ()
    if book.may_i_limit[round_no - 1] == 0:
        says = phrase("none in this round", word=book.may_i_word, round=round_no)
        return nobody_gets_it(book, [Finding(Reason.LIMIT, "may-i-limit", says)], dict.fromkeys(claims, says))
    if facts.claims is not None and not claims:
        return nobody_gets_it(book, [Finding(Reason.NOBODY_ASKED, "may-i", phrase("nobody asked"))], {})
    if late := _too_late(book, facts.asked_when):

        def hint(_left: Left) -> tuple[Phrase, ...]:
            in_time = judge_may_i(book, facts._replace(asked_when="before the draw"), round_no)
            return (_ENDS[book.may_i_until][2],) if in_time.legal is not False else ()

        return nobody_gets_it(book, [late], dict.fromkeys(claims, late.says))._replace(hint=hint)
    if facts.last_taker and not book.may_i_chain:
        says = phrase("one claim only")
        return nobody_gets_it(book, [Finding(Reason.ONE_CLAIM_ONLY, "may-i-chain", says)], dict.fromkeys(claims, says))
    return None


def _too_late(book: Rulebook, asked_when: Asked) -> Finding | None:
    """Why it was too late to ask. Under another discard it is so under every rule."""
    if asked_when == "after the discard":
        return Finding(Reason.TOO_LATE, "may-i", phrase("under another"))
    from_then, why, _sooner = _ENDS[book.may_i_until]
    when = get_args(Asked).index
    return Finding(Reason.TOO_LATE, "may-i-late", why) if when(asked_when) >= when(from_then) else None


def _judge(book: Rulebook, facts: Claims, active: int, claims: Sequence[int], round_no: int) -> Ruling:
    if stop := _whoever_asks(book, facts, round_no):
        return stop
    refused, needs = _refusals(book, facts, active, claims, round_no)
    hopeful = [seat for seat in claims if seat not in refused]
    if not hopeful:
        return nobody_gets_it(book, list(refused.values()), {seat: finding.says for seat, finding in refused.items()})
    is_down = facts.active_takes is None and active in (facts.are_down or ())
    of_takes = book.open_among(["draw-down"]) if is_down else []
    if facts.active_takes is None and (book.draw_down or not is_down):
        needs.append(NEED_TAKES)
    if needs:
        topics = _let_by_the_table(book, facts, active, hopeful)
        topics = [*of_takes, *topics] if needs == [NEED_TAKES] else topics
        if facts.used is None:  # with a limit it would have to be asked all the same
            before = ["may-i-game"] if all(map(facts.in_game, hopeful)) else []
            topics = [topic for topic in topics if topic not in LIMITS or topic in before]
        topics.append("may-i")
        topics += ["successive"] if NEED_LAST in needs and not book.may_i_twice_running else []
        return unknown(book, needs, *topics)
    order = hopeful if book.may_i_order == "first to ask" else sorted(hopeful, key=lambda s: facts.place(active, s))
    if book.may_i_active and active in order:
        # the player on turn comes before all others, whoever was quicker
        order = [active, *(seat for seat in order if seat != active)]
    level = _level(book, facts, active, order)
    if level and book.may_i_same_moment == "nobody":
        says = phrase("all at once")
        finding = Finding(Reason.SAME_MOMENT, "may-i-same-moment", says)
        whys = {**{seat: its.says for seat, its in refused.items()}, **dict.fromkeys(order, says)}
        ruling = nobody_gets_it(book, [finding, *refused.values()], whys)
        # another table might have refused one of them, so that the other was first alone
        let = [topic for seat in level for topic in _let_by_the_table(book, facts, active, [seat])]
        let += book.open_among(["may-i-down"]) if facts.are_down is None else []
        return ruling._replace(because=citations(book, *ruling.topics, *let))
    order = [*level, *(seat for seat in order if seat not in level)]
    winner = order[0]
    for seat in order[1:]:
        if book.may_i_order == "first to ask" and winner != active and seat not in level:
            refused[seat] = Finding(Reason.ASKED_LATER, "may-i", phrase("asked later", first=Player(winner)))
        else:
            says = phrase("later in turn", first=Player(winner), seat=Player(seat))
            topic = "may-i-same-moment" if seat in level else "may-i"
            refused[seat] = Finding(Reason.LATER_IN_TURN, topic, says)
    ruling = _yes(book, facts, active, order, refused, claims, round_no)
    ruling = ruling._replace(because=citations(book, *of_takes, *ruling.topics))
    if not level:
        return ruling
    return ruling._replace(because=citations(book, "may-i-same-moment", *ruling.topics))


def _level(book: Rulebook, facts: Claims, active: int, order: Sequence[int]) -> list[int]:
    """The seats that were first at the same moment, in turn order; empty where one of them was first, or speed does
    not count."""
    if book.may_i_order != "first to ask" or order[0] == active or order[0] not in facts.same_moment:
        return []
    level = sorted([seat for seat in order if seat in facts.same_moment], key=lambda seat: facts.place(active, seat))
    return level if len(level) > 1 else []


def _refusals(
    book: Rulebook, facts: Claims, active: int, claims: Sequence[int], round_no: int
) -> tuple[Refusals, list[Need]]:
    """Which claims fail by themselves, whoever else asks, and what must be known about the others."""
    limit = book.may_i_limit[round_no - 1]
    refused: Refusals = {}
    needs: list[Need] = []
    unsaid: list[int] = []
    for seat in claims:
        if seat == active and not book.may_i_active:
            says = phrase("own turn", seat=Player(seat))
            refused[seat] = Finding(Reason.OWN_TURN, "may-i-active", says)
        elif not book.may_i_down and seat in (facts.are_down or ()):
            refused[seat] = Finding(Reason.ALREADY_DOWN, "may-i-down", phrase("is down", seat=Player(seat)))
        elif facts.at_limit(book, seat, round_no) and book.may_i_saved and facts.saved is None:
            unsaid.append(seat)
        elif facts.at_limit(book, seat, round_no):
            saved = (facts.saved or {}).get(seat, 0) if book.may_i_saved else 0
            says = phrase("limit", seat=Player(seat), limit=limit)
            if saved > 0:
                says = phrase("limit and saved", seat=Player(seat), limit=limit, saved=saved)
            refused[seat] = Finding(Reason.LIMIT, "may-i-limit", says)
        elif isinstance(book.may_i_in_game, int) and facts.in_game(seat) >= book.may_i_in_game:
            says = phrase("game limit", seat=Player(seat), limit=book.may_i_in_game)
            refused[seat] = Finding(Reason.LIMIT, "may-i-game", says)
        elif facts.last_taker == seat and not book.may_i_twice_running:
            says = phrase("two running", seat=Player(seat))
            refused[seat] = Finding(Reason.SUCCESSIVE, "successive", says)
        elif not book.may_i_own and facts.last_taker == 0 and seat == facts.discarder(active):
            says = phrase("own discard", seat=Player(seat))
            refused[seat] = Finding(Reason.SUCCESSIVE, "may-i-own", says)
    if len(refused) < len(claims):
        needs += [] if book.may_i_down or facts.are_down is not None else [NEED_DOWN]
        counts = (limit, book.may_i_in_game) != (NO_LIMIT, NO_LIMIT) or book.may_i_penalty_grows > 0
        if counts and facts.used is None:
            needs.append(NEED_USED)
        needs += [NEED_SAVED] if unsaid else []
        if facts.last_taker is None and not (book.may_i_twice_running and book.may_i_chain and book.may_i_own):
            needs.append(NEED_LAST)
    return refused, needs


def _let_by_the_table(book: Rulebook, facts: Claims, active: int, seats: Sequence[int]) -> list[str]:
    """The clauses up to the table by which these seats are not refused, as another table might refuse all of them."""
    topics = ["may-i-late"] if facts.asked_when != "before the draw" else []
    topics += ["may-i-down"] if facts.are_down and all(seat in facts.are_down for seat in seats) else []
    topics += ["may-i-chain"] if facts.last_taker else []
    if facts.last_taker == 0 and all(seat == facts.discarder(active) for seat in seats):
        topics.append("may-i-own")
    if facts.used is None or all(facts.used.get(seat, 0) for seat in seats):
        topics.append("may-i-limit")
    if facts.used is None or all(map(facts.in_game, seats)):
        topics.append("may-i-game")
    return book.open_among(topics)


def _yes(
    book: Rulebook,
    facts: Claims,
    active: int,
    hopeful: Sequence[int],
    refused: Refusals,
    claims: Sequence[int],
    round_no: int,
) -> Ruling:
    """The first of those who are not refused gets the card."""
    winner = hopeful[0]
    used = (facts.used or {}).get(winner, 0)
    penalty = book.may_i_cards(round_no, used)
    let = [
        *_let_by_the_table(book, facts, active, hopeful),
        *_let_by_the_table(book, facts, active, [winner]),
    ]
    # how often somebody may take one is said after who gets this one
    limits = [topic for topic in let if topic in LIMITS] + (["may-i-limit"] if used else [])
    topics = [topic for topic in let if topic not in LIMITS]
    if book.may_i_order == "first to ask" and active in refused and claims.index(active) < claims.index(winner):
        topics.append("may-i-bluff")
    if winner == active:
        topics.append("may-i-active")
    else:
        topics += ["successive"] if facts.last_taker == winner else []
        topics += ["may-i-chain"] if facts.last_taker and len(claims) == 1 else []
    topics.append("may-i")
    topics += _topics(refused.values())
    topics += ["may-i-chain"] if facts.last_taker else []
    topics.append("may-i-penalty")
    topics += ["price"] if book.may_i_price or book.may_i_points else []
    topics += limits
    topics += ["may-i-limit"] if book.may_i_limit[round_no - 1] != NO_LIMIT else []
    topics += ["may-i-game"] if book.may_i_in_game != NO_LIMIT else []
    # nobody told who is down: another table would have to ask
    topics += book.open_among(["may-i-down"]) if facts.are_down is None else []
    adds = {
        "winner": winner,
        "penalty": penalty,
        "price": book.may_i_price,
        "points": book.may_i_points,
        "refused": {str(seat): finding.says for seat, finding in refused.items()},
    }
    costs = {"pennies": book.may_i_price, "points": book.may_i_points}
    says = phrase("gets it", winner=Player(winner), cards=penalty, **costs, shuffled=False)
    return Ruling(True, says, citations(book, *topics), adds)
