"""Edits that an editor kept, in copies of its directory: each copy sends them, and the log has each once.

EMOJIART_COPIES is the number of edits, at least.
"""

import collections
import fcntl
import itertools
import os
import random
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path

from cutter import Cutter
from house import DEADLINE, Server, programs, slowness, until
from places import GOAL, SEED, content, make_cutters, read_log, settings
from postgres import Postgres

PLACES = 3
# `emojiart open` ends so: sent away, asked to end, killed.
ENDINGS = {3, 130, -signal.SIGKILL}


class Window:
    """A terminal without a screen, in which `emojiart open` runs."""

    def __init__(self, url: str, folder: Path):
        self.terminal, inner = os.openpty()
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = [programs() / "emojiart", "open", url, "--state", folder, "--name", "Ada"]
        self.process = subprocess.Popen(
            ["/usr/bin/setsid", "--ctty", *command], stdin=inner, stdout=inner, stderr=inner,
            env=os.environ | {"TERM": "xterm-256color"},
        )
        os.close(inner)
        self.thread = threading.Thread(target=self.look_on)
        self.thread.start()

    def look_on(self) -> None:
        """Reads what is drawn: an editor whose terminal is full would wait."""
        while True:
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    os.read(self.terminal, 1 << 16)
                except OSError:
                    return
            elif self.process.poll() is not None:
                return

    def type(self, text: str) -> None:
        left = text.encode()
        while left:
            left = left[os.write(self.terminal, left[:1_000]):]

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        try:
            return self.process.wait(DEADLINE)
        finally:
            self.process.kill()
            self.thread.join()
            os.close(self.terminal)


