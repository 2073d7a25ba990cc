"""The words of the pages: contracts, packs, places, money, names that fit a narrow column."""

from __future__ import annotations

from datetime import datetime

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, RANKS, card_of
from referee.rules.judges.dealing import deal_for
from referee.rules.judges.scoring import Place
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import parse_slot
from referee.web.parts.in_short import in_short
from referee.web.shell import words


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["set of 3", "set of 3"], "Two sets of 3"),
        (["set of 3", "run of 4"], "One set of 3 and one run of 4"),
        (["set of 3", "set of 4"], "One set of 3 and one set of 4"),
        (["set of 5", "run of 5", "pair"], "One set of 5, one run of 5 and one pair"),
        (["run of 3"] * 5, "Five runs of 3"),
        (["set of 3", "or", "run of 4"], "One set of 3 or one run of 4"),
        (["set of 3", "set of 3", "or", "run of 4", "pair"], "Two sets of 3, or one run of 4 and one pair"),
        (["set of 6", "or", "run of 7", "or", "pair", "pair"], "One set of 6, or one run of 7, or two pairs"),
        (["set of 3", "run of 4 in any suits"], "One set of 3 and one run of 4 in any suits"),
        (["run of 4 in any suits"] * 2, "Two runs of 4 in any suits"),
        (["7 of one colour"], "7 cards of one colour"),
        (["any melds"], "Any melds"),
        (["melds worth at least 51 with a pure run"], "Melds worth at least 51 points with a pure run"),
        (["set of 6", "or", "any melds with a pure run"], "One set of 6 or any melds with a pure run"),
        (["5 of one suit", "5 of one suit", "pair"], "Two groups of 5 cards of one suit and one pair"),
    ],
)
def test_a_contract_is_said_in_words(asked: list[str], said: str) -> None:
    assert words.contract([parse_slot(slot) for slot in asked]) == said


def test_every_contract_of_every_rulebook_can_be_said_and_drawn() -> None:
    for book in library.all_rulebooks():
        for asked in book.contracts:
            assert not words.contract(asked)[0].islower()
            assert [(meld.size, meld.kind) for meld in words.melds(asked)] == [
                (slot.size, {"pair": "set", "suit": "set", "mixed": "run"}.get(slot.kind, slot.kind)) for slot in asked
            ]


def test_a_contract_of_other_melds_is_drawn_in_the_suits_that_it_may_have() -> None:
    asked = [parse_slot(slot) for slot in ("run of 4", "run of 7 in any suits", "7 of one colour", "5 of one suit")]
    assert words.melds(asked) == (
        ("run", 4, "run of 4", ""),
        ("run", 7, "run of 7 in any suits", "shdc"),
        ("set", 7, "7 cards of one colour", "hd"),
        ("set", 5, "5 cards of one suit", ""),
    )
    assert words.contract_in_brief(asked) == "Run, mixed run, one colour, one suit"
    assert words.contract_in_brief([asked[1], asked[1]]) == "2 mixed runs"


def test_melds_that_the_player_chooses_are_said_and_not_drawn() -> None:
    contracts = (["any melds"], ["melds worth at least 40"], ["melds worth at least 51 with a pure run"])
    asked = [[parse_slot(slot) for slot in contract] for contract in contracts]
    assert [words.contract_in_brief(slots) for slots in asked] == ["Any melds", "Worth 40", "Worth 51, pure run"]
    assert [[(meld.size, meld.words) for meld in words.melds(slots)] for slots in asked] == [
        [(0, "any melds")],
        [(0, "melds worth at least 40 points")],
        [(0, "melds worth at least 51 points with a pure run")],
    ]
    choice = [parse_slot(slot) for slot in ("set of 3", "or", "any melds with a pure run")]
    assert words.contract_in_brief(choice) == "Set or any melds, pure run"
    assert [meld.words for meld in words.melds(choice)] == ["set of 3", "or", "any melds with a pure run"]


