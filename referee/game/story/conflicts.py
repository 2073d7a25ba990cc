"""The words of what somebody else has changed: what it is, how it is now, and what was wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.speech.irregular import mistake
from referee.rules.speech.words import listed, owed_all, with_sign, written_out


def _remedied(remedy: str, points: int) -> str:
    match remedy:
        case "points":
            return _("%(points)s points", points=f"{points:+d}")
        case "note":
            return _("Noted")
        case "nothing":
            return _("Nothing done")
        case "owed":
            return _("To be corrected from the next turn on")
        case "right":
            return _("Corrected")
        case "void":
            return _("Round dealt again")
    return remedy


def _discards_taken(counts: Mapping[str, int]) -> str:
    return listed(
        ngettext("%(name)s took one", "%(name)s took %(num)s of them", count, name=name)
        for name, count in counts.items()
    )


CONFLICTS: dict[str, str | Callable[..., str]] = {
    # what they changed
    "round": "Round {round}",
    "line_of": "Round {round}, {name}",
    "irregularity_of": lambda round, kind: _("Round %(round)s: %(what)s", round=round, what=mistake(kind)),
    "who_went_out": "Who went out in round {round}",
    "cut_before": "The cut before round {round}",
    "dealer_of": "The dealer of round {round}",
    "name_of_seat": "The name of a seat",
    "order_of_seats": "The order of the seats",
    "buys_of": "Buys of {name}",
    "handicap_of": "Handicap of {name}",
    "the_rulebook": "The rulebook",
    "last_thing": "The last thing",
    "owed_by": "What {name} owes",
    "new_meld_of": "{name}’s new meld",
    "meld_of": "{name}’s meld",
    "stock": "The stock",
    "skip_on": "A skip on {name}",
    "shanghai_call": "A Shanghai call",
    "discard_out_of_turn": "A discard out of turn",
    # what it is now, and what was wanted
    "as_written": "{words}",
    "somebody": lambda name: _("No one") if name is None else name,
    "somebody_in_one_turn": lambda name: _("%(player)s, down and out in one turn", player=name),
    "went_out": lambda name: _("No one went out") if name is None else _("%(player)s went out", player=name),
    "line": "{line}",
    "one_more": "One more: {line}",
    "one_less": "One less: {line}",
    "line_by_rules": "{line}, by the rules of {rulebook}",
    "rules_are_now": "Rulebook changed to {rulebook}",
    "not_said": "Not entered yet",
    "taken_back": "Taken back",
    "closed": "Closed",
    "closed_with": "Closed with {line}",
    "to_be_closed": "To be closed",
    "count": "{count}",
    "start": with_sign,
    "cut": lambda exact: {True: _("Exact"), False: _("Not exact"), None: _("Not entered yet")}[exact],
    "undo_of_before": "An undo of what came before",
    "redo_of_before": "A redo of what was undone before",
    "remedied": _remedied,
    "order": lambda names: ", ".join(names),
    "owed": lambda owed: owed_all(owed) or _("Nothing"),
    "cards": lambda cards: written_out(cards),
    "screw_over_by": "The screw-over by {name}",
    "screwed_whom": lambda by, owner, card: _(
        "%(player)s screwed %(owner)s and took %(card)s", player=by, owner=owner, card=written_out(card)
    ),
    "call_on": lambda name, card: _("%(name)s on %(card)s", name=name, card=written_out(card)),
    "call_of": lambda name, discarder: (
        _("%(name)s on %(discarder)s’s discard", name=name, discarder=discarder)
        if name != discarder
        else _("%(name)s on their own discard", name=name)
    ),
    "discards_taken": _discards_taken,
    "took_one": lambda names: _("%(names)s took one", names=listed(names)),
    "going_down": "Going down",
    "a_meld": "A meld",
    "a_lay_off": "A lay-off",
    "a_swap": "A swap",
    "a_new_stock": "A new stock",
    "a_screw_over": "A screw-over",
    "a_shanghai_call": "A Shanghai call",
    "a_discard_taken": "A discard taken",
    "shuffled_once_more": "Shuffled once more",
    "shuffled": "Shuffled",
    "a_skip": "A skip",
    "skip_of": "{name}’s skip",
}
