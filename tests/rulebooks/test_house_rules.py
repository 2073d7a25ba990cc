"""A table changes what it likes, as long as the result can be played."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.rulebooks import own
from referee.rulebooks.library import all_rulebooks, ids, load, with_house_rules
from referee.rulebooks.ruling import rule
from referee.rules.judges.scoring import settle
from referee.rules.referee import rule_under
from referee.rules.rulebook import house_rules, kinds
from referee.rules.rulebook.checks import problems
from referee.rules.rulebook.kinds import LOWEST, NO_LIMIT, RulebookError
from referee.rules.rulebook.model import KINDS, MAY_I_TOPICS, VALUE_NAMES, VALUE_TOPICS, Rulebook, to_data
from referee.rules.rulebook.values import from_data, read_value
from referee.rules.rulebook.wordings import BY_WHICH_TOTAL_WINS, WINS
from tests.rulebooks.values_of_kinds import fitting

CONTRACT = load("contract")
BOOKS = st.sampled_from(ids()).map(load)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def house_rules_that_fit(draw: st.DrawFn) -> dict[str, object]:
    names = draw(st.lists(st.sampled_from(VALUE_NAMES), max_size=4, unique=True))
    return {name: draw(fitting(KINDS[name])) for name in names}


def changed(book: Rulebook, house: dict[str, object]) -> Rulebook | None:
    """The changed rulebook, or None where it is refused for one of its values or a missing clause."""
    try:
        return with_house_rules(book, house)
    except RulebookError as refusal:
        assert_names_a_value(refusal)
        return None


def assert_names_a_value(refusal: RulebookError) -> None:
    assert refusal.key.split("[")[0].split(".")[0] in VALUE_NAMES
    assert refusal.message


@settings(deadline=None)
@given(BOOKS, house_rules_that_fit())
@example(load("screw"), {"players_max": 9})  # more decks come along, and with them other words
@example(load("contract"), {"winning_total": "highest, own cards come off"})
@example(load("contract"), {"own_contracts": True})  # equal places stay as open as they were
def test_a_house_rule_does_what_it_says_and_nothing_else(book: Rulebook, house: dict[str, object]) -> None:
    ours = changed(book, house)
    if ours is None:
        return
    assert problems(ours) == []
    goes_along = house_rules.along(book.values(), house)
    for name in VALUE_NAMES:
        if name in goes_along:
            assert getattr(ours, name) == goes_along[name]
        elif name in house:
            asked = read_value(name, house[name], ours.rounds)
            if isinstance(KINDS[name], kinds.ByPlayers):
                asked = {n: one for n, one in asked.items() if ours.players_min <= n <= ours.players_max}
            assert getattr(ours, name) == asked
        elif isinstance(KINDS[name], kinds.ByRound):
            assert set(getattr(ours, name)) == set(getattr(book, name))
        elif isinstance(KINDS[name], kinds.ByPlayers):
            assert getattr(ours, name).items() <= getattr(book, name).items()
        else:
            assert getattr(ours, name) == getattr(book, name)
    decided = {VALUE_TOPICS[name] for name in house}
    with_it = {topic for name in (*house, *goes_along) for topic in house_rules.follows(name)} - decided
    with_it |= {VALUE_TOPICS[name] for name in goes_along} - decided
    for topic, clause in book.clauses.items():
        if topic in with_it and ours.clause(topic) != clause:
            as_open = (ours.clause(topic).basis, ours.clause(topic).silence) == (clause.basis, clause.silence)
            told_anew = clause.silence is not None or topic in BY_WHICH_TOTAL_WINS
            assert ours.clause(topic).inherited_from or (as_open and told_anew)
            continue
        if topic in decided:
            assert ours.clause(topic).basis == "house rule"
            assert ours.clause(topic).address == clause.address
        else:
            assert ours.clause(topic) == clause
    assert from_data(to_data(ours)) == ours
    assert (ours.digest != book.digest) == bool(house)


@settings(deadline=None)
@given(BOOKS, st.sampled_from(VALUE_NAMES), JUNK)
def test_nonsense_is_refused_by_name_or_is_no_nonsense(book: Rulebook, name: str, raw: object) -> None:
    try:
        ours = with_house_rules(book, {name: raw})
    except RulebookError as refusal:
        assert_names_a_value(refusal)
    else:
        assert problems(ours) == []
        assert isinstance(getattr(ours, name), bool) == isinstance(raw, bool)


@settings(deadline=None)
@given(BOOKS, st.sampled_from(VALUE_NAMES))
def test_a_table_may_confirm_what_the_rulebook_says(book: Rulebook, name: str) -> None:
    """A precedent often decides for the default; from then on it rests on the table."""
    ours = with_house_rules(book, {name: book.in_json(name)})
    assert ours.values() == book.values()
    assert ours.clause_of(name).basis == "house rule"
    assert ours.clause_of(name).silence is None


def test_no_house_rules_change_nothing() -> None:
    assert with_house_rules(CONTRACT, {}) == CONTRACT


def test_an_unknown_house_rule_is_named() -> None:
    with pytest.raises(RulebookError, match="colour: there is no house rule of this name"):
        with_house_rules(CONTRACT, {"colour": 1})


@pytest.mark.parametrize("rulebook", ids())
def test_every_rulebook_plays_without_jokers(rulebook: str) -> None:
    ours = with_house_rules(load(rulebook), {"jokers": 0})
    assert set(ours.jokers.values()) == {0}
    wild = "wild cards" if ours.cards.in_colours else "jokers"
    assert ours.clause("jokers").text == f"Take no {wild}."


def test_one_number_of_players_is_not_enough_for_the_pack() -> None:
    with pytest.raises(RulebookError, match="the number of jokers for 3 players is missing"):
        with_house_rules(CONTRACT, {"jokers": {"4": 0}})


def test_fewer_players_need_a_pack() -> None:
    with pytest.raises(RulebookError, match="the number of decks for 2 players is missing"):
        with_house_rules(CONTRACT, {"players_min": 2})
    ours = with_house_rules(CONTRACT, {"players_max": 6, "decks": 3, "jokers": 5})
    assert ours.decks == {3: 3, 4: 3, 5: 3, 6: 3}


def test_a_shorter_game_needs_its_deals() -> None:
    three = [["set of 3"], ["run of 4"], ["set of 3", "run of 4"]]
    with pytest.raises(RulebookError, match="deal: differs from round to round, so it must be given for all 3 rounds"):
        with_house_rules(CONTRACT, {"contracts": three})
    with pytest.raises(RulebookError, match="all_cards_rounds: round 7 is named, but there are 3 rounds"):
        with_house_rules(CONTRACT, {"contracts": three, "deal": 10})
    ours = with_house_rules(CONTRACT, {"contracts": three, "deal": 10, "all_cards_rounds": []})
    assert ours.rounds == 3
    assert ours.deal == (10, 10, 10)
    assert ours.may_i_penalty == (1, 1, 1)
    assert ours.clause("may-i-penalty") == CONTRACT.clause("may-i-penalty"), "it only followed"


def test_a_longer_game_keeps_what_is_the_same_in_every_round() -> None:
    shanghai = load("shanghai")
    ours = with_house_rules(shanghai, {"contracts": [["set of 3", "set of 3"]] * 9})
    assert ours.deal == (11,) * 9
    assert ours.may_i_limit == (2,) * 9


def test_the_tables_own_words_stand_in_the_clause() -> None:
    ours = with_house_rules(CONTRACT, {"swap": "any"}, {"swap": "Grandmother takes jokers from sets too."})
    assert ours.clause("swap").text == "Grandmother takes jokers from sets too."
    assert ours.clause("swap").source == "the table"


def test_a_value_without_words_is_said_without_what_is_meant_for_the_form() -> None:
    ours = with_house_rules(CONTRACT, {"cut_bonus": 50, "may_i_limit": 2})
    assert ours.clause("cut").text == "An exact cut takes 50 points off."
    assert ours.clause("may-i-limit").text == "Each player may take two discards out of turn per round."


def test_without_words_the_rule_speaks_for_itself() -> None:
    ours = with_house_rules(CONTRACT, {"wilds_most": 2, "wilds_side_by_side": False, "wild_ranks": ["2"]})
    assert ours.clause("wild-limit").text == "A meld has at most two wild cards."
    assert ours.clause("wild-neighbours").text == "Wild cards may not be side by side in a run."
    assert ours.clause("wild").text == "Jokers and 2s are wild."


def test_words_alone_are_a_rule_where_there_is_no_value_to_change() -> None:
    ours = with_house_rules(CONTRACT, {}, {"seats": "Whoever won sits by the stove."})
    assert (ours.clause("seats").text, ours.clause("seats").basis) == ("Whoever won sits by the stove.", "house rule")
    for topic in ("swap", "players"):
        with pytest.raises(RulebookError, match=f"{topic}: rulings turn on this clause"):
            with_house_rules(CONTRACT, {}, {topic: "Other words."})
    with pytest.raises(RulebookError, match="colour: there is no house rule and no clause"):
        with_house_rules(CONTRACT, {}, {"colour": "Red."})
    with pytest.raises(RulebookError, match="misdeal: a house rule needs words"):
        with_house_rules(CONTRACT, {}, {"misdeal": "  "})


@pytest.mark.parametrize(
    ("rulebook", "topic"),
    [
        ("contract", "reading"),
        ("screw", "screw-middle"),
        ("progressive", "settle-ties"),
        ("contract", "melds-stay"),
        ("contract", "lay-off-end"),
    ],
)
def test_words_on_which_rulings_do_not_turn_say_so_and_name_what_they_turn_on(rulebook: str, topic: str) -> None:
    """Decisions of the ledger that have no value: a table may word them, and no ruling changes."""
    book = load(rulebook)
    ours = with_house_rules(book, {}, {topic: "Grandmother decides."})
    again = with_house_rules(ours, {}, {topic: "Grandfather decides."})
    for one, words in ((ours, "Grandmother decides."), (again, "Grandfather decides.")):
        text = one.clause(topic).text
        assert text.startswith(words)
        assert text.endswith(f"The referee still judges by this: {book.clause(topic).text})")
        assert text.count("still judges") == 1
        assert one.values() == book.values()
        assert one.clause(topic).judged
    assert with_house_rules(again, {}, {topic: again.clause(topic).text}).clause(topic).text == again.clause(topic).text


def test_a_feature_brings_its_clauses_along() -> None:
    ours = with_house_rules(CONTRACT, {"screw_over": True})
    topics = list(ours.clauses)
    start = topics.index("screw-over")
    assert topics[start + 1 : start + 4] == ["screw-once", "screw-self", "screw-taken-back"]
    lent = ours.clause("screw-middle")
    assert (lent.address, lent.basis, lent.inherited_from) == (
        "contract/screw-middle",
        "house rule",
        "screw/screw-middle",
    )
    assert with_house_rules(load("screw"), {"screw_over": False}).screw_over is False


def test_a_feature_without_its_clauses_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"clauses\.screw-once: this clause is missing; screw_over needs it"):
        house_rules.with_house_rules(CONTRACT, {"screw_over": True})


@pytest.mark.parametrize(
    ("rulebook", "house", "refusal"),
    [
        ("denexa", {"swap_when": "down"}, "swap_joker: in the turn of melding nobody may make the new meld"),
        (
            "grokipedia",
            {"contracts": [["set of 5"]] * 7},
            r"contracts\[1\]: asks for a set of 5, but .* more than 4 cards",
        ),
        (
            "shanghai",
            {"contracts": [["set of 10"]] * 7},
            r"contracts\[1\]: asks for a set of 10, but .* more than 9 cards",
        ),
        (
            "shanghai",
            {"contracts": [["set of 3"] * 14] * 7},
            r"contracts\[1\]: asks for more sets than there are ranks",
        ),
        ("contract", {"decks": {3: 2, "3": 2, 4: 2, 5: 2}}, r"decks\.3: this number of players stands twice"),
        ("contract", {"all_cards_rounds": 7}, "all_cards_rounds: must be a list of round numbers, not 7"),
        ("contract", {"set_least": 5, "set_longest": 4}, "set_least: is 5, more than the most cards in a set, 4"),
        ("contract", {"swap_whose": True}, "swap_whose: must be one of 'any', 'others', not True"),
    ],
)
def test_what_cannot_be_played_is_refused(rulebook: str, house: dict[str, object], refusal: str) -> None:
    with pytest.raises(RulebookError, match=refusal):
        with_house_rules(load(rulebook), house)


def test_sets_may_be_given_as_python_sets() -> None:
    """A rulebook's own typed values are house rules as they stand."""
    ours = with_house_rules(CONTRACT, {"wild_ranks": frozenset({"2", "JK"}), "contracts": CONTRACT.contracts})
    assert ours.wild_ranks == {"2", "JK"}
    assert ours.contracts == CONTRACT.contracts


