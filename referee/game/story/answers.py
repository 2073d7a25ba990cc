"""The words of whatever a judge answers to a command: why it is refused, what is asked back, what else is to be known.

A judge names a phrase and what it is about; a phrase has a template, or a function where its words hang on more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.game.story.conflicts import CONFLICTS
from referee.game.values import Line
from referee.messages import gettext as _
from referee.messages import ngettext, translated
from referee.rules.cards import (
    JOKER_NAME,
    RANK_NAMES,
    RANK_OF_CARD,
    RANK_WORDS,
    RANKS,
    SUIT_WORDS,
    SUITS,
    parse_card,
)
from referee.rules.packs import in_force
from referee.rules.rulings import Finding, Phrase, Player, phrase
from referee.rules.speech.rulings import in_words, question
from referee.rules.speech.words import begun, copies, counted, listed, number, owed_all, written_out

_RANKS = dict(zip(RANK_NAMES, (*RANK_WORDS, "joker"), strict=True))


def sentence(says: Phrase | str) -> str:
    """What a phrase says; words that a form or the rules brought along stay as they are."""
    if isinstance(says, str):
        return says
    words = ANSWERS[says.name]
    return translated(words).format_map(says.about) if isinstance(words, str) else words(**says.about)


def left_in_mid_round(name: str) -> str:
    """Why somebody does nothing more in a round: asked and recorded, it is said in the same words."""
    return sentence(phrase("left_in_mid_round", name=name))


def _ranks(count: int, rank: str) -> str:
    """``"9 kings"``, ``"1 joker"``, ``"3 queens of spades"``."""
    if (pack := in_force.get()).in_colours:
        return counted(count, pack.joker_said if rank == JOKER_NAME else pack.names[RANKS.index(rank)], digits=True)
    word = _RANKS[RANK_OF_CARD.get(rank, rank)]
    of = f" of {SUIT_WORDS[SUITS.index(rank[-1])]}" if rank in RANK_OF_CARD else ""
    return f"{count} {word if count == 1 else word + ('es' if word.endswith('x') else 's')}{of}"


def _held(cards: int | None, points: int | None) -> str:
    return _("%(cards)s cards", cards=cards) if points is None else _("%(points)s points", points=points)


def _times(count: int, word: str) -> str:
    if word == "buy":
        return ngettext("%(num)s buy", "%(num)s buys", count)
    return ngettext("%(num)s May I", "%(num)s May I’s", count)


def _still_owes(name: str, owed: Sequence[str], clause: str) -> str:
    at = {"player": name, "meld": owed_all(owed), "clause": clause}
    if clause:
        return _("%(player)s still owes %(meld)s and can’t lay off until it’s replaced (%(clause)s).", **at)
    return _("%(player)s still owes %(meld)s and can’t lay off until it’s replaced.", **at)


def _no_cards_make(points: int, below: int, above: int | None) -> str:
    near = str(below) if above is None else _("%(most)s or %(last)s", most=below, last=above)
    return ngettext(
        "No cards add up to %(num)s point. Try %(near)s.",
        "No cards add up to %(num)s points. Try %(near)s.",
        points,
        near=near,
    )


def _large_hand_limited(cards: int | None, points: int | None, deal: int, limit: int, word: str) -> str:
    at = {"held": _held(cards, points), "deal": deal}
    if not limit:
        return _(
            "%(held)s, but %(deal)s were dealt and this round doesn’t allow a %(word)s. Is that right?", **at, word=word
        )
    times = _times(limit, word)
    return _(
        "%(held)s, but %(deal)s were dealt and this round allows only %(times)s. Is that right?", **at, times=times
    )


def _large_hand(cards: int | None, points: int | None, deal: int, takes: int, word: str) -> str:
    at = {"held": _held(cards, points), "deal": deal}
    return _(
        "%(held)s, but %(deal)s were dealt. That takes at least %(times)s. Is that right?",
        **at,
        times=_times(takes, word),
    )


def _pack_exceeded_together(names: Sequence[str], count: int, rank: str, most: int) -> str:
    together = {"names": listed(names), "cards": _ranks(count, rank)}
    return _("Together %(names)s have %(cards)s, but this pack has %(most)s.", **together, most=most)


def _photo_beyond_pack(count: int, rank: str, pack: int) -> str:
    if not pack:
        return _("The photo shows %(cards)s, but this pack doesn’t have any.", cards=_ranks(count, rank))
    return _("The photo shows %(cards)s, but this pack has only %(pack)s.", cards=_ranks(count, rank), pack=pack)


def _photo_lies_elsewhere(count: int, rank: str, pack: int, elsewhere: int) -> str:
    return ngettext(
        "The photo shows %(cards)s, but %(num)s of the %(pack)s in this pack is on the table or in another hand.",
        "The photo shows %(cards)s, but %(num)s of the %(pack)s in this pack are on the table or in other hands.",
        elsewhere,
        cards=_ranks(count, rank),
        pack=pack,
    )


def _photo_which_suit(card: str, points: int) -> str:
    return _("Is it %(card)s? That one counts %(points)s.", card=written_out(card), points=points)


def _out_with_cards(name: str, line: Line) -> str:
    return _("You entered %(line)s for %(name)s. Did %(name)s go out with no cards left?", name=name, line=line)


def _request(why: str, whole: bool) -> str:
    """What is no sentence yet is said by the rules, in English."""
    return why if whole else f"{begun(why).rstrip('.')}."


def _which_meld(card: str, melds: Sequence[str]) -> str:
    return _("Which meld does %(card)s go on: %(melds)s?", card=written_out(card), melds=_any(melds))


def _name_the_meld(card: str, melds: Sequence[str]) -> str:
    fits = {"card": begun(written_out(card)), "melds": _any(melds)}
    return _("%(card)s fits %(melds)s. Enter only the meld it was laid on.", **fits)


def _any(melds: Sequence[str]) -> str:
    return listed((written_out(cards) for cards in melds), "or")


def _players_range(least: int, most: int) -> str:
    return str(least) if least == most else _("%(least)s to %(most)s", least=least, most=most)


def signed(count: int) -> str:
    return f"−{-count}" if count < 0 else str(count)


def _total_differs(name: str, opening: int, total: int, written: int) -> str:
    says = {
        "name": name,
        "points": signed(opening),
        "total": signed(total),
        "written": signed(written),
        "difference": abs(written - total),
    }
    more = written > total
    if opening and more:
        return _(
            "%(name)s: %(points)s and the rounds add up to %(total)s, the paper says %(written)s, %(difference)s more.",
            **says,
        )
    if opening:
        return _(
            "%(name)s: %(points)s and the rounds add up to %(total)s, the paper says %(written)s, %(difference)s less.",
            **says,
        )
    if more:
        return _("%(name)s: the rounds add up to %(total)s, the paper says %(written)s, %(difference)s more.", **says)
    return _("%(name)s: the rounds add up to %(total)s, the paper says %(written)s, %(difference)s less.", **says)


def _mistaken_total(name: str, opening: int, total: int, written: int) -> str:
    says = {"name": name, "written": signed(written), "total": signed(total)}
    if not opening:
        return _("The sheet says %(written)s for %(name)s; the rounds add up to %(total)s, and that counts", **says)
    return _(
        "The sheet says %(written)s for %(name)s; the rounds add up to %(total)s with the %(opening)s "
        "at the beginning, and that counts",
        **says,
        opening=signed(opening),
    )


def _undo_asks(entry: str, by: str) -> str:
    if by:
        return _("Undo %(name)s’s entry “%(entry)s”?", name=by, entry=entry)
    return _("Undo an entry from another phone: “%(entry)s”?", entry=entry)


def _take_back_asks(entry: str, by: str) -> str:
    if by:
        return _("Take back %(name)s’s entry “%(entry)s”?", name=by, entry=entry)
    return _("Take back an entry from another phone: “%(entry)s”?", entry=entry)


def _redo_asks(entry: str, by: str) -> str:
    back = _("Bring back “%(entry)s”?", entry=entry)
    undid = _("%(name)s undid it.", name=by) if by else _("Another phone undid it.")
    return f"{back} {undid}"


def _closing_asks(round: int, by: str) -> str:
    if by:
        asks = _("Reopen round %(round)s, which %(name)s closed?", round=round, name=by)
    else:
        asks = _("Reopen round %(round)s?", round=round)
    return asks + " " + _("Its cards stay as they were entered.")


def _reopen_asks(entry: str, by: str) -> str:
    asks, until = _("Reopen the game?"), _("It has no result until it is finished again.")
    if not entry:
        return f"{asks} {until}"
    if by:
        undoes = _("This undoes %(name)s’s entry “%(entry)s”.", name=by, entry=entry)
    else:
        undoes = _("This undoes “%(entry)s”.", entry=entry)
    return f"{asks} {undoes} {until}"


def _finding(finding: Finding, players: Mapping[Player, str]) -> str:
    return in_words(finding.says, players.get)


ANSWERS: dict[str, str | Callable[..., str]] = {
    "another_game": "This page is from another game. Reload it.",
    "another_log": "Not saved: this game’s history has changed since this page was loaded. Look at the history first.",
    "newest_entry": "The last entry, which your page didn’t show",
    "your_entry": "What you entered",
    "not_playing": lambda status: (
        _("The game is abandoned. Open it again first.")
        if status == "abandoned"
        else _("The game is finished. Open it again first.")
    ),
    "round_not_played": "Round {round} isn’t being played.",
    "round_not_closed": "Round {round} isn’t closed.",
    "seat_not_this_round": "That player isn’t at the table this round.",
    "seat_did_not_play": "That player didn’t play this round.",
    "seat_not_there": "That player isn’t at the table.",
    "seat_not_in_game": "That seat isn’t in this game.",
    "pasted_long": "That is more than a sheet holds: at most {most} characters.",
    "pasted_short": "Paste at least two players with a round each.",
    "pasted_nameless": "The players’ names have to stand in the first line, or in the first column, above or beside "
    "their points.",
    "no_name": "Enter a name.",
    "longest": "Enter at most {most} characters.",
    "request": _request,
    "one_card": "Enter one card.",
    # cards left
    "more_than_any_hand": "That is more than any hand.",
    "points_range": "Points are a whole number from 0 to {most}.",
    "points_below_range": "Points are a whole number from −{most} to {most}.",
    "not_points": "“{text}”: enter a whole number, or a sum like 12+5.",
    "no_referee": "{rulebook} is a score sheet without a referee, so there are no rules for this.",
    "not_counted_so": "{rulebook} isn’t counted by such taps.",
    "counted_by_taps": "{rulebook} is counted by taps. You can correct points once the round is closed.",
    "no_cards_make": _no_cards_make,
    "pack_exceeded": lambda count, rank, most: _(
        "%(cards)s: this pack has %(most)s.", cards=_ranks(count, rank), most=most
    ),
    "pack_exceeded_together": _pack_exceeded_together,
    "same_cards_before": "{name} had exactly these cards last round: {line}. Is that right?",
    "out_holds_no_cards": "{name} went out, so there are no cards to enter.",
    "out_holds_no_cards_change": "{name} went out, so there are no cards to enter. First change who went out.",
    "no_cards_not_out": "{name} has no cards but didn’t go out. Is that right?",
    "large_hand": _large_hand,
    "large_hand_limited": _large_hand_limited,
    # cards left, read from a photograph
    "photo_beyond_pack": _photo_beyond_pack,
    "photo_lies_elsewhere": _photo_lies_elsewhere,
    "photo_which_suit": _photo_which_suit,
    # who went out, the cut, the closing
    "still_owes": _still_owes,
    "owes_and_went_out": lambda name, **owes: (
        _still_owes(name, **owes) + " " + _("Did %(name)s go out anyway?", name=name)
    ),
    "out_with_cards": _out_with_cards,
    "no_exact_cut": "{rulebook} has no reward for an exact cut.",
    "out_not_there": "The player who went out isn’t at the table this round.",
    "say_who_went_out": "Choose who went out, or that no one did.",
    "say_whether_met": "Did {name} meet contract {contract}?",
    "down_and_not_met": "{name} is recorded as having gone down, but as not having met the contract. Is that right?",
    "points_end_it": (
        "With this someone has {points} points, which ends the game: round {round} is no longer played, and what was "
        "entered for it doesn’t count. Go on?"
    ),
    "correction_ends_it": (
        "With this correction {name} has met the last contract: round {round} is no longer played, and what was "
        "entered for it doesn’t count. Correct it anyway?"
    ),
    "points_missing": "{name}’s points haven’t been entered yet.",
    "line_missing": "{name}’s cards left haven’t been entered yet.",
    "what_did_they_hold": "If {name} didn’t go out, what did they have left?",
    # the course of the game
    "empty_note": "The note is empty.",
    "unreadable_question": lambda why: _("This question can’t be read: %(why)s.", why=why.rstrip(".")),
    "ruling_open": "This ruling is still missing a fact.",
    "hand_in_play": "This ruling names a hand that is still in play, so it isn’t saved.",
    "no_kitty": "There is no kitty in {rulebook}.",
    "buys_range": "Enter a number from 0 to {most}.",
    "handicap_range": "{name}’s handicap must be from −{most} to {most}.",
    "handicap_above": "In {rulebook} a handicap is at most {most} points. Lower it first.",
    "handicap_too_late": "A handicap is agreed before round 1 is closed.",
    "nothing_to_undo": "There is nothing to undo.",
    "nothing_to_redo": "There is nothing to bring back.",
    "no_such_entry": "That entry isn’t in the history.",
    "already_brought_back": "That already brought something back. Undo what it brought back instead.",
    "no_round_played": "No round has been played yet. Abandon the game instead.",
    "undo_asks": _undo_asks,
    "take_back_asks": _take_back_asks,
    "redo_asks": _redo_asks,
    "closing_asks": _closing_asks,
    "reopen_asks": _reopen_asks,
    "carry_on_asks": "Play all rounds again? The game reopens and has no result until it is finished.",
    "abandon_asks": "Abandon the game for everyone? It won’t have a result.",
    "paper_without_contracts": (
        "{rulebook} can’t be typed in from paper: a sheet of points doesn’t say which contract each player has met."
    ),
    "paper_until_points": "{rulebook} can’t be typed in from paper: points end the game, not a number of rounds.",
    "paper_without_cards": (
        "{rulebook} can’t be typed in from paper: the highest total wins, and a sheet of points doesn’t say who had "
        "which cards left."
    ),
    "rounds_missing": "Only {closed} of {planned} rounds have been played. Finish anyway?",
    "no_one_through": "No one has met the last contract yet. Finish anyway?",
    "no_one_reached": "No one has {points} points yet. Finish anyway?",
    "no_carrying_on_by_points": "This game ends by points. Open a new one to play on.",
    "no_carrying_on_sheet": "All rounds are played. Open a new game to play on.",
    "no_carrying_on": "The contracts can’t start again: each player has a contract of their own. Open a new game.",
    "last_round_open": "The last round isn’t closed.",
    "no_rounds_to_reopen": "This result was entered without rounds, so there is no round to play on from.",
    "no_such_result": "A result without rounds has a total for each player, or a place for each.",
    "players_of_result": "A result has {least} to {most} players.",
    "total_range": "{name}’s total must be from −{most} to {most}.",
    "place_range": "{name}’s place must be from 1 to {most}.",
    # what went wrong, and decisions on rules
    "note_gone": "That note was taken back, or someone has already added to it.",
    "kind_of_irregularity": lambda kinds: _("What went wrong is one of: %(kinds)s.", kinds=", ".join(kinds)),
    "remedy": "The remedy is a note, points, cards owed, a round that doesn’t count, or nothing.",
    "whose_points": "Whose points are they?",
    "whose_cards": "Whose cards are they?",
    "void_running_only": "Round {round} is closed. Only the round being played can be dealt again.",
    "void_asks": "Deal round {round} again? Everything entered for it so far is discarded, on every phone.",
    "void_rests": "Round {round} has been dealt again and played on since.",
    "dealt_again": "Round dealt again",
    "old_deal_counts": "Earlier deal restored",
    "owed_running_only": "Round {round} is over, so no one owes cards in it.",
    "not_of_this_deal": "Round {round} was dealt again after that.",
    "points_not_zero": "Enter a whole number up to {most}, other than 0.",
    "rulebook_fault": lambda why: f"{begun(why)}.",
    "not_decided": "The table hasn’t decided that.",
    "other_cards": "{rulebook} is played with other cards. Abandon this game and open a new one.",
    "contracts_otherwise": (
        "Whose the contracts are is different in {rulebook}, and this game has begun. Abandon it and open a new one."
    ),
    "wins_otherwise": (
        "Which total wins is different in {rulebook}, and this game has begun. Abandon it and open a new one."
    ),
    "too_many_for": (
        "At most {most} players can play {rulebook}. Choose another rulebook, or take players off the table."
    ),
    "rounds_gone": lambda rulebook, rounds, closed: ngettext(
        "%(rulebook)s has %(num)s round, and %(closed)s are closed. Finish this game, or choose a rulebook with more.",
        "%(rulebook)s has %(num)s rounds, and %(closed)s are closed. Finish this game, or choose a rulebook with more.",
        rounds,
        rulebook=rulebook,
        closed=closed,
    ),
    "over_by_points": (
        "{rulebook} ends at {points} points, and someone has them already. Finish this game, or choose another "
        "rulebook."
    ),
    "kitty_otherwise": (
        "A discard out of turn costs something else in {rulebook}, and the kitty holds pennies. Choose “From the first "
        "round”: then all of them are paid alike."
    ),
    "round_goes_on": (
        "Round {round} has begun. What was entered for it stays, its cards are counted by {rulebook}, and the round "
        "goes on by its rules. Go on?"
    ),
    "totals_move": lambda totals: _(
        "Counted from the first round: %(totals)s. Change it?",
        totals=listed(f"{name} {signed(before)} → {signed(after)}" for name, before, after in totals),
    ),
    "decision_rests_on_it": "Another decision depends on it: {why}.",
    # seats
    "two_of_that_name": "Two players are called {name}.",
    "players_wrong": lambda rulebook, least, most, count: ngettext(
        "%(rulebook)s is for %(players)s players, and you have %(num)s.",
        "%(rulebook)s is for %(players)s players, and you have %(num)s.",
        count,
        rulebook=rulebook,
        players=_players_range(least, most),
    ),
    "players_unusual": lambda rulebook, least, most, count: _(
        "%(rulebook)s is for %(players)s players. Play with %(number)s and the pack on the table?",
        rulebook=rulebook,
        players=_players_range(least, most),
        number=count,
    ),
    "who_deals_first": "Who deals first? Choose one of the players.",
    "how_first_dealer": "The first dealer is chosen, drawn at random, or found by the lowest card.",
    "carry_on_first": "The last round is closed. Carry on first.",
    "begins_with_round": "That can start with round {round} or the next one.",
    "no_such_round": "This game doesn’t have a round {round}.",
    "round_being_counted": "Round {round} is being counted. Remove its entries, or start with the next round.",
    "round_was_begun": "Round {round} has already started. Close round {before} again first.",
    "round_being_played": "Round {round} is being played. Start with the next round.",
    "round_is_dealt": "Only the players who were dealt in can play round {round}.",
    "left_in_mid_round": "{name} left during this round.",
    "at_most_players": "At most {most} players can play.",
    "how_opening_highest": "The highest total wins, so no one starts with it. The starting total is the average, zero, "
    "or a number of your own.",
    "how_opening": "The starting total is the average, the highest, zero, or a number of your own.",
    "no_total": "That isn’t a total.",
    "too_few_to_go_on": "Too few players would be left: {fewest} are needed.",
    "players_needed": "{fewest} players are needed. Finish or abandon the game instead.",
    "name_taken": "“{name}” is already at this table.",
    "order_incomplete": "The order must name each seat at the table once.",
    "nobody_deals": "The last round is closed, so there is no next dealer.",
    "dealer_plays": "The dealer must be in this round.",
    # a round in play
    "finding": _finding,
    "need": question,
    "too_many_on_table": lambda card, count, most: _(
        "There are %(cards)s on the table, but this pack has %(most)s.",
        cards=copies(parse_card(card, suits=False), count),
        most=number(most),
    ),
    "deal_again_instead": "The stock has run out before: under these rules round {round} is dealt again now, without "
    "points. Shuffle the discards all the same?",
    "no_skips": "The pack of this game has no skips.",
    "skips_another": "A skip is for another player.",
    "skipped_already": "{name} has a turn to lose already, and can’t be skipped again until it has passed. Has it "
    "passed?",
    "several_readings": "This can be read in several ways. Which one is it?",
    "several_wilds": "More than one wild card could be taken. What does the meld look like now?",
    "owes_a_meld": lambda name, owed: _(
        "%(name)s is down and owes %(meld)s. Put that down, not a new contract.", name=name, meld=owed_all(owed)
    ),
    "down_already": "{name} is already down, and you meld the contract only once.",
    "discard_gone": "That discard was taken back, or something has happened since. Check again.",
    "which_meld": _which_meld,
    "name_the_meld": _name_the_meld,
    # what is said beside something that is written
    "goes_out_so": "You lay melds down only to go out. Record that {name} went out.",
    "whole_hand_down": "The whole hand is down. Record that {name} went out.",
    "pack_from_round": lambda round, decks, jokers, cards: _(
        "From round %(round)s the pack is %(decks)s decks and %(jokers)s: %(cards)s cards.",
        round=round,
        decks=decks,
        jokers=ngettext("%(num)s joker", "%(num)s jokers", jokers),
        cards=cards,
    ),
    "by_clause": lambda says, clause: f"{sentence(says).rstrip('.')} ({clause}).",
    # an old score sheet
    "no_rounds": "Enter at least one round.",
    "round_missing": "A round is missing.",
    "odd_where_doubled": (
        "{name}, round {round}: the cards of a round that someone went down and out of in one turn count double, and "
        "{score} isn’t twice a number."
    ),
    "below_zero": lambda name, round, score: _(
        "%(name)s, round %(round)s: only the player who went out can be below zero, with %(score)s.",
        name=name,
        round=round,
        score=signed(score),
    ),
    "one_player_cuts": "Only one player cuts, and {name} already has a score below zero this round.",
    "too_few_played": "Round {round} needs at least {fewest} players.",
    "out_not_on_sheet": "The player who went out isn’t on the sheet.",
    "out_has_no_points": "{name} went out, so leave their points for this round empty.",
    "played_by": "{rulebook} is for {least} to {most} players.",
    "score_range": lambda name, round, low, most: _(
        "%(name)s, round %(round)s: points go from %(low)s to %(most)s.",
        name=name,
        round=round,
        low=signed(low),
        most=most,
    ),
    "column_empty": "{name}’s column is still empty.",
    "cannot_join_with": lambda name, opening: _(
        "%(name)s can’t have joined with %(points)s points.", name=name, points=signed(opening)
    ),
    "rounds_of": "{rulebook} has {rounds} rounds.",
    "total_differs": _total_differs,
    "typed_in": "Entered from an old score sheet",
    "mistaken_total": _mistaken_total,
    # what stands against an undo, or against bringing something back
    "goes_without_saying": lambda: "",
    "why_and_then": lambda why, then: f"{sentence(why)} {sentence(then)}",
    "undo_later_first": "Undo what came after it first.",
    "undo_that_first": "Undo that first.",
    "game_began": "The game began with this.",
    "on_the_score": "Round closed: correct it on the score",
    "later_round_rests": "A later round depends on it.",
    "too_far_back": "Too far back: undo what came after it first.",
    "opening_stays": "You can’t undo the opening of the game. Abandon the game instead.",
    "undo_of_undo": "To reverse that undo, bring back the entry it removed.",
    "undone_already": "That has already been undone.",
    "not_undone": "That hasn’t been undone.",
    "round_closed_undo": "Round {round} is closed: correct it on the score, or undo the closing.",
    "round_closed_redo": "Round {round} is closed: correct it on the score.",
    "discard_counts_already": "That discard already counts, as recorded before.",
    "decided_anew": "Others also asked for it, so it was decided again.",
    "tapped_since": "The count of round {round} has changed since. Close the round again.",
    "other_price": "Its cost has changed. Record it again.",
    "limit_used_since": "{name} has since taken as many discards as round {round} allows.",
    "two_would_be_called": "Two players would be called {name}.",
    "suits_not_entered": "Some cards left were entered without suits. Remove those entries first.",
    "rounds_counted_by_it": (
        "Rounds have already been scored by this. Choose whether another rule counts from now on or from the first "
        "round."
    ),
    "kitty_filled": "The kitty already holds pennies. Another price counts from the first round or not at all.",
    "told_by_rulebook": "What was entered since was entered by the rules of {rulebook}. Remove that first.",
    "counted_by_rules": "What came later was counted by these rules.",
    # a log that makes no sense
    "no_opening": "A game starts with its opening.",
    "undo_of_later": "Only what happened before can be undone, and not the opening.",
    "rulebook_unreadable": "The rulebook in this game’s record can’t be read: {why}.",
    "rulebook_another": "The rulebook in this game’s record isn’t the one it was opened with.",
    "seats_at_opening": "The first dealer must sit at the table, and no seat may be named twice.",
    "open_already": "The game is already open.",
    "seat_would_not_be": "That player wouldn’t be at the table.",
    "round_would_not_be_closed": "Round {round} wouldn’t be closed.",
    "round_closed_after": "Round {round} was closed after that.",
    "played_by_others": "Other players played round {round}.",
    "dealt_by_another": "Someone else dealt round {round}.",
    "did_not_play": "{name} didn’t play round {round}.",
    "out_would_hold_cards": "{name} went out in round {round}, but would still hold cards.",
    "winner_would_hold_cards": "The winner of round {round} would still hold cards.",
    "too_few_left": "Fewer than {fewest} players would be left in round {round}.",
    "sits_already": "{name} is already at the table.",
    "sits_beside_nobody": "{name} would sit next to someone who isn’t there.",
    "left_already": "{name} has already left.",
    "order_of_others": "The seat order names players who aren’t at the table.",
    "deals_without_playing": "{name} would deal a round they don’t play.",
    "carried_on_after": "The table played on after the last round.",
    "decisions_contradict": "The table’s decisions would contradict each other: {why}.",
    "counted_anew_after": "After that, the rounds were counted by other rules.",
    "decision_not_there": "This drops a rule that wouldn’t exist.",
    "meld_would_not_lie": "The meld wouldn’t be on the table.",
    "meld_changed_since": lambda name, cards: _(
        "%(name)s’s meld (%(cards)s) has changed since.", name=name, cards=written_out(cards)
    ),
    "nobody_owed": "A {owed} was put down that no one owed.",
    "down_twice": "{name} would go down twice.",
    "screws_twice": "{name} would use the screw-over twice.",
    "joined": "After that, {name} joined.",
    "left": "After that, {name} left.",
    "came_back": "After that, {name} came back.",
    "reordered": "After that, the seats were put in another order.",
    "became_dealer": "After that, {name} became the dealer.",
    "was_finished": "After that, the game was finished.",
    "handicap_was_agreed": "After that, a handicap was agreed.",
    "was_abandoned": "After that, the game was abandoned.",
    "was_reopened": "After that, the game was opened again.",
    **CONFLICTS,
}
