"""What a feature registers in tests of the seams, and how it fails."""


class Failed(Exception):
    """What a hook raises."""


def fail(*_: object) -> None:
    raise Failed