@pytest.mark.parametrize(
    ("rulebook", "final_discard", "says"),
    [
        ("contract", "optional", "You may go out without a discard"),
        ("contract", "never", "The last card is never discarded"),
        ("contract", "required, else stay in", "that does not go out"),
        ("progressive", "required", "must leave you a card to discard"),
    ],
)
def test_clauses_whose_words_follow_from_a_value_follow_it(rulebook: str, final_discard: str, says: str) -> None:
    """A ruling must not cite a clause that says the opposite."""
    ours = with_house_rules(load(rulebook), {"final_discard": final_discard})
    clause = ours.clause("whole-hand")
    assert says in clause.text
    assert clause.basis == "house rule"
    assert clause.inherited_from
    answer = rule_under(ours, {"question": "discard", "hand": "", "card": None, "down": "this turn", "round": 1})
    cited = {one["clause"]: one["text"] for one in answer["because"]}
    assert cited[f"{rulebook}/whole-hand"] == clause.text
    goes_out = final_discard in ("optional", "never")
    assert goes_out == ("unless your last card" in (text := ours.clause("discard").text) or "may not be" in text)


@pytest.mark.parametrize(
    ("rulebook", "special"),
    [("contract", "Contract Rummy with house rules."), ("may-i", "May I? with house rules.")],
)
def test_what_is_special_about_an_own_rulebook_is_one_sentence_whatever_the_name_ends_in(
    rulebook: str, special: str
) -> None:
    assert own.read(own.make(load(rulebook), "Ours", {"players_max": 7})).special == special


