"""A TCP proxy that cuts its connections where a seed says."""

import contextlib
from random import Random
import select
import socket
import struct
import threading
import time
from dataclasses import dataclass

# Bytes without an end: such a connection is not cut.
ENDLESS = 1 << 60
# Seconds that a stalled connection stands still at most.
STALL = 1.0


@dataclass
class Fate:
    """Where a connection is cut, and how."""

    # Bytes that pass until the cut; of each direction, from the client and to it.
    up: int
    down: int
    # `close` and `reset` end both sides; `stall` stops one direction first; `late` ends the
    # client's side at once, and delivers to the server later what the client had sent.
    way: str
    seconds: float

    @staticmethod
    def drawn(chance: Random) -> "Fate":
        # The handshake, the hello and its answer; or edits and their answers.
        up = chance.choice([chance.randint(1, 1_500), 500 + int(chance.expovariate(1 / 5_000))])
        down = chance.choice([chance.randint(1, 3_000), 500 + int(chance.expovariate(1 / 40_000))])
        is_up, is_spared = chance.random() < 0.5, chance.random() < 0.1
        return Fate(
            up if is_up and not is_spared else ENDLESS,
            down if not is_up and not is_spared else ENDLESS,
            chance.choice(["close", "reset", "stall", "late"]), chance.uniform(0.02, STALL),
        )


class Cutter:
    """The proxy of one place. `find` is set to what gives the server's host and port of now."""

    def __init__(self, seed: str):
        self.find = None
        self.chance = Random(seed)
        # Cuts nothing; lets nobody through.
        self.is_calm, self.is_away = True, False
        self.is_over = threading.Event()
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.threads = [threading.Thread(target=self.accept)]
        self.threads[0].start()

    def accept(self) -> None:
        while not self.is_over.is_set():
            if not select.select([self.listener], [], [], 0.1)[0]:
                continue
            client = self.listener.accept()[0]
            if self.is_away:
                client.close()
                continue
            fate = Fate.drawn(self.chance)
            thread = threading.Thread(target=self.serve, args=(client, fate))
            thread.start()
            self.threads = [other for other in self.threads if other.is_alive()] + [thread]

    def serve(self, client: socket.socket, fate: Fate) -> None:
        with contextlib.suppress(OSError), client:
            with socket.create_connection(self.find(), timeout=5) as server:
                client.settimeout(5)
                self.relay(client, server, fate)

    def relay(self, client: socket.socket, server: socket.socket, fate: Fate) -> None:
        left = {client: fate.up, server: fate.down}
        other = {client: server, server: client}
        while not self.is_over.is_set():
            for source in select.select([client, server], [], [], 0.1)[0]:
                part = source.recv(1 << 16)
                if not part:
                    return
                if self.is_calm or len(part) < left[source]:
                    other[source].sendall(part)
                    left[source] -= 0 if self.is_calm else len(part)
                    continue
                self.cuts += 1
                # Most often it ends amid a frame.
                other[source].sendall(part[:left[source]])
                rest = part[left[source]:] if source is client else b""
                return self.cut(client, server, source, fate, rest)

    def cut(self, client: socket.socket, server: socket.socket, source: socket.socket, fate: Fate,
            rest: bytes) -> None:
        if fate.way == "reset":
            for side in (client, server):
                side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif fate.way == "late":
            client.close()
            self.is_over.wait(fate.seconds)
            server.sendall(rest)
        elif fate.way == "stall":
            open_side, far = (server, client) if source is client else (client, server)
            end = time.monotonic() + fate.seconds
            while (seconds := end - time.monotonic()) > 0 and not self.is_over.is_set():
                if select.select([open_side], [], [], min(seconds, 0.1))[0]:
                    if not (part := open_side.recv(1 << 16)):
                        return
                    far.sendall(part)

    def close(self) -> None:
        self.is_over.set()
        self.threads[0].join()
        for thread in self.threads:
            thread.join()
        self.listener.close()
