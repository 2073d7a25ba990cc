"""The keys under a question that is asked back once: each question has its own, so that they answer what it asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.messages import N_, translated
from referee.rules.rulings import Phrase


class Keys(NamedTuple):
    """What the two keys say: the first leads back and changes nothing, the second goes on."""

    no: str
    yes: str
    doubts: bool = False
    """Whether the question is if what was typed is right."""


DOUBTED = Keys(N_("No, change it"), N_("Yes, that’s right"), doubts=True)
"""Under "Right?", and under several questions at once."""
_WENT_OUT = Keys(N_("No, change it"), N_("Yes, {name} went out"))
_FINISH = Keys(N_("No, play on"), N_("Yes, finish it"))
_UNDO = Keys(N_("No, leave it"), N_("Yes, undo it"))
_READINGS = Keys(N_("Change the cards"), DOUBTED.yes)
"""Each reading is a key of its own, in place of the second."""
KEYS = {
    "large_hand": DOUBTED,
    "large_hand_limited": DOUBTED,
    "same_cards_before": DOUBTED,
    "no_cards_not_out": DOUBTED,
    "down_and_not_met": DOUBTED,
    "out_with_cards": _WENT_OUT,
    "owes_and_went_out": _WENT_OUT,
    "points_end_it": Keys(N_("No, leave it"), N_("Yes, it counts")),
    "deal_again_instead": Keys(N_("No, don’t shuffle"), N_("Yes, shuffle")),
    "skipped_already": Keys(N_("No, not yet"), N_("Yes, it has passed")),
    "correction_ends_it": Keys(N_("No, leave it"), N_("Yes, correct it")),
    "rounds_missing": _FINISH,
    "no_one_through": _FINISH,
    "no_one_reached": _FINISH,
    "round_goes_on": Keys(N_("No, leave it"), N_("Yes, go on")),
    "totals_move": Keys(N_("No, leave it"), N_("Yes, change it")),
    "players_unusual": Keys(N_("No, change it"), N_("Yes, go on")),
    "several_readings": _READINGS,
    "several_wilds": _READINGS,
    "undo_asks": _UNDO,
    "closing_asks": _UNDO,
    "take_back_asks": Keys(N_("No, leave it"), N_("Yes, take it back")),
    "redo_asks": Keys(N_("No, leave it"), N_("Yes, bring it back")),
    "reopen_asks": Keys(N_("No, leave it"), N_("Yes, reopen it")),
    "carry_on_asks": Keys(N_("No, leave it"), N_("Yes, play again")),
    "abandon_asks": Keys(N_("No, play on"), N_("Yes, abandon it")),
    "void_asks": Keys(N_("No, play on"), N_("Yes, deal again")),
}
"""By the phrase that asks."""


def keys_of(questions: Sequence[Phrase]) -> Keys:
    """The keys under these questions, in words; those that ask different things share a plain pair."""
    keys = {KEYS[says.name] for says in questions}
    no, yes, doubts = keys.pop() if len(keys) == 1 else DOUBTED
    return Keys(translated(no), translated(yes).format_map(questions[0].about), doubts)
