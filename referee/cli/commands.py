"""The command ``referee``: its arguments, and which function answers each subcommand.

Each subcommand's module is imported when it is asked for: none pays for what another one needs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

SERVING = ("host", "port", "graceful", "https", "certificate", "key")
"""The options that go with serving alone."""
EPILOG = """\
examples:
  referee                               serve on the home network; the address and its QR code are printed
  referee --host 127.0.0.1 --port 8080  serve this computer only
  referee rule < questions.jsonl        judge questions, one JSON object a line
  referee show-rulebook shanghai        print one rulebook with every clause and source
  referee backup evening.db             copy the database while it is in use

environment:
  REFEREE_DATA    the data folder, if --instance is not given
  REFEREE_SECRET  the secret that signs cookies; otherwise one is created in the data folder
  REFEREE_HOSTS   further host names to answer to, separated by commas
  REFEREE_PROXY   1: behind a reverse proxy that speaks https and forwards the client’s address
  REFEREE_HOSTED  1: not a home network; no one gets in without a link or the password
  REFEREE_LOG     json: a log for machines, with request ids and without names
  REFEREE_METRICS a token of at least 16 characters that gives access to /metrics
  REFEREE_STREAMS how many phones one process can keep up to date at once (default: 256)
  DATABASE_URL    a database other than the SQLite file in the data folder
