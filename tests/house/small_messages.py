"""The messages that begin small and may: none of them is glued into a sentence. By what they are, with the reason."""

from __future__ import annotations

NAMES = (
    "any wild card", "any card", "any natural card", "one of many natural cards", "joker", "jokers", "any wild",
    "skip", "a skip", "a wild card", "the wild cards", "a number %(numbers)s",
    "their own meld (%(cards)s)", "their own meld", "their discard", "first", "second", "third", "fourth", "fifth",
    "sixth", "seventh", "eighth", "ninth", "tenth", "the taker", "the owner", "the caller", "the discarder",
    "seat %(number)s", "no one", "exact", "not exact", "someone", "another phone", "the phone", "you",
    "drawing", "going down", "taking the wild card", "a new meld", "laying off", "discarding", "ending the turn",
    "round %(rounds)s",
    "the number on it for any other", "any number of discards", "the number on it", "no cards", "no cards left",
    "nothing", "once", "about %(points)s", "sets of %(sets)s or more, runs of %(runs)s or more",
    "sets of %(sets)s or more, runs of %(runs)s or more, or of %(least)s where the contract asks for such runs",
    "set", "run", "or", "any melds", "any melds, pure run",
    "point", "points", "more place points per game", "fewer points against the table’s average",
    "fewer points per round", "fewer points per game", "more of the games won", "the better best game",
    "place points", "share of the table’s average", "average points per round", "points in all",
    "games won", "best game",
    "all", "open", "count", "don’t count",
    "one rank in some rounds", "round %(round)s", "who went out", "mixed run", "one colour", "one suit",
    "any melds", "any melds, pure run", "worth %(points)s", "worth %(points)s, pure run",
    "the group of %(cards)s", "a red card", "a black card", "a %(suit)s", "agreed at the table",
    "agreed at the table on %(day)s", "red %(cards)s", "black %(cards)s", "the %(cards)s of %(suits)s",
    "red", "green", "purple", "solid", "striped", "open", "diamonds", "ovals", "squiggles",
    "solid diamonds", "striped diamonds", "open diamonds", "solid ovals", "striped ovals", "open ovals",
    "solid squiggles", "striped squiggles", "open squiggles",
)  # fmt: skip
"""What stands in a slot of a sentence as a name does: cards, places, players, melds, steps, times."""
CAPTIONS = (
    "not %(rank)s", "not a %(suit)s", "not %(suits)s", "at most %(cards)s", "not wild", "more than two cards",
    "too few natural cards", "different ranks", "different suits", "side by side", "twice", "ace is high only",
    "ace is low only", "a run ends with the 12", "around the corner", "both are %(ranks)s", "both are %(suits)s",
    "touch at the ace", "would stay in hand", "only %(cards)s", "not in the contract", "only %(size)s go down",
    "place taken", "doesn’t fit", "stays in the set", "doesn’t match", "not in the hand", "could be laid off",
    "last card", "wild",
    "different colours", "not red", "not black",
)  # fmt: skip
"""A few words of their own below a bracket: what is wrong with the cards above it."""
BESIDE_WHAT_WAS_TYPED = (
    "no hand is below zero", "the sum isn’t finished", "cards, or points? Write %(cards)s or %(total)s points",
    "more than any hand",
    "this isn’t a card", "say how many", "several, or two cards? Write %(count)sx%(rank)s or %(count)s, %(rank)s",
    "no card has this number", "an ace, or one card? Write 'ace' or '1 x'", "which card?",
    "of spades? Write %(rank)sS x%(count)s, or %(rank)s x%(count)s", "no hand holds that many",
    "that many? Write %(count)s, %(rank)s or %(count)sx", "a joker, or a jack and a king? Put spaces between",
)  # fmt: skip
"""In brackets behind the word that was not understood."""
BESIDE_A_NAME = (
    "removed on %(day)s, deleted forever in %(num)s day", "known as %(who)s", "sat in for %(name)s",
    "sees everything, can’t change anything", "stops working after %(hours)s hours", "enters every player’s cards",
    "can undo, correct and invite, like you", "on %(phone)s", "each of you draws a card", "being changed",
    "as in %(rulebook)s again", "on %(rulebook)s · version %(version)s · %(when)s", "since %(starts)s",
    "points only, no cards", "none taken", "none left", "truly screwed: owes %(meld)s",
    "may lay off again in a turn after replacing it", "down", "screw-over used", "left in this round",
    "loses a turn", "already picked",
    "has %(card)s, which must be laid off in this turn", "has %(card)s, which must go into a new meld in this turn",
    "has %(card)s", "wins", "at home", "watches", "plays", "enters for everyone", "host", "organiser",
    "with an invitation", "two phones agreed", "with the password", "may play and enter cards",
    "players need an invitation", "ended on %(phone)s", "made on %(phone)s", "is down: add the melds", "is down",
    "not noted as down",
    "owes %(meld)s", "keeps it out of reach", "is down already", "has screwed %(owner)s: add the cards",
    "has screwed %(owner)s, once a round", "guest, last seen on %(day)s", "last seen on %(day)s",
    "no game yet", "guest, no game yet", "expected %(expected)s", "up %(number)s", "down %(number)s", "unchanged",
    "by points per round",
    "guest, not in the standings", "also %(names)s", "lower is better", "of 100, on average",
    "points decided in no game", "from %(num)s round where points decide; lower is better",
    "out %(times)s", "out %(times)s (%(percent)s%%)",
    "never out", "left before the end", "corrected on %(day)s", "without a place", "went out %(times)s",
    "joins in round %(number)s", "shares the lead", "leads by %(points)s", "out", "went out", "went out: %(points)s",
    "yours", "last on %(day)s", "not ranked yet", "after round 1", "leaves after round %(number)s",
    "joins in round %(number)s, about %(points)s for now", "deals", "even", "gets %(num)s penny",
    "pays %(num)s penny", "current club", "just for fun", "not saved", "from round %(joins)s",
    "undone", "is back", "left early", "shared %(place)s of %(players)s", "changed", "no contract yet",
    "ours", "column %(number)s of %(of)s",
    "first dealer first", "this phone", "not used yet", "precedent", "house rule", "since %(since)s",
    "level %(num)s time", "without going out", "points without a result", "lowest total wins", "highest total wins",
    "didn’t play", "left",
    "leader", "not yet", "joins", "being played · %(dealer)s deals", "won", "leads", "lowest is best",
    "entered without rounds", "only places entered", "without rounds", "only the places are known", "line %(line)s",
    "such as %(sample)s", "empty", "no date", "without the handicap",
    "owes", "has paid", "as its rulebook says",
    "deals first", "went home", "played", "says who comes, by an invitation to an evening",
    "contract met", "contract not met", "contract %(number)s", "all %(num)s contract met", "most contracts met wins",
)  # fmt: skip
"""A note in small letters beside a name, a heading or a key, or a state of a player: it is no part of a sentence."""
HEARD_ONLY = (
    "stands for %(card)s", "at fault", "a card is missing here", "the %(card)s is missing here",
    "up %(number)s with the last game", "down %(number)s with the last game", "moves up to %(place)s",
    "drops to %(place)s", "as before the last game", "up %(num)s place since the last game",
    "down %(num)s place since the last game",
)  # fmt: skip
"""Only heard, behind what is drawn: of a card, of a place that changed."""
IN_A_FIELD = (
    "any", "not said", "that of the player who asks", "set of 3 + run of 4", "joker, deal, May I", "wild card, deal",
    "what it is called: may i, buy, the word",
    "stands for …", "next meld", "type instead",
)  # fmt: skip
"""What a field shows while it is empty, or a key that types it."""
WRITTEN_SMALL = (
    "known_as must hold names that differ in more than case.", "merged_into and merged_at must both be there.",
    "iPhone and iPad",
)  # fmt: skip
"""Written so: the fields of a file, the name of a phone."""
MAY_BEGIN_SMALL = frozenset(
    {*NAMES, *CAPTIONS, *BESIDE_WHAT_WAS_TYPED, *BESIDE_A_NAME, *HEARD_ONLY, *IN_A_FIELD, *WRITTEN_SMALL}
)
