"""Who may what: invitations, seats, phones, the door, as each role sees them; and what is refused or not there."""

from __future__ import annotations

from pathlib import Path

from referee.cli.certificates import HomeCertificate
from referee.services.phones import phones
from tests.golden.pages.stories.at_table import opened
from tests.golden.pages.story import Story, Teller, story
from tests.web.plain import PASSWORD
from tests.web.test_invite import scanned

FAR = "8.8.8.8"


def enters(phone: Teller, address: str) -> Teller:
    """What the script of the page behind an invitation does."""
    secret, *game_and_seat = address.partition("#")[2].split(".")
    rest = dict(zip(("game", "seat"), game_and_seat, strict=False))
    phone.sends_only({"secret": "…", **rest})
    phone.open("/join")
    phone.sends_only({"secret": "…", **rest})
    return phone.send("/join", secret=secret, **rest)


def club_of(phone: Teller) -> str:
    return f"/clubs/{phone.story.club.id}"


@story
def invited(house: Story) -> None:
    """At home: a QR code is scanned, a code is typed, seats are taken, lost and left; phones are managed."""
    ann = opened(house, "short", "Ann", "Ben", "Cid")
    ben, gina, eve, cid = (house.phone(name, FAR) for name in ("Ben", "Gina", "Eve", "Cid"))
    far = house.phone("Stranger", FAR)
    house.chapter("Strangers stand before the door")
    for page in ("/", "/join", "/join/waiting", "/door", f"/g/{ann.game}", "/new", "/help", "/clubs", "/api/clubs"):
        far.open(page)
    far.post("/join", write_id="odd-invitation")
    far.post("/join", write_id="an-invitation", secret="A" * 27)
    far.post("/join/code", write_id="no-code-at-all", short="", player="x" * 50)
    far.post("/join/code", write_id="a-wrong-code", short="ABC DEF", player="Zoe")
    far.post("/door", key="")
    far.post("/door", key="guess")
    house.chapter("Ben scans and takes a seat, Cid wants the same")
    ann.see("/invite")
    usual = scanned(ann)
    enters(ben, usual)
    ben.send("/who/seat", seat="2")
    ben.see("/who", "/table", "/round", "/score", "/history")
    ben.tap("/who/seat", seat=99)
    enters(cid, usual)
    cid.send("/who/seat", seat="2")
    cid.send("/who/seat")
    ben.see("").send("/who/seat")
    cid.see("")
    cid.tap("/who/leave", seat=2)
    cid.tap("/who/leave", seat=2)
    cid.tap("/who/guest", player="")
    cid.tap("/who/guest", player="Ben")
    cid.tap("/who/guest", player="Flo")
    cid.see("/who")
    house.chapter("A code for Cid alone, whose phone was restarted")
    ann.see("/invite?seat=3")
    enters(cid, scanned(ann))
    cid.see("/who")
    house.chapter("Other invitations: to watch, for an evening, to host")
    for kind in ("odd", "watch", "evening", "scorer", "host"):
        ann.see("/invite").send("/invite/make", kind=kind)
    ann.see("/invite?at=1", "/invite?link=nonsense")
    ann.open("/invite").open("/invite?at=9")
    with ann.quiet():
        ann.see("/invite").send("/invite/make", kind="watch")
    enters(eve, scanned(ann))
    eve.see("/table", "/invite", "/who")
    eve.tap("/round/went-out", round=1, seat=1)
    for path in ("/round/not-theirs", "/redo", "/table/back", "/reopen", "/buys", "/invite/host"):
        eve.tap(path, round=1, seat=2)
    eve.post("/house-rules/short/back", write_id="e" * 32, version="1")
    eve.post(f"{club_of(eve)}/phones/card", write_id="f" * 32)
    house.chapter("Gina types a code, and waits")
    ann.see("/invite").tap("/invite/code", link="zz")
    ann.see("/invite").send("/invite/code")
    short = ann.one("p", cls="short-code").text()
    gina.open("/join").send("/join/code", short=short, player="Gina")
    ann.see("", "/invite")
    ann.tap("/invite/decide", phone="nosuch", admit="yes")
    ann.tap("/invite/decide", phone="", admit="perhaps")
    ann.send("/invite/decide", admit="yes")
    gina.open("/join/waiting").see("/who")
    gina.see("/invite").send("/invite/host")
    gina.tap("/invite/host")
    ben.see("/invite").tap("/invite/agree", phone="nosuch")
    ann.see("", "/invite").send("/invite/stop")
    ann.tap("/invite/stop", phone="nosuch")
    gina.see("/invite")
    house.chapter("Ben plays: what is not his is refused")
    ben.see("", "/round", "/round?step=who").tap("/round/went-out", round=1, seat=1)
    ben.see("/round?step=who")
    ben.see("/round")
    for path, fields in (
        ("/round/cards-left", {"seat": 3, "cards": "K"}), ("/table/move", {"seat": 1, "step": "down"}), ("/finish", {}),
        ("/cut", {"round": 1, "exact": "yes"}), ("/score/1/2", {"cards": "K"}), ("/undo", {}), ("/abandon", {}),
    ):  # fmt: skip
        ben.tap(path, **{"round": 1, **fields})
    house.chapter("A round is closed; then Ben and Cid agree that Gina becomes host")
    with ann.quiet(), ben.quiet(), cid.quiet(), gina.quiet():
        cid.see("/who").tap("/who/seat", seat=3, confirmed="1")
        ann.tap("/round/went-out", round=1, seat=1)
        ben.tap("/round/cards-left", round=1, seat=2, cards="K")
        cid.tap("/round/cards-left", round=1, seat=3, cards="Q")
        gina.see("/who").tap("/who/seat", seat=4, confirmed="1")
        gina.tap("/round/cards-left", round=1, seat=4, cards="9")
        ann.see("/round").send("/round/close")
    gina.see("/invite").send("/invite/host")
    ben.see("/invite").send("/invite/agree")
    ben.see("/invite")
    cid.see("/invite").send("/invite/agree")
    for phone in (gina, ben, ann, eve):
        phone.see("")
    gina.see("/invite")
    ann.see("/invite")
    gina.open(f"{club_of(gina)}/phones")
    ann.open(f"{club_of(ann)}/phones")
    house.chapter("The phones of the club, for Ann; other rights, other names, out")
    base = club_of(ann)
    ann.open(f"{base}/phones")
    ids = [str(one.get("id")).removeprefix("phone-") for one in ann.all("details") if "phone-" in (one.get("id") or "")]
    assert ids
    for path, fields in (
        ("rename", {"phone": ids[0], "name": ""}), ("rename", {"phone": ids[0], "name": "The old tablet"}),
        ("rename", {"phone": "nosuch", "name": "x"}), ("role", {"phone": ids[0], "role": "king"}),
        ("role", {"phone": ids[0], "role": "host"}), ("take-out", {"phone": ""}), ("take-out", {"phone": ids[-1]}),
        ("take-out", {"phone": ids[-1], "renew": "no"}), ("take-out", {"phone": "nosuch", "renew": "yes"}),
        ("take-back", {"link": "zz"}), ("take-back", {"link": "zz", "admitted": "no"}), ("rotate", {"link": "zz"}),
        ("door", {"door": "ajar"}), ("card", {}),
    ):  # fmt: skip
        ann.post(f"{base}/phones/{path}", write_id=f"{path}-{len(str(fields)):020}", **fields)
    ann.open(f"{base}/phones")
    links = [str(one.get("value")) for one in ann.all("input", name="link")]
    ann.open(f"{base}/phones/leaving?phone=nosuch")
    ann.open(f"{base}/phones/leaving?phone={ids[1]}").send("/phones/take-out")
    ann.post(f"{base}/phones/take-back", write_id="take-a-link-back", link=links[-1], admitted="yes")
    ann.post(f"{base}/phones/rotate", write_id="rotate-a-link", link=links[0])
    ann.post(f"{base}/phones/door", write_id="close-the-door", door="closed")
    ann.open(f"{base}/phones")
    for phone in (ben, gina, eve, cid):
        phone.open("/").see("")