"""
F = TypeVar("F", bound=Callable[..., Any])


def _keep(context: click.Context, option: click.Parameter, value: Any) -> None:
    """What was given counts wherever it stands: before the command or behind it, the last one."""
    if value not in (None, False):
        context.find_root().ensure_object(dict)[option.name] = value


def _anywhere(function: F) -> F:
    text = "Folder for the database, the secret and the backups."
    return click.option("--instance", metavar="DIR", expose_value=False, callback=_keep, help=text)(function)


def _port(_context: click.Context, _option: click.Parameter, text: str | None) -> int | None:
    if text is None:
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise click.BadParameter(f"{text!r} isn’t a port; ports are whole numbers from 1 to 65535")


def _seconds(_context: click.Context, _option: click.Parameter, text: str | None) -> float | None:
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if 0 <= seconds <= 3600:
        return seconds
    raise click.BadParameter(f"{text!r} isn’t a number of seconds from 0 to 3600")


def _kept(read: Callable[[click.Context, click.Parameter, Any], Any]) -> Callable[..., None]:
    return lambda context, option, text: _keep(context, option, read(context, option, text))


def _serving(function: F) -> F:
    """The options of whatever serves."""
    hidden: dict[str, Any] = {"expose_value": False, "callback": _keep}
    file: dict[str, Any] = {"type": click.Path(path_type=Path), "metavar": "FILE", **hidden}
    options = (
        click.option("--host", help="Address to listen on (default: 0.0.0.0, the whole home network).", **hidden),
        click.option(
            "--port",
            metavar="PORT",
            expose_value=False,
            callback=_kept(_port),
            help="Port to listen on (default: 5000, or the next free one up to 5009).",
        ),
        click.option(
            "--graceful",
            metavar="SECONDS",
            expose_value=False,
            callback=_kept(_seconds),
            help="Seconds that answers in progress may take when the server stops (default: 1).",
        ),
        click.option(
            "--https",
            is_flag=True,
            help="Also serve https, with a certificate that phones can install from the page /https.",
            **hidden,
        ),
        click.option(
            "--certificate", help="Also serve https, with this certificate; REFEREE_HOSTS names its host.", **file
        ),
        click.option("--key", help="The key of --certificate, if it isn’t in the same file.", **file),
    )
    for option in reversed(options):
        function = option(function)
    return _anywhere(function)


class _Referee(click.Group):
    def list_commands(self, _context: click.Context) -> list[str]:
        return list(self.commands)  # as they stand here: serving first

    def format_epilog(self, _context: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\n{EPILOG}")  # as it stands: its columns are not to be filled anew


@click.group(
    cls=_Referee,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@_serving
@click.option("--version", is_flag=True, help="Print the version.")
@click.pass_context
def referee(context: click.Context, version: bool) -> int | None:
    """Scorekeeper and referee for Contract Rummy and its relatives, played with physical cards.

    Without a command it serves the app on the home network.
    """
    given = context.ensure_object(dict)
    if version:
        return _print_version()
    command = context.invoked_subcommand
    if command not in (None, "serve") and (misplaced := [name for name in SERVING if name in given]):
        raise click.UsageError(f"--{misplaced[0]} goes with serving, not with {command}")
    return None if command else _serve(given)


def _print_version() -> int:
    from importlib.metadata import version

    click.echo(f"referee {version('table-referee')}")
    return 0


def _serve(given: dict[str, Any]) -> int:
    if "key" in given and "certificate" not in given:
        raise click.UsageError("--key goes with --certificate")
    from referee.cli import serve

    return serve.serve(folder=given.get("instance"), **{name: given[name] for name in SERVING if name in given})


def _folder(context: click.Context) -> str | None:
    folder: str | None = context.find_root().ensure_object(dict).get("instance")
    return folder


_FILE = click.Path(path_type=Path)


@referee.command("serve", short_help="serve the app (the same as no command)")
@_serving
@click.pass_context
def serve_(context: click.Context) -> int:
    """Serve the app. Makes the database and the secret on the first run, prints the address for the phones, a QR code
    of it, and where the data is. Ctrl-C stops it.
    """
    return _serve(context.find_root().ensure_object(dict))


@referee.command("rule", short_help="judge questions: JSON lines in, JSON lines out")
def rule_() -> int:
    """Read one question a line (a JSON object) from standard input and write one ruling a line to standard output, in
    order. A question that cannot be read gets an error naming its field; the others are still answered, and the exit
    status at the end is 1.
    """
    from referee.cli import rule

    return rule.answer(sys.stdin.buffer, sys.stdout.buffer)


@referee.command("check-rulebooks", short_help="check every rulebook for missing, unknown or contradictory rules")
@click.argument("files", metavar="[FILE]...", type=_FILE, nargs=-1)
def check_rulebooks(files: tuple[Path, ...]) -> int:
    """Read every rulebook and check it: unknown keys, missing clauses, contradictory values, contracts no hand can
    hold. Each fault is printed with its file and key, and the exit status is 1. FILE: rulebook files; without any, the
    app's own.
    """
    from referee.cli import rulebooks

    return rulebooks.check(list(files))


@referee.command("show-rulebook", short_help="print one rulebook, merged with what it builds on")
@click.argument("rulebook", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON, with all values.")
def show_rulebook(rulebook: str, as_json: bool) -> int:
    """Print one rulebook, merged with what it builds on: every clause with its address, words, source, status and
    values. ID: such as contract or shanghai.
    """
    from referee.cli import rulebooks

    return rulebooks.show(rulebook, as_json)


@referee.command("compare", short_help="print what two rulebooks say differently")
@click.argument("rulebook", metavar="ID")
@click.argument("other", metavar="OTHER")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON, with the words of all clauses.")
def compare(rulebook: str, other: str, as_json: bool) -> int:
    """Print two rulebooks side by side: every clause in which they differ, with what it rests on, and the titles of the
    clauses that say the same. ID and OTHER: such as contract and shanghai.
    """
    from referee.cli import rulebooks

    return rulebooks.compare(rulebook, other, as_json)


@referee.command("backup", short_help="copy the database into a file, even while it is in use")
@click.argument("file", metavar="FILE", type=_FILE)
@_anywhere
@click.pass_context
def backup_(context: click.Context, file: Path) -> int:
    """Copy the database into FILE, whole and checked, even while games are being scored. An existing FILE is never
    replaced.
    """
    from referee.cli import backup

    return backup.backup(file, _folder(context))


@referee.command("restore", short_help="put a copy made by backup back in place")
@click.argument("file", metavar="FILE", type=_FILE)
@_anywhere
@click.pass_context
def restore(context: click.Context, file: Path) -> int:
    """Check FILE, a copy that backup made, and put it in place of the database. Stop the app first. The old database is
    kept beside it.
    """
    from referee.cli import backup

    return backup.restore(file, _folder(context))


@referee.command("export", short_help="write a whole club into one file, or its tables for a spreadsheet")
@click.argument("file", metavar="FILE", type=_FILE)
@click.option("--club", metavar="NAME", help="The club’s name or id (default: the first club).")
@click.option("--csv", "as_tables", is_flag=True, help="Tables for a spreadsheet in a folder.")
@_anywhere
@click.pass_context
def export(context: click.Context, file: Path, club: str | None, as_tables: bool) -> int:
    """Write everything of a club into FILE as JSON lines, for import elsewhere; an existing FILE is never replaced.
    With --csv FILE is a folder, which gets the games and each season's table for a spreadsheet.
    """
    from referee.cli import data

    return (data.export_csv if as_tables else data.export)(file, club, _folder(context))


@referee.command("import", short_help="import a club from a file made by export")
@click.argument("file", metavar="FILE", type=_FILE)
@click.option("--into", metavar="NAME", help="Add what is new in FILE to this club, which is here, by name or id.")
@click.option("--yes", is_flag=True, help="With --into: don’t ask after showing what would come in.")
@_anywhere
@click.pass_context
def import_(context: click.Context, file: Path, into: str | None, yes: bool) -> int:
    """Check the whole FILE, which export wrote, and import its club, or nothing at all. What is wrong is named with its
    line. With --into its new games, seasons, evenings and rulebooks join a club that is here: players are matched by
    name, and what the club has stays as it is.
    """
    from referee.cli import data

    if into is not None:
        return data.join(file, into, yes, _folder(context))
    return data.import_(file, _folder(context))


@referee.command("demo", short_help="create a demo club with thirty players and five seasons")
@click.option("--remove", is_flag=True, help="Delete the demo club with everything in it.")
@_anywhere
@click.pass_context
def demo(context: click.Context, remove: bool) -> int:
    """Make a club that shows what a club looks like; it is marked as a demo and stays out of the other lists."""
    from referee.cli import data

    return data.demo(remove, _folder(context))


@referee.command("rebuild-standings", short_help="recompute every stored result from its log")
@click.option("--check", is_flag=True, help="Compare only.")
@_anywhere
@click.pass_context
def rebuild_standings(context: click.Context, check: bool) -> int:
    """Read the log of every game and write its result again where it differs. With --check nothing is written, and the
    exit status is 1 where something differs.
    """
    from referee.cli import data

    return data.rebuild(check, _folder(context))


@referee.command("move-to", short_help="move a data folder to a PostgreSQL database and check it")
@click.argument("url", metavar="URL")
@_anywhere
@click.pass_context
def move_to(context: click.Context, url: str) -> int:
    """Carry everything in the data folder over to the PostgreSQL of URL, which must be empty: clubs, games, phones and
    their rights. Every row and every club's export is compared before anything counts; then the file is put away. Stop
    the app first. URL: as DATABASE_URL, postgresql://NAME:PASSWORD@HOST/DATABASE.
    """
    from referee.cli import moving

    return moving.move_to(url, _folder(context))


@referee.command("set-password", short_help="set the password that makes a phone organiser")
@click.option(
    "--all-out",
    is_flag=True,
    default=None,
    help="Sign out phones that used the old password, and end what they allowed others (at a terminal you are asked).",
)
@_anywhere
@click.pass_context
def set_password(context: click.Context, all_out: bool | None) -> int:
    """Ask for a password twice and keep a hash of it, or take the first line of standard input. Whoever types it at the
    closed door of the app is organiser from then on.
    """
    from referee.cli import access

    return access.set_password(_folder(context), all_out)


@referee.command("recover", short_help="print a code that makes one phone organiser")
@_anywhere
@click.pass_context
def recover(context: click.Context) -> int:
    """For when the organiser's phone is lost: print a code that works once, within half an hour. Type it on the page
    /door of the app.
    """
    from referee.cli import access

    return access.recover(_folder(context))
