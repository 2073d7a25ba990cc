"""What each page of a game shows, as values: no request, no HTML."""

from __future__ import annotations

from typing import ClassVar

import pytest

from referee.game import commands as cmd
from referee.rulebooks import library
from referee.rules.speech.hands import HandError, read_hand
from referee.web.game.page import now
from referee.web.history.page import history_page
from referee.web.parts import pad
from referee.web.parts.round_in_play import round_in_play
from referee.web.result.page import result_page
from referee.web.round import page as counting
from referee.web.round.news import news_page
from referee.web.score.page import cell_page, score_page
from referee.web.seats.page import moved, seats_page
from referee.web.shell import frame
from referee.web.shell.bar import bar
from referee.web.table_view.page import table_view
from tests.game import plays
from tests.game.play import Game


def running(game: Game) -> counting.RunningRound:
    found = game.state.running
    assert found is not None
    return found


class TestBar:
    def test_nothing_can_be_undone_in_a_fresh_game(self) -> None:
        shown = bar("ABCDEF", Game().state)
        assert (shown.undo, shown.redo) == (None, None)
        assert shown.where == "Round 1 of 7"
        assert [tab.label for tab in shown.tabs] == ["Now", "Score", "History", "Table"]

    def test_undo_names_what_it_undoes_and_redo_what_comes_back(self) -> None:
        game = Game()
        game.close(1)
        closed = bar("ABCDEF", game.state).undo
        assert closed is not None
        assert closed.sentence.startswith("Round 1 was closed: Ann went out")
        game.must(cmd.Undo(closed.seq))
        redo = bar("ABCDEF", game.state).redo
        assert redo is not None
        assert redo.seq == closed.seq

    def test_a_game_that_is_over_shows_its_result_and_offers_no_undo(self) -> None:
        game = Game()
        game.close(1)
        game.must(cmd.Finish(confirmed=True))
        shown = bar("ABCDEF", game.state)
        assert shown.where == "Finished"
        assert shown.tabs[0].label == "Result"
        assert shown.undo is None
        game.must(cmd.Reopen())
        game.must(cmd.Abandon())
        assert bar("ABCDEF", game.state).where == "Abandoned"

    def test_after_the_last_round_it_says_so(self) -> None:
        game = Game(players=3)
        for _ in range(7):
            game.close(1)
        assert bar("ABCDEF", game.state).where == "Finished"
        game.must(cmd.Reopen())
        assert bar("ABCDEF", game.state).where == "All rounds played"


class TestNow:
    def test_it_says_who_does_what_with_how_many_cards(self) -> None:
        game = Game("progressive", players=4, dealer=3)
        game.close(2)
        shown = now("ABCDEF", game.state)
        assert (shown.round, shown.of) == (2, 15)
        assert {fact.label: fact.value for fact in shown.facts} == {
            "Deals 11 each": "Ann",
            "Plays first": "Ben",
            "Wild": "jokers and 2s",
        }
        assert shown.special == (("No buying in this round.", "may-i-limit"),)
        assert shown.pack == "2 decks and 4 jokers: 108 cards. 63 are left in the stock after the deal."

    def test_it_says_what_the_sets_and_runs_of_its_contract_are(self) -> None:
        game = Game(players=3)
        book = game.state.book
        assert now("A", game.state).means == ((book.clauses["set"].text, "set"),), "two sets"
        game.close(1)
        assert [one.topic for one in now("A", game.state).means] == ["set", "run"], "a set and a run"
        any_suits = [["run of 7 in any suits"], *[[str(slot) for slot in way] for way in book.contracts[1:]]]
        mixed = Game(library.with_house_rules(library.load("contract"), {"contracts": any_suits}), players=3)
        assert now("A", mixed.state).means == (), "what the contract says itself"

    def test_it_says_what_is_wild_in_this_round(self) -> None:
        threes_fours = ["3", "4", "none", "none", "none", "none", "none"]
        game = Game(library.with_house_rules(library.load("contract"), {"wild_by_round": threes_fours}), players=3)

        def wild() -> str:
            return next(fact.value for fact in now("A", game.state).facts if fact.label == "Wild")

        assert wild() == "jokers and 3s"
        game.close(1)
        assert wild() == "jokers and 4s"
        game.close(1)
        assert wild() == "jokers"

    def test_scores_stand_in_table_order_until_a_round_is_closed_then_by_place(self) -> None:
        game = Game(players=3)
        assert [one.player for one in [score.standing for score in now("A", game.state).scores]] == [
            "Ann",
            "Ben",
            "Cid",
        ]
        assert not any(one.place or one.sign for one in [score.standing for score in now("A", game.state).scores])
        game.close(3, s1="K K", s2="5")
        standings = [score.standing for score in now("A", game.state).scores]
        assert [(one.place, one.player, one.total, one.sign) for one in standings] == [
            ("1", "Cid", "0", "leads"),
            ("2", "Ben", "5", ""),
            ("3", "Ann", "20", ""),
        ]

    def test_shared_leads_are_all_marked(self) -> None:
        game = Game(players=3)
        game.close(None, s1="5", s2="5", s3="K")
        assert [(one.place, one.sign) for one in [score.standing for score in now("A", game.state).scores]] == [
            ("1=", "leads"),
            ("1=", "leads"),
            ("3", ""),
        ]

    def test_how_far_the_counting_has_come_is_said(self) -> None:
        game = Game(players=3)
        assert now("A", game.state).counted == ""
        game.must(cmd.SayWentOut(1, 1))
        assert now("A", game.state).counted == "No hands yet"
        game.enter(2, "K")
        assert now("A", game.state).counted == "2 of 3 entered"

    def test_the_cut_is_asked_for_only_where_it_counts(self) -> None:
        assert now("A", Game().state).cut is None
        game = Game("liverpool", dealer=0)
        asked = now("A", game.state).cut
        assert asked is not None
        assert (asked.cutter, asked.exact_is, asked.exact) == ("Dee", 41, "")
        game.must(cmd.RecordCut(1, exact=True))
        recorded = now("A", game.state).cut
        assert recorded is not None
        assert recorded.exact == "yes"


