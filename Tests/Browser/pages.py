"""Runs the page's tests in Chromium, two files at a time, the largest first.

    pages.py [FILE | FILE:TEST ...]     all of pages/, or some files or tests of it
    pages.py --but FILE ...             the others

Each test is printed with what it took. Replays one: pages.py test_gestures.py:test_G1_...
"""

import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PAGES = Path(__file__).resolve().parent / "pages"


class Result(unittest.TextTestResult):
    """Prints a line for each test when it ends."""

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()
        self.before = (self.bad_count, len(self.skipped))

    @property
    def bad_count(self):
        return len(self.errors) + len(self.failures)

    def stopTest(self, test):
        super().stopTest(test)
        bad, skipped = self.before
        word = "FAILED" if self.bad_count > bad else "ok"
        word = "skipped" if len(self.skipped) > skipped else word
        module, _, name = test.id().partition(".")
        print(f"{name} {module} {time.monotonic() - self.began:.2f} s {word}", flush=True)


def run_file(name: str) -> int:
    """Runs the tests of a file in this process."""
    sys.path.insert(0, str(PAGES))
    file, _, test = name.partition(":")
    loader = unittest.TestLoader()
    if test:
        loader.testNamePatterns = [f"*{test}*"]
    suite = loader.loadTestsFromName(Path(file).stem)
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=0, resultclass=Result)
    result = runner.run(suite)
    is_whole = result.wasSuccessful() and result.testsRun and not result.skipped
    return 0 if is_whole else 1


def start(name: str) -> int:
    """Runs a file in a process of its own, and shows what it printed when it is done."""
    child = subprocess.run(
        [sys.executable, __file__, "--file", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(child.stdout, end="", flush=True)
    return child.returncode


def main() -> int:
    if sys.argv[1:2] == ["--file"]:
        return run_file(sys.argv[2])
    files = sorted(PAGES.glob("test_*.py"), key=lambda path: -path.stat().st_size)
    names = [path.name for path in files]
    if sys.argv[1:2] == ["--but"]:
        names = [name for name in names if name not in sys.argv[2:]]
    elif sys.argv[1:]:
        names = sys.argv[1:]
    with ThreadPoolExecutor(max_workers=2) as pool:
        # A process that a signal ended has a negative code.
        return int(any(list(pool.map(start, names))))


sys.exit(main())
