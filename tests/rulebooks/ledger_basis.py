"""What every clause of every rulebook rests on, typed out from the ledger by hand: one letter for each rulebook.

S: the source states it. I: taken over from the rulebook beneath. R: the source speaks, but contradicts itself or can
be taken two ways, and one is taken. H: no source says, a house default. A dot: the rulebook has no such clause. What
the rulebook beneath only reads or assumes is R or H in the one above, too. Where the parts of a clause differ, the
letter is that of the part on which rulings turn, and the words of the clause say the rest.
"""

from __future__ import annotations

from tests.rulebooks.ledger import IDS

SAID = {"S": "stated", "I": "inherited", "R": "reading", "H": "house default", ".": None}

# contract screw liverpool may-i; shanghai -powe -kolsov; progressive wikipedia grokipedia denexa short bicycle; second
STATUSES = """
    players            R S R R   S I I   R S S S H S   R S S S S   R S   S
    most-players       R H R H   S I I   R S R S S S   R R R R S   S S   S
    best-players       S S I I   I I I   I I I S I I   S H H H H   H H   H
    cards              S S I S   S I I   S S S S S S   R R R S S   S S   S
    odd-players        . H . H   . . .   . . . . . .   . . . . .   . .   .
    jokers             S S I S   S I I   S S S S S S   R R S S S   S S   S
    skips              . . . .   . . .   . . . . . .   . . . . S   . .   .
    first-dealer       S S I I   I I I   I I S I I S   S S S S H   I I   H
    next-dealer        S S I I   I I I   I S S S I S   I S S S S   S S   S
    seats              H H H H   H H H   H H H H H H   H H H H H   H H   H
    direction          S I I I   I I I   I I I I I I   S S R S S   S S   S
    deal               S S I I   S S I   S S S S S S   S R S R S   S S   S
    cut                H H S H   H H H   H H H H H H   H H H H H   H H   H
    shuffling          . . . .   . . .   . . . . . S   . . . . .   . .   .
    misdeal            H H H H   H H H   H H H H H H   H H H H H   H H   H
    misdeal-later      H H H H   H H H   H H H H H H   H H H H H   H H   H
    leaving            H H H H   H H H   H H H H H H   H H H H H   H H   H

    contracts          S S I I   S S S   S S S S S S   S S R R S   S S   S
    pair               . . . .   . . .   H . . . . .   . . . . S   . .   .
    own-contract       S I I I   I I I   I I I I I I   I I I S S   I S   S
    own-contract-ties  H H H H   H H H   H H H H H H   H H H H S   H R   H
    own-contract-joins H H H H   H H H   H H H H H H   H H H H H   H H   H
    own-contract-skips H H H H   H H H   H H H H H H   H H H H S   H S   H
    play-until         S I I I   I I I   I I I I I I   I I I R I   I I   S
    play-until-contracts H H H H   H H H   H H H H H H   H H H S H   H H   H
    play-until-ties    H H H H   H H H   H H H H H H   H H H H H   H H   H
    meld-worth         H H H H   H H H   H H H H H H   H H H S H   H H   H
    last-round         S S I S   I I H   H R S S I S   H H S H H   H H   S

    turn               S S I I   I I I   I S S S S S   S S S S S   S S   S
    draw               S S I I   I I I   S S S S S S   S S S S S   S S   S
    draw-down          H H H H   H H H   H H H H H H   S H S H H   H H   H
    down-turns         S I I I   I I I   I I I I I I   I I I I I   I I   I
    exhausted          S S I I   I I I   I R S S R I   S I I I I   I S   I
    exhausted-again    H H H H   H H H   H H H H H H   S H H H H   H H   H

    may-i              S S I I   S I I   S S I S S S   S S I I I   S I   I
    may-i-late         R R R R   R R R   R R R R R R   R R R R R   S R   R
    may-i-same-moment  H H H H   H H H   H H H H H H   H H H H H   H H   H
    may-i-chain        S S I I   I I I   S R I S S S   S I I I I   S I   I
    successive         S S I I   I I I   I I I S I I   I I I I I   I I   I
    may-i-active       S S I I   S I I   S S I S S S   S I I I I   I I   I
    may-i-changed-mind H R H H   H H H   R H H H H H   S H H H H   H H   H
    may-i-own          H H H H   H H H   H H H H H H   H S H H H   H H   H
    may-i-down         H H H H   H H H   H H H H H H   S H H H H   H H   H
    may-i-penalty      S S I S   S I I   S S S S S S   S S I I I   S I   I
    may-i-stock        H H H H   H H H   H H H H H H   H H H H H   H H   H
    may-i-limit        H S H H   S I I   S H R H H H   S H S S H   S H   H
    may-i-game         H H H H   H H H   H H H H H H   H H H H H   H H   H
    may-i-bluff        . H . .   . . .   . . . . . .   . . . . .   . .   .
    price              H H H H   H H H   S H H H H H   H H H H H   H H   H

    run                S S I I   S I I   S S R S I S   S S S R R   S S   S
    long-run           S S I I   S I I   R I I R I S   I R H S H   I I   H
    set                S S I I   I I I   S S R S I S   S S S S S   S S   S
    set-size           S S I I   I I I   I I R I I I   S S I S S   I I   S
    wild               S S I I   S I I   S S S S S S   S S S S S   R S   S
    wild-limit         H H H H   S I I   S S H H H H   H H R S S   S R   S
    wild-going-down    H H H H   S I I   S R R H H H   H H R H S   H H   H
    natural            H H H H   H H H   R H S H H H   S H H S R   H H   R
    wild-neighbours    H H H H   H H H   H H S H H H   S S S S H   H H   S
    own-place          H H H H   H H H   H H H H H H   H H H H S   H S   H
    reading            H H H H   H H H   H H H H H H   H H H H H   H H   H
    wild-place         H H H H   H H H   H H R H H H   H H H H H   H H   H
    melds-stay         H H H H   H H H   H H S H H H   H H H H H   H H   H
    declare            . . . .   . . .   S . . . . .   . . . . .   . .   .

    meld               S S I S   S I I   S S R I I S   S S S S S   I I   S
    once               S S I I   I I I   I S S S S I   I I I S S   I I   S
    down-when          S I I I   I I I   I I I I I I   I I I I I   I I   S
    whole-hand         H H H R   H S H   S R R H H R   R H R R H   H H   S
    contiguous         S S I S   S S I   S I R S I S   S S R H H   I I   H
    apart              H H H H   H H H   S H H S H H   H H H H H   H H   H
    runs-cut           H H H H   H H H   S H S H H H   H S H H H   H H   H
    ace-ends           H H H H   H H H   H H H H H H   H H H H H   H H   H
    same-rank          H H H H   S I I   S H H H H H   S S S H S   H H   H
    illegal-meld       H H H H   H H H   H H S H H H   H H H H H   H H   H
    illegal-meld-later H H H H   H H H   H H H H H H   H H H H H   H H   H
    new-melds          S S I I   I I I   I I S S I S   S I I S S   I S   S

    lay-off            S S I I   S I I   S S S S S R   R R S S R   I R   S
    lay-off-end        H H H H   H H H   H H H H H H   H H H H H   H H   H
    take-back          H H H H   H H H   H H S H H H   H R H S H   H H   H
    swap               S S I S   I I I   S S S S R S   S S R S S   I H   H
    swap-when          S S I I   I I I   I R I S I R   I R I S I   I I   I
    swap-whose         S S I I   I I I   I S S S R S   I S I R I   I I   I
    swap-turn          . . . .   . . .   . . . . . R   . . . . .   . .   .
    swap-order         . . . .   . . .   . . . . . S   . . . . .   . .   .
    swap-joker         S S I I   I I I   I I S R S R   I R I S I   I I   I
    swap-unused        H H H H   H H H   H H H H H .   H H H H H   H H   H
    joker-moves        H H H H   H H H   S H S H H S   R H H H S   H H   H

    discard            S S I I   I I I   I R S S S S   S I S S S   I I   S
    discard-taken      H H H H   H H H   H S H H H H   S H H S H   H H   H
    discard-wild       H H H H   H H H   H H H H H H   S H S H H   H H   H
    go-out             R R R R   R S R   S R R R R R   R S R R R   R S   S
    go-out-down        H H H H   H H H   H H S S H S   H H H H H   H H   H
    last-card          H H H H   H H H   H H H H H H   H H H H H   H H   H
    last-turns         S I I I   I I I   I I I I I I   I I I I I   I I   S

    screw-over         H S H H   H H H   H H H H H H   H H H H H   H H   H
    screw-when         . H . .   . . .   . . . . . .   . . . . .   . .   .
    screw-once         . S . .   . . .   . . . . . .   . . . . .   . .   .
    screw-self         . S . .   . . .   . . . . . .   . . . . .   . .   .
    screw-taken-back   . S . .   . . .   . . . . . .   . . . . .   . .   .
    screw-middle       . R . .   . . .   . . . . . .   . . . . .   . .   .
    screw-joker        H R H H   H H H   H H H H H H   H H H H H   H H   H
    screw-replace      . S . .   . . .   . . . . . .   . . . . .   . .   .
    screw-replacement  . R . .   . . .   . . . . . .   . . . . .   . .   .
    screw-use          . S . .   . . .   . . . . . .   . . . . .   . .   .
    screw-same-meld    . H . .   . . .   . . . . . .   . . . . .   . .   .
    screw-unused       . H . .   . . .   . . . . . .   . . . . .   . .   .
    screw-stolen       . S . .   . . .   . . . . . .   . . . . .   . .   .
    shanghai           H H H H   S S I   H H H H H H   H H H H H   H H   H
    shanghai-may-i     . . . .   S . I   . . . . . .   . . . . .   . .   .
    shanghai-draw      . . . .   H . H   . . . . . .   . . . . .   . .   .
    shanghai-first     . . . .   H . H   . . . . . .   . . . . .   . .   .
    shanghai-hand      . . . .   S . I   . . . . . .   . . . . .   . .   .
    shanghai-last      . . . .   H . H   . . . . . .   . . . . .   . .   .
    shanghai-end       . . . .   H . H   . . . . . .   . . . . .   . .   .
    shanghai-unused    . . . .   H . H   . . . . . .   . . . . .   . .   .

    score              S S I S   S I I   S S S S S S   S S S S S   H H   S
    told-in            S I I I   I I I   I I I I I I   I I I I I   I I   I
    go-out-bonus       H S H H   H H H   H S S H H H   S S R R H   H H   H
    down-and-out       S I I I   I I I   I I I I I I   S I I S I   I I   I
    hand-romme         . . . .   . . .   . . . . . .   . . . S .   . .   .
    win                S S I I   I I I   S S S S S S   S S S S S   I S   S
    ties               H H H H   H H H   H H H H H H   H H H H R   H H   H
    tie-break          H H H H   H H H   H H H H H H   H H S H H   H H   H
    settle             H H H H   H H H   S H H H H H   H H H H H   H H   H
    settle-many        . . . .   . . .   H . . . . .   . . . . .   . .   .
    settle-ties        . . . .   . . .   H . . . . .   . . . . .   . .   .
    kitty              H H H H   H H H   S H H H H H   H H H H H   H H   H

    too-many-cards     H H H H   H H H   H H H H H H   H H H H H   H H   H
    too-few-cards      H H H H   H H H   H H H H H H   H H H H H   H H   H
    wrong-draw         H H H H   H H H   H H H H H H   H H H H H   H H   H
    seen-card          H H H H   H H H   H H H H H H   H H H H H   H H   H
    wrong-take         H H H H   H H H   H H H H H H   H H H H H   H H   H
    wrong-out          H H H H   H H H   H H H H H H   H H H H H   H H   H
    wrong-pack         H H H H   H H H   H H H H H H   H H H H H   H H   H
    miscount           H H H H   H H H   H H H H H H   H H H H H   H H   H
"""

