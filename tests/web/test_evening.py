"""An evening on one phone that runs no script: every page, every step, by plain forms."""

from __future__ import annotations

from tests.web.plain import Phone, state_of


def test_a_fresh_phone_is_told_what_this_is_and_how_to_begin(phone: Phone) -> None:
    phone.open("/")
    assert "who deals, which contract is next" in phone.text
    assert phone.links()["New game"] == "/new"
    assert "Undo" not in phone.text


def test_the_new_game_says_how_to_build_the_pack_and_who_deals(phone: Phone) -> None:
    phone.start("contract", 4, dealer=2)
    assert "2 decks and 3 jokers: 107 cards" in phone.text
    assert "Player 2 deals first" in phone.text
    assert phone.heading == "Round 1 of 7"
    assert "Two sets of 3" in phone.text
    facts = [e.text() for e in phone.elements if e.tag in ("dt", "dd")]
    assert dict(zip(facts[::2], facts[1::2], strict=True)) == {
        "Deals 10 each": "Player 2",
        "Plays first": "Player 3",
        "Wild": "jokers: the rule",
    }


def test_counting_goes_clockwise_from_whoever_went_out_and_is_read_back(phone: Phone) -> None:
    phone.start().follow("Round over")
    assert phone.heading == "Who went out?"
    phone.send("/round/went-out", seat="3")
    asked = []
    for text in ("K K 10 5", "nothing", "joker"):
        asked.append(phone.heading)
        phone.send("/round/cards-left", cards=text, confirmed="1")
    assert asked == ["Player 4: cards left", "Player 1: cards left", "Player 2: cards left"]
    assert phone.heading == "Check the round"
    links = phone.links()
    assert "Player 4: 35 (K K 10 5). Change it" in links
    assert "Player 1: 0 (no cards). Change it" in links
    assert "Player 2: 15 (joker). Change it" in links
    phone.send("/round/close")
    assert phone.heading == "Player 1 and Player 3 share the lead"
    assert "Player 2 deals 10 cards each, Player 3 plays first." in phone.text
    assert phone.read_news().heading == "Round 2 of 7"


def test_no_winner_is_said_with_a_button_of_its_own(phone: Phone) -> None:
    phone.start("contract", 3).round("nobody", {1: "K", 2: "Q", 3: "J"})
    assert state_of(phone).rounds[0].went_out is None
    assert dict(state_of(phone).totals) == {1: 10, 2: 10, 3: 10}


