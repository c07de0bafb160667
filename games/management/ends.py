"""How long commands end: stopped by Ctrl-C, or although some matches could not be read."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.core.management.base import CommandError, OutputWrapper
from django.utils.translation import gettext as _

STOPPED = 130
"""The status of what Ctrl-C has ended, as shells know it."""


def done_is_kept() -> str:
    """Return what is said of a command that does its work in portions."""
    return _("Stopped. Finished work is saved. Run it again to do the rest.")


@contextmanager
def stoppable(stream: OutputWrapper, said: Callable[[], str] = done_is_kept) -> Iterator[None]:
    """End the command on Ctrl-C with a sentence in place of a traceback, and status STOPPED."""
    try:
        yield
    except KeyboardInterrupt:
        # A terminal has a bar, and what it shows of the key, in this line.
        stream.write(("\n" if stream.isatty() else "") + said())
        sys.exit(STOPPED)


def require_all_read(failed: Mapping[str, str]) -> None:
    """End a command that has done its work with an error where it has left matches alone: by public id, why.

    Raises CommandError.
    """
    if failed:
        lines = "".join(f"\n  {match}: {why}" for match, why in failed.items())
        raise CommandError(_("Left unchanged, because they don’t replay:{lines}").format(lines=lines))