@story
def headless(house: Story) -> None:
    """A server without a screen, at home: the phones are asked which of them is the organiser, and told."""
    ann, ben = (
        house.phone(name, address, HTTP_HOST="192.168.1.5:5000")
        for name, address in (("Ann", "192.168.1.9"), ("Ben", "192.168.1.10"))
    )
    house.chapter("Both are asked, Ben says no, Ann says yes")
    ann.open("/")
    ben.open("/").post("/organiser", write_id="an-odd-answer", organiser="perhaps")
    ben.send("/organiser", organiser="no")
    base = club_of(ben)
    ben.open(f"{base}/phones")
    ann.send("/organiser", organiser="yes")
    ann.open(f"{base}/phones")
    ben.open("/").post("/organiser", write_id="yes-after-all", organiser="yes")
    house.chapter("Ann makes Ben organiser, who is told and gives it back")
    ann.open(f"{base}/phones")
    ann.post(f"{base}/phones/organiser", write_id="nobody-is-meant", phone="nosuch", organiser="yes")
    ann.send("/phones/organiser", organiser="yes")
    ben.open("/").send("/organiser", organiser="no")
    ann.open(f"{base}/phones").send("/phones/organiser", organiser="yes")
    ben.open("/").send("/organiser", organiser="knows")
    ann.open(f"{base}/phones").send("/phones/organiser", organiser="no")
    ben.open("/")


