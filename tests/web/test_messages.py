"""What was just done is said on the page after it, and goes when the next thing is done: no message comes late."""

from __future__ import annotations

from tests.web.plain import Phone


def messages(phone: Phone) -> list[str]:
    """What the page says of things that were done."""
    return [notice.text().strip() for notice in phone.one("div", id_="notices").children]


def undo(phone: Phone) -> Phone:
    """The key in the bar."""
    return phone.send("/undo")


def test_of_two_things_done_in_a_row_the_second_is_said_alone(phone: Phone) -> None:
    game = f"/g/{phone.start().code}"
    phone.open(game + "/table").send("/table/note", text="Cake")
    [first] = messages(phone)
    assert "Cake" in first
    phone.send("/table/note", text="Tea")
    [second] = messages(phone)
    assert "Tea" in second
    assert "Cake" not in second
    assert messages(phone.open(game)) == []


def test_what_the_pad_did_not_say_is_not_said_after_the_next_hand(phone: Phone) -> None:
    phone.start()
    phone.count(1, {2: "K"})
    assert "cards left" in phone.heading
    undo(phone)  # of the K: a page of a pad shows no message, the next one does
    assert messages(phone) == []
    phone.send("/round/cards-left", cards="Q")
    phone.send("/round/cards-left", cards="5")
    phone.send("/round/cards-left", cards="6")
    assert phone.heading == "Check the round"
    assert messages(phone) == [], "three hands have been entered since"


def test_a_message_that_no_page_has_shown_yet_is_shown_on_the_next_one_that_does(phone: Phone) -> None:
    game = f"/g/{phone.start().code}"
    phone.count(1, {2: "K"})
    undo(phone)
    [said] = messages(phone.open(game))
    assert said


def test_two_messages_of_one_thing_are_both_said(phone: Phone, other: Phone) -> None:
    game = f"/g/{phone.start().code}"
    other.open(game + "/who").send("/who/guest", player="Zed")
    said = " ".join(messages(other))
    assert "You are Zed." in said
    assert len(messages(other)) == 2, said
