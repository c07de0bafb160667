"""Ctrl-C, as a command gets it."""

import io


class Pressed(io.StringIO):
    """A stream of errors where Ctrl-C is pressed as the first progress is shown."""

    pressed = False

    def write(self, text: str) -> int:
        if not self.pressed:
            self.pressed = True
            raise KeyboardInterrupt
        return super().write(text)
