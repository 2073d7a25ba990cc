"""A rulebook file that is wrong is refused with its name and the key that is wrong: one file per kind of error."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.rulebooks import checking, library
from referee.rulebooks.library import RulebookError, folder, load, read_rulebook

BASE = (folder() / "contract.toml").read_text(encoding="utf-8")
DERIVED = """
id = "ours"
name = "Ours"
special = "The one we play."
builds_on = "contract"
{top}
[[sources]]
id = "us"
name = "Us"
{clauses}
"""
SILENCE = 'silence = {{ question = "What?", reading = "This.", why = "So." }}'

PASSAGES = 'silence = { question = "What?", reading = "This.", why = "So.", passage = "This.", other = "That." }'


def derived(clauses: str = "", top: str = "") -> str:
    return DERIVED.format(top=top, clauses=clauses)


def clause(topic: str, values: str, more: str = "") -> str:
    """A file that builds on contract and changes one clause."""
    return derived(f'[clauses.{topic}]\ntext = "Words."\nstatus = "stated"\n{more}\nvalues = {{ {values} }}')


def contracts(*rounds: str, more: str = "") -> str:
    """A file with these contracts, one deal for all rounds and no all-cards round."""
    return (
        clause("contracts", f"contracts = [{', '.join(rounds)}]")
        + '[clauses.deal]\ntext = "Words."\nstatus = "stated"\nvalues = { deal = 10 }\n'
        + '[clauses.last-round]\ntext = "Words."\nstatus = "stated"\nvalues = { all_cards_rounds = [] }\n'
        + more
    )


def limited(limit: str) -> str:
    return f'[clauses.may-i-limit]\ntext = "Words."\nstatus = "stated"\nvalues = {{ may_i_limit = {limit} }}\n'


def of_base(old: str, new: str) -> str:
    assert BASE.count(old) == 1, old
    return BASE.replace(old, new)


FIVE_SETS = '["set of 3", "set of 3", "set of 3", "set of 3", "set of 3"]'
BROKEN = {
    # the file
    "no TOML": ("id = ", "file", "is no TOML"),
    "a number of 5,000 digits": (f"x = {'9' * 5000}", "file", "holds a number that is too long"),
    "5,000 brackets": ("x = " + "[" * 5000, "file", "is nested too deeply"),
    "5,000 dots": ("id" + ".a" * 5000 + " = 1", "file", "is nested too deeply"),
    "an unknown key": (derived(top="colour = 1"), "colour", "unknown key"),
    "no name": (derived().replace('name = "Ours"', ""), "name", "is missing"),
    "a name that is no text": (derived().replace('"Ours"', "5"), "name", "must be a text, not 5"),
    "no source": (derived().partition("[[")[0], "sources", "is missing"),
    "a source without a name": (derived().replace('name = "Us"', ""), "sources[1]", "exactly an id and a name"),
    "options that are no texts": (derived(top="options = [1]"), "options", "must be a list of texts"),
    "another word for May I": (derived(top='may_i_word = "grab"'), "may_i_word", "must be one of May I, buy"),
    "an unknown base": (derived().replace('"contract"', '"canasta"'), "builds_on", "no rulebook 'canasta'"),
    "an unknown stated clause": (derived(top='states = ["colour"]'), "states", "no clause 'colour'"),
    "an unknown clause left out": (derived(top='leaves_out = ["colour"]'), "leaves_out", "no clause 'colour'"),
    "a clause left out and given": (
        derived('[clauses.win]\nstatus = "stated"', 'leaves_out = ["win"]'), "leaves_out", "'win' stands in this file",
    ),
    "a clause twice": (derived('[clauses.win]\nstatus = "stated"', 'states = ["win"]'), "clauses.win", "'states' too"),
    # the clauses
    "a clause that is no table": (derived("[clauses]\nrun = 5"), "clauses.run", "must be a table"),
    "an unknown key in a clause": (clause("run", "", "colour = 1"), "clauses.run.colour", "unknown key"),
    "no status": (derived('[clauses.run]\ntext = "Words."'), "clauses.run.status", "is missing"),
    "an unknown status": (
        derived('[clauses.run]\nstatus = "said"'), "clauses.run.status", "'house rule' or 'inherited'",
    ),
    "inherited from nobody": (
        of_base('text = "After the last round the lowest total wins."\nstatus = "stated"',
                'text = "After the last round the lowest total wins."\nstatus = "inherited"'),
        "clauses.win.status", "must be one of 'stated', 'reading', 'house default', 'house rule', not 'inherited'",
    ),
    "an unknown source": (clause("run", "", 'source = "them"'), "clauses.run.source", "none of the sources"),
    "a source for a default": (
        derived(f'[clauses.run]\nstatus = "house default"\nsource = "us"\n{SILENCE.format()}'),
        "clauses.run.source", "names no source",
    ),
    "a clause without words": (
        derived('[clauses.run]\ntext = ""\nstatus = "stated"'),
        "clauses.run", "needs a title, a text and a source",
    ),
    "no text for a new clause": (
        derived('[clauses.new]\ntitle = "T"\nstatus = "stated"'), "clauses.new.text", "is missing",
    ),
    "no title for a new clause": (
        derived('[clauses.new]\ntext = "T."\nstatus = "stated"'), "clauses.new.title", "is missing",
    ),
    "a new value in old words": (
        derived('[clauses.swap]\nstatus = "stated"\nvalues = { swap = "no" }'), "clauses.swap.text", "is missing",
    ),
    "a default without a silence": (
        derived('[clauses.run]\nstatus = "house default"'),
        "clauses.run.silence", "must say what the sources leave open",
    ),
    "a reading without its passages": (
        derived(f'[clauses.run]\nstatus = "reading"\n{SILENCE.format()}'),
        "clauses.run.silence", "must tell its two passages",
    ),
    "a reading without a silence": (
        derived('[clauses.run]\nstatus = "reading"'), "clauses.run.silence", "must say what the sources leave open",
    ),
    "a reading of one passage": (
        derived('[clauses.run]\nstatus = "reading"\n' + PASSAGES.replace(', other = "That."', "")),
        "clauses.run.silence", "must tell its two passages",
    ),
    "half a point that is read": (
        clause("run", "", PASSAGES.replace(', passage = "This."', "")),
        "clauses.run.silence", "has one passage",
    ),
    "no source for what two passages say": (
        derived(f'[clauses.run]\nstatus = "house default"\n{PASSAGES}'),
        "clauses.run.status", "the status is 'reading'",
    ),
    "a reading of a strange source": (
        derived(f'[clauses.run]\nstatus = "reading"\nsource = "them"\n{PASSAGES}'),
        "clauses.run.source", "none of the sources",
    ),
    "half a silence": (
        clause("run", "", 'silence = { question = "What?" }'),
        "clauses.run.silence", "must have question, reading, why",
    ),
    "judged neither yes nor no": (clause("run", "", "judged = 1"), "clauses.run.judged", "must be true or false"),
    "a clause missing": (derived(top='leaves_out = ["run"]'), "clauses.run", "is missing; it decides run_ace"),
    "a clause of a feature missing": (
        clause("shanghai", "shanghai_call = true"), "clauses.shanghai-may-i", "missing; shanghai_call needs it",
    ),
    # the values, one by one
    "a value missing": (
        of_base("values = { swap_when = \"earlier\" }", ""), "clauses.swap-when.values.swap_when", "is missing",
    ),
    "values that are no table": (
        derived('[clauses.run]\ntext = "W."\nstatus = "stated"\nvalues = 5'), "clauses.run.values", "must be a table",
    ),
    "an unknown value": (clause("run", "colour = 1"), "clauses.run.values.colour", "unknown value"),
    "a value in another clause": (clause("run", 'swap = "no"'), "clauses.run.values.swap", "belongs into clauses.swap"),
    "a value repeated": (clause("swap", 'swap = "runs"'), "clauses.swap.values.swap", "the same in contract"),
    "true for a number": (clause("cut", "cut_bonus = true"), "clauses.cut.values.cut_bonus", "whole number, not True"),
    "a number for true": (clause("meld", "melds_exact = 0"), "clauses.meld.values.melds_exact", "true or false, not 0"),
    "a half": (clause("cut", "cut_bonus = 0.5"), "clauses.cut.values.cut_bonus", "whole number, not 0.5"),
    "too much": (clause("cut", "cut_bonus = 101"), "clauses.cut.values.cut_bonus", "from 0 to 100, not 101"),
    "an unknown choice": (clause("swap", 'swap = "sets"'), "clauses.swap.values.swap", "one of 'no', 'runs', 'any'"),
    "an unknown limit": (
        clause("wild-limit", 'wilds_most = "many"'), "clauses.wild-limit.values.wilds_most", "or 'no limit'",
    ),
    "a wrong limit in one round": (
        clause("may-i-limit", "may_i_limit = [1, 1, -1, 1, 1, 1, 1]"),
        "clauses.may-i-limit.values.may_i_limit[3]", "from 0",
    ),
    "a number of players nobody has": (
        clause("cards", "decks = { 13 = 2 }"), "clauses.cards.values.decks.13", "2 to 12",
    ),
    "no number of players": (clause("cards", "decks = { all = 2 }"), "clauses.cards.values.decks.all", "2 to 12"),
    "no decks": (clause("cards", "decks = { 3 = 0, 4 = 2, 5 = 2 }"), "clauses.cards.values.decks.3", "from 1 to 6"),
    "a rank there is not": (clause("wild", 'wild_ranks = ["1"]'), "clauses.wild.values.wild_ranks", "'1' is no rank"),
    "ranks that are no list": (
        clause("wild", 'wild_ranks = "2"'), "clauses.wild.values.wild_ranks", "a list of card names",
    ),
    "points of no card": (clause("score", "points = { B = 1 }"), "clauses.score.values.points.B", "is no rank"),
    "points missing": (clause("score", "points = { A = 1 }"), "clauses.score.values.points.2", "missing"),
    "points that are no table": (clause("score", "points = 5"), "clauses.score.values.points", "must be a table"),
    "a meld there is not": (
        contracts('["set of 2"]'), "clauses.contracts.values.contracts[1]", "no part of a contract",
    ),
    "a meld that is no text": (contracts("[3]"), "clauses.contracts.values.contracts[1]", "no part of a contract"),
    "a round that is no list": (contracts('"set of 3"'), "clauses.contracts.values.contracts[1]", "a list of melds"),
    "no round number": (
        clause("last-round", "all_cards_rounds = [0]"), "clauses.last-round.values.all_cards_rounds[1]", "from 1 to 24",
    ),
    # what is inherited and no longer true
    "contracts without the last round's clause": (
        clause("contracts", 'contracts = [["set of 3"], ["set of 3"]]')
        + '[clauses.deal]\ntext = "Words."\nstatus = "stated"\nvalues = { deal = 10 }\n',
        "clauses.last-round", "follows from contracts, which is not that of contract",
    ),
    "another last card without its clauses": (
        clause("go-out", 'final_discard = "optional"'), "clauses.whole-hand", "follows from final_discard",
    ),
    "an inherited clause with words of its own": (
        derived('[clauses.win]\ntext = "Words."\nstatus = "inherited"'),
        "clauses.win.text", "has the words and values of its base",
    ),
    "an inherited clause with a value of its own": (
        clause("run", 'run_ace = "high"').replace('"stated"', '"inherited"'),
        "clauses.run.text", "has the words and values of its base",
    ),
    "an inherited clause that follows from nothing here": (
        derived('[clauses.win]\ntext = "Words."\nstatus = "inherited"\nfollows = "swap"'),
        "clauses.win.follows", "no rule of its own named 'swap'",
    ),
    "a stated clause that follows": (
        clause("swap", 'swap = "no"', 'follows = "swap"'), "clauses.swap.follows", "only an inherited clause follows",
    ),
    # values that contradict each other
    "fewest above most": (clause("players", "players_min = 6"), "players_min", "more than the most players, 5"),
    "best out of reach": (clause("best-players", "players_best = 6"), "players_best", "not from 3 to 5"),
    "no pack for a sixth": (clause("most-players", "players_max = 6"), "decks.6", "the number of decks for 6 players"),
    "no jokers for a third": (
        clause("jokers", "jokers = { 4 = 3, 5 = 4 }"), "jokers.3", "jokers for 3 players is missing",
    ),
    "no rounds": (contracts(), "contracts", "from 1 to 24 rounds, not 0"),
    "a deal too few": (clause("deal", "deal = [10, 10]"), "deal", "for 2 rounds, but there are 7 contracts"),
    "limits too many": (clause("may-i-limit", "may_i_limit = [1, 1, 1, 1, 1, 1, 1, 1]"), "may_i_limit", "for 8 rounds"),
    "deals not given anew": (
        clause("contracts", 'contracts = [["set of 3"]]'), "clauses.deal.values.deal", "given for all 1 rounds",
    ),
    "an all-cards round too late": (
        clause("last-round", "all_cards_rounds = [8]"), "all_cards_rounds", "round 8 is named, but there are 7",
    ),
    "a pack too small to deal": (
        clause("cards", "decks = { 3 = 1, 4 = 1, 5 = 1 }"),
        "deal", "5 players with 12 cards each need more than a pack of 56",
    ),
    "a long run without both aces": (clause("run", 'run_ace = "high"'), "run_longest", "must be 'low or high'"),
    "long sets of different suits": (clause("set", 'set_suits = "different"'), "set_longest", "at most 4 cards"),
    "nothing but wild cards": (
        clause("wild", 'wild_ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]'),
        "wild_ranks", "must not be wild",
    ),
    "a round that asks for nothing": (contracts("[]"), "contracts[1]", "asks for no meld"),
    "a choice of nothing": (contracts('["set of 3", "or"]'), "contracts[1]", "asks for no meld"),
    "a choice of too long a run": (contracts('["set of 3", "or", "run of 15"]'), "contracts[1]", "no such meld"),
    "a run longer than any": (contracts('["run of 15"]'), "contracts[1]", "no such meld has more than 14"),
    "a set larger than any": (contracts('["set of 11"]'), "contracts[1]", "no such meld has more than 10"),
    "more runs than suits": (
        contracts('["run of 3", "run of 3", "run of 3", "run of 3", "run of 3"]')
        + '[clauses.contiguous]\ntext = "W."\nstatus = "stated"\nvalues = { runs_of_one_suit = "one" }\n',
        "contracts[1]", "more runs than there are suits",
    ),
    "a contract no hand can hold": (
        contracts(FIVE_SETS, more=limited("1")),
        "contracts[1]", "needs 16 cards in hand, but with 3 players nobody can hold more than 13",
    ),
    "a contract without a card to discard": (
        contracts('["set of 3", "run of 8"]', more=limited("0")), "contracts[1]", "needs 12 cards in hand",
    ),
    "a new meld where none is allowed": (clause("swap-joker", 'swap_joker = "new meld now"'), "swap_joker", "'never'"),
    "a joker nobody can lay off": (clause("swap-when", 'swap_when = "down"'), "swap_when", "lay_off_same_turn is 'no'"),
    "two running without a second": (
        clause("successive", "may_i_twice_running = true")
        + '[clauses.may-i-chain]\ntext = "W."\nstatus = "stated"\nvalues = { may_i_chain = false }\n',
        "may_i_twice_running", "may_i_chain is false",
    ),
    "pennies for nobody": (clause("price", "may_i_price = 1"), "may_i_price", "settlement is 'none'"),
    "a split of no kitty": (
        clause("kitty", 'kitty_split = "two thirds and one third"'), "kitty_split", "no kitty to split",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "key", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_with_file_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, key: str, message: str
) -> None:
    load("contract")  # it is built on, wherever the library lies by then
    monkeypatch.setattr(library, "folder", lambda: tmp_path)
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    found = checking.check_all([path])
    assert [(problem.file, problem.key) for problem in found[:1]] == [("broken.toml", key)]
    assert message in found[0].message
    with pytest.raises(RulebookError) as caught:
        read_rulebook(text)
    assert caught.value.key == key


def test_a_file_that_changes_nothing_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "sound.toml"
    path.write_text(derived(), encoding="utf-8")
    assert checking.check_all([path]) == []


def test_buying_makes_a_larger_contract_possible() -> None:
    """As in the rounds of five melds that progressive has: two buys bring the cards that the deal lacks."""
    assert read_rulebook(contracts(FIVE_SETS, more=limited("3"))).rounds == 1
    assert read_rulebook(contracts(FIVE_SETS)).rounds == 1, "no limit"


def test_words_that_follow_from_another_rule_of_the_file_are_inherited_with_its_name() -> None:
    text = (
        clause("swap", 'swap = "no"') + '[clauses.swap-when]\ntext = "Never."\nstatus = "inherited"\nfollows = "swap"\n'
    )
    book = read_rulebook(text)
    assert (book.clause("swap-when").text, book.clause("swap-when").basis) == ("Never.", "inherited")


def test_a_source_that_speaks_answers_what_was_assumed_but_not_what_another_source_left_open() -> None:
    open_ones = [clause for clause in load("contract").clauses.values() if clause.silence]
    assert {"stated", "house default"} == {clause.basis for clause in open_ones}
    for clause in open_ones:
        ours = read_rulebook(derived(f'[clauses.{clause.topic}]\nstatus = "stated"')).clause(clause.topic)
        assert (ours.silence is None) == (clause.basis == "house default"), clause.topic


def test_a_clubs_own_rulebook_may_inherit_what_no_longer_fits() -> None:
    """A game that was opened under it must be read, whatever is checked today."""
    text, _, _ = BROKEN["another last card without its clauses"]
    assert read_rulebook(text, of_a_club=True).final_discard == "optional"


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load("contract")
    monkeypatch.setattr(library, "folder", lambda: tmp_path)
    path = tmp_path / "broken.toml"
    path.write_text(
        derived('[clauses.run]\nstatus = "said"\n[clauses.swap]\nvalues = { colour = 1 }', "shape = 1"),
        encoding="utf-8",
    )
    assert [problem.key for problem in checking.check_all([path])] == [
        "shape",
        "clauses.run.status",
        "clauses.swap.text",
        "clauses.swap.status",
        "clauses.swap.values.colour",
    ]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert [str(one) for one in checking.check_all([tmp_path / "none.toml"])] == [
        "none.toml: file: cannot be read: No such file or directory"
    ]


def test_the_librarys_own_files_are_sound() -> None:
    assert checking.check_all() == []


def test_the_library_misses_a_file_and_wonders_at_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in folder().glob("*.toml"):
        if path.stem != "short":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "ours.toml").write_text(derived(), encoding="utf-8")
    (tmp_path / "liverpool.toml").write_text(derived(), encoding="utf-8")
    monkeypatch.setattr(library, "folder", lambda: tmp_path)
    assert [(problem.file, problem.key) for problem in checking.check_all()] == [
        ("short.toml", "file"),
        ("liverpool.toml", "id"),
        ("ours.toml", "id"),
    ]