def test_a_round_with_a_seat_missing_is_read_back_as_not_yet_and_does_not_close(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    phone.send("/round/cards-left", cards="K")
    phone.open(f"/g/{phone.code}/round?step=read-back")
    assert "Not entered yet: Player 3" in phone.text
    phone.send("/round/close")
    assert phone.status == 422
    assert "Player 3’s cards left haven’t been entered yet" in phone.text
    assert not state_of(phone).rounds


def test_a_read_back_before_anybody_is_said_to_be_out_asks_for_that_too(phone: Phone) -> None:
    phone.start("contract", 3).open(f"/g/{phone.code}/round?step=read-back")
    assert "Who went out?" in phone.text
    assert "No one" not in phone.text
    assert "Not entered yet: who went out, Player 1, Player 2, Player 3" in phone.text


def test_every_page_of_a_game_opens_before_and_after_the_first_round(phone: Phone) -> None:
    code = phone.start("liverpool", 3).code
    pages = ("", "/round", "/round?step=who", "/round?seat=2", "/round?step=read-back", "/score", "/history")
    pages += ("/table", "/result")
    assert [phone.open(f"/g/{code}{page}").status for page in pages] == [200] * 9
    phone.open(f"/g/{code}").round(1, {2: "K", 3: "Q"})
    assert [phone.open(f"/g/{code}{page}").status for page in (*pages, "/score/1/2", "/score/1/1")] == [200] * 11


def test_the_last_round_leads_to_the_result_and_on(phone: Phone) -> None:
    phone.start("contract", 3)
    for number in range(1, 8):
        phone.round(1, {2: "K", 3: "A"} if number % 2 else {2: "A", 3: "K"})
    assert phone.heading == "Player 1 wins"
    assert "7 rounds played" in phone.text
    assert [e.text() for e in phone.all("a", aria_current="page")] == ["Result"]
    assert "is closed" not in phone.text, "the result says everything"
    assert "Awards of the evening" in phone.text
    assert phone.all("a", href=f"/g/{phone.code}/picture")
    assert phone.all("a", href=f"/new?again={phone.code}")
    for page in ("score", "view", "result"):
        assert "Player 1 wins" in phone.open(f"/g/{phone.code}/{page}").text
    phone.open("/")
    assert "Player 1 won" in phone.text
    assert not phone.all("a", cls="hero")


def test_undo_opens_a_game_again_that_its_last_round_finished(phone: Phone) -> None:
    phone.start("contract", 3)
    for _ in range(7):
        phone.round(1, {2: "K", 3: "A"})
    phone.send("/undo", confirmed="1")
    assert "Round 7 of 7" in phone.text
    for page in ("score", "view"):
        assert "leads" in phone.open(f"/g/{phone.code}/{page}").text
    phone.open(f"/g/{phone.code}/round?step=read-back").send("/round/close")
    assert phone.heading == "Player 1 wins"
    phone.send("/carry-on", confirmed="1")
    assert "Round 8 of 14" in phone.text
    assert "leads" in phone.open(f"/g/{phone.code}/score").text
    phone.open("/")
    assert phone.all("a", cls="hero")


def test_who_left_early_is_a_name_to_tap_when_the_same_play_again(phone: Phone) -> None:
    code = phone.start("contract", 4).code
    phone.open(f"/g/{code}/table").send("/table/leave", seat="2")
    phone.open(f"/new?again={code}")
    assert [e.get("value") for e in phone.all("input", name="player")][:4] == ["Player 1", "Player 3", "Player 4", ""]
    first = next(e for e in phone.elements if e.get("data-add"))
    assert (first.get("data-add"), first.get("aria-label")) == ("Player 2", "Add Player 2, who left early")


def test_whoever_leaves_in_mid_round_says_what_they_hold_and_may_come_back(phone: Phone) -> None:
    code = phone.start("contract", 4).code
    for said in ("before round 1 is dealt", "after round 1", "now and counts the cards they hold"):
        assert f"Player 2 leaves {said}" in phone.open(f"/g/{code}/table").text
    phone.open(f"/g/{code}/down?seat=3").post(
        f"/g/{code}/down", seat="3", round="1", write_id="a" * 32, seen=str(state_of(phone).number)
    )
    phone.open(f"/g/{code}/table")
    assert "before round 1 is dealt" not in phone.text
    assert "Plays from round 2 on." in phone.text
    phone.post(f"/g/{code}/table/leave", seat="1", when="now", write_id="b" * 32, seen=str(state_of(phone).number))
    assert phone.heading == "Player 1: cards left"
    phone.send("/round/cards-left", cards="K K")
    running = state_of(phone).running
    assert running is not None
    assert (running.dealer, running.seats, running.away, running.entered[1].points) == (1, (1, 2, 3, 4), (1,), 20)
    phone.open(f"/g/{code}/table")
    assert "left in this round" in phone.text
    assert "left in this round" in phone.open(f"/g/{code}").text
    assert not phone.open(f"/g/{code}/round?step=who").all("button", value="1", name="seat")
    phone.open(f"/g/{code}/table")
    phone.send("/table/back")
    assert state_of(phone).by_id[1].left is None
    phone.post(f"/g/{code}/table/leave", seat="4", when="after", write_id="c" * 32, seen=str(state_of(phone).number))
    phone.open(f"/g/{code}/round?step=who").send("/round/went-out", seat="3")
    for seat in (2, 4, 1):  # what Player 1 holds now
        phone.open(f"/g/{code}/round?seat={seat}").send("/round/cards-left", cards="5")
    phone.open(f"/g/{code}/round?step=read-back").send("/round/close")
    phone.open(f"/g/{code}/table")
    assert "Left: Player 4: 5 points" in phone.text
    phone.send("/table/back")
    assert [seat.id for seat in state_of(phone).seats] == [1, 2, 3, 4]


def test_a_tie_is_told_as_a_tie(phone: Phone) -> None:
    phone.start("contract", 4).round(1, {2: "K", 3: "Q", 4: "A"})
    phone.open(f"/g/{phone.code}/result")
    places = [e.text() for e in phone.all("span", cls="place")]
    assert places == ["1st", "2nd, shared", "2nd, shared", "4th"]
    shown = [
        e.own_text[0]
        for e in phone.all("span", aria_hidden="true")
        if e.parent and e.parent in phone.all("span", cls="place")
    ]
    assert shown == ["1", "2=", "2=", "4"]
    assert "2=  Player 2  10\n2=  Player 3  10\n4  Player 4  15" in phone.one("textarea").own_text[0]


def test_same_players_again_takes_over_names_seats_and_rulebook(phone: Phone) -> None:
    phone.start("shanghai", 4).open("/new").follow("Same players again")
    form = phone.form("/new")
    assert phone.fields(form)["rulebook"] == "shanghai"
    names = [e.get("value") for e in phone.all("input", name="player")]
    assert names[:4] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert set(names[4:]) == {""}
    phone.send("/new", player=names)
    assert phone.heading == "Round 1 of 7"
    assert [seat.player for seat in state_of(phone).seats] == names[:4]


def test_an_exact_cut_is_said_and_says_when_it_counts(phone: Phone) -> None:
    phone.start("liverpool", 4)
    phone.send("/cut", exact="yes")
    assert any("cut exactly" in one.text() for one in phone.all("div", cls="notice"))
    assert "points come off when the round is closed" in phone.text