STATUS: dict[str, str] = {
    f"{rulebook}/{topic}": said
    for topic, *letters in map(str.split, filter(str.strip, STATUSES.splitlines()))
    for rulebook, letter in zip(IDS, letters, strict=True)
    if (said := SAID[letter])
}

TWO_PASSAGES = {
    # readings, where they begin
    "contract/players", "contract/most-players", "contract/go-out", "progressive/natural", "progressive/long-run",
    "denexa/long-run", "wikipedia/go-out", "wikipedia/discard", "wikipedia/wild-going-down", "wikipedia/may-i-chain",
    "wikipedia/exhausted", "wikipedia/whole-hand",
    "wikipedia/swap-when", "wikipedia/last-round", "grokipedia/set", "grokipedia/run",
    "grokipedia/meld", "grokipedia/go-out", "grokipedia/wild-going-down", "grokipedia/most-players",
    "grokipedia/may-i-limit", "grokipedia/whole-hand", "bicycle/whole-hand",
    "denexa/swap-joker", "short/exhausted", "short/swap", "bicycle/go-out", "bicycle/lay-off", "bicycle/swap-when",
    "bicycle/swap-joker", "bicycle/swap-turn", "screw/screw-middle", "screw/screw-joker", "screw/screw-replacement",
    "short/swap-whose", "grokipedia/contiguous", "grokipedia/set-size", "grokipedia/wild-place",
    "may-i/whole-hand", "may-i/go-out",
    "kalooki-jm/players", "kalooki-jm/most-players", "kalooki-jm/cards", "kalooki-jm/jokers", "kalooki-jm/whole-hand",
    "kalooki-jm/lay-off", "kalooki-jm/joker-moves", "kalooki-jm/go-out",
    "continental-es/most-players", "continental-es/cards", "continental-es/jokers", "continental-es/deal",
    "continental-es/long-run", "continental-es/take-back", "continental-es/lay-off", "continental-es/swap-when",
    "continental-es/swap-joker",
    "carioca-cl/most-players", "carioca-cl/cards", "carioca-cl/direction", "carioca-cl/contracts",
    "carioca-cl/wild-limit", "carioca-cl/wild-going-down", "carioca-cl/whole-hand",
    "carioca-cl/contiguous", "carioca-cl/swap", "carioca-cl/go-out", "carioca-cl/go-out-bonus",
    "romme/most-players", "romme/deal", "romme/contracts", "romme/play-until", "romme/run", "romme/whole-hand",
    "romme/swap-whose", "romme/go-out", "romme/go-out-bonus",
    "phase-10/run", "phase-10/natural", "phase-10/lay-off", "phase-10/go-out", "phase-10/ties",
    "shanghai-wiki/players", "shanghai-wiki/wild", "frustration/own-contract-ties", "frustration/wild-limit",
    "frustration/lay-off",
    "five-crowns/natural",
    "contract/may-i-late", "denexa/may-i-late", "screw/may-i-late", "progressive/may-i-changed-mind",
    "screw/may-i-changed-mind",
    # stated, and one point of it read
    "contract/successive", "screw/screw-once", "screw/screw-replace", "shanghai/deal", "grokipedia/swap-joker",
    "denexa/last-round", "bicycle/discard", "bicycle/last-round", "may-i/discard", "kalooki-jm/discard",
    "carioca-cl/run", "carioca-cl/discard", "carioca-cl/tie-break", "carioca-cl/score",
    "carioca-cl/draw-down", "carioca-cl/may-i-limit",
    "romme/direction", "romme/discard", "romme/score",
}  # fmt: skip
"""The clauses for which the ledger names two passages; whoever takes one over has both."""