@pytest.mark.parametrize(
    ("rulebook", "most", "decks", "jokers"),
    [
        ("contract", 8, {6: 3, 7: 3, 8: 4}, {6: 5, 7: 6, 8: 7}),  # a joker less than there are players
        ("may-i", 10, {9: 5, 10: 5}, {9: 10, 10: 10}),  # two to a deck
        ("short", 6, {6: 3}, {6: 5}),
        ("progressive", 8, {6: 3, 7: 3, 8: 4}, {6: 6, 7: 6, 8: 8}),
    ],
)
def test_more_players_bring_the_decks_and_jokers_they_need_and_it_is_said(
    rulebook: str, most: int, decks: dict[int, int], jokers: dict[int, int]
) -> None:
    book = load(rulebook)
    house = {"players_max": most}
    ours = with_house_rules(book, house)
    assert ours.decks == book.decks | decks
    assert ours.jokers == book.jokers | jokers
    assert house_rules.brought_along(ours) == ("decks", "jokers")
    said = rule({"rulebook": rulebook, "question": "deal", "round": 1, "players": most, "house": house})["along"]
    assert [text.startswith("Take ") for text in said] == [True, True]
    assert said == [ours.clause("cards").text, ours.clause("jokers").text]
    again = own.read(own.make(book, "Ours", house))
    assert (again.decks, again.jokers) == (ours.decks, ours.jokers)
    more = own.read(own.make(again, "Ours", {"players_max": 10}))
    assert more.decks == with_house_rules(book, {"players_max": 10}).decks
    back = own.read(own.without(again, "most-players"))
    assert back.values() == book.values()
    assert back.clause("cards").text == book.clause("cards").text


