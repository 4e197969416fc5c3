#!/usr/bin/env python3
"""Kills a sync server while clients edit, and counts the edits that clients had seen and that are lost.

    trust.py PEER [--rounds N] [--test kill|sight|survive|terminate|syncs] [--lanes N] [--programs DIR]

In each round writers add a marked item every 100 ms, and an observer notes what it sees. The server is
killed after some seconds, started again on the same data, and read by a new client. All peers get
equal rounds: the seed of a round is its number. The exit code is 1 if an edit is lost or doubled, if the
copies differ, if a round fails, or if the observer saw nothing. README.md says how to get the peers.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from peers import PEERS, Adapter

PERIOD = 0.1
# Deadlines in seconds: to be ready; to end after SIGTERM; to agree after a restart; to read what came late.
READY, END, SETTLE, LATE = 15, 15, 30, 4


class Client:
    """A program that edits or observes, with what it has said so far."""

    def __init__(self, peer: Adapter, role: str, port: int, folder: Path, room: str):
        self.peer, self.role, self.port, self.folder, self.room = peer, role, port, folder, room
        # When each mark was sent, acknowledged, and seen as somebody else's.
        self.made: dict[str, float] = {}
        self.acknowledged: dict[str, float] = {}
        self.seen: dict[str, float] = {}
        # The marks of its replica, in order, as far as it printed them.
        self.items: list[str] = []
        self.process = None
        self.is_ready = asyncio.Event()
        self.has_items = asyncio.Event()
        self.at_sight = None

    async def start(self) -> "Client":
        self.process = await asyncio.create_subprocess_exec(
            *self.peer.client(self.role, self.port, self.folder, self.room),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=(self.folder / "clients.log").open("ab"),
            # A state of a whole document is one line.
            limit=1 << 24,
        )
        self.reading = asyncio.create_task(self.read())
        if not self.peer.is_ready_at_once(self.role):
            await asyncio.wait_for(self.is_ready.wait(), READY)
        return self

    async def read(self) -> None:
        async for line in self.process.stdout:
            for event in self.peer.decode(json.loads(line)):
                self.take(event)

    def take(self, event: dict) -> None:
        now = time.monotonic()
        for mark in event.get("seen", []):
            self.seen.setdefault(mark, now)
            if self.at_sight:
                self.at_sight()
        for mark in event.get("acknowledged", []):
            self.acknowledged.setdefault(mark, now)
        if "items" in event:
            self.items = event["items"]
            self.has_items.set()
        self.items += event.get("added", [])
        if event.get("ready"):
            self.is_ready.set()

    def send(self, message: dict) -> bool:
        """Sends a message; false if the client knows none of this kind."""
        line = self.peer.encode(self.role, message)
        if line is not None and not self.process.stdin.is_closing():
            self.process.stdin.write(json.dumps(line).encode() + b"\n")
        return line is not None

    def add(self, mark: str) -> None:
        self.made[mark] = time.monotonic()
        self.send({"add": mark})

    async def read_items(self) -> list[str]:
        """The marks of its replica now."""
        self.has_items.clear()
        if self.send({"read": True}):
            await asyncio.wait_for(self.has_items.wait(), READY)
        return list(self.items)

    async def kill(self) -> None:
        if self.process is None:
            return
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        await asyncio.wait([self.reading])

    def check(self) -> None:
        """Raises what went wrong while it was read: a client that is not heard would hide a loss."""
        if self.reading.done() and self.reading.exception():
            raise self.reading.exception()


@dataclass
class Outcome:
    """The fate of the edits of a round, or of several."""

    rounds: int = 0
    made: int = 0
    seen: int = 0
    acknowledged: int = 0
    lost_seen: int = 0
    lost_acknowledged: int = 0
    lost_made: int = 0
    rounds_with_loss: int = 0
    doubled: int = 0
    differing: int = 0
    # For each round, the seconds between the last edit that is kept and the last that is lost.
    seconds_lost: list = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def is_good(self) -> bool:
        bad = self.lost_seen + self.lost_acknowledged + self.lost_made + self.doubled + self.differing
        return self.rounds > 0 and self.seen > 0 and bad == 0


class Round:
    """One server, its clients, and its end."""

    def __init__(self, options, number: int, port: int, folder: Path):
        self.options, self.port, self.folder = options, port, folder
        # A server that keeps the rounds of one run in one place must not mix them.
        self.room = f"trust-{number}-{os.getpid()}"
        self.peer = PEERS[options.peer](options.programs.resolve())
        self.chance = random.Random(1_000 + number)
        self.writers = 3 if number % 2 else 1
        self.clients: list[Client] = []
        self.tasks: list[asyncio.Task] = []
        self.server = None

    async def start_server(self) -> None:
        self.server = await asyncio.create_subprocess_exec(
            *self.peer.server(self.port, self.folder),
            stdout=(self.folder / "server.log").open("ab"),
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        deadline = time.monotonic() + READY
        while time.monotonic() < deadline:
            if self.server.returncode is not None:
                break
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.02)
        log = (self.folder / "server.log").read_text(errors="replace")
        raise RuntimeError(f"the server does not listen: {log[-500:]}")

    async def client(self, role: str) -> Client:
        folder = self.folder / f"client{len(self.clients)}"
        folder.mkdir()
        client = Client(self.peer, role, self.port, folder, self.room)
        self.clients.append(client)
        return await client.start()

    async def write(self, client: Client, number: int) -> None:
        await asyncio.sleep(self.chance.random() * PERIOD)
        for count in range(1, 1_000_000):
            client.add(f"w{number}-{count}")
            await asyncio.sleep(PERIOD)

    async def end_server(self) -> None:
        """Ends the server as the test asks, while writers write."""
        if self.options.test == "sight":
            sight = asyncio.Event()

            def kill():
                self.observer.at_sight = None
                self.server.kill()
                sight.set()

            self.observer.at_sight = kill
            await asyncio.wait_for(sight.wait(), READY)
        elif self.options.test == "terminate":
            self.server.send_signal(signal.SIGTERM)
        else:
            self.server.kill()

    async def run(self) -> Outcome:
        try:
            return await self.play()
        finally:
            for task in self.tasks:
                task.cancel()
            for client in self.clients:
                await client.kill()
            if self.server and self.server.returncode is None:
                self.server.kill()
                await self.server.wait()

    async def play(self) -> Outcome:
        await self.start_server()
        self.observer = await self.client("observer")
        writers = [await self.client("writer") for _ in range(self.writers)]
        self.tasks = [asyncio.create_task(self.write(*pair)) for pair in zip(writers, range(9))]
        await asyncio.sleep(self.chance.uniform(*self.options.seconds))
        await self.end_server()
        ended = time.monotonic()
        # Lines that are read later do not count, though they may have been printed before.
        seen = dict(self.observer.seen)
        acknowledged = {mark for writer in writers for mark in writer.acknowledged}
        is_survived = self.options.test == "survive"
        if not is_survived:
            for task in self.tasks:
                task.cancel()
            for client in self.clients:
                await client.kill()
        await asyncio.wait_for(self.server.wait(), END)
        if self.options.forget:
            shutil.rmtree(self.folder / "data")
            (self.folder / "data").mkdir()
        await self.start_server()
        made = {mark: at for writer in writers for mark, at in writer.made.items()}
        if is_survived:
            await asyncio.sleep(1)
            for task in self.tasks:
                task.cancel()
            made = {mark: at for writer in writers for mark, at in writer.made.items()}
            await self.settle(made)
        items = await self.read_by_newcomer(seen)
        outcome = self.judge(made, seen, acknowledged, items, ended)
        if is_survived:
            outcome.differing = int(set(await self.observer.read_items()) != set(items))
            # Their clients are there to send them again: no edit may be lost.
            outcome.lost_made = len(made.keys() - set(items))
        return outcome

    async def settle(self, made: dict) -> None:
        """Waits until the observer has all edits, or for as long as any peer may take."""
        deadline = time.monotonic() + SETTLE
        while time.monotonic() < deadline:
            if made.keys() <= set(await self.observer.read_items()):
                return
            await asyncio.sleep(0.2)

    async def read_by_newcomer(self, seen: dict) -> list[str]:
        """The items that a new client reads; some servers serve before all is loaded."""
        newcomer = await self.client("observer")
        deadline = time.monotonic() + LATE
        items = await newcomer.read_items()
        while seen.keys() - set(items) and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
            items = await newcomer.read_items()
        return items

    def judge(self, made, seen, acknowledged, items, ended) -> Outcome:
        for client in self.clients:
            client.check()
        if not seen:
            raise RuntimeError("the observer saw nothing")
        kept = set(items)
        lost = seen.keys() - kept
        outcome = Outcome(
            rounds=1,
            made=len(made),
            seen=len(seen),
            acknowledged=len(acknowledged),
            lost_seen=len(lost),
            lost_acknowledged=len(acknowledged - kept),
            rounds_with_loss=int(bool(lost)),
            doubled=len(items) - len(kept),
        )
        times = [made[mark] for mark in kept if made.get(mark, ended) < ended]
        last = max(times, default=min(made.values(), default=0))
        outcome.seconds_lost = [max([0, *(made[mark] - last for mark in lost)])]
        return outcome


async def count_syncs(options, folder: Path) -> int:
    """Counts what the server syncs while one writer makes 20 edits."""
    round = Round(options, 0, options.port, folder)
    log = folder / "syncs"
    trace = ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=fsync,fdatasync,sync_file_range,msync"]
    command = round.peer.server
    round.peer.server = lambda port, folder: trace + command(port, folder)
    syncs = lambda: sum("sync" in line and "resumed" not in line for line in log.open())
    try:
        await round.start_server()
        writer = await round.client("writer")
        await asyncio.sleep(1)
        before = syncs()
        for number in range(20):
            writer.add(f"w0-{number + 1}")
            await asyncio.sleep(PERIOD)
        return syncs() - before
    finally:
        for client in round.clients:
            await client.kill()
        # strace and what it traces.
        os.killpg(round.server.pid, signal.SIGKILL)
        await round.server.wait()


async def play_all(options, base: Path) -> tuple[Outcome, list[str]]:
    """Plays all rounds, some of them beside each other."""
    total, errors = Outcome(), []
    numbers = iter(range(options.rounds))

    async def lane(index: int) -> None:
        for number in numbers:
            folder = base / str(number)
            (folder / "data").mkdir(parents=True)
            try:
                total.add(await Round(options, number, options.port + index, folder).run())
            except (RuntimeError, TimeoutError, OSError, ValueError) as error:
                errors.append(f"round {number}: {type(error).__name__} {error}")
                for log in sorted(folder.rglob("*.log")):
                    said = " ".join(log.read_text(errors="replace").split())[-300:]
                    errors.append(f"  {log.relative_to(folder)}: {said}")

    await asyncio.gather(*(lane(index) for index in range(options.lanes)))
    return total, errors


def report(options, total: Outcome, errors: list[str]) -> None:
    values = vars(total) | {"seconds_lost": None}
    seconds = total.seconds_lost or [0]
    print(f"{options.peer}: {options.test}")
    for name, value in values.items():
        if value is not None:
            print(f"  {name.replace('_', ' '):<20}{value:>8,}")
    print(f"  {'seconds lost':<20}median {statistics.median(seconds):.1f}, most {max(seconds):.1f}")
    for error in errors:
        print(f"  {error}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument(
        "--test", choices=["kill", "sight", "survive", "terminate", "syncs"], default="kill"
    )
    parser.add_argument("--lanes", type=int, default=2, help="rounds beside each other")
    parser.add_argument("--seconds", type=float, nargs=2, default=[1, 4], help="of writing, from and to")
    parser.add_argument("--port", type=int, default=22_000, help="of the first lane")
    parser.add_argument(
        "--programs", type=Path, default=Path(".build/release"), help="where emojiart is built"
    )
    parser.add_argument(
        "--forget", action="store_true", help="delete the data too: all has to be found lost"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="emojiart-trust-") as folder:
        base = Path(folder)
        if options.test == "syncs":
            (base / "data").mkdir()
            print(f"{options.peer}: {asyncio.run(count_syncs(options, base))} syncs during 20 edits")
            return 0
        total, errors = asyncio.run(play_all(options, base))
    report(options, total, errors)
    if options.forget:
        is_found = total.seen > 0 and total.lost_seen == total.seen
        print("the loss was found" if is_found else "THE LOSS WAS NOT FOUND")
        return 0 if is_found and not errors else 1
    return 0 if total.is_good and not errors else 1


if __name__ == "__main__":
    sys.exit(main())
