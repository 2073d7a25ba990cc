"""The few errors that cross layers; each is a sentence for a person and a status for the web."""

from __future__ import annotations

from referee.messages import N_, gettext


class RefereeError(Exception):
    """``str`` gives the sentence, ``status`` the HTTP status that says the same."""

    status = 400
    sentence = N_("That didn’t work.")
    lasting = False
    """Whether it stays so however long one waits: a phone does not send it again by itself."""
    wait = 0
    """Seconds until it may be tried again, where that is known."""
    heading = ""
    """Of the page that says it, where the status alone would say something else."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or gettext(self.sentence))


class UnknownGame(RefereeError):
    status = 404
    sentence = N_("No game has this code.")


class NotAllowed(RefereeError):
    status = 403
    sentence = N_("This phone isn’t allowed to do that.")


class NoEntry(RefereeError):
    """A link, code or password that lets nobody in."""

    status = 403
    sentence = N_("This invitation isn’t valid. Ask someone at the table for a new one.")


class TooOften(RefereeError):
    """Something that can be guessed was tried too often."""

    status = 429
    sentence = N_("Too many tries. Wait ten minutes, then try again.")
    lasting = True
    wait = 600


class UnknownLink(RefereeError):
    status = 404
    sentence = N_("Invitation not found.")


class UnknownPhone(RefereeError):
    status = 404
    sentence = N_("Phone not found.")


class IdReused(RefereeError):
    """An id that was written with other content: a fault of the sender, and nothing was written."""

    status = 409
    sentence = N_("This was already sent with different content. Reload the page and enter it again.")


class Busy(RefereeError):
    """The database could not be written in time; nothing was written, or, where a commit itself
    failed, it is unknown: the same id sent again finds out."""

    status = 503
    sentence = N_("The score book is busy. Nothing is lost: try again in a few seconds.")


class Full(RefereeError):
    status = 507
    sentence = N_("Not saved: the disk is full. Free some space, then send it again.")


class NoDatabase(RefereeError):
    """What the setting ``DATABASE_URL`` names is no database that can be used."""

    status = 503


class NewerData(RefereeError):
    status = 503
    sentence = N_("These games were saved by a newer version of Table Referee. Install that version to open them.")


class BrokenData(RefereeError):
    """The database cannot be opened, or a log in it is damaged."""

    status = 503
    sentence = N_("The score book can’t be read. Restore a backup or choose another folder.")
    lasting = True
    heading = N_("Can’t read that")


class LostData(RefereeError):
    """The file of the score book is not the one that was opened, or is empty beside copies of one that was not."""

    status = 503
    sentence = N_(
        "Nothing more is saved: the score book’s file was moved or replaced while the app was running. Stop the app, "
        "put the file back or restore a backup, then start the app again."
    )
    lasting = True
    heading = N_("Score book missing")


class UnknownClub(RefereeError):
    status = 404
    sentence = N_("Club not found.")


class UnknownSeason(RefereeError):
    status = 404
    sentence = N_("Season not found.")


class UnknownNotebook(RefereeError):
    status = 404
    sentence = N_("This file isn’t here any more. Choose it again.")


class UnknownEvening(RefereeError):
    status = 404
    sentence = N_("Evening not found.")


class NoMoney(RefereeError):
    status = 404
    sentence = N_("This club doesn’t play for money.")


class UnknownPlayer(RefereeError):
    status = 404
    sentence = N_("Player not found.")


class Rejected(RefereeError):
    """What was given cannot be; ``field`` says which part of it. Nothing was written."""

    status = 422

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class UnknownRulebook(RefereeError):
    status = 404
    sentence = N_("Rulebook not found.")


class UnreadableRulebook(RefereeError):
    """A rulebook of a club's own that what it builds on has moved away from; its file can still be taken out."""

    status = 503
    lasting = True
    heading = N_("Can’t read that")