def test_a_table_that_says_its_own_decks_keeps_them() -> None:
    ours = with_house_rules(CONTRACT, {"players_max": 6, "decks": {"3": 2, "4": 2, "5": 3, "6": 4}})
    assert (ours.decks[6], ours.jokers[6]) == (4, 5)
    assert house_rules.brought_along(ours) == ("jokers",)


@pytest.mark.parametrize(
    ("house", "follows", "topic", "says"),
    [
        ({"run_ace": "high"}, ("run_longest", 13), "long-run", "A run has at most 13 cards."),
        ({"run_ace": "low"}, ("run_longest", 13), "long-run", "A run has at most 13 cards."),
        ({"set_suits": "different"}, ("set_longest", 4), "set-size", "A set has at most four cards."),
    ],
)
def test_what_a_house_rule_leaves_no_choice_is_set_along_and_said(
    house: dict[str, object], follows: tuple[str, int], topic: str, says: str
) -> None:
    name, value = follows
    ours = with_house_rules(CONTRACT, house)
    assert getattr(ours, name) == value
    assert (ours.clause(topic).text, ours.clause(topic).basis) == (says, "house rule")
    assert not house_rules.ours(ours.clause(topic)), "nobody has decided it"
    assert house_rules.brought_along(ours) == (name,)
    asked = {"rulebook": "contract", "question": "meld", "cards": "4C 5C 6C 7C", "house": house}
    assert rule(asked)["along"] == [says]
    assert "along" not in rule({**asked, "house": {**house, name: value}})
    again = own.read(own.make(CONTRACT, "Ours", house))
    assert again.clause(topic).text == says
    back = own.read(own.without(again, VALUE_TOPICS[next(iter(house))]))
    assert back.values() == CONTRACT.values()
    assert back.clause(topic).text == CONTRACT.clause(topic).text


