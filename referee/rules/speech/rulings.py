"""Rulings in words: the one place that makes sentences of what the judges answer.

A judge knows seats by their place and players by their part. ``players`` names them: a function from a ``Player`` to
a name, or None for "seat 3" and "the taker"; where it is left out, nobody has a name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.messages import N_, ngettext
from referee.messages import gettext as _
from referee.rules.rulings import Need, Phrase, Player, Ruling
from referee.rules.speech.best_turns import BEST_TURNS_IN_SHORT
from referee.rules.speech.irregular import IRREGULAR_IN_SHORT, REMEDIES_IN_SHORT
from referee.rules.speech.phrases import PLAYER_BEGINS, PLAYER_ENDS, PLAYER_STARTS_SENTENCE, plain, words_of
from referee.rules.speech.piles import PILES_IN_SHORT
from referee.rules.speech.words import begun

IN_SHORT = PILES_IN_SHORT | IRREGULAR_IN_SHORT | BEST_TURNS_IN_SHORT
"""The verdict in a word or two, by the phrase of what is only worked out."""
Players = Callable[[Player], str | None]
_PARTS = {
    "taker": N_("the taker"),
    "owner": N_("the owner"),
    "caller": N_("the caller"),
    "discarder": N_("the discarder"),
}
_WORDS = {True: N_("Yes"), False: N_("No"), None: N_("It depends")}


def sentence(ruling: Ruling, players: Players | None = None) -> str:
    """The whole ruling: ``"Yes. It’s a run, 4-5-6-7 of clubs."``, ``"That depends. Which round is it?"``."""
    if ruling.needs and ruling.says is None:
        return " ".join([_("That depends."), *map(question, ruling.needs)])
    return _named(_with_verdict(ruling, _body(ruling)), players)


def _with_verdict(ruling: Ruling, body: str) -> str:
    if ruling.legal is not None and not _begins_by_itself(ruling):
        return f"{_(_WORDS[ruling.legal])}. {body}"
    if _is_score(ruling):
        return _("%(points)s: %(cards)s.", points=verdict_word(ruling), cards=body)
    return body


def _is_score(ruling: Ruling) -> bool:
    return ruling.says is not None and ruling.says.name == "score"


def _begins_by_itself(ruling: Ruling) -> bool:
    """``"Yes, but that does not go out"``."""
    return ruling.says is not None and ruling.says.name == "stays in"


def because_sentence(ruling: Ruling, players: Players | None = None) -> str:
    """The ruling without its verdict, for a place where ``verdict_word`` stands above it."""
    if ruling.needs:
        return sentence(ruling, players)
    body = _named(_body(ruling), players)
    return f"{begun(body)}." if _is_score(ruling) else body


def verdict_word(ruling: Ruling, players: Players | None = None) -> str:
    """``"Yes"``, ``"No"``, ``"It depends"``, ``"Undecided"``; to who gets a discard the name; where something is only
    computed, the sum in short."""
    if ruling.legal and ruling.says is not None and ruling.says.name == "gets it":
        return _named(PLAYER_STARTS_SENTENCE + plain(ruling.says.about["winner"])[1:], players)
    if ruling.legal is not None or ruling.needs or ruling.says is None:
        return _(_WORDS[ruling.legal])
    match ruling.says.name:
        case "score" | "leaves with" | "leaves with, highest":
            return ngettext("%(num)s point", "%(num)s points", ruling.adds["points"])
        case "deal":
            return _("%(cards)s cards each", cards=ruling.adds["deal"])
        case "at the end":
            first = ruling.says.about["by_place"][1]
            return _("A tie") if len(first) > 1 else _named(PLAYER_STARTS_SENTENCE + plain(first[0])[1:], players)
        case "settle":
            return _("The money")
        case "cannot go out":
            return ngettext("%(num)s point left", "%(num)s points left", ruling.adds["points_left"])
        case "remedy":
            return _(REMEDIES_IN_SHORT[ruling.says.about["topic"]])
        case name if name in IN_SHORT:
            return _(IN_SHORT[name])
        case _:
            return _("Undecided")


def _body(ruling: Ruling) -> str:
    return words_of(ruling.says if ruling.says is not None else ruling.findings[0].says)


def in_words(phrase: Phrase, players: Players | None = None) -> str:
    """A phrase with its players named."""
    return _named(words_of(phrase), players)


def question(need: Need) -> str:
    """What to ask at the table: ``"Which round is it?"``."""
    return in_words(need.asks)


def makes_legal(ruling: Ruling, players: Players | None = None) -> tuple[str, ...]:
    """What would turn a "no" into a "yes"; empty where nothing would."""
    return tuple([in_words(hint, players) for hint in ruling.hint(ruling.left)]) if ruling.legal is False else ()


def as_json(ruling: Ruling) -> dict[str, Any]:
    """The ruling as the interface writes it.

    ``legal``, ``ruling``, ``because``, ``needs`` where facts are missing, the fields of the
    question, and for a "no" ``fault``, ``makes_legal`` and ``findings``.
    """
    wrong = [in_words(finding.says) for finding in ruling.findings] if ruling.legal is False else []
    said_by_a_finding = wrong and not (ruling.says or ruling.needs)
    answer: dict[str, Any] = {
        "legal": ruling.legal,
        "ruling": _with_verdict(ruling, wrong[0]) if said_by_a_finding else sentence(ruling),
        "because": [
            {"clause": clause, "basis": basis, "source": source, "text": text, "passages": [*passages]}
            if passages
            else {"clause": clause, "basis": basis, "source": source, "text": text}
            for clause, basis, source, text, passages, _ in ruling.because
        ],
    }
    if ruling.needs:
        answer["needs"] = [{"field": need.field, "question": question(need)} for need in ruling.needs]
    # judges keep what a refusal adds: the caller gets lists of their own
    answer.update({name: [*value] if isinstance(value, list) else value for name, value in ruling.adds.items()})
    if isinstance(answer.get("why_not"), Phrase):
        answer["why_not"] = in_words(answer["why_not"])
    if "refused" in answer:
        answer["refused"] = {seat: in_words(why) for seat, why in answer["refused"].items()}
    if ruling.legal is False:
        answer["fault"] = list(ruling.fault)
        answer["makes_legal"] = list(makes_legal(ruling))
        book = ruling.because[0].clause.partition("/")[0]
        answer["findings"] = [
            {
                "reason": finding.reason.value,
                "clause": f"{book}/{finding.topic}",
                "says": says,
                "cards": list(finding.cards),
            }
            for finding, says in zip(ruling.findings, wrong, strict=True)
        ]
    return answer


def _named(words: str, players: Players | None) -> str:
    """Words with their slots for players filled."""
    if PLAYER_ENDS not in words:
        return words
    pieces = words.split(PLAYER_ENDS)
    filled = []
    for piece in pieces[:-1]:
        starts = PLAYER_STARTS_SENTENCE in piece
        before, _sign, who = piece.partition(PLAYER_STARTS_SENTENCE if starts else PLAYER_BEGINS)
        player = Player(int(who)) if who.isdecimal() else Player(who)
        name = players(player) if players else None
        if name is None:
            name = _("seat %(number)s", number=who) if who.isdecimal() else _(_PARTS[who])
            name = begun(name) if starts else name
        filled += [before, name]
    return "".join([*filled, pieces[-1]])
