"""Money of a club: what it plays for, who owes whom, and what was settled.

Nothing is kept of what a game or an evening moves: it follows from them, so a correction changes the balances.
Each function that changes something opens one transaction, or joins that of ``deliveries.once``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee import errors
from referee.days import day_of, is_day, now, today
from referee.game.names import tidy, why_no_name
from referee.game.state import GameState
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season import money
from referee.season.games import FinishedGame
from referee.season.money import KITTY, Moves, Payment, Terms
from referee.services.clubs import evenings
from referee.services.clubs.clubs import by, demand_manager
from referee.services.clubs.evenings import demand_host, root_player
from referee.services.clubs.money_views import Entry, MoneyPage, MoneyTerms, Movement, NightMoney, TermsForm
from referee.services.clubs.seasons import club_view, known_club, players
from referee.storage.clubs import clubs as people_of
from referee.storage.clubs import money as store
from referee.storage.clubs import results
from referee.storage.clubs.results import People
from referee.storage.engine.transactions import reading, writing
from referee.storage.games import log
from referee.storage.tables.money import LONGEST_UNIT, ClubMoney, MoneyEntry

MOST = 10**7
"""The largest amount that can be entered, in the smallest unit."""
MOST_ENTRIES = 2000


def terms(club: str) -> MoneyTerms | None:
    """What a club plays for, or did once; None where it never has. Raises UnknownClub."""
    with reading():
        row = store.of_club(known_club(club).id)
        return _terms(row) if row is not None else None


def plays(club: str) -> bool:
    """Whether a club plays for anything: nothing of money is shown where it does not."""
    with reading():
        row = store.of_club(club)
        return row is not None and row.plays


def page(club: str) -> MoneyPage:
    """Who owes whom, and why; raises UnknownClub, NoMoney."""
    with reading():
        return _page(_played(club))


def balance_of(club: str, player: str) -> tuple[MoneyTerms, int] | None:
    """What a player is owed, below zero what they owe; None where a club plays for nothing. Raises UnknownClub."""
    with reading():
        row = store.of_club(known_club(club).id)
        if row is None or not row.plays:
            return None
        of = _page(row)
        return of.money, of.balances.get(player, 0)


def of_evening(evening: str) -> NightMoney | None:
    """What the games and dues of an evening move; None where its club plays for nothing. Raises UnknownEvening."""
    with reading():
        club = evenings.known_evening(evening).club
        row = store.of_club(club)
        if row is None or not row.plays:
            return None
        people, stands = people_of.people(club), store.terms_of(row)
        games = results.games_of_evening(evening, people)
        movements = [*_games(club, games, stands, people), *_dues(club, stands, people, evening)]
        return NightMoney(_terms(row), money.balances(each.moves for each in movements), people.names)


def save_terms(club: str, form: TermsForm, shown: str = "", *, again: bool = False) -> MoneyTerms:
    """What a club plays for from a day on; what it was to play for from that day or later is replaced.

    ``shown`` is the digest of what the page showed, if there was anything. ``again``: whether what was played since
    that day and has been counted may be counted anew. Raises Rejected with the field at fault.
    """
    unit = tidy(form.unit)
    if len(unit) > LONGEST_UNIT:
        raise errors.Rejected("unit", _("Enter at most %(number)s characters.", number=LONGEST_UNIT))
    if unit and (why := why_no_name(unit)):
        raise errors.Rejected("unit", sentence(why))
    if not is_day(form.terms.since):
        raise errors.Rejected("since", _("Enter a date, like 2026-01-31."))
    with writing():
        known_club(club)
        demand_manager(club)
        row = store.of_club(club)
        if row is not None and shown and _terms(row).digest != shown:
            raise errors.Rejected("before", _("Someone changed this while you were editing. Check it and save again."))
        before = store.terms_of(row) if row is not None else ()
        is_other = row is not None and row.hundredths != form.hundredths
        if is_other and (store.entries(club) or any(each.since < form.terms.since for each in before)):
            what = _("Amounts stand here already, so with or without decimals stays as it is.")
            raise errors.Rejected("hundredths", what)
        counted = _counted_anew(row, money.with_terms(before, form.terms), form.terms.since) if row is not None else 0
        if counted and not again:
            what = ngettext(
                "%(num)s game or evening since then has been counted already. Tick that it is counted again, or choose "
                "a later day.",
                "%(num)s games or evenings since then have been counted already. Tick that they are counted again, or "
                "choose a later day.",
                counted,
            )
            raise errors.Rejected("again", what)
        kept = store.keep(club, unit, money.with_terms(before, form.terms), hundredths=form.hundredths)
        people_of.changed(club)
        return _terms(kept)


def stop(club: str) -> None:
    """A club plays for nothing from now on; its accounts are there again when it does."""
    with writing():
        known_club(club)
        demand_manager(club)
        if (row := store.of_club(club)) is not None:
            row.plays = False
            people_of.changed(club)


def enter(club: str, giver: str, receiver: str, amount: int, word: str, *, settles: bool) -> Entry:
    """Somebody gave somebody else money (``settles``), or is owed it. ``KITTY`` may be one of them.

    Raises Rejected with the field at fault, UnknownPlayer, NotAllowed, NoMoney.
    """
    with writing():
        row = _held(club)
        ids = [player and root_player(club, player) for player in (giver, receiver)]
        if ids[0] == ids[1]:
            raise errors.Rejected("other", _("Choose two different people."))
        if not 0 < amount <= MOST:
            raise errors.Rejected("amount", _("That amount is too large."))
        word = tidy(word)
        if word and (why := why_no_name(word)):
            raise errors.Rejected("word", sentence(why))
        return _enter(row, ids[0], ids[1], amount, word, settles=settles)


def settle(club: str, payment: Payment) -> Entry:
    """A payment that the page proposed was made. Raises Rejected where it is not proposed any more, NoMoney."""
    with writing():
        row = _held(club)
        if payment not in _page(row).payments:
            raise errors.Rejected(
                "settle", _("The balances have changed, or this was settled on another phone. Look at them again.")
            )
        return _enter(row, payment.giver, payment.receiver, payment.amount, "", settles=True)


def take_back(club: str, entry: str) -> Entry:
    """An entry stands, crossed out, and counts no more; one that was taken back already stays so.

    Raises Rejected where it is none of the club, NoMoney.
    """
    with writing():
        _held(club)
        row = store.entry(entry)
        if row is None or row.club != club:
            raise errors.Rejected("entry", _("This entry isn’t here any more."))
        people_of.seen_again(row)
        if row.back_at is None:
            row.back_at, row.back_by = now(), by()
            people_of.changed(club)
        return _entry(row, people_of.people(club))


def _counted_anew(row: ClubMoney, after: Sequence[Terms], since: str) -> int:
    """How many games and evenings of a day and later have moved money, and would move other sums by other terms."""
    people = people_of.people(row.club)
    games = [game for game in results.games_of_club(row.club, people) if game.day >= since]

    def moved(stands: Sequence[Terms]) -> dict[str, Moves]:
        moves = {each.game.id: each.moves for each in _games(row.club, games, stands, people) if each.game}
        dues = _dues(row.club, stands, people)
        return moves | {each.evening.id: each.moves for each in dues if each.evening and each.day >= since}

    by_new = moved(after)
    return sum(by_new.get(what) != moves for what, moves in moved(store.terms_of(row)).items())


def _played(club: str) -> ClubMoney:
    """Raises UnknownClub, NoMoney."""
    row = store.of_club(known_club(club).id)
    if row is None or not row.plays:
        raise errors.NoMoney
    return row


def _held(club: str) -> ClubMoney:
    row = _played(club)
    demand_host(club)
    return row


def _enter(row: ClubMoney, giver: str, receiver: str, amount: int, word: str, *, settles: bool) -> Entry:
    if len(store.entries(row.club)) >= MOST_ENTRIES:
        raise errors.Rejected("amount", _("A club can have at most %(most)s entries.", most=MOST_ENTRIES))
    kept = store.add_entry(row.club, now(), by(), giver or None, receiver or None, amount, word, settles=settles)
    people_of.changed(row.club)
    return _entry(kept, people_of.people(row.club))


def _terms(row: ClubMoney) -> MoneyTerms:
    return MoneyTerms(club_view(known_club(row.club)), row.plays, row.unit, row.hundredths, store.terms_of(row))


def _entry(row: MoneyEntry, people: People) -> Entry:
    giver, receiver = (people.root.get(player, player) if player else KITTY for player in (row.giver, row.receiver))
    what = (giver, receiver, row.amount, row.word, row.settles)
    return Entry(row.id, row.at, row.by, *what, row.back_at, row.back_by)


def _page(row: ClubMoney) -> MoneyPage:
    people, stands = people_of.people(row.club), store.terms_of(row)
    entries = [_entry(entry, people) for entry in store.entries(row.club)]
    games = results.games_of_club(row.club, people)
    movements = [
        *(Movement(day_of(entry.at), _moves(entry), entry=entry) for entry in entries if not entry.cancels),
        *(Movement(each.since, {}, terms=each) for each in stands[1:]),
        *_games(row.club, games, stands, people),
        *_dues(row.club, stands, people),
    ]
    movements.sort(key=_latest, reverse=True)
    balances = money.balances(each.moves for each in movements)
    last = max((entry.at for entry in entries if entry.settles and entry.back_at is None), default="")
    counted = [each.game for each in movements if each.game is not None]
    return MoneyPage(
        money=_terms(row),
        movements=tuple(movements),
        balances=balances,
        payments=money.payments(balances),
        in_kitty=-sum(_moves(entry).get(KITTY, 0) for entry in entries if entry.settles),
        names=people.names,
        players=tuple((player.id, player.name) for player in players(row.club)),
        corrected=tuple(game for game in counted if last and (game.corrected_at or "") > last),
        removed=store.removed_since(row.club, last) if last else 0,
        going_on=store.going_on(row.club, stands[0].since) if stands else 0,
    )


def _latest(movement: Movement) -> tuple[str, str]:
    """By day; on a day what was entered by hand comes after what was played."""
    at = movement.entry.at if movement.entry is not None else movement.game.at if movement.game is not None else ""
    return movement.day, at


def _moves(entry: Entry) -> Moves:
    return {} if entry.back_at is not None else money.of_hand(entry.giver, entry.receiver, entry.amount)


def _dues(club: str, stands: Sequence[Terms], people: People, of: str = "") -> Iterator[Movement]:
    """``of``: the evening, if it is only one."""
    for evening, came in evenings.attendance(club, people, of):
        in_force = money.terms_on(stands, evening.day) if evening.day <= today() else None
        if in_force is not None and (moves := money.of_dues(sorted(came), in_force.dues)):
            yield Movement(evening.day, moves, evening=evening)


def _games(club: str, games: Sequence[FinishedGame], stands: Sequence[Terms], people: People) -> Iterator[Movement]:
    """What they move: as their rulebook says where it says so, else as the club plays."""
    counted = [game for game in games if money.terms_on(stands, game.day) is not None]
    digests = store.rulebooks_of(club) if counted else {}
    settles: dict[str, bool] = {}
    for game in counted:
        digest = digests[game.id]
        if digest not in settles:
            settles[digest] = log.load_state(game.id).book.settlement != "none"
        if settles[digest]:
            state = log.load_state(game.id)
            moves, by_rulebook = _by_rulebook(state, _players(game.id, people)), True
        else:
            in_force = money.terms_on(stands, game.day)
            moves, by_rulebook = money.of_game(game, in_force) if in_force is not None else {}, False
        if moves:
            yield Movement(game.day, moves, game=game, by_rulebook=by_rulebook)


def _by_rulebook(state: GameState, players: Mapping[int, str]) -> Moves:
    """What its settlement gives each, less what their buys put into the pot."""
    moves: Counter[str] = Counter()
    for seat, player in players.items():
        moves[player] += state.payments.get(seat, 0) - state.book.may_i_price * state.buys.get(seat, 0)
    return {player: amount for player, amount in moves.items() if amount} if state.payments else {}


def _players(code: str, people: People) -> dict[int, str]:
    return {seat.seat: people.root.get(seat.player, seat.player) for seat in people_of.seats(code)}
