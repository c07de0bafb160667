"""Ctrl-C, as a command gets it."""

import io
import time
from pathlib import Path


class Pressed(io.StringIO):
    """A stream of errors where Ctrl-C is pressed as the first progress is shown."""

    pressed = False

    def write(self, text: str) -> int:
        if not self.pressed:
            self.pressed = True
            raise KeyboardInterrupt
        return super().write(text)


def await_sleep(pid: int) -> None:
    """Wait until a process waits for something: a signal that came just before, Python would notice only afterwards."""
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        time.sleep(0.01)
