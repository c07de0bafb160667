"""What a feature registers in tests of the seams, and how it fails."""

from typing import NoReturn


class Failed(Exception):
    """What a hook raises."""


def fail(*_: object) -> NoReturn:
    raise Failed