class TestCounting:
    def test_the_next_one_is_the_next_to_the_left_whose_line_is_missing(self) -> None:
        game = Game(players=4)
        game.must(cmd.SayWentOut(1, 2))
        assert counting.next_seat(running(game), 2) == 3
        game.enter(3, "K")
        assert counting.next_seat(running(game), 2) == 4
        game.enter(4, "K")
        assert counting.next_seat(running(game), 4) == 1
        game.enter(1, "K")
        assert counting.next_seat(running(game), 4) is None

    def test_the_last_pad_leads_to_the_read_back(self) -> None:
        game = Game(players=3)
        game.must(cmd.SayWentOut(1, 1))
        assert counting.cards_page("A", game.state, running(game), 2).next == "Next: Cid"
        assert not counting.cards_page("A", game.state, running(game), 2).next_whole
        game.enter(2, "K")
        assert counting.cards_page("A", game.state, running(game), 3).next == "Check the round"

    def test_a_long_name_is_cut_on_the_key_and_whole_for_who_listens(self) -> None:
        long = "Bartholomew-Maximilian of Oberammergau I"
        game = Game(players=3)
        game.must(cmd.RenameSeat(3, long))
        game.must(cmd.SayWentOut(1, 1))
        shown = counting.cards_page("A", game.state, running(game), 2)
        assert shown.next == "Next: Bartholomew-M."
        assert shown.next_whole == long

    def test_a_line_entered_before_comes_back_as_it_can_be_typed(self) -> None:
        game = Game(players=4)
        for seat, said, typed in (
            (2, "two kings and a joker", "K K JK"),
            (3, "35", "35 points"),
            (4, "none", "nothing"),
        ):
            game.enter(seat, said)
            entry = counting.cards_page("A", game.state, running(game), seat).entry
            assert entry.text == typed
            assert read_hand(entry.text, game.book.prices).points == int(entry.total)

    def test_what_was_typed_wins_over_what_was_entered(self) -> None:
        game = Game(players=3)
        game.enter(2, "K")
        page = counting.cards_page("A", game.state, running(game), 2, pad.Filled("Q Q"))
        assert page.entry.text == "Q Q"
        assert page.entry.total == "20"

    def test_a_blank_that_was_sent_stays_blank_beside_its_trouble(self) -> None:
        game = Game(players=3)
        game.enter(2, "K")
        trouble = frame.Trouble(("No cards entered yet.",), typed={"cards": ""})
        entry = counting.cards_page("A", game.state, running(game), 2, pad.Filled(trouble=trouble)).entry
        assert (entry.text, entry.error) == ("", "No cards entered yet.")

    def test_every_seat_has_a_chip_with_how_far_it_is(self) -> None:
        game = Game(players=4)
        game.must(cmd.SayWentOut(1, 2))
        game.enter(3, "A")
        chips = counting.chips(game.state, running(game), 4)
        assert [(chip.short, chip.mark, chip.spoken.strip(), chip.current) for chip in chips] == [
            ("Ann", "", "not yet", False),
            ("Ben", "out", "", False),
            ("Cid", "15", "points", False),
            ("Dee", "", "not yet", True),
        ]

    def test_the_read_back_leaves_the_winner_out_and_shows_the_rest(self) -> None:
        game = Game(players=3)
        game.must(cmd.SayWentOut(1, 2))
        game.enter(3, "K 5")
        page = counting.read_back_page("A", game.state, running(game))
        assert page.went_out == "Ben"
        assert [(line.player, line.words, line.missing) for line in page.lines] == [
            ("Ann", "not yet", True),
            ("Cid", "15 (K 5)", False),
        ]
        assert [face.spoken for face in page.lines[1].faces] == ["king", "five"]
        assert page.missing == ("Ann",)

    def test_nobody_is_somebody_to_choose(self) -> None:
        game = Game(players=3)
        assert not counting.who_page("A", game.state, running(game)).nobody.chosen
        game.must(cmd.SayWentOut(1, None))
        assert counting.who_page("A", game.state, running(game)).nobody.chosen

    def test_an_exact_cut_is_read_back(self) -> None:
        game = Game("liverpool", players=3)
        game.must(cmd.RecordCut(1, exact=True))
        assert counting.read_back_page("A", game.state, running(game)).cut == "Cid cut exactly: −50"


