"""How far a long command has come, told on stderr."""

from django.core.management.base import OutputWrapper

WIDTH = 40


class Progress:
    """A bar on a terminal; in a file or a pipe a line for every tenth."""

    def __init__(self, stream: OutputWrapper) -> None:
        self.stream = stream
        self.before = 0

    def __call__(self, done: int, count: int) -> None:
        """Tell that so many of so many are done, more than the last time."""
        if self.stream.isatty():
            bar = "#" * (WIDTH * done // count)
            self.stream.write(f"\r[{bar:<{WIDTH}}] {done}/{count}", ending="\n" if done == count else "")
            self.stream.flush()
        elif 10 * self.before // count < 10 * done // count:
            self.stream.write(f"{done}/{count}")
        self.before = done
