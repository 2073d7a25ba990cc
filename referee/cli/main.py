"""The command ``referee``: its arguments, and which function answers each subcommand.

Each subcommand's module is imported when it is asked for, so that ``referee rule`` starts without
the web.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

SERVING = ("host", "port", "graceful", "https", "certificate", "key")
"""The options that go with serving alone."""

Run = Callable[[argparse.Namespace], int]

EPILOG = """\
examples:
  referee                               serve on the home network; the address and its QR code are printed
  referee --host 127.0.0.1 --port 8080  serve this computer only
  referee rule < questions.jsonl        judge questions, one JSON object a line
  referee show-rulebook shanghai        print one rulebook with every clause and source
  referee backup evening.db             copy the database while it is in use

environment:
  REFEREE_DATA    the data folder, if --instance is not given
  REFEREE_SECRET  the secret that signs cookies; without it one is made and kept in the data folder
  REFEREE_HOSTS   further host names to answer to, separated by commas
  REFEREE_PROXY   1: a reverse proxy that speaks https is in front, and says who asks
  REFEREE_HOSTED  1: not a home network; nobody comes in without a link or the password
  REFEREE_LOG     json: a log for machines, with request ids and without names
  REFEREE_METRICS a token of at least 16 signs: whoever brings it may read the numbers at /metrics
  REFEREE_STREAMS how many phones may wait for news in one process at once (default: 256)
  DATABASE_URL    a database other than the SQLite file in the data folder
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    # what was not given has no value: a command must not forget what stood before it
    anywhere = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    anywhere.add_argument("--instance", metavar="DIR", help="folder of the database, the secret and the backups")
    serving = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS, parents=[anywhere])
    serving.add_argument("--host", help="address to listen on (default: 0.0.0.0, the whole home network)")
    serving.add_argument(
        "--port",
        type=_port,
        help="port to listen on (default: 5000, or the next free one up to 5009)",
    )
    serving.add_argument(
        "--graceful",
        type=_seconds,
        metavar="SECONDS",
        help="how long answers in progress may take when the server stops (default: 1)",
    )
    serving.add_argument(
        "--https",
        action="store_true",
        help="also speak https, with a certificate that phones learn to trust on the page /https",
    )
    serving.add_argument(
        "--certificate",
        type=Path,
        metavar="FILE",
        help="also speak https, with this certificate; REFEREE_HOSTS names its host",
    )
    serving.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help="the key of --certificate, if it is not in it",
    )
    top = argparse.ArgumentParser(
        prog="referee",
        description="Scorekeeper and referee for Contract Rummy and its relatives, played with physical cards.\n"
        "Without a command it serves the app on the home network.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[serving],
    )
    top.add_argument("--version", action="store_true", help="print the version")
    top.set_defaults(run=_serve, command="serve")
    commands = top.add_subparsers(metavar="COMMAND", title="commands")

    def command(
        run: Run, name: str, summary: str, description: str, *parents: argparse.ArgumentParser
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=description, parents=parents)
        added.set_defaults(run=run, command=name)
        return added

    command(
        _serve,
        "serve",
        "serve the app (the same as no command)",
        "Serve the app. Makes the database and the secret on the first run, prints the address for the phones, "
        "a QR code of it, and where the data is. Ctrl-C stops it.",
        serving,
    )
    command(
        _rule,
        "rule",
        "judge questions: JSON lines in, JSON lines out",
        "Read one question a line (a JSON object) from standard input and write one ruling a line to standard output, "
        "in order. A question that cannot be read gets an error naming its field; the others are still answered, and "
        "the exit status at the end is 1.",
    )
    check = command(
        _check_rulebooks,
        "check-rulebooks",
        "check every rulebook for missing, unknown or contradictory rules",
        "Read every rulebook and check it: unknown keys, missing clauses, contradictory values, "
        "contracts no hand can hold. Each fault is printed with its file and key, and the exit status is 1.",
    )
    check.add_argument("files", metavar="FILE", type=Path, nargs="*", help="rulebook files; without any, the app's own")
    show = command(
        _show_rulebook,
        "show-rulebook",
        "print one rulebook, merged with what it builds on",
        "Print one rulebook, merged with what it builds on: every clause with its address, words, "
        "source, status and values.",
    )
    show.add_argument("id", metavar="ID", help="the rulebook's id, such as contract or shanghai")
    show.add_argument("--json", action="store_true", help="print it as JSON, with all values")
    comparing = command(
        _compare,
        "compare",
        "print what two rulebooks say differently",
        "Print two rulebooks side by side: every clause in which they differ, with what it rests on, and the titles "
        "of the clauses that say the same.",
    )
    comparing.add_argument("id", metavar="ID", help="the id of the one, such as contract")
    comparing.add_argument("other", metavar="OTHER", help="the id of the other, such as shanghai")
    comparing.add_argument("--json", action="store_true", help="print it as JSON, with the words of all clauses")
    backup = command(
        _backup,
        "backup",
        "copy the database into a file, even while it is in use",
        "Copy the database into FILE, whole and checked, even while games are being scored. "
        "An existing FILE is never replaced.",
        anywhere,
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="the copy to make; must not exist")
    restore = command(
        _restore,
        "restore",
        "put a copy made by backup back in place",
        "Check FILE and put it in place of the database. Stop the app first. The old database is kept beside it.",
        anywhere,
    )
    restore.add_argument("file", metavar="FILE", type=Path, help="a copy that backup made")
    export = command(
        _export,
        "export",
        "write a whole club into one file, or its tables for a spreadsheet",
        "Write everything of a club into FILE as JSON lines, for import elsewhere; an existing FILE is never replaced. "
        "With --csv FILE is a folder, which gets the games and each season's table for a spreadsheet.",
        anywhere,
    )
    export.add_argument("file", metavar="FILE", type=Path, help="the file to make, or with --csv the folder")
    export.add_argument("--club", metavar="NAME", help="the club's name or id (default: the first club)")
    export.add_argument("--csv", action="store_true", help="tables for a spreadsheet in a folder")
    importing = command(
        _import,
        "import",
        "import a club that export wrote",
        "Check the whole FILE and import its club, or nothing at all. What is wrong is named with its line.",
        anywhere,
    )
    importing.add_argument("file", metavar="FILE", type=Path, help="a file that export wrote")
    demo = command(
        _demo,
        "demo",
        "make a demo club with thirty players and five seasons",
        "Make a club that shows what a club looks like; it is marked as a demo and stays out of the other lists.",
        anywhere,
    )
    demo.add_argument("--remove", action="store_true", help="delete the demo club with everything in it")
    rebuild = command(
        _rebuild,
        "rebuild-standings",
        "work out every stored result again from its log",
        "Read the log of every game and write its result again where it differs. With --check nothing is written, "
        "and the exit status is 1 where something differs.",
        anywhere,
    )
    rebuild.add_argument("--check", action="store_true", help="compare only")
    moving = command(
        _move_to,
        "move-to",
        "carry a data folder over to a PostgreSQL and check it",
        "Carry everything in the data folder over to the PostgreSQL of URL, which must be empty: clubs, games, phones "
        "and their rights. Every row and every club's export is compared before anything counts; then the file is put "
        "away. Stop the app first.",
        anywhere,
    )
    moving.add_argument("url", metavar="URL", help="as DATABASE_URL: postgresql://NAME:PASSWORD@HOST/DATABASE")
    setting = command(
        _set_password,
        "set-password",
        "set the password by which a phone becomes the organiser's",
        "Ask for a password twice and keep a hash of it, or take the first line of standard input. Whoever types it at "
        "the closed door of the app is organiser from then on.",
        anywhere,
    )
    out = "phones that came in by the old password are out, with what they gave others; at a terminal this is asked"
    setting.add_argument("--all-out", action="store_true", default=None, help=out)
    command(
        _recover,
        "recover",
        "print a code that makes one phone the organiser's",
        "For when the organiser's phone is lost: print a code that works once, within half an hour. "
        "Type it on the page /door of the app.",
        anywhere,
    )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Ends the process with a sentence on standard error where the person at the keyboard must mend something.
    """
    top = parser()
    options = top.parse_args(arguments, argparse.Namespace(instance=None))
    if options.version:
        return _print_version()
    if options.command != "serve" and (misplaced := [name for name in SERVING if name in options]):
        top.error(f"--{misplaced[0]} goes with serving, not with {options.command}")
    if "key" in options and "certificate" not in options:
        top.error("--key goes with --certificate")
    try:
        run: Run = options.run
        status = run(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # the reader has seen enough (`referee rule | head`): nothing may be flushed into the closed pipe at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _serve(options: argparse.Namespace) -> int:
    from referee.cli import serve

    given = {name: getattr(options, name) for name in SERVING if name in options}
    return serve.serve(folder=options.instance, **given)


def _rule(_: argparse.Namespace) -> int:
    from referee.cli import rule

    return rule.answer(sys.stdin.buffer, sys.stdout.buffer)


def _check_rulebooks(options: argparse.Namespace) -> int:
    from referee.cli import rulebooks

    return rulebooks.check(options.files)


def _show_rulebook(options: argparse.Namespace) -> int:
    from referee.cli import rulebooks

    return rulebooks.show(options.id, options.json)


def _compare(options: argparse.Namespace) -> int:
    from referee.cli import rulebooks

    return rulebooks.compare(options.id, options.other, options.json)


def _backup(options: argparse.Namespace) -> int:
    from referee.cli import backup as cli_backup

    return cli_backup.backup(options.file, options.instance)


def _restore(options: argparse.Namespace) -> int:
    from referee.cli import backup as cli_backup

    return cli_backup.restore(options.file, options.instance)


def _export(options: argparse.Namespace) -> int:
    from referee.cli import data

    write = data.export_csv if options.csv else data.export
    return write(options.file, options.club, options.instance)


def _import(options: argparse.Namespace) -> int:
    from referee.cli import data

    return data.import_(options.file, options.instance)


def _demo(options: argparse.Namespace) -> int:
    from referee.cli import data

    return data.demo(options.remove, options.instance)


def _rebuild(options: argparse.Namespace) -> int:
    from referee.cli import data

    return data.rebuild(options.check, options.instance)


def _move_to(options: argparse.Namespace) -> int:
    from referee.cli import moving as cli_moving

    return cli_moving.move_to(options.url, options.instance)


def _set_password(options: argparse.Namespace) -> int:
    from referee.cli import access

    return access.set_password(options.instance, options.all_out)


def _recover(options: argparse.Namespace) -> int:
    from referee.cli import access

    return access.recover(options.instance)


def _print_version() -> int:
    from importlib.metadata import version

    print(f"referee {version('table-referee')}")
    return 0


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port; ports are whole numbers from 1 to 65535")


def _seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 <= (seconds := float(text)) <= 3600:
            return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 3600")