class TestReading:
    POINTS: ClassVar = dict(Game().book.prices)

    def test_a_text_says_its_cards_and_their_sum(self) -> None:
        said = pad.reading("two kings and a joker", self.POINTS)
        assert (said.total, said.words, said.ranks) == ("35", "K K joker", {"K": 2, "JK": 1})

    def test_a_plain_number_has_no_cards_to_show(self) -> None:
        said = pad.reading("35", self.POINTS)
        assert (said.total, said.ranks) == ("35", None)

    def test_an_empty_field_says_nothing_yet(self) -> None:
        assert pad.reading(" ", self.POINTS).total == ""

    def test_the_word_at_fault_is_marked_and_the_others_stay(self) -> None:
        said = pad.reading("a king and foo", self.POINTS)
        assert "".join(piece.text for piece in said.marked) == "a king and foo"
        assert [piece.text for piece in said.marked if piece.why] == ["foo"]

    def test_marking_puts_every_character_back(self) -> None:
        for text in ("foo", "foo K bar", "K, foo; bar", "2 10s x"):
            with pytest.raises(HandError) as wrong:
                read_hand(text, self.POINTS)
            assert "".join(piece.text for piece in frame.mark(text, wrong.value.words)) == text


def test_what_is_left_of_the_may_is_is_shown_where_there_is_a_limit() -> None:
    for rulebook, limited in (("shanghai", True), ("contract", False)):
        state = Game(rulebook, 4).state
        assert state.running is not None
        assert round_in_play(state, state.running).limited is limited


