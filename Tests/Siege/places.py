"""Places that have one client's key, each in its copy of the client's directory, and edit at once."""

import collections
import contextlib
import functools
import http.client
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from cutter import Cutter
from house import DEADLINE, programs, slowness, until

# Edits that are acknowledged in a test, at least.
GOAL = int(os.environ.get("EMOJIART_COPIES", "200"))
# Edits of one document: each new process gets all that it holds.
DOCUMENT = 1_000
SEED = os.environ.get("EMOJIART_SEED", "1")
# How `emojiart edit` may end: done, no connection, an edit refused, timeout, sent away, killed.
ENDINGS = {0, 3, 4, 5, 6, -signal.SIGKILL}


@dataclass
class Fed:
    """A line that `emojiart edit` was fed, and its answer."""

    content: tuple
    answer: dict | None = None

    @property
    def is_good(self) -> bool:
        """Whether the server accepts it; the others it refuses, each time."""
        return self.content[0] != "revert"


@dataclass
class Tally:
    """What a document's log says about the edits of all places."""

    acknowledged: int = 0
    # Acknowledged edits that are not at their revision, with their content and their ids.
    nowhere: int = 0
    # Edits that the log has more than once.
    twice: int = 0
    # Edits of a process that are not in its order, or lack one before them.
    disordered: int = 0
    # Edits that no place made.
    strange: int = 0
    # Edits that are refused and should not be, or the other way round.
    misjudged: int = 0
    refused: int = 0
    # Edits whose process was killed or sent away before the answer; those of them of which it said
    # so, and those in the log.
    unanswered: int = 0
    unknown: int = 0
    applied: int = 0
    # Connections that were cut, and those that processes made again.
    cuts: int = 0
    reconnects: int = 0
    # Processes; those that were killed, and those that another place superseded (4411).
    runs: int = 0
    kills: int = 0
    superseded: int = 0
    server_kills: int = 0
    examples: list = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def faults(self) -> dict:
        names = ("nowhere", "twice", "disordered", "strange", "misjudged")
        return {name: getattr(self, name) for name in names if getattr(self, name)}

    def __str__(self) -> str:
        return ", ".join(f"{value:,} {name}" for name, value in vars(self).items() if name != "examples")


def content(operation: dict) -> tuple | None:
    """What an edit is known by: no two are fed with the same."""
    match operation:
        case {"type": "add", "emojis": [{"x": x, "y": y}]}:
            return ("add", x, y)
        case {"type": "move", "dx": dx, "dy": dy}:
            return ("move", dx, dy)
        case {"type": "background", "url": url}:
            return ("background", url)
        case {"type": "revert", "revision": revision}:
            return ("revert", revision)
    return None


def read_log(host: str, port: int, document: str, after: int = 0) -> list[dict]:
    """The edits of a document after a revision, as soon as a server gives them."""
    edits: list[dict] = []
    while True:
        path = f"/documents/{document}/edits?after={after + len(edits)}&limit=1000"
        status, body = until(lambda: get(host, port, path)) or (0, b"")
        if status != 200:
            raise AssertionError(f"the log of {document} cannot be read: {status} {body}")
        if not body:
            return edits
        edits += [json.loads(line) for line in body.splitlines()]


