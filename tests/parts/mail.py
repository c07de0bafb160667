"""A mail server that keeps what it is sent, and can be made to fall silent at a chosen moment."""

import asyncio
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.parts.ports import free_port

Moment = Literal["greeting", "data", "answer"]


class MailServer:
    """Letters as they arrive; `silence` stops the next client before the greeting, before its letter is kept, or then.

    Nothing is taken for the addresses in `refused`, and nothing for anybody where there is a `refusal`: a reply to each
    recipient. A letter takes `seconds`. `conversations` are those in which letters came, `written` is how they came.
    One of `seven_bit` refuses letters with other signs than ASCII, as servers without 8BITMIME may.
    """

    def __init__(self, *, seven_bit: bool = False) -> None:
        self.letters: list[EmailMessage] = []
        self.written: list[bytes] = []
        self.arrived = threading.Semaphore(0)
        self.silent = threading.Event()
        self.silent_at: Moment | None = None
        self.refused: set[str] = set()
        self.refusal = ""
        self.seconds = 0.0
        self.conversations: list[Session] = []
        self.controller = _Controller(
            self, hostname="127.0.0.1", port=free_port(), ready_timeout=60, seven_bit=seven_bit
        )

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.controller.port}"

    def start(self) -> None:
        self.controller.start()

    def stop(self) -> None:
        self.controller.hang_up()
        self.controller.stop()

    def silence(self, moment: Moment) -> None:
        """Let everybody who reaches this moment wait for ever, from now on.

        `silent` is set once somebody does.
        """
        self.silent.clear()
        self.silent_at = moment

    def heal(self) -> None:
        self.silent_at = None
        self.refused.clear()
        self.refusal, self.seconds = "", 0.0

    def wait(self, seconds: float = 20) -> EmailMessage:
        """Return the next letter to arrive. Fails where none comes in time."""
        assert self.arrived.acquire(timeout=seconds), f"no letter came in {seconds} s"
        return self.letters[-1]

    async def reach(self, moment: Moment) -> None:
        if self.silent_at == moment:
            self.silent.set()
            await asyncio.get_running_loop().create_future()  # ends when the client's connection does

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        if address in self.refused or self.refusal:
            return self.refusal or "550 No such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await self.reach("data")
        await asyncio.sleep(self.seconds)
        if session not in self.conversations:
            self.conversations.append(session)
        assert isinstance(envelope.original_content, bytes)
        self.written.append(envelope.original_content)
        self.letters.append(message_from_bytes(envelope.original_content, policy=policy.default))
        self.arrived.release()
        await self.reach("answer")
        return "250 OK"


class _Server(SMTP):
    async def _handle_client(self) -> None:
        await self.event_handler.reach("greeting")
        await super()._handle_client()


class _Controller(Controller):
    def __init__(self, *args: Any, seven_bit: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clients: list[SMTP] = []
        self.seven_bit = seven_bit

    def factory(self) -> SMTP:
        server = _Server(self.handler, hostname="localhost", loop=self.loop, decode_data=self.seven_bit)
        self.clients.append(server)
        return self.clients[-1]

    def hang_up(self) -> None:
        """End every conversation, so that stopping leaves no socket behind."""
        asyncio.run_coroutine_threadsafe(self._abort(), self.loop).result(10)

    async def _abort(self) -> None:
        for client in self.clients:
            if isinstance(client.transport, asyncio.Transport):
                client.transport.abort()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.wait(others, timeout=5) if others else None