class TestScore:
    def test_a_seat_that_was_not_there_has_a_dash_and_no_drawing(self) -> None:
        game = Game(players=3)
        game.close(1)
        game.must(cmd.AddSeat("Dee", how="said", opening=12, confirmed=True))
        page = score_page("A", game.state)
        assert [cell.played for cell in page.rows[0].cells] == [True, True, True, False]
        assert page.openings == ("", "", "", "12")
        assert page.chart is not None
        assert len(page.chart.lines) == 3
        game.close(1)
        later = score_page("A", game.state)
        assert later.rows[1].cells[3].total == "22"
        assert later.chart is not None
        [joined] = [line for line in later.chart.lines if line.player == "Dee"]
        assert len(joined.marks) == 1

    def test_with_five_columns_names_are_shorter_than_with_four(self) -> None:
        shorts = []
        for players in (4, 5):
            game = Game(players=players)
            game.must(cmd.RenameSeat(1, "Bartholomew"))
            shorts.append(score_page("A", game.state).columns[0].short)
        assert shorts == ["Bartho.", "Bart."]

    def test_a_seat_that_left_keeps_its_column(self) -> None:
        game = Game(players=4)
        game.close(1)
        game.must(cmd.DropSeat(2, confirmed=True))
        columns = score_page("A", game.state).columns
        assert [(column.player, column.gone) for column in columns] == [
            ("Ann", False),
            ("Ben", True),
            ("Cid", False),
            ("Dee", False),
        ]

    def test_corrections_tell_each_step_the_latest_first(self) -> None:
        game = Game(players=3)
        game.close(1, s2="K")
        game.must(cmd.CorrectCell(1, 2, "Q Q"))
        game.must(cmd.CorrectWinner(1, 2, "5"))
        told = [(one.where, one.old, one.new) for one in score_page("A", game.state).corrections]
        assert sorted(told[:2]) == [
            ("Round 1, Ann", "went out", "5 (5)"),
            ("Round 1, Ben", "20 (Q Q)", "went out"),
        ]
        assert told[2:] == [("Round 1, Ben", "10 (K)", "20 (Q Q)")]
        assert score_page("A", game.state).rows[0].cells[1].old == "20"

    @pytest.mark.parametrize(
        ("wins", "traces"),
        [
            # Ben's king and Cid's nine went to Ann; with Ben out, Ann's five and Cid's nine go to Ben
            ("highest, cards go to who goes out", [("0", "19"), ("14", "0"), ("0", "")]),
            ("highest, own cards come off", [("−5", "0"), ("0", "−10"), ("−9", "")]),
        ],
    )
    def test_where_the_highest_total_wins_a_corrected_cell_says_what_it_counted_before(
        self, wins: str, traces: list[tuple[str, str]]
    ) -> None:
        game = Game(library.with_house_rules(library.load("contract"), {"winning_total": wins}), 3)
        game.close(1, s2="K", s3="9")
        game.must(cmd.CorrectWinner(1, 2, "5"))
        cells = score_page("A", game.state).rows[0].cells
        assert [(cell.score or "0", cell.old) for cell in cells] == traces

    def test_a_cut_is_part_of_the_score_also_of_an_old_one(self) -> None:
        game = Game("liverpool", players=3)
        game.must(cmd.RecordCut(1, exact=True))
        game.close(1, s3="K")
        game.must(cmd.CorrectCell(1, 3, "Q Q"))
        cell = score_page("A", game.state).rows[0].cells[2]
        assert (cell.score, cell.old, cell.cut) == ("−30", "−40", True)
        page = cell_page("A", game.state, 1, 3)
        assert page.exact == "yes"
        assert cell_page("A", game.state, 1, 2).exact == ""

    def test_the_page_of_a_cell_offers_the_others_as_winners(self) -> None:
        game = Game(players=3)
        game.close(1)
        page = cell_page("A", game.state, 1, 1, winner="3")
        assert [(seat.player, seat.chosen) for seat in page.winners] == [
            ("Ben", False),
            ("Cid", True),
            ("No one", False),
        ]
        assert (page.now, page.entry.text) == ("went out: 0", "")


class TestResult:
    def test_the_heading_says_who_wins_leads_or_shares(self) -> None:
        game = Game(players=3)
        assert result_page("A", game.state).heading == "No rounds played"
        game.close(1)
        assert result_page("A", game.state).heading == "Ann leads"
        game.must(cmd.Finish(confirmed=True))
        assert result_page("A", game.state).heading == "Ann wins"
        tied = Game(players=3)
        tied.close(None)
        assert result_page("A", tied.state).heading == "Ann, Ben and Cid share the lead"

    def test_the_text_to_share_holds_places_and_totals(self) -> None:
        game = Game(players=3)
        game.close(1, s2="K", s3="K")
        lines = result_page("A", game.state).text.splitlines()
        assert lines[0] == "Contract Rummy, 5 Jan 2026, 1 round. Lowest total wins."
        assert lines[1:] == ["Ann leads.", "1  Ann  0", "2=  Ben  10", "2=  Cid  10"]

    def test_who_left_stands_below_without_a_place(self) -> None:
        game = Game(players=4)
        game.close(1)
        game.must(cmd.DropSeat(2, confirmed=True))
        page = result_page("A", game.state)
        assert [(line.player, line.place) for line in page.gone] == [("Ben", "")]

    def test_money_only_where_the_rulebook_pays(self) -> None:
        game = Game(players=3)
        game.close(1)
        assert not any(line.money for line in result_page("A", game.state).lines)
        paid = Game("progressive", players=3)
        paid.close(1, s2="5", s3="K")
        page = result_page("A", paid.state)
        assert [line.money for line in page.lines] == ["gets 6 pennies", "pays 2 pennies", "pays 4 pennies"]