class Place:
    """A host with a copy of the editor's directory."""

    def __init__(self, number: int, folder: Path, cutter: Cutter, document: str):
        self.folder, self.cutter, self.document = folder, cutter, document
        self.chance = random.Random(f"{SEED} {document} {number}")
        self.number = number
        self.runs = self.kills = self.restores = 0
        self.url = f"ws://127.0.0.1:{cutter.port}/documents/{document}"

    def transcript(self, cutter: Cutter | None = None) -> Path:
        folder = f"127.0.0.1_{(cutter or self.cutter).port}/1"
        return self.folder / f"documents/{folder}/{self.document}.log"

    def text(self) -> str:
        path = self.transcript()
        return path.read_text(errors="replace") if path.exists() else ""

    def copy(self, other: "Place", folder: Path | None = None) -> None:
        """Puts another place's directory in place of this one, under this one's address."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(folder or other.folder, self.folder)
        for part in ("keys", "documents"):
            old = self.folder / part / f"127.0.0.1_{other.cutter.port}"
            old.rename(self.folder / part / f"127.0.0.1_{self.cutter.port}")

    def begin(self) -> None:
        """Makes the key, the document and a transcript."""
        command = [programs() / "emojiart", "add", self.url, "🌲", "--y", "-1", "--state", self.folder]
        subprocess.run(command, check=True, capture_output=True)
        self.settle(lambda: '"welcome"' in self.text())

    def settle(self, condition, text: str = "") -> None:
        """Runs editors, each for longer, until the transcript is as it shall be; types a text."""
        self.cutter.is_away = False
        end = time.monotonic() + DEADLINE
        for attempt in itertools.count(1):
            window = Window(self.url, self.folder)
            try:
                window.type(text)
                until(lambda: window.process.poll() is not None, 0.2 * attempt * slowness())
            finally:
                code = window.end(signal.SIGTERM)
            # The hello of a run before it may be late, and send it away; the signal may come early.
            if code not in (3, 130, -signal.SIGTERM):
                raise AssertionError(f"the editor ended with {code}")
            if condition():
                return
            if time.monotonic() > end:
                raise AssertionError(f"edits stay without an answer:\n{self.text()[-2000:]}")

    def is_clean(self) -> bool:
        return self.text().endswith("# clean\n")

    def keep(self, numbers: list[int]) -> None:
        """Makes edits without a server, and kills the editor."""
        self.cutter.is_away = True
        window = Window(self.url, self.folder)
        for number in numbers:
            # The new emoji is selected. Places mint the same ids: a welcome gives others.
            window.type(f":add 🌲 {number} {self.number}\r:move {number} {self.number + 1}\r")
        last = f'"dx":{numbers[-1]},"dy":{self.number + 1}'
        try:
            if not until(lambda: last in self.text(), DEADLINE * slowness()):
                raise AssertionError(f"the editor does not keep {last}:\n{self.text()[-2000:]}")
        finally:
            window.end(signal.SIGKILL)

    def work(self, over: threading.Event, errors: list) -> None:
        """Sends what is kept, sent away, killed and put back to the start again and again."""
        kept = self.folder.with_name(f"{self.folder.name}-kept")
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.folder, kept)
        try:
            while not over.is_set():
                window = Window(self.url, self.folder)
                end = time.monotonic() + self.chance.uniform(0.1, 1) * slowness()
                while window.process.poll() is None and time.monotonic() < end:
                    over.wait(0.02)
                is_killed = window.process.poll() is None
                code = window.end(signal.SIGKILL)
                self.runs += 1
                self.kills += is_killed
                if code not in ENDINGS:
                    raise AssertionError(f"the editor ended with {code}")
                if self.chance.random() < 0.3:
                    # All that it had to send then it sends again.
                    shutil.rmtree(self.folder)
                    shutil.copytree(kept, self.folder)
                    self.restores += 1
                over.wait(self.chance.uniform(0, 0.5))
        except Exception as error:
            errors.append(error)


class Kept(unittest.TestCase):
    def start(self, name: str, *options: str) -> None:
        self.name = name
        self.cutters = make_cutters(PLACES, name)
        for cutter in self.cutters:
            self.addCleanup(cutter.close)
        self.server = Server(*settings(self.cutters), *options)
        self.addCleanup(self.server.close)
        self.folder = Path(tempfile.mkdtemp(prefix="kept-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for cutter in self.cutters:
            cutter.find = lambda: ("127.0.0.1", self.server.port)

    def log(self, document: str, after: int = 0) -> list[dict]:
        return read_log("127.0.0.1", self.server.port, document, after)

    def places(self, document: str) -> list[Place]:
        return [
            Place(number, self.folder / f"{document}-{number}", cutter, document)
            for number, cutter in enumerate(self.cutters)
        ]

    def revisions(self, document: str) -> dict[tuple, list[int]]:
        """The revisions of each edit; a move of another emoji than the one that was made with it fails."""
        found, ids = collections.defaultdict(list), {}
        for edit in self.log(document):
            operation = edit["operation"]
            found[content(operation)].append(edit["revision"])
            if operation["type"] == "add":
                emoji = operation["emojis"][0]
                ids[emoji["x"], emoji["y"]] = emoji["id"]
            elif operation["type"] == "move":
                self.assertEqual([ids.get((operation["dx"], operation["dy"] - 1))], operation["ids"], edit)
        return found

    def calm(self, is_calm: bool) -> None:
        for cutter in self.cutters:
            cutter.is_calm, cutter.is_away = is_calm, False

    def play(self, document: str, counts: list[int], seconds: float) -> list[Place]:
        """Three places with one key: the second has what the first kept, the third an older copy.

        Each then makes edits of its own, under the seqs and ids that the others use too.
        """
        numbers = itertools.count(1)
        places = self.places(document)
        made = {("add", 0, -1)}

        def keep(place: Place, count: int) -> None:
            some = list(itertools.islice(numbers, count))
            place.keep(some)
            made.update(("add", number, place.number) for number in some)
            made.update(("move", number, place.number + 1) for number in some)

        first, second, third = places
        self.calm(True)
        first.begin()
        keep(first, counts[0])
        third.copy(first)
        keep(first, counts[1])
        second.copy(first)
        for place, count in zip(places, counts[2:]):
            keep(place, count)
        self.calm(False)
        over, errors = threading.Event(), []
        threads = [threading.Thread(target=place.work, args=(over, errors)) for place in places]
        for thread in threads:
            thread.start()
        end = time.monotonic() + seconds
        while not errors and time.monotonic() < end:
            over.wait(self.chance.uniform(0.3, 2))
            if self.chance.random() < 0.3:
                self.server.stop(signal.SIGKILL)
                self.server.start()
                self.server_kills += 1
            if made <= self.revisions(document).keys() and all(place.runs >= 3 for place in places):
                break
        over.set()
        for thread in threads:
            thread.join()
        self.calm(True)
        for place in places:
            place.settle(place.is_clean)
        if errors:
            raise errors[0]
        found = self.revisions(document)
        twice = {edit: revisions for edit, revisions in found.items() if len(revisions) > 1}
        hint = f"EMOJIART_SEED={SEED} Tests/Siege/siege.py {self._testMethodName}"
        self.assertEqual((made - found.keys(), twice, found.keys() - made), (set(), {}, set()), hint)
        self.made += len(made)
        return places

    def prove(self) -> None:
        self.made = self.server_kills = 0
        self.chance = random.Random(f"{SEED} {self.name}")
        places: list[Place] = []
        began = time.monotonic()
        for number in itertools.count():
            if self.made >= GOAL:
                break
            # Now and then more than the answers in memory, or than the marks of a hello.
            counts = [self.chance.choice([3, 10, 30, 200]) for _ in range(5)]
            if number % 8 == 7:
                counts[1] = 1_100
            places += self.play(f"{self.name}-{number}", counts, 60 * slowness())
        runs, kills, restores = (
            sum(getattr(place, name) for place in places) for name in ("runs", "kills", "restores")
        )
        cuts = sum(cutter.cuts for cutter in self.cutters)
        print(f"{self.name}: {self.made:,} kept and in the log, 0 nowhere, 0 twice, {cuts} cuts, {kills} kills,"
              f" {runs} runs, {restores} older copies put back, {self.server_kills} server_kills,"
              f" {time.monotonic() - began:.0f} s", flush=True)

    def test_SY35_SY38_edits_kept_in_copies_of_a_directory_are_sent_by_each_and_count_once(self):
        self.start("kept")
        self.prove()

    def test_SY35_SY37_they_count_once_on_PostgreSQL(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        self.start("kept-postgres", "--store", postgres.address)
        self.prove()

    def test_SY39_an_older_copy_asks_about_edits_that_a_trimmed_log_may_have_had(self):
        self.start("trimmed")
        self.calm(True)
        first, second, third = self.places("trimmed")
        first.begin()
        first.keep(list(range(1, 21)))
        second.copy(first)
        third.copy(first)
        first.settle(first.is_clean)
        # More than the log keeps at least.
        first.keep(list(range(21, 621)))
        first.settle(first.is_clean)
        before = self.log("trimmed")
        self.assertEqual(len(before), 1 + 2 * 620)
        self.server.stop(signal.SIGKILL)
        self.server.options += ("--history-edits", "1100")
        self.server.start()
        kept = len(before) - 1_100
        self.assertTrue(until(lambda: self.server.ask("/documents/trimmed/edits?after=0")[0] == 410))
        self.calm(True)
        for place, word in [(second, "drop"), (third, "add")]:
            place.settle(lambda: place.text().count("\n? {") == 40)
            # Nothing was sent.
            self.assertEqual(self.log("trimmed", kept), before[kept:])
            place.settle(place.is_clean, f":unknown {word}\r")
        added = [content(edit["operation"]) for edit in self.log("trimmed", len(before))]
        self.assertEqual(added, [
            edit for number in range(1, 21) for edit in [("add", number, 0), ("move", number, 1)]
        ])


if __name__ == "__main__":
    unittest.main()