def get(host: str, port: int, path: str) -> tuple[int, bytes] | None:
    """The answer of a server; None while there is none."""
    connection = http.client.HTTPConnection(host, port, timeout=DEADLINE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        return None if answer.status >= 500 else (answer.status, body)
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Place:
    """A host with a copy of the directory: it runs `emojiart edit` again and again."""

    def __init__(self, trial: "Trial", number: int, folder: Path, cutter: Cutter):
        self.trial, self.number, self.folder, self.cutter = trial, number, folder, cutter
        self.chance = random.Random(f"{trial.seed} place {number}")
        # The edits of each process, in the order in which they were fed.
        self.runs: list[list[Fed]] = []
        self.ids: list[str] = []
        self.endings: collections.Counter = collections.Counter()

    def operation(self) -> dict:
        number = next(self.trial.numbers)
        kind = self.chance.random()
        if kind < 0.25 and self.ids:
            # Each emoji is moved once, so no bound cuts the distance down.
            return {"type": "move", "ids": [self.ids.pop()], "dx": number, "dy": self.number + 1}
        if kind < 0.3:
            # A revision that is never reached.
            return {"type": "revert", "revision": 1_000_000_000 + number}
        if kind < 0.45:
            return {"type": "background", "url": f"https://example.org/{self.number}/{number}"}
        return {"type": "add", "emojis": [{"text": "🌲", "x": number, "y": self.number}]}

    def work(self) -> None:
        try:
            while not self.trial.is_done:
                self.restore()
                self.run(
                    self.chance.choice([1, 10, 100, 300]), self.chance.choice([1, 16, 100, 300]),
                    self.chance.choice([0, 0, 0.002, 0.01]),
                    self.chance.uniform(0.05, 1.5) if self.chance.random() < 0.4 else None,
                )
                # The others go on alone for a while.
                self.trial.over.wait(self.chance.uniform(0, 0.3))
        except Exception as error:
            self.trial.errors.append(error)

    def restore(self) -> None:
        """Now and then keeps a copy of the directory, or puts an older one back."""
        kept = self.folder.with_name(f"{self.folder.name}-kept")
        kind = self.chance.random()
        if kind < 0.2 and kept.exists():
            shutil.rmtree(self.folder)
            shutil.copytree(kept, self.folder)
        elif kind < 0.3:
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(self.folder, kept)

    def run(self, quota: int, window: int, pause: float = 0, kill_after: float | None = None) -> None:
        """Feeds one process up to `quota` edits, up to `window` of them without an answer.

        It waits for `pause` seconds before each, and kills the process after `kill_after`.
        """
        url = f"ws://127.0.0.1:{self.cutter.port}/documents/{self.trial.document}"
        options = ("--state", self.folder, "--timeout", "10")
        with self.trial.log.open("ab") as log:
            process = subprocess.Popen(
                [programs() / "emojiart", "edit", "--json", url, *options],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            )
        fed: list[Fed] = []
        self.runs.append(fed)
        room = threading.Semaphore(window)
        reader = threading.Thread(target=self.read, args=(process, fed, room))
        reader.start()
        killer = threading.Timer(kill_after or DEADLINE, process.kill)
        killer.start()
        try:
            while len(fed) < quota and self.wait_for(room, process, pause):
                operation = self.operation()
                line = json.dumps(operation | {"ref": len(fed)})
                fed.append(Fed(content(operation)))
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
        except BrokenPipeError:
            pass
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            code = process.wait(DEADLINE)
        finally:
            killer.cancel()
            process.kill()
            reader.join()
            process.stdout.close()
        self.endings[code] += 1
        if code not in ENDINGS:
            self.trial.errors.append(AssertionError(f"emojiart edit ended with {code}"))

    def wait_for(self, room: threading.Semaphore, process: subprocess.Popen, pause: float) -> bool:
        self.trial.over.wait(pause)
        while not room.acquire(timeout=0.05):
            if process.poll() is not None or self.trial.is_done:
                return False
        return process.poll() is None and not self.trial.is_done

    def read(self, process: subprocess.Popen, fed: list[Fed], room: threading.Semaphore) -> None:
        try:
            for line in process.stdout:
                # A kill may tear the last one.
                if line.endswith(b"\n"):
                    self.take(json.loads(line), fed)
                    room.release()
        except Exception as error:
            self.trial.errors.append(error)
            process.kill()

    def take(self, answer: dict, fed: list[Fed]) -> None:
        edit = fed[answer["ref"]]
        if edit.answer:
            raise AssertionError(f"two answers: {edit.answer} and {answer}")
        edit.answer = answer
        if answer["type"] == "ack":
            self.ids += answer.get("ids", [])
            self.trial.note(edits=1)


class Trial:
    """Places that edit one document until a goal is reached."""

    def __init__(self, find, document: str, goal: int, seed: str, cutters: list[Cutter]):
        self.find, self.document, self.goal, self.seed = find, document, goal, seed
        self.folder = Path(tempfile.mkdtemp(prefix="copies-"))
        self.log = self.folder / "log"
        self.cutters = cutters
        self.numbers = itertools.count(1)
        self.lock = threading.Lock()
        self.count = self.kills = 0
        # A trial goes on until the server was killed, too.
        self.kills_least = 0
        self.over = threading.Event()
        self.errors: list[Exception] = []
        self.places: list[Place] = []

    @property
    def is_done(self) -> bool:
        return self.over.is_set()

    def note(self, edits: int = 0, kills: int = 0) -> None:
        with self.lock:
            self.count += edits
            self.kills += kills
            if self.count >= self.goal and self.kills >= self.kills_least:
                self.over.set()

    def prepare(self) -> None:
        """Makes a key and some edits with it, and then a copy of the directory for each place."""
        first = Place(self, 0, self.folder / "first", self.cutters[0])
        first.cutter.is_calm = True
        first.run(10, 10)
        if any(fed.answer is None for fed in first.runs[0]):
            raise AssertionError(f"the first edits have no answers:\n{self.log.read_text()}")
        keys = first.folder / "keys"
        # The directory has the key under each address at which a place finds the server.
        for cutter in self.cutters[1:]:
            shutil.copytree(keys / f"127.0.0.1_{self.cutters[0].port}", keys / f"127.0.0.1_{cutter.port}")
        for number, cutter in enumerate(self.cutters):
            folder = self.folder / f"place-{number}"
            shutil.copytree(first.folder, folder)
            self.places.append(Place(self, number, folder, cutter))
        self.places[0].runs, self.places[0].ids = first.runs, first.ids

    def play(self, disturb=None, seconds: float = DEADLINE) -> Tally:
        """Plays all, with what disturbs the server beside it; then reads the log."""
        tally = Tally()
        cuts = sum(cutter.cuts for cutter in self.cutters)
        for cutter in self.cutters:
            cutter.is_calm = False
        threads = [threading.Thread(target=place.work) for place in self.places]
        if disturb:
            self.kills_least = 1
            threads.append(threading.Thread(target=self.disturb, args=(disturb,)))
        for thread in threads:
            thread.start()
        if not self.over.wait(seconds):
            text = f"{self.count} of {self.goal} edits were acknowledged in {seconds} s"
            self.errors.append(AssertionError(text))
        self.over.set()
        for thread in threads:
            thread.join()
        tally.cuts = sum(cutter.cuts for cutter in self.cutters) - cuts
        tally.server_kills = self.kills
        self.judge(read_log(*self.find(0), self.document), tally)
        if self.errors:
            raise self.errors[0]
        return tally

    def disturb(self, disturb) -> None:
        try:
            while not self.is_done:
                if disturb(self.over, self.document):
                    self.note(kills=1)
        except Exception as error:
            self.errors.append(error)

    def judge(self, log: list[dict], tally: Tally) -> None:
        places: dict[tuple, list[int]] = collections.defaultdict(list)
        for index, edit in enumerate(log):
            if edit["revision"] != index + 1 or edit["client"] != 1:
                tally.examples.append(edit)
                tally.strange += 1
            places[content(edit["operation"])].append(edit["revision"])
        runs = [run for place in self.places for run in place.runs]
        made = {fed.content for run in runs for fed in run}
        for found, revisions in places.items():
            if len(revisions) > 1:
                tally.examples.append(("twice", found, revisions))
                tally.twice += len(revisions) - 1
            tally.strange += found not in made
        for run in runs:
            self.judge_run(run, places, log, tally)
        endings = sum((place.endings for place in self.places), collections.Counter())
        tally.runs += endings.total()
        tally.kills += endings[-signal.SIGKILL]
        words = self.log.read_bytes()
        tally.reconnects += words.count(b"; reconnecting in ")
        tally.superseded += words.count(b"another program goes on")

    def judge_run(self, run: list[Fed], places: dict, log: list[dict], tally: Tally) -> None:
        last, is_missing = 0, False
        for fed in run:
            revision = min(places.get(fed.content, [0]))
            kind = fed.answer and fed.answer["type"]
            if fed.is_good:
                # The edits that count are the first ones of a process, in its order.
                is_missing = is_missing or not revision
                if revision and (is_missing or revision < last):
                    tally.examples.append(("disordered", fed, revision, last))
                    tally.disordered += 1
                last = max(last, revision)
            if kind in (None, "unknown"):
                tally.unanswered += 1
                tally.unknown += kind == "unknown"
                tally.applied += revision > 0
            elif kind != ("ack" if fed.is_good else "refused") or not fed.is_good and revision:
                tally.examples.append(("misjudged", fed, revision))
                tally.misjudged += 1
            elif kind == "ack":
                tally.acknowledged += 1
                if not self.is_there(fed, log):
                    tally.examples.append(("nowhere", fed, revision))
                    tally.nowhere += 1
            else:
                tally.refused += 1

    def is_there(self, fed: Fed, log: list[dict]) -> bool:
        revision = fed.answer["revision"]
        if not 1 <= revision <= len(log):
            return False
        operation = log[revision - 1]["operation"]
        ids = [emoji["id"] for emoji in operation.get("emojis", [])]
        return content(operation) == fed.content and ids == fed.answer.get("ids", [])

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def make_cutters(count: int, seed: str) -> list[Cutter]:
    """A proxy for each place, made before the server, which has to know their addresses."""
    return [Cutter(f"{SEED} {seed} {number}") for number in range(count)]


def settings(cutters: list[Cutter]) -> list[str]:
    """The settings of a server behind them."""
    hosts = [option for cutter in cutters for option in ("--host", f"127.0.0.1:{cutter.port}")]
    return [*hosts, "--opens-per-address", "100000", "--connections-per-address", "1000"]


def prove(name: str, cutters: list[Cutter], find, disturb=None, goal: int = GOAL) -> Tally:
    """Has places edit one document after another until the goal is reached; adds up what is found.

    `find` gives the host and port of the server of a place, by its number. `disturb` is called
    again and again, with an event that ends it and the document; true if it killed a server.
    """
    total = Tally()
    for number, cutter in enumerate(cutters):
        cutter.find = functools.partial(find, number)
    began = time.monotonic()
    try:
        for number in itertools.count():
            left = goal - total.acknowledged
            if left <= 0:
                break
            document = f"{name}-{number}"
            trial = Trial(find, document, min(left, DOCUMENT), f"{SEED} {document}", cutters)
            try:
                trial.prepare()
                total.add(trial.play(disturb, 40 * slowness() + min(left, DOCUMENT) / 2))
            finally:
                trial.close()
            if total.faults:
                break
    finally:
        for cutter in cutters:
            cutter.close()
    print(f"{name}: {len(cutters)} places, {total}, {time.monotonic() - began:.0f} s", flush=True)
    return total