DECISIONS = """
    D1 contract/natural progressive/natural         D2 contract/own-place progressive/own-place
    D3 contract/reading progressive/reading contract/wild-place grokipedia/wild-place
    D4 contract/go-out bicycle/go-out bicycle/discard bicycle/whole-hand
    D5 contract/same-rank                           D6 screw/screw-middle
    D7 contract/screw-joker screw/screw-joker       D8 contract/successive denexa/successive
    D9 contract/may-i-stock                         D10 shanghai/shanghai-first
    D11 denexa/last-round wikipedia/last-round      D12 contract/ties progressive/settle-ties
    D13 grokipedia/set                              D14 contract/ace-ends
    D15 progressive/long-run denexa/long-run        D16 shanghai-kolsov/last-round
    D17 contract/seats                              D18 grokipedia/set-size
    D19 grokipedia/go-out grokipedia/whole-hand     D20 contract/whole-hand
    D21 contract/may-i-down                         D22 contract/may-i-own
    D23 contract/lay-off-end                        D24 contract/discard-wild
    D25 contract/exhausted-again                    D26 contract/illegal-meld
    D27 contract/misdeal                            D28 contract/leaving
    D29 contract/tie-break                          D30 wikipedia/go-out wikipedia/whole-hand
    D31 wikipedia/discard                           D32 grokipedia/run grokipedia/meld
    D33 contract/last-card shanghai-powe/last-card
    D34 contract/wild-limit contract/wild-neighbours contract/wild-going-down
    D35 wikipedia/wild-going-down grokipedia/wild-going-down
    D36 contract/may-i-limit may-i/may-i-limit denexa/may-i-limit grokipedia/may-i-limit
    D37 short/exhausted                             D38 contract/go-out-down short/go-out-down
    D39 progressive/last-round                      D40 wikipedia/swap-when bicycle/swap-when
    D41 shanghai/swap-when shanghai-kolsov/swap-when
    D42 screw/screw-same-meld                       D43 wikipedia/may-i-chain wikipedia/exhausted
    D44 denexa/swap-joker                           D45 grokipedia/swap-joker
    D46 bicycle/swap-joker                          D47 bicycle/swap-turn
    D48 screw/may-i-bluff                           D49 screw/screw-once screw/screw-replace
    D50 bicycle/wild                                D51 contract/players contract/most-players grokipedia/most-players
    D52 short/swap                                  D53 bicycle/lay-off
    D54 shanghai/deal                               D55 bicycle/last-round
    D56 may-i/whole-hand may-i/go-out may-i/discard
    D57 short/swap-whose                            D58 screw/screw-when
"""


def decisions() -> dict[str, str]:
    """The number of the ledger's decision that a clause tells of, by address."""
    found, number = {}, ""
    for word in DECISIONS.split():
        if "/" in word:
            found[word] = number
        else:
            number = word
    return found