@story
def hosted(house: Story) -> None:
    """On the internet: the password opens, rights differ, and an open door of a home is none."""
    house.app.config["HOSTED"] = True
    with house.app.app_context():
        phones.set_password(PASSWORD)
    ann, far = house.phone("Ann", FAR), house.phone("Stranger", FAR)
    far.open("/").open("/new")
    far.open("/door").send("/door", key="a wrong one")
    ann.open("/door")
    ann.sends_only({"key": "…"})
    ann.send("/door", key=PASSWORD)
    ann.open("/").open(f"{club_of(ann)}/phones").open("/invite").open("/door")
    house.chapter("Another phone plays; as long as nobody else can run the game, the page says so")
    ben = house.phone("Ben", "8.8.4.4")
    with ann.quiet(), ben.quiet():
        enters(ben, scanned(ann.open("/invite")))
    ann.open(f"{club_of(ann)}/phones")
    with ann.quiet():
        ids = [str(one.get("id")) for one in ann.all("details") if (one.get("id") or "").startswith("phone-")]
        for id_ in ids:
            ann.post(f"{club_of(ann)}/phones/role", write_id=f"role-{id_}", phone=id_[6:], role="host")
    ann.open(f"{club_of(ann)}/phones")
    ben.open(f"{club_of(ann)}/phones")
    with ann.quiet():
        ann.open("/new").send("/new", rulebook="short", player=["Ann", "Ben"], how="chosen", dealer="1")
    ann.see("/invite")


@story
def a_table_of_two(house: Story) -> None:
    """Two at a table, both on their phones: each enters their own cards."""
    ann = opened(house, "short", "Ann", "Ben")
    ben = house.phone("Ben", "192.168.1.20")
    ann.see("/who").send("/who/seat", seat="1")
    ben.game = ann.game
    with ben.quiet():
        ben.see("/who").send("/who/seat", seat="2")
    ann.see("")
    ben.see("", "/may-i")
    ben.tap("/may-i", round=1, claims=2, active=1)
    ben.see("?taken=4", "/round", "/down")
    ann.tap("/round/went-out", round=1, seat=1)
    ann.see("/round")
    ben.see("", "/round").send("/round/cards-left", cards="K 10")
    ann.see("/round").send("/round/close")
    ben.see("", "?read=1", "/score", "/table", "/history")
    ben.open("/").open("/tv")
    seen = ann.state.number
    ann.tap("/table/note", text="A note")
    ben.tap("/score/1/2", seen=seen, cards="K")
    ann.tap("/score/1/2", seen=seen, cards="A")
    ben.tap("/undo", seen=seen)


@story
def elsewhere(house: Story) -> None:
    """What is not there, and the pages beside the games: help, looks, https, what machines read."""
    ann = opened(house, "contract", "Ann", "Ben", "Cid")
    house.chapter("Not there, and not so")
    for page in ("/nowhere", "/g/XXXXXX/score", "/clubs/x", "/seasons/x", "/players/x", "/tv/XXXXXX"):
        ann.open(page)
    ann.see("/score/9/1", "/melds/77", "/nonsense", "/winner", "/picture.svg", "/picture", "/ruling/99", "/club/remove")
    ann.post("/nowhere")
    ann.see("").post(f"/g/{ann.game}/score")
    for page in ("/clubs/x/data", "/clubs/x/players", "/clubs/x/paper", "/players/x/merge", "/seasons/x/change"):
        ann.open(page)
    house.chapter("Beside the games")
    for page in ("/help", "/https", "/healthz", "/readyz", "/metrics", "/manifest.webmanifest", "/worker.js"):
        ann.open(page)
    ann.open("/https/table-referee.crt").open("/static/nosuch.js")
    made = HomeCertificate(Path(house.app.instance_path), "127.0.0.1")
    house.app.config["AUTHORITY"] = made.authority_file
    ann.open("/https")
    ann.post("/look", theme="dark", suits="two", back="/help")
    ann.post("/look", theme="odd", suits="odd", back="https://elsewhere.example/")
    ann.open("/")
    house.chapter("A game as a part of a page, and what has not changed")
    answer = ann.client.get(f"/g/{ann.game}/score", headers={"HX-Request": "true"})
    ann.takes(answer)
    ann.takes(ann.client.get("/api/openapi.json"))