class TestHistoryAndTable:
    def test_the_latest_stands_first_and_an_undone_line_stays(self) -> None:
        game = Game(players=3)
        game.must(cmd.SayWentOut(1, 1))
        game.must(cmd.Undo(None))
        [only] = history_page("A", game.state).rounds
        lines = only.lines
        assert [line.entry.undone for line in lines] == [False, True, False]
        assert lines[1].can_undo, "it can be brought back"

    def test_seats_move_by_one_and_stop_at_the_ends(self) -> None:
        state = Game(players=3).state
        assert moved(state, 2, "up") == (2, 1, 3)
        assert moved(state, 2, "down") == (1, 3, 2)
        assert moved(state, 1, "up") == moved(state, 3, "down") == moved(state, 9, "up") == (1, 2, 3)

    def test_nobody_joins_when_eight_sit_and_nobody_leaves_when_two_do(self) -> None:
        full = seats_page("A", Game("wikipedia", players=8).state)
        assert (full.can_join, full.can_leave) == (False, True)
        few = seats_page("A", Game("short", players=2).state)
        assert (few.can_join, few.can_leave) == (True, False)

    def test_a_seat_says_what_is_to_come(self) -> None:
        game = Game(players=4)
        game.must(cmd.SayWentOut(1, 1))
        game.must(cmd.AddSeat("Eve", confirmed=True))
        game.must(cmd.DropSeat(3, confirmed=True))
        notes = {seat.player: seat.note for seat in seats_page("A", game.state).seats}
        assert notes == {"Ann": "deals", "Ben": "", "Cid": "leaves after round 1", "Dee": "", "Eve": "joins in round 2"}


class TestWhoeverComesInMidRound:
    """Zed comes while the second round is played, and starts with the average after it."""

    def game(self) -> Game:
        game = Game(players=3)
        game.close(1, s2="10 points", s3="20 points")
        game.must(cmd.SayWentOut(2, 1))
        game.must(cmd.AddSeat("Zed", confirmed=True))
        return game

    def closed(self) -> Game:
        game = self.game()
        game.close(1, s2="40 points", s3="40 points")
        return game

    def test_every_page_says_that_it_is_about_so_much_for_now(self) -> None:
        state = self.game().state
        assert {line.player: line.note for line in seats_page("A", state).seats}["Zed"] == (
            "joins in round 3, about 10 for now"
        )
        assert {value: hint for value, _, hint in seats_page("A", state).openings}["average"] == "about 10"
        zed = next(score for score in now("A", state).scores if score.standing.player == "Zed")
        assert (zed.standing.place, zed.standing.sign, zed.standing.total, zed.joins) == ("", "", "about 10", 3)
        score = score_page("A", state)
        assert score.totals == ("0", "10", "20", "about 10")
        assert (score.columns[3].place, score.columns[3].joins, score.columns[3].gone) == ("", 3, False)
        shown = {line.standing.player: line for line in table_view("A", state).lines}["Zed"]
        assert (shown.joins, shown.standing.total, shown.standing.place) == (3, "about 10", "")

    def test_the_news_say_what_it_has_become_and_rank_nobody_who_has_not_played(self) -> None:
        state = self.closed().state
        assert state.running is not None
        line = next(line for line in news_page("A", state, state.running).lines if line.player == "Zed")
        assert (line.place, line.gap, line.total) == ("", "joins in round 3", "37")
        assert score_page("A", state).totals[3] == "37"

    def test_whoever_only_came_has_not_left(self) -> None:
        game = self.closed()
        game.must(cmd.Finish(confirmed=True))
        page = result_page("A", game.state)
        assert [line.player for line in page.gone] == []
        assert [(line.player, line.total) for line in page.came] == [("Zed", "–")]
        assert "Zed" not in page.text
        assert not score_page("A", game.state).columns[3].gone

    def test_before_the_first_round_is_closed_nobody_has_points_to_begin_with(self) -> None:
        game = Game(players=3)
        game.must(cmd.SayWentOut(1, 1))
        assert {value: hint for value, _, hint in seats_page("A", game.state).openings}["average"] == "after round 1"
        game.must(cmd.AddSeat("Zed", confirmed=True))
        assert {line.player: line.note for line in seats_page("A", game.state).seats}["Zed"] == "joins in round 2"
        assert str(game.entries[-1].sentence) == "Zed joined for round 2 with the average of the others after round 1"


def test_the_news_of_a_round_tell_the_points_of_whoever_left_in_it() -> None:
    game = Game(players=4)
    game.must(plays.take_discard(1, (3,)))
    game.must(cmd.DropSeat(4, "now", confirmed=True))
    game.must(cmd.CloseRound(1, game.hands(s2="K", s3="5", s4="9 9"), 1, True, True))
    assert game.state.running is not None
    lines = {
        line.player: (line.place, line.gap, line.score, line.total)
        for line in news_page("A", game.state, game.state.running).lines
    }
    assert len(lines) == 4
    assert lines["Dee"] == ("–", "left", "+18", "18")