@pytest.mark.parametrize(
    ("whose", "adds_to"),
    [("any", "you can add cards to any meld there."), ("own", "you can add cards to them.")],
)
def test_the_game_in_short_tells_of_melds_instead_of_contracts_where_any_will_do(whose: str, adds_to: str) -> None:
    house = {"contracts": [["melds worth at least 40"]] * 7, "all_cards_rounds": [], "lay_off_whose": whose}
    sentences = in_short(library.with_house_rules(library.load("contract"), house))
    assert sentences[0] == "The game has 7 rounds, and in each you go down with melds worth at least 40 points."
    assert sentences[3].startswith("Once you hold melds that will do, you go down")
    assert sentences[3].endswith(adds_to)


def test_the_pack_is_said_with_and_without_jokers() -> None:
    deal = deal_for(library.load("contract"), 1, 4)
    assert words.pack(deal) == "2 decks and 3 jokers: 107 cards"
    assert words.pack(deal._replace(jokers=1, pack=105)) == "2 decks and 1 joker: 105 cards"
    assert words.pack(deal._replace(jokers=0, pack=104)) == "2 decks without jokers: 104 cards"


def test_wild_cards_are_named() -> None:
    assert words.wild(library.load("contract")) == "jokers"
    assert words.wild(library.load("progressive")) == "jokers and 2s"
    without = {
        name: library.with_house_rules(library.load(name), {"jokers": 0}) for name in ("contract", "progressive")
    }
    assert {name: words.wild(book) for name, book in without.items()} == {"contract": "nothing", "progressive": "2s"}


def sentences(book: Rulebook, plays: int) -> tuple[str, ...]:
    return tuple(one.sentence for one in words.special(book, plays))


@pytest.mark.parametrize(
    ("book", "plays", "said"),
    [
        ("contract", 1, ()),
        ("contract", 7, ("You meld the whole hand at once, without a discard.",)),
        ("progressive", 1, ("No buying in this round.",)),
        ("progressive", 9, ("Buying: once for each player, no extra card.",)),
        ("progressive", 12, ("Buying: twice for each player, plus 1 card from the stock each time.",)),
        ("screw", 2, ("The screw-over: once for each player.",)),
    ],
)
def test_what_is_special_in_a_round_is_said(book: str, plays: int, said: tuple[str, ...]) -> None:
    assert sentences(library.load(book), plays) == said


def test_what_a_table_plays_otherwise_is_special_too() -> None:
    house = {"draw_cards": 2, "may_i_in_game": 7}
    ours = library.with_house_rules(library.load("contract"), house)
    assert sentences(ours, 1) == ("Draw 2 cards in each turn.", "May I: 7 times for each player in the whole game.")


@pytest.mark.parametrize("book", ["phase-10", "frustration", "carioca-cl", "romme", "five-crowns"])
def test_a_game_without_a_may_i_says_of_no_round_that_it_has_none(book: str) -> None:
    loaded = library.load(book)
    said = [one.topic for plays in range(1, loaded.rounds + 1) for one in words.special(loaded, plays)]
    assert "may-i-limit" not in said


def test_what_carries_over_is_special_in_rounds_that_have_some() -> None:
    ours = library.with_house_rules(
        library.load("contract"), {"may_i_limit": [2, 2, 0, 2, 2, 2, 2], "may_i_saved": True}
    )
    assert "May I: what you don’t use carries over to later rounds." in sentences(ours, 1)
    assert sentences(ours, 3) == ("No May I in this round.",)


@pytest.mark.parametrize("book", library.ids())
def test_what_is_special_leads_to_the_clause_that_says_so(book: str) -> None:
    rules = library.load(book)
    for plays in range(1, rules.rounds + 1):
        assert {one.topic for one in words.special(rules, plays)} <= rules.clauses.keys()


def test_shanghai_says_its_buys_its_call_and_its_way_out() -> None:
    assert sentences(library.load("shanghai"), 1)[-1] == "The Shanghai call is on."
    powe = sentences(library.load("shanghai-powe"), 1)
    assert any("never discarded" in sentence for sentence in powe)
    assert not any("Shanghai call" in sentence for sentence in powe)


