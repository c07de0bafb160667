"""`manage.py reapply_deletions`: the end of a restore, which has opened accounts again that were closed."""

import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import deletions
from accounts.models import User
from games.core.services import leaving

logger = logging.getLogger(__name__)

UNREADABLE = (
    "{file} cannot be decrypted. SECRET_KEY or SECRET_KEY_FALLBACKS must have the key that the site had when it wrote "
    "the list. No account was closed."
)


def close(user: User) -> bool:
    """Close an account; one that cannot be must not keep the others open. Return whether it is closed."""
    try:
        leaving.close_account(user)
    except Exception:
        logger.exception("The account %s could not be closed", user.pk)
        return False
    return True


class Command(BaseCommand):
    help = "Close the accounts again that were closed after the backup. Run it after each restore; twice does no harm."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", metavar="FILE", nargs="*", help="lists to read (default: the one in DELETIONS_FILE)"
        )

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        named = files or [settings.DELETIONS_FILE] * bool(settings.DELETIONS_FILE)
        if not named:
            self.stdout.write("DELETIONS_FILE is not set: there is no list of closed accounts.")
            return
        closed = self.read(named, must_be_there=bool(files))
        back = leaving.open_again(closed)
        failed = [user.pk for user in back if not close(user)]
        done = len(back) - len(failed)
        self.stdout.write(f"{done} of {len(closed)} accounts on the list were open and are closed again.")
        if failed:
            raise CommandError(f"These could not be closed, the log says why: {', '.join(map(str, failed))}.")

    def read(self, files: list[str], must_be_there: bool) -> deletions.Closed:
        """Return the newest moment at which each account was closed, by any of the lists."""
        found: deletions.Closed = {}
        for file in files:
            for key, at in self.read_one(file, must_be_there).items():
                found[key] = max(at, found.get(key, at))
        return found

    def read_one(self, file: str, must_be_there: bool) -> deletions.Closed:
        try:
            return deletions.read_list(Path(file))
        except deletions.UnreadableList:
            raise CommandError(UNREADABLE.format(file=file)) from None
        except FileNotFoundError:
            if must_be_there:
                raise CommandError(f"There is no {file}. No account was closed.") from None
            self.stdout.write("There is no list of closed accounts in DELETIONS_FILE.")
            return {}
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}. No account was closed.") from None
