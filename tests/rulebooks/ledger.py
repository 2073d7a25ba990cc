"""The ledger typed out once more, by hand: every value of every rulebook, and what it rests on.

It is written from the papers, not from the rulebook files, so that a slip in a file shows. A row
says what ``contract`` has and which rulebooks have something else.
"""

from __future__ import annotations

from typing import Any

IDS = (
    "contract", "screw", "liverpool", "may-i", "shanghai", "shanghai-powe", "shanghai-kolsov", "progressive",
    "wikipedia", "grokipedia", "denexa", "short", "bicycle",
    "kalooki-jm", "continental-es",
    "carioca-cl",
    "romme",
    "phase-10",
    "shanghai-wiki", "frustration",
    "five-crowns",
)  # fmt: skip
SHANGHAIS = ("shanghai", "shanghai-powe", "shanghai-kolsov")


def row(contract: Any, /, **others: Any) -> dict[str, Any]:
    """One value for all rulebooks: keyword ``shanghai_powe`` is ``shanghai-powe``, ``shanghais`` all three."""
    cells = dict.fromkeys(IDS, contract)
    for name in SHANGHAIS if "shanghais" in others else ():
        cells[name] = others["shanghais"]
    for key, value in others.items():
        if key != "shanghais":
            name = key.replace("_", "-")
            assert name in cells, key
            cells[name] = value
    return cells


def by_players(first: int, *numbers: int) -> dict[int, int]:
    return dict(enumerate(numbers, first))


def slots(text: str) -> tuple[tuple[tuple[str, int, int, bool, int], ...], ...]:
    """``"S3 S3; S3 R4"`` as the ledger writes contracts: sets, runs, M for a run in any suits, U for cards of
    one suit, P for a pair, W40 for melds worth 40, W0 for any melds."""
    return tuple(tuple(map(slot, asked.split())) for asked in text.split(";"))


def slot(written: str) -> tuple[str, int, int, bool, int]:
    if written == "P":
        return ("pair", 2, 0, False, 0)
    number = int(written[1:])
    if written[0] == "W":
        return ("melds", 0, number, False, 0)
    return ({"S": "set", "R": "run", "M": "mixed", "U": "suit"}[written[0]], number, 0, False, 0)


SEVEN = "S3 S3; S3 R4; R4 R4; S3 S3 S3; S3 S3 R4; S3 R4 R4; R4 R4 R4"
POINTS = {"A": 15, "K": 10, "Q": 10, "J": 10, "JK": 15} | {str(n): n for n in range(2, 11)}
LOW_AND_HIGH = {str(n): 5 for n in range(2, 8)} | dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10)
TWO_FOR_3_TO_5 = by_players(3, 2, 2, 2)
ONE_FOR_TWO_PLAYERS = by_players(3, 2, 2, 3, 3, 4, 4)
TWO_A_DECK = by_players(3, 4, 4, 6, 6, 8, 8)
FOUR = by_players(3, 4, 4, 4)
CARIOCA = "S3 S3; S3 R4; R4 R4; S3 S3 S3; S3 S3 R4; S3 R4 R4; R4 R4 R4; S3 S3 S3 S3; M13; R13"
NINE = "S3 S3 S3; S3 S3 R4; S3 R4 R4; R4 R4 R4; S3 S3 S3 S3; S3 S3 S3 R4; S3 S3 R4 R4; S3 R4 R4 R4; R4 R4 R4 R4"