def test_what_a_table_has_decided_itself_is_not_changed_behind_its_back() -> None:
    with pytest.raises(RulebookError, match="run_longest: a run of 14 has an ace at each end"):
        with_house_rules(CONTRACT, {"run_ace": "high", "run_longest": 14})
    ours = with_house_rules(CONTRACT, {"set_suits": "different", "set_longest": 3})
    assert (ours.set_longest, house_rules.ours(ours.clause("set-size"))) == (3, True)
    longer = own.read(own.make(CONTRACT, "Ours", {"set_longest": 6}))
    assert own.read(own.make(longer, "Ours", {"set_suits": "different"})).set_longest == 4


def test_a_clubs_file_that_says_only_where_the_ace_stands_says_how_long_a_run_is_too() -> None:
    text = own.make(CONTRACT, "Ours", {"run_ace": "high"})
    at = text.index("[clauses.long-run]")
    short = text[:at] + text[at:].partition("\n\n")[2]
    assert "run_longest" not in short
    assert own.read(short).run_longest == 13
    assert own.read(short).clause("long-run").text == "A run has at most 13 cards."


def test_two_values_of_one_clause_are_said_in_one_sentence_and_the_tables_words_stand_for_both() -> None:
    house = {"run_ace": "low", "run_least": 3}
    says = "A run is three or more cards of one suit in sequence. An ace is only low, so J-Q-K-A doesn’t count."
    assert with_house_rules(CONTRACT, house).clause("run").text == says
    ours = with_house_rules(CONTRACT, house, {"run_ace": "Short runs, low aces."})
    assert ours.clause("run").text == "Short runs, low aces."
    assert own.read(own.make(CONTRACT, "Ours", house)).run_least == 3


def test_two_values_that_say_the_same_of_a_clause_that_goes_along_say_it_once() -> None:
    house = {"winning_total": "highest, own cards come off"}
    assert with_house_rules(CONTRACT, house).clause("go-out-bonus").text == "There is no bonus for going out."


def test_words_of_the_tables_own_do_not_follow_and_a_confirmed_value_changes_none() -> None:
    ours = with_house_rules(CONTRACT, {"final_discard": "optional"}, {"last-card": "Grandmother takes it."})
    assert ours.clause("last-card").text == "Grandmother takes it."
    same = with_house_rules(CONTRACT, {"final_discard": CONTRACT.final_discard})
    assert same.clause("whole-hand") == CONTRACT.clause("whole-hand")


