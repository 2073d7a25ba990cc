"""Questions asked inside a game: what its log knows is not asked, and the answer is that of the recording.

A request is one of the ruling interface with two fields more: ``asker``, the place of whoever asks, and ``same``,
whether a discard is another one of the same interruption (for ``last_taker``, which the log knows). What a request
says of something counts where the log does not know it. A play that is recorded makes such a request too
(``plays.request_of``): what is asked and what is recorded get their answer here, of the same facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.game.play import LaidMeld, Standing
from referee.game.rulings import melds
from referee.game.rulings.best_turn import ask_best_turn
from referee.game.rulings.may_i import Claimed, Discard, ask_may_i, check_there
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.rules.cards import format_card
from referee.rules.deciding import answer_of, is_up_to_the_table, weighed
from referee.rules.judges.from_facts import told_beside
from referee.rules.judges.may_i import NEED_CLAIMS, NEED_TAKES, paid, unknown
from referee.rules.questions import QUESTIONS
from referee.rules.questions.kinds import CARD_LIST, SEAT
from referee.rules.referee import COMMON, judged, parse, question_of
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Need, Phrase, Player, Reason, RequestError, Ruling, depends, phrase, refusal
from referee.rules.suitless import has_suitless

ASKER, SAME = "asker", "same"
GAME_ONLY = frozenset({ASKER, SAME})
NEED_ASKER = Need(ASKER, phrase("who asks"))
Request = Mapping[str, Any]

ASKED_BY = frozenset({"contract", "go_down", "lay_off", "swap", "discard", "turn", "best_turn", "score"})
"""The questions whose answer can hang on who asks."""
ASKED_BY_ITS_OWN = frozenset({"meld"})
"""Those besides whose answer hangs on the contract of who asks, where each player has one of their own."""
DOES = frozenset({ASKER, "by", "active", "claims", "same_moment"})
"""The fields that name who does something in the round: nobody who has left it."""
KNOWN = {
    "contract": frozenset({"last_turn"}),
    "go_down": frozenset({"last_turn"}),
    "may_i": frozenset({SAME, "are_down"}),
    "screw": frozenset({"down", "owner_melds", "owes", "stolen_from_by"}),
    "lay_off": frozenset({"owner", "down", "owes"}),
    "swap": frozenset({"owner", "down"}),
    "discard": frozenset({"down", "table"}),
    "turn": frozenset({"down", "table", "owes", "last_turn"}),
    "best_turn": frozenset({"down", "table", "own", "owes", "last_turn"}),
    "shanghai": frozenset({"table"}),
}
"""By question, what the log mostly knows: asked only where it does not."""
NOT_ASKED = {"may_i": frozenset({"last_taker", "used", "used_before", "saved"}), "screw": frozenset({"used"})}
"""What is never asked inside a game: the log answers it."""


def ruled(state: GameState, request: Request) -> Ruling:
    """The ruling on a question asked in the running round; raises RequestError."""
    question, _ = question_of(without(request))
    if question == "places":
        return _places(state, request)
    running = state.running
    if running is None or not _is_of(running, question, request):
        return judged(state.book, without(request))
    seats = running.seats
    plain = {**without(request), "round": running.plays, "players": state.players_of_pack(running)}
    plain.pop("seats", None)  # another name for the players
    parse(state.book, plain, question, len(seats))
    fields = {**plain, SAME: request.get(SAME)}
    if not is_asked_by(state.book, question):
        _refuse_who_left(state, running, question, fields)
        by = plain.get("by") if question == "screw" else None
        return answer(state, running, fields, None if by is None else seats[by - 1])
    if request.get(ASKER) is not None:
        asker = seats[SEAT.read(ASKER, request[ASKER], len(seats)) - 1]
        _refuse_who_left(state, running, question, request)
        return answer(state, running, fields, asker)
    could = [seat for seat in can_do(running, question) or seats if _has(running, seat, request)]
    rulings = [answer(state, running, fields, seat) for seat in could]
    return melds.agreed(rulings, lambda: depends(state.book, [NEED_ASKER], rulings[0].adds, *rulings[0].topics))


def answer(state: GameState, running: RunningRound, request: Request, seat: int | None) -> Ruling:
    """The ruling on a request with what the log knows, for the seat that asks or does it; raises RequestError."""
    rule: Callable[..., Ruling] = _QUESTIONS.get(request["question"], _as_told)
    if seat in running.own:
        running = running.of(seat)
        request = {**request, "round": running.plays}
    ruling = rule(state, running, request, seat)
    if running.own or running.plays == running.number:
        return ruling
    return _numbered(ruling, running.plays, running.number)


def _numbered(ruling: Ruling, plays: int, number: int) -> Ruling:
    """A ruling in a round that is played again, which says its number in the game and not that in the rulebook."""

    def numbered(value: Any) -> Any:
        if isinstance(value, Phrase):
            about = value.about.items()
            within = {name: number if name == "round" and it == plays else numbered(it) for name, it in about}
            return Phrase(value.name, within)
        return tuple(map(numbered, value)) if type(value) is tuple else value

    return ruling._replace(
        says=numbered(ruling.says),
        findings=tuple([finding._replace(says=numbered(finding.says)) for finding in ruling.findings]),
        needs=tuple([need._replace(asks=numbered(need.asks)) for need in ruling.needs]),
        hint=lambda left: numbered(tuple(ruling.hint(left))),
    )


def is_asked_by(book: Rulebook, question: str) -> bool:
    """Whether the answer to a question can hang on who asks."""
    return question in ASKED_BY or (book.own_contracts and question in ASKED_BY_ITS_OWN)


_BY_CONTRACT = ASKED_BY | ASKED_BY_ITS_OWN | {"screw"}
"""The questions whose answer can hang on the contract that a player has of their own."""


def _is_of(running: RunningRound, question: str, request: Request) -> bool:
    """Whether a question is about the running round: no other one is named, nor another contract than the asker has."""
    number = request.get("round")
    if number is None or not running.own:
        return number in (None, running.plays)
    if question not in _BY_CONTRACT:
        return True
    place = request.get("by" if question == "screw" else ASKER)
    if place is None and question != "screw":
        return any(_has(running, seat, request) for seat in can_do(running, question))
    if not isinstance(place, int) or not 1 <= place <= len(running.seats):
        return False
    return _has(running, running.seats[place - 1], request)


def _has(running: RunningRound, seat: int, request: Request) -> bool:
    """Whether the contract that a request names, if any, is the one that the seat has of its own."""
    return not running.own or request.get("round") in (None, running.of(seat).plays)


def explained(state: GameState, request: Request) -> Ruling:
    """The same, the clauses in the order in which people are shown them: what decides first; raises RequestError."""
    return weighed_inside(state, request, ruled(state, request))


def weighed_inside(state: GameState, request: Request, ruling: Ruling) -> Ruling:
    """A ruling of this game with what decides first among its clauses, as far as a request can say what it rests on."""
    question = request["question"]
    if question not in QUESTIONS or not is_up_to_the_table(question, state.book, ruling):
        return ruling
    fields = {*COMMON, *(field.name for field in QUESTIONS[question].fields)}
    plain = {name: value for name, value in filled(state, request).items() if name in fields}
    try:
        if has_suitless(parse(state.book, plain, question), QUESTIONS[question].fields):
            return ruling
        without_log = judged(state.book, plain)
    except RequestError:  # the table has outgrown the rulebook
        return ruling
    if answer_of(question, without_log) != answer_of(question, ruling):
        return ruling  # the log knows what no request can say
    return weighed(question, state.book, ruling, lambda book: judged(book, plain))


def can_do(running: RunningRound, question: str) -> tuple[int, ...]:
    """Who can be meant by the fields of ``DOES``: what somebody holds who left in mid-round counts all the same."""
    return running.seats if question == "score" else running.there


def _refuse_who_left(state: GameState, running: RunningRound, question: str, request: Request) -> None:
    if question == "score":  # what they hold counts all the same
        return
    for field in sorted(DOES & request.keys()):
        places = request[field] if field in ("claims", "same_moment") else [request[field]]
        check_there(
            state, field, [running.seats[place - 1] for place in places or () if isinstance(place, int)], running
        )


def without(request: Request) -> dict[str, Any]:
    """A request as other rulebooks take it: without what only a game understands."""
    return {name: value for name, value in request.items() if name not in GAME_ONLY}


def scores(state: GameState, seats: Sequence[int]) -> dict[str, list[int]]:
    """What the book knows of who is where at the end, by seat, as a request says it; nothing before a round is closed.

    Whoever sat out the last round has no points of it.
    """
    if not state.rounds:
        return {}
    last = state.rounds[-1].cells
    met = {"met": [state.met(seat) for seat in seats]} if state.book.own_contracts else {}
    return met | {
        "totals": [state.totals[seat] for seat in seats],
        "won": [state.rounds_won(seat) for seat in seats],
        "last": [last[seat].score if seat in last else 0 for seat in seats],
    }


def _places(state: GameState, request: Request) -> Ruling:
    """Who is where: by the book, but for what the request says otherwise; when the last round is closed as well."""
    plain = {name: value for name, value in filled(state, request).items() if name not in ("players", "seats")}
    facts = parse(state.book, plain, "places", len(_seats(state)))
    return QUESTIONS["places"].judge(state.book, facts)


def _seats(state: GameState) -> tuple[int, ...]:
    """Who plays the running round; after the last one those who are ranked."""
    return state.running.seats if state.running else tuple(seat.id for seat in state.ranked)


def filled(state: GameState, request: Request) -> dict[str, Any]:
    """A request as other rulebooks take it, with what the log knows for sure."""
    plain, running = without(request), state.running
    if plain["question"] == "places":
        return scores(state, _seats(state)) | {name: value for name, value in plain.items() if value is not None}
    if running is None or not _is_of(running, plain["question"], request):
        return plain
    seats, play, question = running.seats, running.play, plain["question"]
    place = plain.get("by") if question == "screw" else request.get(ASKER)
    seat = seats[place - 1] if place else None
    if seat is not None and seat in running.own:
        plain["round"] = running.own[seat].number
    if seat and "down" in KNOWN.get(question, ()):
        standings = play.standings(seat, plain.get("down"))
        plain["down"] = standings[0] if len(standings) == 1 else None
    if seat and "last_turn" in KNOWN.get(question, ()):
        plain |= _last_turn(running, seat)
    if seat and question in ("lay_off", "swap") and (there := melds.on_table(running, plain.get("meld"))):
        plain["owner"] = there[0].whose(seat)
    if seat and question == "screw":
        plain["used"] = seat in play.screws and seat not in play.noted_screws
    if question == "exhausted":
        plain |= _run_out_before(running, plain)
    if question == "may_i":
        plain["used"] = {str(place): play.used(seat) for place, seat in enumerate(seats, 1)}
        plain["used_before"] = {str(at): state.used_before(running, seat) for at, seat in enumerate(seats, 1)}
        plain["saved"] = {str(at): state.saved(running.number, seat) for at, seat in enumerate(seats, 1)}
        plain["are_down"] = _are_down(running, plain)
        if play.chain not in seats or request.get(SAME) is False:
            plain["last_taker"] = None
        elif request.get(SAME):
            plain["last_taker"] = seats.index(play.chain) + 1
    return plain


_PARTS = {"taker": "by", "owner": "owner", "caller": "caller", "discarder": "discarder"}
"""By what a judge calls a player, the field that names them."""


def names(state: GameState, request: Request, of: RunningRound | ClosedRound | None = None) -> Mapping[Player, str]:
    """Who the players of such a ruling are: a judge knows seats by their place and players by their part.

    In the round ``of``, else in the running one.
    """
    seats = of.seats if of else _seats(state)
    players = {Player(place): state.name(seat) for place, seat in enumerate(seats, 1)}
    parts = {part: Player(request[field]) for part, field in _PARTS.items() if request.get(field) is not None}
    return players | {Player(part): players[place] for part, place in parts.items() if place in players}


def _as_told(state: GameState, running: RunningRound, request: Request, seat: int | None) -> Ruling:  # noqa: ARG001
    return judged(state.book, without(request))


def _onto(question: str, *laid: str) -> Callable[..., Ruling]:
    def rule(state: GameState, running: RunningRound, request: Request, seat: int) -> Ruling:
        there = melds.on_table(running, request.get("meld"))
        recorded: list[tuple[Any, Any]] = [(meld.cards, meld.whose(seat)) for meld in there]
        told_whose = [meld for meld in recorded if meld[1] == request.get("owner")]
        rulings = [
            melds.onto(
                state,
                running,
                question,
                seat,
                request.get("down"),
                meld=cards,
                owner=owner,
                **{name: request.get(name) for name in laid},
            )
            for cards, owner in told_whose or recorded or [(request.get("meld"), request.get("owner"))]
        ]
        return melds.agreed(rulings, lambda: melds.ask_whose(state, question))

    return rule


def _contract(state: GameState, running: RunningRound, request: Request, seat: int) -> Ruling:
    if stop := no_contract(state, running, seat):
        return stop
    plain = without(request) | _last_turn(running, seat)
    if laid := plain.get("melds"):
        plain["melds"] = list(melds.as_laid_down(running, seat, laid))
    return judged(state.book, plain)


def _last_turn(running: RunningRound, seat: int) -> dict[str, bool]:
    """That it is a player's last turn, where the log knows that another has gone out."""
    return {"last_turn": True} if running.gone_out_before(seat) else {}


