"""A program of the service in a process of its own, with what it says."""

import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from fogsite.settings import BASE_DIR


class Program:
    """Runs until it is killed. `log` is what it has written so far; it is there once a line of it holds `ready`.

    `held` are descriptors that it inherits.
    """

    def __init__(
        self, command: Sequence[str | Path], env: Mapping[str, str], ready: str, held: Sequence[int] = ()
    ) -> None:
        self.log: list[str] = []
        self.awaited, self.ready = ready, threading.Event()
        self.process = subprocess.Popen(
            command,
            env=env,
            cwd=BASE_DIR,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            pass_fds=held,
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if not self.ready.wait(120) or self.process.poll() is not None:
            self.kill()
            raise AssertionError(f"{command[0]} does not start:\n" + "".join(self.log))

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.log.append(line)
            if self.awaited in line:
                self.ready.set()
        self.ready.set()  # nothing more will be said

    def stop(self) -> int:
        """Ask it to end, as systemd does, and wait until it has; return its exit code."""
        self.process.terminate()
        self.process.wait(120)
        self.reader.join()
        return self.process.returncode

    def kill(self) -> None:
        """Kill the program and its children immediately, wherever they are."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.reader.join()
        if self.process.stdout:
            self.process.stdout.close()
