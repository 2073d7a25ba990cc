"""What every clause of every rulebook rests on, typed out from the ledger by hand.

Rows are read like the ledger's tables: a rulebook that a row does not name has the clause from
its base, where it is inherited or, if nobody states it, a house default still.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.rulebooks.ledger import IDS

S, H, I = "stated", "house default", "inherited"  # noqa: E741
SHANGHAI_CALL = "shanghai shanghai-kolsov"


class Row(NamedTuple):
    base: str
    """The basis in ``contract``, or, in a family of clauses, in the first rulebook that has it."""
    stated: str = ""
    default: str = ""
    inherited: str = ""
    """Named where a rulebook would not have it from its base otherwise."""
    only: str = " ".join(IDS)
    decision: str = ""
    """The ledger's decision that the base's clause tells of."""


TOPICS: dict[str, Row] = {
    "players": Row(S, stated="screw shanghai wikipedia grokipedia denexa bicycle", default="short"),
    "most-players": Row(S, stated="shanghai wikipedia grokipedia denexa short bicycle", default="screw may-i"),
    "best-players": Row(S, stated="screw denexa"),
    "cards": Row(S, stated="screw may-i shanghai progressive wikipedia grokipedia denexa short bicycle"),
    "jokers": Row(S, stated="screw may-i shanghai progressive wikipedia grokipedia denexa short bicycle"),
    "first-dealer": Row(S, stated="screw grokipedia bicycle"),
    "next-dealer": Row(S, stated="screw wikipedia"),
    "seats": Row(H, decision="D17"),
    "deal": Row(S, stated="screw shanghai shanghai-powe progressive wikipedia denexa short bicycle"),
    "cut": Row(H, stated="liverpool"),
    "shuffling": Row(S, only="bicycle"),
    "misdeal": Row(H, decision="D27"),
    "leaving": Row(H, decision="D28"),
    "contracts": Row(
        S, stated="screw shanghai-powe shanghai-kolsov progressive wikipedia grokipedia denexa short bicycle"
    ),
    "pair": Row(H, only="progressive"),
    "last-round": Row(S, stated="screw may-i progressive grokipedia denexa bicycle", default="shanghai-kolsov"),
    "turn": Row(S, stated="screw"),
    "draw": Row(S, stated="screw progressive"),
    "exhausted": Row(S, stated="screw denexa grokipedia short"),
    "exhausted-again": Row(H, decision="D25"),
    "may-i": Row(S, stated="screw progressive wikipedia denexa short bicycle"),
    "may-i-chain": Row(S, stated="screw progressive denexa bicycle"),
    "successive": Row(S, stated="screw denexa", decision="D8"),
    "may-i-active": Row(S, stated="screw progressive"),
    "may-i-own": Row(H, decision="D22"),
    "may-i-down": Row(H, decision="D21"),
    "may-i-penalty": Row(S, stated="screw shanghai progressive denexa short bicycle"),
    "may-i-stock": Row(H, decision="D9"),
    "may-i-limit": Row(S, stated="screw shanghai progressive denexa"),
    "price": Row(H, stated="progressive"),
    "run": Row(S, stated="screw shanghai progressive wikipedia grokipedia denexa bicycle"),
    "long-run": Row(S, stated="screw shanghai bicycle", default="progressive"),
    "set": Row(S, stated="screw wikipedia denexa bicycle", default="grokipedia"),
    "set-size": Row(S, stated="screw", default="grokipedia"),
    "wild": Row(S, stated="screw progressive"),
    "wild-limit": Row(S, stated="screw shanghai progressive", default="wikipedia"),
    "natural": Row(H, stated="progressive grokipedia", decision="D1"),
    "wild-neighbours": Row(S, stated="screw grokipedia"),
    "own-place": Row(H, decision="D2"),
    "reading": Row(H, decision="D3"),
    "declare": Row(S, only="progressive"),
    "meld": Row(S, stated="screw may-i shanghai progressive bicycle", default="grokipedia"),
    "once": Row(S, stated="screw"),
    "whole-hand": Row(H, decision="D20"),
    "contiguous": Row(S, stated="screw may-i shanghai shanghai-powe progressive grokipedia denexa bicycle"),
    "apart": Row(S, only="progressive"),
    "ace-ends": Row(H, decision="D14"),
    "same-rank": Row(H, stated="shanghai progressive", inherited="shanghai-powe shanghai-kolsov", decision="D5"),
    "illegal-meld": Row(H, stated="grokipedia", decision="D26"),
    "new-melds": Row(S, stated="screw grokipedia denexa bicycle"),
    "lay-off": Row(S, stated="screw shanghai progressive wikipedia grokipedia denexa short", default="bicycle"),
    "lay-off-end": Row(H, decision="D23"),
    "swap": Row(S, stated="screw may-i progressive wikipedia grokipedia denexa bicycle", default="short"),
    "swap-when": Row(S, stated="screw wikipedia bicycle"),
    "swap-whose": Row(S, stated="screw bicycle"),
    "swap-turn": Row(H, only="bicycle"),
    "swap-order": Row(S, only="bicycle"),
    "swap-joker": Row(S, stated="screw grokipedia denexa short bicycle"),
    "joker-moves": Row(H, stated="progressive bicycle"),
    "discard": Row(S, stated="screw", default="wikipedia"),
    "discard-wild": Row(H, decision="D24"),
    "go-out": Row(H, stated="shanghai-powe progressive", decision="D4"),
    "last-card": Row(H, decision="D33"),
    "screw-over": Row(H, stated="screw"),
    "screw-once": Row(S, only="screw"),
    "screw-self": Row(S, only="screw"),
    "screw-taken-back": Row(S, only="screw"),
    "screw-middle": Row(H, only="screw", decision="D6"),
    "screw-joker": Row(H, decision="D7"),
    "screw-replace": Row(S, only="screw"),
    "screw-replacement": Row(H, only="screw"),
    "screw-use": Row(S, only="screw"),
    "screw-stolen": Row(S, only="screw"),
    "shanghai": Row(H, stated="shanghai shanghai-powe", inherited="shanghai-kolsov"),
    "shanghai-may-i": Row(S, only=SHANGHAI_CALL),
    "shanghai-draw": Row(H, only=SHANGHAI_CALL),
    "shanghai-first": Row(H, only=SHANGHAI_CALL, decision="D10"),
    "shanghai-hand": Row(S, only=SHANGHAI_CALL),
    "shanghai-last": Row(H, only=SHANGHAI_CALL),
    "shanghai-end": Row(H, only=SHANGHAI_CALL),
    "score": Row(S, stated="screw may-i shanghai progressive wikipedia grokipedia denexa short bicycle"),
    "win": Row(S, stated="screw"),
    "ties": Row(H, decision="D12"),
    "tie-break": Row(H, decision="D29"),
    "settle": Row(H, stated="progressive"),
    "settle-many": Row(H, only="progressive"),
    "settle-ties": Row(H, only="progressive", decision="D12"),
    "kitty": Row(H, stated="progressive"),
}

DECISIONS = {  # those that only some rulebooks need, in the clause they decide
    ("denexa", "last-round"): "D11",
    ("grokipedia", "set"): "D13",
    ("progressive", "long-run"): "D15",
    ("shanghai-kolsov", "last-round"): "D16",
    ("grokipedia", "set-size"): "D18",
    ("grokipedia", "go-out"): "D19",
    ("wikipedia", "go-out"): "D30",
    ("wikipedia", "discard"): "D31",
    ("grokipedia", "run"): "D32",
    ("grokipedia", "meld"): "D32",
    ("shanghai-powe", "last-card"): "D33",
    ("progressive", "natural"): "D1",
    ("progressive", "own-place"): "D2",
    ("progressive", "reading"): "D3",
    ("screw", "screw-joker"): "D7",
    ("denexa", "successive"): "D8",
}


def basis(topic: str, rulebook: str) -> str | None:
    """``stated``, ``inherited`` or ``house default``; None where the rulebook lacks the clause."""
    row = TOPICS[topic]
    have = row.only.split()
    if rulebook not in have:
        return None
    for one, named in ((S, row.stated), (H, row.default), (I, row.inherited)):
        if rulebook in named.split():
            return one
    if rulebook == have[0] or row.base == H:
        return row.base
    return I