def _exhausted(state: GameState, running: RunningRound, request: Request, _seat: int | None) -> Ruling:
    plain = without(request)
    return judged(state.book, {**plain, **_run_out_before(running, plain)})


def _run_out_before(running: RunningRound, plain: Mapping[str, Any]) -> dict[str, bool]:
    """That the stock has run out in this round before, where it was shuffled and nobody says otherwise."""
    return {"again": True} if running.play.shuffles and plain.get("again") is None else {}


_NO_CONTRACT: Mapping[str, object] = {"readings": [], "melds": [], "left": None, "points_left": None}


def no_contract(state: GameState, running: RunningRound, seat: int) -> Ruling | None:
    """Why somebody does not go down, whatever the cards."""
    play = running.play
    if owed := play.owes.get(seat):
        says = phrase("put down what went back", owed=owed)
        return refusal(state.book, [Finding(Reason.NOT_DOWN, "screw-replacement", says)], _NO_CONTRACT)
    if seat in play.down and seat not in play.noted_down:
        says = phrase("melded once")
        return refusal(state.book, [Finding(Reason.ALREADY_DOWN, "once", says)], _NO_CONTRACT)
    return None


def _discard(state: GameState, running: RunningRound, request: Request, seat: int) -> Ruling:
    return _with_table(state, running, request, seat, running.play.standings(seat, request.get("down")))