def test_places_are_shown_short_and_spoken_long() -> None:
    assert [words.place(Place(1, False)), words.place(Place(2, True))] == ["1", "2="]
    spoken = [words.ordinal_place(Place(at, False)) for at in (1, 2, 3, 4, 8)]
    assert spoken == ["1st", "2nd", "3rd", "4th", "8th"]
    assert words.ordinal_place(Place(2, True)) == "2nd, shared"


def test_money_says_who_gets_and_who_pays() -> None:
    assert [words.money(n) for n in (12, -1, 0)] == ["gets 12 pennies", "pays 1 penny", "even"]


def test_cards_left_are_read_back_with_their_cards() -> None:
    assert words.line("K K 10 5", 35) == "35 (K K 10 5)"
    assert words.line("K JK", 25) == "25 (K joker)"
    assert words.line("", 0) == "0 (no cards)"
    assert words.line(None, 35) == "35"


def test_every_card_has_a_spoken_name() -> None:
    assert words.card_face(card_of(2, 7)).spoken == "seven of hearts"
    assert words.card_face(JOKER).spoken == "joker"
    assert [face.spoken for face in words.hand_faces("A 10 JK")] == ["ace", "ten", "joker"]
    assert words.hand_faces(None) == ()


def test_the_pad_has_every_rank_with_its_price_under_the_rulebook() -> None:
    for book in library.all_rulebooks():
        keys = words.keys(book)
        absent = RANKS[: book.cards.lowest - 1]
        there = {name: cost for name, cost in book.prices.items() if name not in absent}
        assert {key.rank: key.points for key in keys} == there
    assert [key.name for key in words.keys(library.load("shanghai"))][:2] == ["ace", "king"]


def test_a_card_with_points_of_its_own_has_a_key_beside_its_rank() -> None:
    book = library.load("contract")
    dear = words.keys(library.with_house_rules(book, {"points": {**book.points, "QS": 40, "10H": 10}}))
    assert [key.rank for key in dear][:5] == ["A", "K", "Q", "QS", "J"]
    assert (dear[3].label, dear[3].points, dear[3].name, dear[3].shown) == ("Q♠", 40, "queen of spades", "Q♠")
    assert len(dear) == 15, "a card that costs what its rank does needs no key"


def test_no_key_costs_a_joker_where_none_is_played_with() -> None:
    without = library.with_house_rules(library.load("contract"), {"jokers": 0})
    assert "JK" not in {key.rank for key in words.keys(without)}
    assert len(words.keys(without)) == 13
    some = library.with_house_rules(library.load("contract"), {"jokers": {3: 0, 4: 2, 5: 0}})
    assert len(words.keys(some)) == 14


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Anna", "Otto"], ("Anna", "Otto")),
        (["Bartholomew", "Maximiliana Klee"], ("Bartho.", "Maximi.")),
        (["Anna Schmidt", "Anna Kovacs"], ("Anna S.", "Anna K.")),
        (["Oma Liesel", "Maria van Dyck", "Margarethe L"], ("Oma L.", "Maria", "Margar.")),
        (["Player 1", "Player 2", "Player 10"], ("P1", "P2", "P10")),
        (["Wolfgang", "Wolfgang-Amadeus"], ("Wolf’ng", "Wolf’us")),
        (["Wolfgang", "Wolfgaang"], ("Wolfg 1", "Wolfg 2")),
        (["Anna Maria S", "Anna Maria S."], ("Anna 1", "Anna 2")),
    ],
)
def test_names_are_cut_to_a_column_and_stay_different(names: list[str], short: tuple[str, ...]) -> None:
    assert words.short_names(names) == short


def test_a_moment_is_given_to_the_phone_as_it_stands_in_the_log() -> None:
    moment = words.moment("2026-11-21T20:05:00Z")
    assert moment.iso == "2026-11-21T20:05:00Z"
    assert moment.shown.endswith(":05")