def test_what_is_said_of_the_last_round_follows_other_contracts() -> None:
    contracts = CONTRACT.in_json("contracts")
    early = with_house_rules(CONTRACT, {"contracts": [contracts[1], contracts[0], *contracts[2:]]})
    assert early.clause("last-round") == CONTRACT.clause("last-round"), "round 7 is what it was"
    last = with_house_rules(CONTRACT, {"contracts": [*contracts[:6], ["set of 3"] * 4]}).clause("last-round")
    assert last.text == "In round 7 every card in hand goes down at once, without a discard."
    assert (last.basis, last.inherited_from) == ("house rule", "contract/last-round")


def test_a_table_may_agree_on_what_each_place_pays() -> None:
    ours = with_house_rules(CONTRACT, {"settlement": [1, 3, 3, 10]})
    assert ours.clause("settle").text == (
        "At the end the second pays one penny, the third pays three pennies, the fourth pays three pennies "
        "and the fifth pays ten pennies to the winner."
    )
    assert ours.clause("settle-many").text == ours.clause("settle").text, "and nothing that contradicts it"
    assert settle(ours, [10, 20, 30], [0] * 3) == (4, -1, -3)
    assert settle(ours, [50, 20, 30, 10, 40], [0] * 5) == (-10, -1, -3, 17, -3)
    assert settle(ours, [20, 10, 20], [0] * 3) == (-2, 4, -2), "those who share places share what they pay"
    again = own.read(own.make(CONTRACT, "Ours", {"settlement": [1, 3, 3, 10]}))
    assert again.settlement == (1, 3, 3, 10)
    assert from_data(to_data(again)) == again
    back = own.read(own.make(again, "Ours", {"settlement": "by place"}))
    assert settle(back, [10, 20, 30], [0] * 3) == (6, -2, -4)
    assert back.clause("settle-many").text == load("progressive").clause("settle-many").text
    plain = own.read(own.without(again, "settle"))
    assert plain.settlement == "none"
    assert "settle-many" not in plain.clauses


