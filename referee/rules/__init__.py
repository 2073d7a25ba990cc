"""The rules engine: pure functions over plain values, standard library only.

A rulebook is a value (``rulebook``), a card a small integer (``cards``), and for each question there is one
judge, from typed values to a ``Ruling``. ``rule_under`` takes the question as a JSON object instead.
Whoever imports a name loads what that name needs, and no more: no solver for the points of a hand.

>>> from referee.rulebooks import library
>>> from referee.rules import judge_meld, parse_meld, sentence
>>> ruling = judge_meld(library.load("contract"), parse_meld("5H JK 7H 8H"))
>>> ruling.legal, sentence(ruling)
(True, 'Yes. It’s a run, 5-6-7-8 of hearts. The joker stands for the 6 of hearts.')
>>> ruling.because[0].clause, ruling.because[0].basis
('contract/wild', 'stated')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.rules.cards import CardError, Placed, format_cards, format_meld, parse_cards, parse_meld
    from referee.rules.judges.contract import judge_contract
    from referee.rules.judges.go_down import judge_go_down
    from referee.rules.judges.lay_off import judge_lay_off
    from referee.rules.judges.may_i import Claims, judge_may_i
    from referee.rules.judges.meld import judge_meld
    from referee.rules.judges.screw import Screw, Use, judge_screw
    from referee.rules.judges.swap import judge_swap
    from referee.rules.judges.turn_end import judge_discard, judge_shanghai
    from referee.rules.melds.bare import is_meld
    from referee.rules.referee import rule_under
    from referee.rules.rulebook.model import Rulebook
    from referee.rules.rulings import Citation, Finding, Need, Phrase, Player, Reason, Ruling
    from referee.rules.solver.lay_down import LayDown, Undecided, best_lay_down
    from referee.rules.speech.rulings import as_json, because_sentence, makes_legal, sentence, verdict_word

__all__ = [
    "CardError", "Citation", "Claims", "Finding", "LayDown", "Need", "Phrase", "Placed", "Player", "Reason",
    "Rulebook", "Ruling", "Screw", "Undecided", "Use", "as_json", "because_sentence", "best_lay_down",
    "format_cards", "format_meld", "is_meld", "judge_contract", "judge_discard", "judge_go_down", "judge_lay_off",
    "judge_may_i", "judge_meld", "judge_screw", "judge_shanghai", "judge_swap", "makes_legal", "parse_cards",
    "parse_meld", "rule_under", "sentence", "verdict_word",
]  # fmt: skip

_HOMES = {
    "cards": ("CardError", "Placed", "format_cards", "format_meld", "parse_cards", "parse_meld"),
    "judges.contract": ("judge_contract",),
    "judges.go_down": ("judge_go_down",),
    "judges.lay_off": ("judge_lay_off",),
    "judges.may_i": ("Claims", "judge_may_i"),
    "judges.meld": ("judge_meld",),
    "judges.screw": ("Screw", "Use", "judge_screw"),
    "judges.swap": ("judge_swap",),
    "judges.turn_end": ("judge_discard", "judge_shanghai"),
    "melds.bare": ("is_meld",),
    "referee": ("rule_under",),
    "rulebook.model": ("Rulebook",),
    "rulings": ("Citation", "Finding", "Need", "Phrase", "Player", "Reason", "Ruling"),
    "solver.lay_down": ("LayDown", "Undecided", "best_lay_down"),
    "speech.rulings": ("as_json", "because_sentence", "makes_legal", "sentence", "verdict_word"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """A name that is offered here, from the module that has it."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    offered: object = getattr(__import__(f"{__name__}.{_HOME_OF[name]}", fromlist=[name]), name)
    globals()[name] = offered
    return offered
