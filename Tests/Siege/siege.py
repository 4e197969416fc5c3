#!/usr/bin/env python3
"""Attacks the server from outside, and measures what others notice of it.

    siege.py [NAME ...]     all tests, or those whose name has one of these in it

EMOJIART_PROGRAMS names the folder of the programs; .build/debug without it.
"""

import sys
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Result(unittest.TextTestResult):
    """Prints a line for each test when it ends."""

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()
        self.before = len(self.errors) + len(self.failures)

    def stopTest(self, test):
        super().stopTest(test)
        is_bad = len(self.errors) + len(self.failures) > self.before
        word = "FAILED" if is_bad else "ok"
        module, _, name = test.id().partition(".")
        print(f"{name} {module} {time.monotonic() - self.began:.2f} s {word}", flush=True)


def main() -> int:
    loader = unittest.TestLoader()
    if sys.argv[1:]:
        loader.testNamePatterns = [f"*{name}*" for name in sys.argv[1:]]
    suite = loader.discover(str(HERE))
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=0, resultclass=Result)
    result = runner.run(suite)
    return 0 if result.wasSuccessful() and result.testsRun and not result.skipped else 1


sys.exit(main())
