"""One way for every write of a game: read the form, ask the services, show what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import request, url_for
from werkzeug.wrappers import Response

from referee.game.commands import Command
from referee.game.events import Undone
from referee.game.fold import sentences
from referee.game.judges.decide import NEWEST_ENTRY
from referee.game.judges.outcome import Conflict
from referee.game.judges.stale import NOT_SAID, TAKEN_BACK
from referee.game.story.answer_keys import Keys, keys_of
from referee.game.story.answers import sentence
from referee.game.values import as_read
from referee.messages import gettext as _
from referee.rules.rulings import Phrase
from referee.rules.speech.words import no_one, written_out
from referee.services.clubs.rulebooks import OwnSummary
from referee.services.games import games
from referee.services.games.games import Confirm, Done, Refused, Stale
from referee.web.shell import access, frame, last_used, screens, words
from referee.web.shell.forms import OWN, Seen, Write
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address


@dataclass(frozen=True)
class Again:
    """The same form to be sent once more: where to, with which fields, on which number of the log."""

    action: str
    fields: tuple[tuple[str, str], ...]
    seen: str


def write(
    form: Write,
    command: Callable[[], Command],
    here: Address,
    then: Address | Callable[[Done], Address],
    say: str | Callable[[Done], str] | None = None,
) -> Response:
    """Do one thing in the game of ``here``, in one transaction; the page that follows shows the state it returned.

    ``command`` makes a plain value of a form that can be read, before the transaction begins. ``here`` holds the form:
    it comes again with the trouble and what was typed. ``then`` follows when it is written, with the message ``say``;
    None says what the history says.
    """
    if faults := form.faults():
        return screens.show_again(here, Trouble.at(faults, form.typed()))
    match answer := games.act(here.values["code"], command(), form.tag()):
        case Done():
            last_used.played(here.values["code"])
            for warning in answer.warnings:
                screens.tell(warning, "warning")
            following = then if isinstance(then, Address) else then(answer)
            message = done_sentence(answer) if say is None else say if isinstance(say, str) else say(answer)
            undid = bool(answer.events) and isinstance(answer.events[-1], Undone)
            return screens.proceed(following, answer.state, message, "undone" if undid else "done")
        case Refused():
            return screens.show_again(here, refusal(answer, form), answer.state)
        case Confirm():
            return ask_back(answer, form, here)
        case Stale():
            return conflict(answer, form, here)


def done_sentence(done: Done) -> str:
    """What was written, as the history tells it, or only named where it was undone."""
    if not done.events:
        return str(words.NOTHING_CHANGED)
    sentence = sentences(done.state)[done.number - 1]
    return (sentence.brief if isinstance(done.events[-1], Undone) else sentence).rstrip(".") + "."


def refusal(answer: Refused, form: Write) -> Trouble:
    sentences = tuple(dict.fromkeys(problem.message for problem in answer.problems))
    fields = {problem.field: problem.message for problem in answer.problems}
    clauses = tuple(dict.fromkeys(problem.clause for problem in answer.problems if problem.clause))
    asks = frozenset(problem.field for problem in answer.problems if problem.asks)
    asks_suits = any(problem.asks_suits for problem in answer.problems)
    wrong = tuple(piece for problem in answer.problems for piece in problem.wrong)
    marked = frame.mark(form.typed().get("cards", ""), wrong) if wrong else ()
    return Trouble(sentences, fields, form.typed(), marked, clauses, asks, asks_suits)


def _again(action: str, seen: str, **more: object) -> Again:
    """What this request sent, with ``more``."""
    fields = tuple((name, text) for name, text in request.form.items(multi=True) if name not in (*OWN, *more))
    return Again(action, (*fields, *((name, str(value)) for name, value in more.items())), seen)


def ask_back(answer: Confirm, form: Write, here: Address) -> Response:
    """Something unlikely: a question with yes, and a way back to what was typed."""
    kept = {"cards": text} if (text := form.typed().get("cards")) else {}
    questions = [query.question for query in answer.queries]
    back = here.screen.at(**{**here.values, **kept})
    shown = str(Seen.of(answer.state))
    readings = [reading for query in answer.queries for reading in query.readings]
    choices = [
        (words.begun(written_out(*melds)), _again(request.path, shown, reading=reading))
        for reading, melds in words.apart(readings).items()
    ]
    keys = keys_of([query.asks for query in answer.queries])
    return asked_back(questions, keys, _again(request.path, shown), back.url, choices=choices)


def asked_back(
    questions: Sequence[str],
    keys: Keys,
    once_more: Again,
    back: str,
    as_typed: tuple[str, str] | None = None,
    choices: Sequence[tuple[str, Again]] = (),
) -> Response:
    """The page of a question back; ``as_typed`` is the field by which the form itself shows again what was typed.

    ``keys`` are what its two keys say; ``choices`` are answers to tap in place of the second.
    """
    context = {"questions": questions, "keys": keys, "again": once_more, "back": back}
    context |= {"as_typed": as_typed, "choices": choices}
    return frame.stays(frame.rendered("errors/ask_back.html", context, 422))


def ask_over(
    last: OwnSummary, back: str, same: bool = False, as_typed: tuple[str, str] | None = None, **sent: object
) -> Response:
    """Saving would follow on something that its form has not shown: a question with yes, and a way back.

    ``same`` where the form was made from an earlier version of it; ``sent`` is what came as no field.
    """
    question = _(
        "There is already a rulebook called %(name)s. Save this as its version %(version)s?",
        name=last.name,
        version=last.version + 1,
    )
    if same:
        changed = {"name": last.name, "version": last.version, "when": words.moment(last.saved_at).shown}
        question = (
            _(
                "%(name)s was changed while you were editing: version %(version)s by %(who)s, %(when)s. "
                "Save yours as the next one?",
                **changed,
                who=who,
            )
            if (who := access.who_wrote(last.by))
            else _(
                "%(name)s was changed while you were editing: version %(version)s, %(when)s. "
                "Save yours as the next one?",
                **changed,
            )
        )
    keys = Keys(_("No, change it"), _("Yes, save it"))
    once_more = _again(request.full_path, str(Seen(0)), **sent, over=last.version)
    return asked_back([question], keys, once_more, back, as_typed)


class Clash(NamedTuple):
    """One thing that somebody else changed: what it is, both values, and who told theirs and when."""

    what: str
    theirs: str
    whose: str
    when: words.Moment | None
    mine: str


def _other_writer(conflict: Conflict) -> str:
    """Who told theirs; empty where nobody knows, or where it is who asks now."""
    return "" if _is_own(conflict) else words.writer(conflict.by, "")


def _is_own(conflict: Conflict) -> bool:
    return bool(conflict.by) and conflict.by == access.name_here(access.code_here())


def _clash(conflict: Conflict) -> Clash:
    who = _("You, earlier") if _is_own(conflict) else _other_writer(conflict)
    when = words.moment(conflict.at) if conflict.at else None
    return Clash(conflict.what, conflict.theirs, who or _("Another phone"), when, conflict.mine)


_BY_TAPS = ("one_more", "one_less")
"""What a tap makes of a round that was closed before it came."""
_VALUES = ("somebody", "count")
"""Phrases of conflicts that are short enough for a key as they are."""


def _on_a_key(value: Phrase, other: Phrase) -> str:
    """A value as a key names it beside the other one; empty where it is too long for that."""
    if value.name in ("line", "closed_with", *_BY_TAPS):
        line = value.about["line"]
        has_same_points = other.about.get("line") and other.about["line"].points == line.points
        return "" if has_same_points else as_read(line.points)
    match value.name, value.about:
        case "somebody", {"name": name} if other.name == "somebody_in_one_turn" and name == other.about["name"]:
            return ""
        case "somebody", {"name": None}:
            return no_one()
        case "cut", {"exact": bool(exact)}:
            return _("exact") if exact else _("not exact")
    return sentence(value) if value.name in _VALUES else ""


ANOTHER_DEAL = ("dealt_again", "old_deal_counts")
"""What was done where an entry is of cards that have been dealt anew since: it is dropped, most likely."""


OTHER_RULES = ("line_by_rules", "rules_are_now")
"""How an entry stands by the rules that count by now, where it was made under others."""


def _key_of_theirs(conflict: Conflict) -> str:
    """What the key says that leaves it as it is now."""
    if conflict.confirms:
        return _("Check again")
    if conflict.changed == NEWEST_ENTRY:
        return _("Don’t save mine")
    if conflict.now == TAKEN_BACK:
        return _("Leave it empty")
    if conflict.now.name in (*ANOTHER_DEAL, *OTHER_RULES):
        return _("Discard my entry")
    value, who = _on_a_key(conflict.now, conflict.wanted), _other_writer(conflict)
    if not value:
        return _("Keep %(player)s’s", player=who) if who else _("Keep theirs")
    if who and conflict.now.name in ("line", "count"):
        return _("Keep %(player)s’s %(value)s", player=who, value=value)
    return _("Keep %(value)s", value=value)


def _key_of_mine(conflicts: Sequence[Conflict]) -> str:
    """What the key says that puts mine in its place or, where mine was only confirmed, confirms theirs."""
    first = conflicts[0]
    if first.confirms:
        value = _on_a_key(first.now, first.wanted) if len(conflicts) == 1 else ""
        return _("Close with %(value)s", value=value) if value else _("Close it as it is now")
    if first.changed == NEWEST_ENTRY:
        return _("Save mine as well")
    if first.now.name in ANOTHER_DEAL:
        return _("Enter it for this deal")
    if first.now.name in OTHER_RULES:
        return _("Enter it by the new rules")
    if first.wanted in (NOT_SAID, TAKEN_BACK):
        return _("Remove it")
    value = _on_a_key(first.wanted, first.now)
    return _("Use %(value)s", value=value) if value else _("Use mine")


def conflict(answer: Stale, form: Write, here: Address) -> Response:
    """Somebody else changed the same thing: both values, and a choice."""
    code = str(here.values["code"])
    action, theirs_url = request.path, here.url
    first = answer.conflicts[0]
    closed = {played.number for played in answer.state.rounds}
    number = form.data.get("round")
    sent: dict[str, object] = {}
    if first.seat is not None and number in closed and ("cards" in form.data or "points" in form.data):
        # the round is closed by now: what was typed becomes a correction of it
        sent = {} if "cards" in form.data else {"cards": f"{first.wanted.about['line'].points} points"}
        action = url_for("score.cell", code=code, number=number, seat=first.seat)
        theirs_url = url_for("game.now", code=code)
    corrects = action != request.path or first.wanted.name in _BY_TAPS
    also, wrong, shown = first.also, first.wrong, str(Seen.of(answer.state))
    without = {name: value for name, value in here.values.items() if name != wrong}
    context = {
        "another": here.screen.at(**without).url if wrong else "",
        "clashes": [_clash(each) for each in answer.conflicts],
        "keep": _key_of_theirs(first),
        "use": _key_of_mine(answer.conflicts),
        "confirms": first.confirms,
        "again": _again(action, shown, instead=1, **sent),
        "same": _again(action, shown, also=also) if also else None,
        "back": theirs_url,
        "now": url_for("game.now", code=code),
        "correction": corrects,
        "drops": first.now.name in ANOTHER_DEAL,
        "mine_counts": corrects or number not in closed,
        "adds": all(each.adds for each in answer.conflicts),
    }
    return frame.stays(frame.rendered("errors/conflict.html", context, 409))