def _with_table(
    state: GameState, running: RunningRound, request: Request, seat: int, standings: Sequence[Standing | None]
) -> Ruling:
    """Judged with all melds on the table, for whoever may have gone down at one of these times."""
    play, others = running.play, request.get("table")
    own = state.book.lay_off_whose == "own"
    there = play.melds_of(seat) if own else play.melds.values()
    table = melds.with_those([meld.cards for meld in there], others or ())
    all_told = others is not None or (play.knows_melds_of(seat) if own else play.knows_all_melds(running.seats))

    def judge(down: Standing | None) -> Ruling:
        fields = {**without(request), "down": down, "table": table}
        ruling = judged(state.book, fields)
        # what fits a meld that is told fits; where there may be others, nobody says that it fits none
        return ruling if all_told or ruling.legal is False else judged(state.book, {**fields, "table": None})

    return melds.whatever_down(state, standings, judge)


def _turn(state: GameState, running: RunningRound, request: Request, seat: int) -> Ruling:
    """As ``_discard``; whoever owes a meld is down all the same, and begins with what replaces it."""
    owed, request = running.play.owes.get(seat, ()), {**request, **_last_turn(running, seat)}
    steps = [_owned(running, step, seat) for step in request.get("steps") or ()]
    request = {**request, "steps": steps} if "steps" in request else request
    if any("contract" in step for step in steps) and (stop := no_contract(state, running, seat)):
        return stop._replace(adds={"step": None, "left": None, "goes_out": None})
    if owed:
        request = {**request, "owes": "run" if owed[0].startswith("run") else "set"}
        return _with_table(state, running, request, seat, ("earlier",))
    return _discard(state, running, request, seat)