VALUES: dict[str, dict[str, Any]] = {
    "players_min": row(
        3,
        grokipedia=2,
        short=2,
        continental_es=2,
        carioca_cl=2,
        romme=2,
        phase_10=2,
        frustration=2,
        five_crowns=2,
    ),
    "players_max": row(
        5,
        screw=8,
        may_i=8,
        wikipedia=8,
        grokipedia=8,
        bicycle=8,
        kalooki_jm=8,
        continental_es=8,
        carioca_cl=6,
        romme=6,
        phase_10=6,
        shanghai_wiki=8,
        five_crowns=7,
    ),
    "players_best": row(
        4,
        continental_es=0,
        carioca_cl=0,
        romme=0,
        phase_10=0,
        shanghai_wiki=0,
        frustration=0,
        five_crowns=0,
    ),
    "pack": row("A to K in four suits", phase_10="1 to 12 in four colours", five_crowns="3 to K in five suits"),
    "decks": row(
        TWO_FOR_3_TO_5,
        screw=ONE_FOR_TWO_PLAYERS,
        may_i=ONE_FOR_TWO_PLAYERS,
        wikipedia=ONE_FOR_TWO_PLAYERS,
        grokipedia=by_players(2, 2, 2, 2, 3, 3, 4, 4),
        short=by_players(2, 2, 2, 2, 2),
        bicycle=by_players(3, 2, 2, 3, 3, 3, 3),
        kalooki_jm=ONE_FOR_TWO_PLAYERS,
        continental_es=by_players(2, 2, 2, 2, 3, 3, 4, 4),
        carioca_cl=by_players(2, 2, 2, 2, 2, 2),
        romme=by_players(2, 2, 2, 2, 2, 2),
        phase_10=by_players(2, 2, 2, 2, 2, 2),
        shanghai_wiki=ONE_FOR_TWO_PLAYERS,
        frustration=by_players(2, 2, 2, 2, 2),
        five_crowns=by_players(2, 2, 2, 2, 2, 2, 2),
    ),
    "decks_by_round": row(
        (0,) * 7,
        shanghai_powe=(0,) * 8,
        shanghai_kolsov=(0,) * 10,
        progressive=(0,) * 15,
        kalooki_jm=(0,) * 9,
        carioca_cl=(0,) * 10,
        romme=(0,),
        phase_10=(0,) * 10,
        shanghai_wiki=(0,) * 10,
        frustration=(0,) * 14,
        five_crowns=(0,) * 11,
    ),
    "jokers": row(
        by_players(3, 2, 3, 4),
        screw=by_players(3, 2, 3, 4, 5, 6, 7),
        may_i=TWO_A_DECK,
        shanghais=FOUR,
        progressive=FOUR,
        wikipedia=TWO_A_DECK,
        grokipedia=by_players(2, 4, 4, 4, 6, 6, 8, 8),
        short=by_players(2, 1, 2, 3, 4),
        bicycle=by_players(3, 1, 1, 2, 2, 2, 2),
        kalooki_jm=by_players(3, 4, 4, 8, 8, 10, 10),
        continental_es=by_players(2, 4, 4, 4, 6, 6, 8, 8),
        carioca_cl=by_players(2, 4, 4, 4, 4, 4),
        romme=by_players(2, 6, 6, 6, 6, 6),
        phase_10=by_players(2, 8, 8, 8, 8, 8),
        shanghai_wiki=TWO_A_DECK,
        frustration=by_players(2, 4, 4, 4, 4),
        five_crowns=by_players(2, 6, 6, 6, 6, 6, 6),
    ),
    "first_dealer": row("random", bicycle="low card"),
    "direction": row(
        "left",
        continental_es="right",
        carioca_cl="right",
    ),
    "deal": row(
        (10, 10, 10, 12, 12, 12, 12),
        shanghai=(11,) * 7,
        shanghai_powe=(10,) * 8,
        shanghai_kolsov=(11,) * 10,
        progressive=(11,) * 15,
        wikipedia=(10, 10, 10, 10, 12, 12, 12),
        bicycle=(10, 10, 10, 10, 12, 12, 12),
        kalooki_jm=(9, 10, 11, 12, 12, 13, 14, 15, 16),
        continental_es=(7, 8, 9, 10, 11, 12, 13),
        carioca_cl=(12,) * 10,
        romme=(13,),
        phase_10=(10,) * 10,
        shanghai_wiki=(11,) * 10,
        frustration=(13,) * 14,
        five_crowns=(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
    ),
    "own_contracts": row(
        False,
        phase_10=True,
        frustration=True,
    ),
    "rounds_most": row("no limit"),
    "play_until": row(
        "no limit",
        romme=501,
    ),
    "contracts_again": row("the first"),
    "low_ace": row("one"),
    "contracts": row(
        slots(SEVEN),
        shanghai_powe=slots("S3 S3; S3 R4; R4 R4; S3 S3 S3; S3 S3 R4; S3 R4 R4; S3 S3 S3 S3; R4 R4 R4"),
        shanghai_kolsov=slots(
            "S3 S3; S3 R4; R4 R4; S3 S3 S3; S3 R7; S3 S3 R5; R4 R4 R4; S3 R10; S3 S3 S3 R5; R5 R5 R5"
        ),
        progressive=slots(
            "S3 S3; S3 R4; S4 S4; R4 R4; S3 S3 R4; S4 R5; S5 S5; R5 R5; S3 S3 S3 S3; R4 R4 R4;"
            "S4 S4 S4; R3 R3 R3 R3 R3; S3 S3 S3 S3 S3; S5 R5 P; S3 S3 R5"
        ),
        short=slots("S3 S3; S3 S4; R4 R4; S3 S3 S3; S3 S3 R4; S3 R4 R4; R4 R4 R4"),
        kalooki_jm=slots(NINE),
        carioca_cl=slots(CARIOCA),
        romme=slots("W40"),
        phase_10=slots("S3 S3; S3 M4; S4 M4; M7; M8; M9; S4 S4; U7; S5 P; S5 S3"),
        shanghai_wiki=slots("S3 S3; S3 R4; R4 R4; S3 S3 S3; S3 R7; S3 S3 R5; R4 R4 R4; S3 R10; S3 S3 S3 R5; R5 R5 R5"),
        frustration=slots(
            "S3 S3 S3; S3 R4; S3 S3 R4; S4 S4; R4 R4; S3 S3 S3 S3; S3 R7; S4 S4 S4; R4 R4 R4; S5 S5; R5 R5; S4 S4 R4;"
            "S4 R4 R4; S3 R9"
        ),
        five_crowns=slots("; ".join(["W0"] * 11)),
    ),
    "all_cards_rounds": row(
        {7},
        may_i=set(),
        shanghai_powe={8},
        shanghai_kolsov=set(),
        progressive=set(),
        kalooki_jm=set(),
        continental_es=set(),
        carioca_cl={9, 10},
        romme=set(),
        phase_10=set(),
        shanghai_wiki=set(),
        frustration=set(),
        five_crowns=set(),
    ),
    "run_ace": row(
        "low or high",
        shanghais="high",
        continental_es="round the corner",
        carioca_cl="round the corner",
        phase_10="low",
        five_crowns="low",
    ),
    "run_least": row(
        4,
        romme=3,
        five_crowns=3,
    ),
    "run_longest": row(
        14,
        shanghais=13,
        continental_es=13,
        carioca_cl=13,
        romme=13,
        phase_10=13,
        five_crowns=13,
    ),
    "set_suits": row(
        "any",
        grokipedia="different",
        romme="different",
    ),
    "set_least": row(3),
    "set_longest": row(
        "no limit",
        grokipedia=4,
        romme=4,
    ),
    "wild_by_round": row(
        ("none",) * 7,
        shanghai_powe=("none",) * 8,
        shanghai_kolsov=("none",) * 10,
        progressive=("none",) * 15,
        kalooki_jm=("none",) * 9,
        carioca_cl=("none",) * 10,
        romme=("none",),
        phase_10=("none",) * 10,
        five_crowns=("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"),
        shanghai_wiki=("none",) * 10,
        frustration=("none",) * 14,
    ),
    "wild_ranks": row(
        {"JK"},
        progressive={"JK", "2"},
        frustration={"JK", "2"},
    ),
    "wild_cards": row(set()),
    "wilds_most": row(
        "no limit",
        shanghais=1,
        carioca_cl=1,
    ),
    "wilds_most_by": row(
        "number",
        romme="natural cards",
        shanghai_wiki="natural cards",
        frustration="natural cards",
    ),
    "wilds_more_later": row(False),
    "wilds_going_down": row(
        "no limit",
        carioca_cl=2,
    ),
    "naturals_least": row(
        1,
        progressive=0,
        kalooki_jm=2,
        romme=2,
        five_crowns=0,
    ),
    "wilds_side_by_side": row(
        True,
        grokipedia=False,
        kalooki_jm=False,
        continental_es=False,
        carioca_cl=False,
    ),
    "wild_as_itself": row(
        True,
        frustration=False,
    ),
    "wild_place": row("as named", grokipedia="any place"),
    "melds_exact": row(
        True,
        may_i=False,
        shanghais=False,
        progressive=False,
        bicycle=False,
        kalooki_jm=False,
        continental_es=False,
        romme=False,
        phase_10=False,
        five_crowns=False,
    ),
    "runs_of_one_suit": row(
        "not touching",
        may_i="any",
        shanghai_powe="one",
        progressive="any",
        kalooki_jm="one",
        continental_es="any",
        carioca_cl="any",
        romme="any",
        phase_10="any",
        five_crowns="any",
    ),
    "runs_that_meet": row("two", denexa="one"),
    "runs_cut": row(False),
    "ace_ends_touch": row(False),
    "sets_of_one_rank": row(
        True,
        shanghais=False,
        kalooki_jm=False,
        carioca_cl=False,
    ),
    "new_melds": row(
        "never",
        screw="later turn",
        denexa="later turn",
        kalooki_jm="same turn",
        romme="same turn",
        frustration="same turn",
    ),
    "lay_off_same_turn": row(
        "no",
        shanghais="yes",
        progressive="yes",
        wikipedia="others",
        bicycle="yes",
        kalooki_jm="yes",
        continental_es="yes",
        romme="yes",
        phase_10="yes",
        frustration="yes",
    ),
    "lay_off_whose": row("any", five_crowns="own"),
    "swap": row(
        "runs",
        may_i="no",
        progressive="no",
        short="any",
        kalooki_jm="no",
        carioca_cl="no",
        romme="any",
        phase_10="no",
        frustration="no",
        five_crowns="no",
    ),
    "swap_when": row(
        "earlier",
        wikipedia="down",
        bicycle="down",
        continental_es="down",
        romme="down",
    ),
    "swap_whose": row("any", bicycle="others"),
    "swap_joker": row(
        "lay off now",
        denexa="new meld now",
        bicycle="any time",
        romme="new meld now",
    ),
    "joker_moves": row(False, bicycle=True, kalooki_jm=True),
    "draw_cards": row(1),
    "draw_down": row(
        True,
        kalooki_jm=False,
        carioca_cl=False,
    ),
    "down_draws": row(True),
    "down_only_out": row(False, five_crowns=True),
    "last_turns": row(False, five_crowns=True),
    "told_in": row("cards"),
    "stock_again": row("shuffle", kalooki_jm="deal again"),
    "final_discard": row(
        "required",
        shanghai_powe="never",
        progressive="optional",
        wikipedia="required, else stay in",
        grokipedia="optional",
        bicycle="optional",
        kalooki_jm="optional",
        carioca_cl="optional",
        romme="optional",
        phase_10="optional",
    ),
    "whole_hand_rounds": row(set(), may_i={7}),
    "only_down_goes_out": row(False, grokipedia=True, denexa=True, bicycle=True),
    "discard_playable": row(True, wikipedia=False),
    "playable_draws": row(0),
    "playable_points": row(0),
    "discard_wild": row(
        True,
        kalooki_jm=False,
        carioca_cl=False,
    ),
    "discard_taken": row(
        True,
        romme=False,
    ),
    "take_back": row(False, continental_es=True),
    "may_i_order": row(
        "turn order",
        screw="first to ask",
        wikipedia="first to ask",
        short="first to ask",
        kalooki_jm="first to ask",
    ),
    "may_i_until": row("draw", denexa="meld"),
    "may_i_same_moment": row("turn order"),
    "may_i_chain": row(
        True,
        bicycle=False,
        kalooki_jm=False,
        shanghai_wiki=False,
    ),
    "may_i_twice_running": row(False),
    "may_i_active": row(False, progressive=True),
    "may_i_changed_mind": row("until asked", screw="final", progressive="until taken", kalooki_jm="until taken"),
    "may_i_own": row(True),
    "may_i_down": row(True, kalooki_jm=False),
    "may_i_penalty_grows": row(0),
    "may_i_points": row(0),
    "may_i_penalty": row(
        (1,) * 7,
        shanghai=(2,) * 7,
        shanghai_powe=(2,) * 8,
        shanghai_kolsov=(2,) * 10,
        progressive=(0,) * 11 + (1, 1) + (0, 0),
        kalooki_jm=(1,) * 9,
        carioca_cl=(1,) * 10,
        romme=(1,),
        phase_10=(1,) * 10,
        shanghai_wiki=(1,) * 10,
        frustration=(1,) * 14,
        five_crowns=(1,) * 11,
    ),
    "may_i_saved": row(False),
    "may_i_limit": row(
        ("no limit",) * 7,
        shanghai=(2,) * 7,
        shanghai_powe=(2,) * 8,
        shanghai_kolsov=(2,) * 10,
        progressive=(0,) * 8 + (1, 1, 1, 2, 2, 1) + (0,),
        kalooki_jm=(3,) * 9,
        carioca_cl=(0,) * 10,
        romme=(0,),
        phase_10=(0,) * 10,
        shanghai_wiki=(3,) * 10,
        frustration=(0,) * 14,
        five_crowns=(0,) * 11,
    ),
    "may_i_in_game": row("no limit"),
    "may_i_price": row(0, progressive=1),
    "screw_over": row(False, screw=True),
    "screw_joker": row("runs"),
    "cut_bonus": row(0, liverpool=50),
    "shanghai_call": row(False, shanghai=True, shanghai_kolsov=True),
    "points": row(
        POINTS,
        may_i=POINTS | {"JK": 25},
        shanghais=LOW_AND_HIGH | {"A": 20, "JK": 50},
        progressive={str(n): 5 for n in range(3, 11)} | {"2": 20, "JK": 20, "A": 15, "J": 10, "Q": 10, "K": 10},
        bicycle=POINTS | {"wild": 15},
        kalooki_jm=POINTS | {"JK": 50, "AD": 1, "AH": 1},
        continental_es=POINTS | {"A": 20, "JK": 50},
        carioca_cl=POINTS | {"A": 20, "JK": 30},
        romme=POINTS | {"A": 11, "JK": 20},
        phase_10={"A": 5} | {str(n): 5 for n in range(2, 10)} | {"10": 10, "J": 10, "Q": 10, "K": 15, "JK": 25},
        five_crowns={str(n): n for n in range(2, 11)} | {"A": 1, "J": 11, "Q": 12, "K": 13, "JK": 50, "wild": 20},
    ),
    "go_out_bonus": row(
        (0,) * 7,
        shanghai_powe=(0,) * 8,
        shanghai_kolsov=(0,) * 10,
        progressive=(0,) * 15,
        kalooki_jm=(0,) * 9,
        continental_es=(10,) * 7,
        carioca_cl=(0,) * 10,
        romme=(0,),
        phase_10=(0,) * 10,
        shanghai_wiki=(0,) * 10,
        frustration=(0,) * 14,
        five_crowns=(0,) * 11,
    ),
    "winning_total": row("lowest"),
    "go_out_bonus_for": row("going out", continental_es="one turn"),
    "one_turn_doubles": row(False, kalooki_jm=True, romme=True),
    "tie_break": row(
        "none",
        carioca_cl="rounds won, then last round",
    ),
    "settlement": row("none", progressive="by place"),
    "kitty_split": row("winner"),
}

NAMES = {
    "contract": "Contract Rummy",
    "screw": "Screw Rummy",
    "liverpool": "Liverpool Rummy",
    "may-i": "May I?",
    "shanghai": "Shanghai Rummy",
    "shanghai-powe": "Shanghai Rummy (Powe)",
    "shanghai-kolsov": "Shanghai Rummy (Kolsov)",
    "progressive": "Progressive Rummy",
    "wikipedia": "Contract Rummy (Wikipedia)",
    "grokipedia": "Contract Rummy (Grokipedia)",
    "denexa": "Contract Rummy (Denexa)",
    "short": "Contract Rummy (short rules)",
    "bicycle": "Contract Rummy (Bicycle)",
    "kalooki-jm": "Kalooki (Jamaica)",
    "continental-es": "Continental (Spain)",
    "carioca-cl": "Carioca (Chile)",
    "romme": "Rommé (Germany)",
    "phase-10": "Phase 10",
    "shanghai-wiki": "Shanghai Rummy (ten rounds)",
    "frustration": "Frustration",
    "five-crowns": "Five Crowns",
}
SOURCES = {
    "contract": 'John McLeod, "Contract Rummy", pagat.com',
    "screw": "Sarah Sperry, MIT CMS.608 Game Design, 2008",
    "liverpool": 'Paul Welty, in pagat.com "Contract Rummy"',
    "may-i": 'Greg Petras, in pagat.com "Contract Rummy"',
    "shanghai": 'Mark Allen Davis, in pagat.com "Contract Rummy"',
    "shanghai-powe": 'Tahelia Powe, in pagat.com "Contract Rummy"',
    "shanghai-kolsov": 'Deb Kolsov, in pagat.com "Contract Rummy"',
    "progressive": 'John Eveleigh, in pagat.com "Contract Rummy"',
    "wikipedia": 'Wikipedia, "Contract rummy"',
    "grokipedia": 'Grokipedia, "Contract rummy"',
    "denexa": 'Denexa Games, "Contract Rummy", 2016',
    "short": "Unsigned short rules",
    "bicycle": 'The United States Playing Card Company, "Contract Rummy"',
    "kalooki-jm": 'John McLeod, "Caribbean Kalooki", pagat.com',
    "continental-es": "continental.org.es",
    "carioca-cl": 'Spanish Wikipedia, "Carioca"',
    "romme": 'Wikipedia, "German Rummy" and "Hand game (cards)"',
    "phase-10": 'Fundex Games, "Phase 10", instruction booklet of 2005',
    "shanghai-wiki": 'Wikipedia, "Shanghai rum"',
    "frustration": 'Zepherin Games, "Frustration Rummy Rules", zepheringames.ca',
    "five-crowns": 'SET Enterprises, "5 Crowns Game Rules"',
}
FURTHER = {
    "kalooki-jm": (
        'Crofts Hill Holdings, "Kalooki Game Rules", superkalooki.com',
        'Wikipedia, "Kalooki"',
    ),
    "continental-es": (
        'Naipes Heraclio Fournier, "Continental", nhfournier.es',
        'Spanish Wikipedia, "Continental (juego)"',
    ),
    "carioca-cl": (
        '"Reglas Carioca", Sidios-game, github.com',
        '"Carioca-Digital", github.com',
        '"Carioca", TPIntegradorPoo, github.com',
        'Wikipedia, "Carioca (card game)"',
    ),
    "romme": (
        'German Wikipedia, "Rommé"',
        'rummy.ch, "Deutsches Rommé"',
        "romme-palast.de",
        "online-romme-lernen.de",
        'rommee.de, "Regeln"',
        'romme24.com, "Spielregeln"',
    ),
    "phase-10": (
        'Fundex Games, "Phase 10 Deluxe", instructions of 2002',
        'Schwäbische Zeitung, "Phase 10 für jede Lebensphase", schwaebische.de',
    ),
    "shanghai-wiki": ('"Shanghai Rummy", spiritedrose.wordpress.com',),
    "frustration": (
        'Unique Wood Products, "Frustration Rummy Rules", uniquewoodproducts.ca',
        'The Riverside Woodshop, "Frustration Rummy Instructions", theriversidewoodshop.com',
    ),
    "five-crowns": (
        'everything2.com, "Five Crowns"',
        'Wikipedia, "Five Crowns (card game)"',
        'nightsaroundatable.com, "How to Play Five Crowns"',
    ),
}
"""The further sources of those that several public descriptions tell."""
BUILDS_ON = row("contract", contract="", shanghai_powe="shanghai", shanghai_kolsov="shanghai")
ALSO_CALLED = row(
    (),
    wikipedia=("Combination Rummy", "Deuces Wild Rummy", "Joker Rummy"),
    denexa=("Jamaican Rummy",),
    kalooki_jm=("Jamaican Kalooki", "Caribbean Kalooki", "Jamaican Rummy", "Super Kalooki", "Kaluki"),
    continental_es=("Continental Rummy", "Continental clásico"),
    carioca_cl=("Carioca chilena", "Loba Carioca"),
    romme=("German Rummy", "Austrian Rummy", "Deutsches Rommé", "Rommé mit Auslegen", "Rommee"),
    phase_10=("Phase Ten", "Phase10", "Faze 10"),
    shanghai_wiki=("Shanghai Rum", "California Rummy"),
    frustration=("Frustration Rummy", "Frustration Card Game"),
    five_crowns=("5 Crowns", "Cinco Coronas"),
)
MAY_I_WORDS = row("May I", shanghai_powe="buy", progressive="buy", shanghai_wiki="buy")