def test_a_moment_of_another_year_says_which_one() -> None:
    assert " Dec 2019, " in words.moment("2019-12-28T12:00:00Z").shown


def test_no_line_ends_within_the_ranks_of_a_run() -> None:
    said = str(words.unbroken("7-8-9-10 of clubs & A-2-3 <b> on 2026-01-05"))
    kept = '<span class="whole-run">{}</span>'
    assert said == f"{kept.format('7-8-9-10')} of clubs &amp; {kept.format('A-2-3')} &lt;b&gt; on 2026-01-05"


def test_negative_totals_carry_a_real_minus_sign() -> None:
    assert words.signed(-50) == "\u221250"
    assert words.signed(50) == "50"


def test_a_day_is_written_one_way_with_its_year_where_it_is_another_one() -> None:
    today = datetime.now().astimezone().date()
    assert words.day(today.isoformat()) == f"{today.day} {today:%b}"
    assert words.day("2019-12-28") == words.day("2019-12-28T12:00:00Z") == "28 Dec 2019"
    assert words.day(today.isoformat(), year=True).endswith(f" {today.year}")
    assert words.dated("the table, 2019-12-28") == "the table, 28 Dec 2019"
    assert words.dated("version 2019-99-28 and 12019-12-28") == "version 2019-99-28 and 12019-12-28"


AS_PRINTED = "Ace, joker 15; 10–K = 10; 2–9 face value"
LEGENDS = {
    "may-i": "Joker 25; ace 15; 10–K = 10; 2–9 face value",
    "shanghai": "Joker 50; ace 20; 8–K = 10; 2–7 = 5",
    "shanghai-powe": "Joker 50; ace 20; 8–K = 10; 2–7 = 5",
    "shanghai-kolsov": "Joker 50; ace 20; 8–K = 10; 2–7 = 5",
    "progressive": "2, joker 20; ace 15; J–K = 10; 3–10 = 5",
    "continental-es": "Joker 50; ace 20; 10–K = 10; 2–9 face value",
    "carioca-cl": "Joker 30; ace 20; 10–K = 10; 2–9 face value",
    "kalooki-jm": "Joker 50; ace 15; 10–K = 10; A♦, A♥ = 1; 2–9 face value",
    "romme": "Joker 20; ace 11; 10–K = 10; 2–9 face value",
    "phase-10": "Wild card 25; skip 15; 10–12 = 10; 1–9 = 5",
    "five-crowns": "Any wild card 20; joker 50; K 13; Q 12; J 11; 3–10 face value",
}


@pytest.mark.parametrize("book", library.all_rulebooks(), ids=lambda book: book.id)
def test_what_the_cards_cost_names_every_card(book: Rulebook) -> None:
    """An ace and a joker of one value are two cards, not "a joker"."""
    assert words.values_of_cards(book) == LEGENDS.get(book.id, AS_PRINTED)


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ({"QS": 50}, "Q♠ = 50; joker 25; ace 15; 10–K = 10; 2–9 face value"),
        ({"A": 10}, "Joker 25; 10–K, ace 10; 2–9 face value"),
        (
            {"JK": 0, "A": 11, "K": 4, "Q": 3, "J": 2},
            "Ace 11; 4, K = 4; 3, Q = 3; 2, J = 2; joker 0; 5–10 face value",
        ),
    ],
)
def test_what_house_rules_make_of_the_cards_is_said_too(points: dict[str, int], says: str) -> None:
    book = library.with_house_rules(library.load("may-i"), {"points": {**library.load("may-i").points, **points}})
    assert words.values_of_cards(book) == says


def test_a_shared_place_of_so_many_and_a_source_are_said_as_people_write_them() -> None:
    assert [words.place_of(Place(1, shared), 4) for shared in (True, False)] == ["shared 1st of 4", "1st of 4"]
    assert words.dated('John McLeod, "Contract Rummy", pagat.com') == "John McLeod, “Contract Rummy”, pagat.com"