def _best_turn(state: GameState, running: RunningRound, request: Request, seat: int) -> Ruling:
    """Where melds may lie there that nobody told, the best turn is not known: they are asked for."""
    hand, others, own = request.get("hand"), request.get("table"), request.get("own")
    beside = {name: request.get(name) for name in ("down", "drawn", "last_turn")}
    return ask_best_turn(state, running, seat, str(hand or ""), others=others, own=own or (), **beside)


def _owned(running: RunningRound, step: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """A step of a turn, with whose the meld is that it names, where it is recorded."""
    ((way, what),) = step.items()
    there = melds.on_table(running, what.get("meld")) if isinstance(what, Mapping) else []
    owners = {meld.whose(seat) for meld in there}
    return {way: {**what, "owner": owners.pop()}} if len(owners) == 1 else step


def _shanghai(state: GameState, running: RunningRound, request: Request, _: int | None) -> Ruling:
    others, is_recorded = request.get("table"), "all_told" in request
    table = melds.with_those([meld.cards for meld in running.play.melds.values()], others or ())
    if not request.get("card") and not running.went_out_said and not is_recorded:
        return judged(state.book, without(request))
    all_told = request["all_told"] if is_recorded else others is not None
    return melds.shanghai(state, running, table, all_told, card=request.get("card"), by=request.get("by"))


def _new_meld(state: GameState, running: RunningRound, request: Request, seat: int) -> Ruling:
    return melds.new_meld(state, running, seat, request["cards"], request.get("down"))


def _score(state: GameState, running: RunningRound, request: Request, seat: int) -> Ruling:
    fields = dict(without(request))
    if running.went_out_said:
        fields["went_out"] = running.went_out == seat
        fields["one_turn"] = running.one_turn
    if running.cut_exact is not None:
        fields["exact_cut"] = running.cut_exact and running.cutter == seat
    return judged(state.book, fields)


def _are_down(running: RunningRound, request: Mapping[str, Any]) -> list[int]:
    """By place: whom the log knows to be down, and who is told to be."""
    down = {running.seats.index(seat) + 1 for seat in running.play.down if seat in running.seats}
    return sorted(down | {*(request.get("are_down") or ())})


def _may_i(state: GameState, running: RunningRound, request: Request, _: int | None) -> Ruling:
    takes = request.get("active_takes")
    plain = {**without(request), "are_down": _are_down(running, request)}
    if request.get("claims") is None:
        return judged(state.book, plain) if takes else unknown(state.book, [NEED_CLAIMS], "may-i")
    if not request["claims"]:
        return judged(state.book, {**plain, "used": {}, "last_taker": None})
    ruling = out_of_turn(state, running, request).ruling
    ruling = paid(state.book, ruling, request.get("stock"), request.get("discards"))
    may_take = state.book.draw_down or request.get("active") not in plain["are_down"]
    return unknown(state.book, [NEED_TAKES], "may-i") if ruling.legal and takes is None and may_take else ruling


def out_of_turn(state: GameState, running: RunningRound, request: Request) -> Discard:
    """Who gets a discard that somebody asked for, and what that rests on; raises RequestError."""

    def seat(field: str) -> int | None:
        return None if request.get(field) is None else running.seats[request[field] - 1]

    claims = tuple(running.seats[place - 1] for place in request["claims"])
    takes = bool(request.get("active_takes"))
    beside = told_beside({name: value for name, value in request.items() if value is not None})
    return ask_may_i(state, running, Claimed(claims, seat("active"), request.get(SAME), takes, seat("gets"), beside))


def _screw(state: GameState, running: RunningRound, request: Request, _: int | None) -> Ruling:
    if request.get("by") is None:
        return judged(state.book, without(request))
    by = running.seats[request["by"] - 1]
    owner = None if request.get("owner") is None else running.seats[request["owner"] - 1]
    fields: dict[str, Any] = {name: request.get(name) for name in ("take", "give", "owes", "owner_melds")}
    if "noted" in request:  # a play that is recorded: its melds are those that it names
        fields |= {name: request.get(name) for name in ("meld", "use", "stolen", "noted")}
        return melds.screw(state, running, by, owner, request.get("number"), request.get("down"), **fields)
    there = [meld for meld in melds.on_table(running, request.get("meld")) if meld.owner == owner]
    use = _laid_onto(running, request.get("use"), there, str(request.get("take") or ""))
    # of several melds of the same cards the one laid first is meant
    number, cards = (there[0].id, there[0].cards) if there else (None, request.get("meld"))
    stolen_by = request.get("stolen_from_by")
    stolen = (
        None
        if stolen_by is None
        else _bare(request.get("take")) in map(format_card, CARD_LIST.read("stolen_from_by", stolen_by))
    )
    return melds.screw(
        state, running, by, owner, number, request.get("down"), use=use, **fields, meld=cards, stolen=stolen
    )


def _bare(card: Any) -> str:
    return melds.card_names(card)[0] if card else ""


def _laid_onto(running: RunningRound, use: Any, taken_from: Sequence[LaidMeld], take: str) -> Any:
    """How the card is used, with the meld laid onto as it lies: without the card taken, where it came from there."""
    if not isinstance(use, Mapping) or "lay_off" not in use:
        return use
    there = melds.on_table(running, use["lay_off"]["meld"])
    rest = [meld for meld in there if meld not in taken_from[:1]]
    if not there:
        return use
    onto = rest[0].cards if rest else melds.left_of(there[0].cards, take)
    return {"lay_off": {**use["lay_off"], "meld": onto}}


_QUESTIONS: dict[str, Callable[..., Ruling]] = {
    "contract": _contract,
    "go_down": _contract,
    "exhausted": _exhausted,
    "new_meld": _new_meld,
    "lay_off": _onto("lay_off", "cards", "owes"),
    "swap": _onto("swap", "card"),
    "discard": _discard,
    "turn": _turn,
    "best_turn": _best_turn,
    "score": _score,
    "may_i": _may_i,
    "shanghai": _shanghai,
    "screw": _screw,
}
