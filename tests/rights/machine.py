"""``python -m tests.rights.machine``: the app does what the small world does, and must be like it after each step.

Three phones at a table of four, the usual link and one for hosts. A phone that was taken out comes again with a new
browser and everything that it has ever known; none of its old secrets may open anything that the model does not.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from unittest import mock

import hypothesis.strategies as st
from hypothesis import currently_in_test_context, note
from hypothesis.stateful import initialize, invariant, rule
from sqlalchemy import select

from referee import errors
from referee.game import commands as cmd
from referee.services.games import games
from referee.services.games.games import Done
from referee.services.phones import access, agreement, announced, holdings, invitations, phones
from referee.services.phones.access import CLUB, Role
from referee.storage.engine import news, watch
from referee.storage.engine.transactions import reading
from referee.storage.phones import links
from referee.storage.tables.database import db
from referee.storage.tables.phones import Link, Right
from tests import apps, machines
from tests.rights.model import HOSTS, LINKS, PHONES, USUAL, Rules, Step, World, broken, first, steps
from tests.services.at_table import HERE, by, new_phone
from tests.services.desk import open_game, tag

STEPS = 14
"""Of one evening."""
ALL_PLAY: tuple[Step, ...] = (
    ("join", 1, USUAL), ("join", 2, USUAL), ("enter", 0, 0), ("enter", 2, 0), ("enter", 1, 0),
)  # fmt: skip
"""How one in three begins: a table that can agree on a host. Another one lacks the last of these steps."""
EVENTFUL = ("agree", "ask", "cancel_all", "demote", "join", "promote", "take_out", "ten_minutes")
"""What is done three times as often as the rest."""
_SEATS = {2, 3, 4}


class Machine(machines.Counted):
    """One evening in the app and in the model."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = contextlib.ExitStack()
        folder = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-rights-"))
        app = self.stack.enter_context(apps.lent({"TESTING": True, "DATA_DIR": folder, "WTF_CSRF_ENABLED": False}))
        app.config["HOSTED"] = True
        self.stack.enter_context(app.app_context())
        self.code = open_game("contract", "Ann", "Ben", "Cid", "Dee").code
        self.club = access.club_of_game(self.code)
        self.seconds = 0.0
        """What the watch shows that nobody sets."""
        self.stack.enter_context(mock.patch.object(watch, "seconds", self._watch))
        self.rules, self.world = Rules(), first()[0]
        self.ids = [new_phone() for _ in PHONES]
        self.gone: set[str] = set()
        """Browsers of phones that have been taken out."""
        self.sits: dict[int, int] = {}
        self.waits: dict[int, str] = {}
        self.asks: dict[int, str] = {}
        self.knew: set[tuple[int, str]] = set()
        """Every secret that a phone ever knew."""
        self.heard: dict[str, str] = {}
        """By browser the version of its rights, while it listened last."""
        phones.give(self.ids[0], CLUB, self.club, Role.HOST, tag())
        self.links = {USUAL: invitations.standing(self.club).id, HOSTS: self._hosts_link()}

    def teardown(self) -> None:
        self.stack.close()

    def _watch(self) -> float:
        return self.seconds

    @initialize(so_far=st.sampled_from((0, len(ALL_PLAY) - 1, len(ALL_PLAY))))
    def begin(self, so_far: int) -> None:
        for step in ALL_PLAY[:so_far]:
            self.take(step)

    def _hosts_link(self) -> str:
        return invitations.make(CLUB, self.club, Role.HOST, tag()).id

    @rule(name=st.integers(0, 60), at=st.integers(0, 60))
    def go(self, name: int, at: int) -> None:
        running = games.game(self.code).running is not None
        can = sorted(step for step in steps(self.world, self.rules) if running or step[0] != "enter")
        names = sorted({step[0] for step in can})
        names += [each for each in names if each in EVENTFUL] * 2
        if not names:
            return  # all are out, and wait at the door
        chosen = [step for step in can if step[0] == names[name % len(names)]]
        self.take(chosen[at % len(chosen)])

    def take(self, step: Step) -> None:
        before = self.world
        if currently_in_test_context():
            note(repr(step))
        getattr(self, f"do_{step[0]}")(before, *step[1:])
        self.world = self.rules.after(before, step)
        for phone in self.world.out - before.out:
            self._is_gone(phone)
        self.sits = {phone: seat for phone, seat in self.sits.items() if phone in self.world.seats}

    def _is_gone(self, phone: int) -> None:
        """From now on its person has a new browser, and may have wiped the old one."""
        if self.ids[phone] not in self.gone:
            self.gone.add(self.ids[phone])
            self.ids[phone] = new_phone()

    def do_take_out(self, _world: World, host: int, phone: int) -> None:
        phones.revoke(self.ids[phone], by(self.ids[host]))

    def do_cancel_all(self, _world: World, host: int, link: int) -> None:
        invitations.revoke(self.links[link], by(self.ids[host]), with_admitted=True)
        self._other_hosts_link(link)

    def do_cancel(self, _world: World, host: int, link: int) -> None:
        invitations.revoke(self.links[link], by(self.ids[host]))
        self._other_hosts_link(link)

    def _other_hosts_link(self, link: int) -> None:
        if link == HOSTS:
            self.links[HOSTS] = self._hosts_link()

    def do_renew(self, _world: World, host: int, link: int) -> None:
        invitations.rotate(self._now()[link], by(self.ids[host]))

    def do_tell(self, _world: World, _by: int, _phone: int, _link: int) -> None:
        """Nothing that the app hears of."""

    def do_join(self, _world: World, phone: int, link: int) -> None:
        invitations.exchange(links.secret_of(self._now()[link]), lambda: self.ids[phone], HERE)

    def do_type_code(self, _world: World, phone: int) -> None:
        code = invitations.make_code(self._now()[USUAL], tag()).code
        self.waits[phone] = invitations.try_code(code, HERE, lambda: self.ids[phone]).id

    def do_let_in(self, _world: World, inside: int, phone: int) -> None:
        invitations.decide(self.waits[phone], True, by(self.ids[inside]))

    def do_promote(self, _world: World, host: int, phone: int) -> None:
        phones.give(self.ids[phone], CLUB, self.club, Role.HOST, by(self.ids[host]))

    def do_demote(self, _world: World, host: int, phone: int) -> None:
        phones.give(self.ids[phone], CLUB, self.club, Role.PLAYER, by(self.ids[host]))

    def do_enter(self, world: World, phone: int, place: int) -> None:
        other = world.seats[place]
        seat = self.sits[other] if other is not None else min(_SEATS - set(self.sits.values()))
        if other is not None:
            del self.sits[other]
        self.sits[phone] = seat
        holdings.claim(self.code, seat, by(self.ids[phone]), over=True)
        state = games.game(self.code)
        assert state.running is not None
        number = state.running.number
        for each in (2, 3, 4):
            seen = games.game(self.code).number
            writer = by(self.ids[phone], seen) if each == seat else tag(seen)
            line = cmd.EnterCardsLeft(number, each, "K", confirmed=True)
            assert isinstance(games.act(self.code, line, writer), Done)
        closing = cmd.CloseRound(number, {}, 1, says_went_out=True, confirmed=True)
        assert isinstance(games.act(self.code, closing, tag(games.game(self.code).number)), Done)

    def do_ask(self, _world: World, phone: int) -> None:
        self.asks[phone] = agreement.ask(self.code, by(self.ids[phone]))

    def do_agree(self, _world: World, phone: int, asks: int) -> None:
        agreement.agree(self.asks[asks], by(self.ids[phone]))

    def do_stop(self, _world: World, host: int, phone: int) -> None:
        open_ = [each.id for each in agreement.requests(self.code) if each.phone == self.ids[phone]]
        assert open_, "there is nothing to stop"
        for waiting in open_:
            agreement.stop(waiting, by(self.ids[host]))

    def do_ten_minutes(self, _world: World) -> None:
        """Only for what is announced: requests do not age here."""
        self.seconds += announced.MINUTES * 60
        assert announced.look(self.code)

    def _now(self) -> dict[int, str]:
        """The id of each link, whatever it was renewed by."""
        with reading():
            living = list(db.session.scalars(select(Link).where(Link.of == self.club, Link.revoked_at.is_(None))))
        for link, role in LINKS.items():
            [self.links[link]] = [row.id for row in living if row.role == role]
        return self.links

    @invariant()
    def the_app_is_the_model(self) -> None:
        Machine.steps += 1
        world = self.world
        assert broken(world) == ""
        for phone in PHONES:
            here = by(self.ids[phone])
            assert access.role_of(here, self.club, self.code) == world.role(phone), f"phone {phone} in the game"
            assert access.role_of(here, self.club) == world.club_role(phone), f"phone {phone} in the club"
        for browser in self.gone:
            assert access.role_of(by(browser), self.club, self.code) == 0, "a browser that is out"
        asking = {phone for phone, _ in world.asks} | {right.phone for right in world.coming}
        assert {each.phone for each in agreement.requests(self.code)} == {self.ids[phone] for phone in asking}
        waiting = {each.phone for each in invitations.waiting_for(CLUB, self.club)}
        assert waiting == {self.ids[phone] for phone in world.waits}
        held = {holder.phone for holder in (holdings.of_phone("", self.code).others or {}).values()}
        assert held == {self.ids[phone] for phone in world.seats if phone is not None}
        self._nobody_hears_who_is_out()
        self._no_old_secret_opens()
        self._rights_stand()
        self._nobody_else_may_agree()

    def _nobody_hears_who_is_out(self) -> None:
        with reading():
            versions = news.versions(map(news.phone_key, [*self.ids, *self.gone]))
        inside = {self.ids[phone] for phone in self.world.listens}
        for browser, version in self.heard.items():
            assert browser in inside or versions[news.phone_key(browser)] != version, "the stream of one that is out"
        self.heard = {browser: versions[news.phone_key(browser)] for browser in inside}

    def _no_old_secret_opens(self) -> None:
        now = {link: links.secret_of(id_) for link, id_ in self._now().items()}
        self.knew |= {(phone, now[link]) for phone, link in self.world.knows}
        for phone, secret in self.knew:
            for link, opens in now.items():
                assert secret != opens or (phone, link) in self.world.knows, f"phone {phone} has a link that works"
        old = sorted(pair for pair in self.knew if pair[1] not in now.values())
        if old:
            phone, secret = old[0]
            with contextlib.suppress(errors.NoEntry):
                invitations.exchange(secret, lambda: self.ids[phone], f"2001:db8:0:{Machine.steps % 9999:x}::1")
                raise AssertionError("an old secret opens")

    def _nobody_else_may_agree(self) -> None:
        for asks, _ in self.world.asks:
            for phone in PHONES:
                if not self.rules.may_agree(self.world, phone, asks):
                    with contextlib.suppress(errors.NotAllowed):
                        agreement.agree(self.asks[asks], by(self.ids[phone]))
                        raise AssertionError(f"phone {phone} agrees, and may not")

    def _rights_stand(self) -> None:
        with reading():
            living = [row for row in db.session.scalars(select(Right)) if row.revoked_at is None]
            standing = {row.id for row in db.session.scalars(select(Link)) if row.revoked_at is None}
        ids = {row.id for row in living}
        for row in living:
            assert {row.beneath, row.giver_right} - {None} <= ids, "a right rests on one that has ended"
            assert row.link is None or row.link in standing, "a right rests on a link that was cancelled"


def run(number: int, seed: int = 35, told: bool = False, shrink: bool = True) -> int:
    """At least so many steps; how many they were. Raises what a step found, with the way to it."""
    return machines.run(Machine, number, STEPS, seed, told, shrink)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.rights.machine", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=35)
    options = parser.parse_args()
    run(options.steps, options.seed, told=True)
    apps.clear()
    return 0


if __name__ == "__main__":
    sys.exit(main())