@pytest.mark.parametrize(
    ("payments", "said"),
    [
        ([1, 2], "names the payments of 3 players, but 5 may play"),
        ([4, 3, 2, 1], "a later place pays less than one before it"),
        ([], "from 1 to 9 payments"),
        ([1, 2, 3, 1001], "must be from 0 to 1000"),
        ("much", "must be one of 'none', 'by place' or what each place from the second pays"),
    ],
)
def test_payments_that_cannot_be_are_refused(payments: object, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        with_house_rules(CONTRACT, {"settlement": payments})


@pytest.mark.parametrize("rulebook", ids())
def test_at_a_table_that_plays_to_the_right_no_clause_sends_anybody_to_the_left(rulebook: str) -> None:
    ours = with_house_rules(load(rulebook), {"direction": "right"})
    assert "counterclockwise" in ours.clause("direction").text
    astray = [
        clause.address
        for clause in ours.printed
        if re.search(r"’s left|to the left|[^r]clockwise", clause.text) and clause.topic != "direction"
    ]
    assert astray == []


def test_equal_places_go_by_contracts_where_each_player_has_their_own_and_stay_an_open_question() -> None:
    house = {"own_contracts": True, "deal": 10, "all_cards_rounds": []}
    again = own.read(own.make(CONTRACT, "Kept", house))
    ties = again.clauses["ties"]
    assert ties.text.startswith("Players with equally many contracts met and equal totals share the better place")
    assert (ties.basis, ties.silence) == ("house default", CONTRACT.clauses["ties"].silence)
    back = own.read(own.without(again, "own-contract"))
    assert [back.clauses[topic].text for topic in ("win", "ties")] == [
        CONTRACT.clauses[topic].text for topic in ("win", "ties")
    ]


def test_where_no_one_may_ask_for_the_discard_only_that_and_a_changed_mind_are_printed_of_it() -> None:
    never = with_house_rules(CONTRACT, {"may_i_limit": 0})
    printed = {clause.topic for clause in never.printed if clause.topic in MAY_I_TOPICS}
    assert printed == {"may-i-limit", "may-i-changed-mind"}, "a discard that was passed may be drawn after all"
    some = with_house_rules(CONTRACT, {"may_i_limit": [0, 0, 0, 0, 0, 0, 1]})
    assert {"may-i", "may-i-penalty"} <= {clause.topic for clause in some.printed}
    decided = with_house_rules(CONTRACT, {"may_i_limit": 0, "may_i_down": False})
    assert decided.clause_of("may_i_down") in decided.printed, "what the table has decided is always told"


@pytest.mark.parametrize("rulebook", [book.id for book in all_rulebooks() if not book.own_contracts])
@pytest.mark.parametrize("wins", [wins for wins in WINS if wins != LOWEST])
def test_where_the_highest_total_wins_no_clause_speaks_as_if_the_lowest_did(rulebook: str, wins: str) -> None:
    book = load(rulebook)
    if wins == "highest, own cards come off":  # no total gets up to points that are played for
        book = with_house_rules(book, {"play_until": NO_LIMIT})
    ours = with_house_rules(book, {"winning_total": wins})
    lowest = re.compile(r"all players score their cards|scores the cards in|fewe(st|r) points|lowest total")
    for topic in BY_WHICH_TOTAL_WINS:
        here, was = ours.clauses[topic], book.clauses[topic]
        assert not lowest.search(here.text), here.text
        assert here.silence == was.silence, "as open as before: another clause was decided"
        assert here.basis == (was.basis if was.silence or here.text == was.text else "house rule")
    back = with_house_rules(ours, {"winning_total": LOWEST})
    assert [back.clauses[topic].text for topic in BY_WHICH_TOTAL_WINS] == [
        book.clauses[topic].text for topic in BY_WHICH_TOTAL_WINS
    ]


def test_a_rulebook_of_ones_own_says_what_leaving_costs_where_cards_go_to_who_goes_out() -> None:
    made = own.read(own.make(CONTRACT, "Turned round", {"winning_total": "highest, cards go to who goes out"}))
    assert "leaves the points of their cards to the player who goes out" in made.clauses["leaving"].text
    assert "no one gets the points of the cards left" in made.clauses["exhausted"].text


@pytest.mark.parametrize("rulebook", ids())
def test_what_breaks_a_tie_is_said_where_places_are_shared(rulebook: str) -> None:
    broken = with_house_rules(load(rulebook), {"tie_break": "rounds won, then last round"})
    assert "still level after the tie-break" in broken.clauses["ties"].text
    assert "the tie-break decides" in broken.clauses["play-until-ties"].text
    plain = with_house_rules(broken, {"tie_break": "none"})
    level = "equally many contracts met and equal totals" if plain.own_contracts else "equal totals"
    assert plain.clauses["ties"].text.startswith(f"Players with {level} share the better place")
    assert "they share the place" in plain.clauses["play-until-ties"].text
    for topic in ("ties", "play-until-ties"):
        assert broken.clauses[topic].basis == load(rulebook).clauses[topic].basis, "as open as before"


@pytest.mark.parametrize("rulebook", [book.id for book in all_rulebooks() if not book.own_contracts])
def test_jokers_for_each_deck_are_counted_where_decks_come_in_without_any(rulebook: str) -> None:
    book = load(rulebook)
    more = with_house_rules(book, {"decks_by_round": [0] * (book.rounds - 1) + [1]})
    jokers = more.clauses["jokers"]
    assert "without further jokers" in more.clauses["cards"].text
    assert "deck" not in jokers.text
    assert (jokers == book.clauses["jokers"]) == ("deck" not in book.clauses["jokers"].text)


def test_what_is_not_used_carries_over_only_where_rounds_have_a_limit() -> None:
    with pytest.raises(RulebookError, match="a round without a limit"):
        with_house_rules(CONTRACT, {"may_i_saved": True})
    ours = with_house_rules(CONTRACT, {"may_i_limit": 2, "may_i_saved": True})
    assert ours.clause("may-i-limit").text == (
        "Each player may take two discards out of turn per round. "
        "What a player doesn’t use carries over to later rounds."
    )
    free = with_house_rules(ours, {"may_i_limit": NO_LIMIT})
    assert not free.may_i_saved
    assert free.clause("may-i-limit").text == "There is no limit to how often you may take the discard out of turn."
