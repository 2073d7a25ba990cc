"""``referee set-password`` and ``recover``: ways in for whoever sits at the computer itself."""

from __future__ import annotations

import getpass
import sys

from referee.cli.data import opened
from referee.services.phones import phones


def set_password(folder: str | None = None, all_out: bool | None = None) -> int:
    """Take a password, typed twice or from standard input, and keep a hash of it.

    Whether the phones that came in by the one before are out (``all_out``) is asked at a terminal; else they stay in.
    """
    if is_asked := sys.stdin.isatty():
        password = getpass.getpass("Password: ")
        if getpass.getpass("Once more: ") != password:
            sys.exit("referee: the two passwords differ. Nothing was changed.")
    else:
        password = sys.stdin.readline().rstrip("\n")
    with opened(folder):
        let_in = phones.let_in_by_password()
        if all_out is None and let_in and is_asked:
            question = f"{_phones(let_in)} signed in with the old password. Do they stay organiser? [Y/n] "
            all_out = input(question).strip().lower() in ("n", "no")
        had_card = phones.has_card()
        phones.set_password(password, all_out=bool(all_out))
        lost_card = had_card and not phones.has_card()
    if not let_in:
        print("The password is set.")
    elif all_out:
        print(f"The password is set. {_phones(let_in)} that used the old one must sign in again.")
    else:
        print(f"The password is set. {_phones(let_in)} that used the old one stay organiser; see --all-out.")
    if lost_card:
        print("The recovery card that was created on one of them no longer works.")
    return 0


def _phones(number: int) -> str:
    return "1 phone" if number == 1 else f"{number} phones"


def recover(folder: str | None = None) -> int:
    """Print a code for the closed door that works once."""
    with opened(folder):
        code = phones.make_once()
    print(f"{code}\nType it on the page /door of the app within {phones.ONCE_MINUTES} minutes. It works once.")
    return 0
