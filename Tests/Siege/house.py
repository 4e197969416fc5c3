"""A server of the siege, whoever talks to it, and what the kernel says of its process."""

import base64
import hashlib
import itertools
import json
import multiprocessing
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Of <linux/in.h>; Python has no name for it.
IP_BIND_ADDRESS_NO_PORT = 24
# Seconds until whatever is waited for has to be there.
DEADLINE = 60
# With EMOJIART_VALGRIND=1 servers run under valgrind: one in which it finds a fault exits with 99.
IS_UNDER_VALGRIND = os.environ.get("EMOJIART_VALGRIND") == "1"
VALGRIND = (
    *("/usr/bin/valgrind", "--error-exitcode=99", "--quiet"),
    f"--suppressions={ROOT}/.ci/valgrind.supp",
)
# Whether servers are slow because of what checks them, so that no test judges their speed.
IS_INSTRUMENTED = IS_UNDER_VALGRIND or "EMOJIART_SANITIZER" in os.environ


def programs() -> Path:
    return Path(os.environ.get("EMOJIART_PROGRAMS", ROOT / ".build/debug"))


def slowness() -> int:
    """How much longer than a release a debug build may take."""
    return 1 if programs().name == "release" else 5


def until(condition, seconds: float = DEADLINE):
    """Polls until a condition holds; gives what it gave last."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return value


class Server:
    """`emojiart-server` on a directory of its own, started by the command `under`."""

    def __init__(self, *options: str, environment: dict | None = None, stderr=None, under=()):
        self.under = under or (VALGRIND if IS_UNDER_VALGRIND else ())
        self.folder = Path(tempfile.mkdtemp(prefix="siege-"))
        self.options = options
        self.environment = environment or {}
        self.stderr = stderr
        self.start()

    def start(self) -> None:
        log = self.stderr if self.stderr is not None else (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [
                *(*self.under, programs() / "emojiart-server", "serve", "--listen", "127.0.0.1:0"),
                *("--data", self.data, *self.options),
            ],
            stdout=subprocess.PIPE,
            stderr=log,
            env=os.environ | self.environment,
        )
        for line in self.process.stdout:
            if found := re.search(rb"open +https?://[^:]+:(\d+)/", line):
                self.port = int(found[1])
                return
        raise AssertionError(f"the server did not start:\n{self.log()}")

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def tool(self, *arguments: str) -> str:
        """Runs another command of the program on the same data."""
        command = [programs() / "emojiart-server", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    @property
    def memory(self) -> int:
        """Bytes that are resident."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) * 1024

    @property
    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def figures(self) -> dict[str, float]:
        """What `/metrics` says, without labels added up."""
        with socket.socket(socket.AF_UNIX) as operator:
            operator.connect(str(self.data / "admin.sock"))
            operator.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
            text = read_all(operator).decode()
        return {
            name: float(value)
            for name, value in re.findall(r"^(\w+(?:\{[^}]*\})?) (\S+)$", text, re.MULTILINE)
        }

    def connect(self, source: str = "127.0.0.1", receive_bytes: int = 0) -> socket.socket:
        connection = socket.socket()
        connection.settimeout(DEADLINE)
        if receive_bytes:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        # The port is chosen with the connection: so the same one serves other sources, too.
        connection.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        connection.bind((source, 0))
        connection.connect(("127.0.0.1", self.port))
        return connection

    def send(self, head: str, body: bytes = b"", source: str = "127.0.0.1") -> bytes:
        """Sends a request as it is, HOST replaced, and gives all that comes."""
        with self.connect(source) as connection:
            connection.sendall(head.replace("HOST", self.host).encode() + body)
            return read_all(connection)

    def ask(self, path: str, method: str = "GET", headers: dict | None = None, body: bytes = b"",
            source: str = "127.0.0.1") -> tuple[int, bytes]:
        lines = [f"{name}: {value}\r\n" for name, value in (headers or {}).items()]
        length = f"Content-Length: {len(body)}\r\n" if body or method == "PUT" else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: HOST\r\n{length}{''.join(lines)}\r\n"
        answer = self.send(head, body, source)
        if not answer:
            return 0, b""
        first, _, rest = answer.partition(b"\r\n\r\n")
        return int(first.split()[1]), rest

    def join(self, document: str = "picnic", **options) -> "Member":
        return Member(self, document, **options)

    def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(DEADLINE)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            self.process.stdout.close()

    def close(self) -> None:
        self.stop(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


def read_all(connection: socket.socket) -> bytes:
    """All that comes until the end, or until the other side resets."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def handshake(host: str, document: str = "picnic", method: str = "GET",
              changing: dict | None = None) -> str:
    """A correct handshake but for the headers that change; None removes a header."""
    headers = {
        "Host": host, "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(),
        "Sec-WebSocket-Protocol": "emojiart.v1",
    } | (changing or {})
    lines = [f"{name}: {value}\r\n" for name, value in headers.items() if value is not None]
    return f"{method} /documents/{document} HTTP/1.1\r\n{''.join(lines)}\r\n"


keys = itertools.count()


def new_key() -> str:
    """A client's key that no other has."""
    return hashlib.sha256(b"siege %d" % next(keys)).hexdigest()[:32]


class Closed(Exception):
    """The server closed the connection, or hung up on it."""

    def __init__(self, code: int, reason: str = ""):
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Member:
    """A WebSocket that speaks the protocol, message by message."""

    def __init__(self, server: Server, document: str = "picnic", key: str | None = "new",
                 token: str | None = None, source: str = "127.0.0.1", name: str = "",
                 receive_bytes: int = 0, joins: bool = True):
        self.connection = server.connect(source, receive_bytes)
        self.buffer = b""
        self.connection.sendall(handshake(server.host, document).encode())
        answer = self.read_until(b"\r\n\r\n")
        if b" 101 " not in answer:
            raise Closed(int(answer.split()[1]) if answer else 0, answer.decode(errors="replace"))
        self.key = new_key() if key == "new" else key
        hello = {"type": "hello", "name": name, "key": self.key, "token": token}
        if joins:
            self.send({name: value for name, value in hello.items() if value})
            self.welcome = self.expect("welcome")
            self.client, self.seq = self.welcome.get("client"), self.welcome.get("seq", 0)
            self.counter = self.welcome.get("counter", 0)

    def read_until(self, end: bytes) -> bytes:
        while end not in self.buffer:
            part = self.connection.recv(1 << 16)
            if not part:
                return b""
            self.buffer += part
        found, _, self.buffer = self.buffer.partition(end)
        return found + end

    def send(self, message: dict) -> None:
        self.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def send_text(self, text: str) -> None:
        self.connection.sendall(frame(text.encode()))

    def read(self) -> dict:
        """The next message; `Closed` at the end."""
        while True:
            code, payload = self.read_frame()
            if code == 8:
                number = struct.unpack(">H", payload[:2])[0] if len(payload) > 1 else 1005
                raise Closed(number, payload[2:].decode(errors="replace"))
            if code == 1:
                return json.loads(payload)

    def read_frame(self) -> tuple[int, bytes]:
        head = self.take(2)
        count = head[1] & 127
        if count == 126:
            count = struct.unpack(">H", self.take(2))[0]
        elif count == 127:
            count = struct.unpack(">Q", self.take(8))[0]
        return head[0] & 15, self.take(count)

    def take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            try:
                part = self.connection.recv(max(1 << 16, count - len(self.buffer)))
            except ConnectionResetError:
                part = b""
            if not part:
                raise Closed(1006)
            self.buffer += part
        found, self.buffer = self.buffer[:count], self.buffer[count:]
        return found

    def expect(self, kind: str) -> dict:
        while (message := self.read())["type"] != kind:
            pass
        return message

    def edit(self, operation: dict) -> dict:
        """Makes an edit and waits for its answer."""
        self.seq += 1
        mark = f"{self.seq:016x}"
        self.send({"type": "edit", "seq": self.seq, "mark": mark, "operation": operation})
        while (message := self.answer())["seq"] != self.seq:
            pass
        return message

    def answer(self) -> dict:
        """The next answer to an edit of its own."""
        while True:
            message = self.read()
            kind = message["type"]
            own = kind == "edit" and message["client"] == self.client
            if own or kind == "refused":
                return message

    def add(self, count: int = 1, text: str = "🌲", **fields) -> dict:
        emojis = []
        for _ in range(count):
            self.counter += 1
            place = {"x": self.counter % 1000, "y": self.counter // 1000, "size": 40} | fields
            emojis.append({"id": f"{self.client}.{self.counter}", "text": text, **place})
        return self.edit({"type": "add", "emojis": emojis})

    def closing(self) -> Closed:
        """Reads to the end."""
        try:
            while True:
                self.read()
        except Closed as closed:
            return closed

    def close(self) -> None:
        self.connection.close()

    def reset(self) -> None:
        """Cuts the connection, so that its port is free at once."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def leave(self) -> None:
        """Says goodbye, and waits until it is heard."""
        self.connection.sendall(frame(struct.pack(">H", 1000), 8))
        self.closing()
        self.close()


def frame(payload: bytes, code: int = 1, announced: int | None = None) -> bytes:
    """A masked frame whose mask changes nothing; it may announce another length."""
    count = len(payload) if announced is None else announced
    if count < 126:
        head = bytes([0x80 | code, 0x80 | count])
    elif count < 65_536:
        head = bytes([0x80 | code, 0xFE]) + struct.pack(">H", count)
    else:
        head = bytes([0x80 | code, 0xFF]) + struct.pack(">Q", count)
    return head + bytes(4) + payload


class Crowd:
    """Threads that all do the same in a process of their own, until told to stop.

    The honest pair must not wait for them in this process: it would measure Python.
    """

    def __init__(self, count: int, work, *arguments):
        context = multiprocessing.get_context("fork")
        self.is_over = context.Event()
        self.process = context.Process(target=self.run, args=(count, work, arguments))
        self.process.start()

    def run(self, count: int, work, arguments) -> None:
        threads = [threading.Thread(target=work, args=(self.is_over, *arguments)) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def end(self) -> None:
        self.is_over.set()
        self.process.join(DEADLINE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Pair:
    """Two honest members of a document: one edits all the time, and the other one sees it."""

    def __init__(self, server: Server, document: str = "honest", source: str = "127.0.9.9",
                 token: str | None = None):
        options = {"source": source, "token": token}
        self.writer = server.join(document, **options)
        self.reader = server.join(document, **options)
        self.writer.add()
        self.reader.expect("edit")
        self.times: list[float] = []
        self.is_over = False
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        move = {"type": "move", "ids": [f"{self.writer.client}.1"], "dy": 0}
        try:
            while not self.is_over:
                start = time.monotonic()
                answer = self.writer.edit(move | {"dx": 1 if len(self.times) % 2 else -1})
                while (seen := self.reader.expect("edit"))["revision"] != answer["revision"]:
                    pass
                if seen != answer:
                    raise AssertionError(f"{answer} is announced as {seen}")
                self.times.append(time.monotonic() - start)
                time.sleep(max(0, start + 0.02 - time.monotonic()))
        except Exception as error:  # It is told by `end`.
            self.error = error

    def go_on(self, count: int = 1) -> None:
        """Waits until edits that begin from now on are answered and seen."""
        # The next one may have begun already.
        end = len(self.times) + count + 1
        until(lambda: len(self.times) >= end or self.error)
        if self.error or len(self.times) < end:
            raise self.error or AssertionError("the pair got no answer")

    @property
    def longest(self) -> float:
        return max(self.times)

    def end(self) -> float:
        """Stops, and gives the seconds that 99 of 100 edits took at most."""
        self.is_over = True
        self.thread.join()
        if self.error:
            raise self.error
        self.writer.close()
        self.reader.close()
        return p99(self.times)


def p99(times: list[float]) -> float:
    return sorted(times)[(len(times) * 99 - 1) // 100]
