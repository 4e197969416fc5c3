"""How the server ends, and what it says when it can say nothing any more."""

import os
import signal
import time
import unittest

from house import Server, until


class Ends(unittest.TestCase):
    def test_FA75_a_crash_ends_the_process_at_once_and_names_the_cause(self):
        for number, word in [(signal.SIGILL, "illegal instruction"), (signal.SIGABRT, "abort")]:
            server = Server()
            self.addCleanup(server.close)
            server.join().add()
            start = time.monotonic()
            self.assertEqual(server.stop(number), -number)
            # The runtime's report would take half a minute.
            self.assertLess(time.monotonic() - start, 1)
            self.assertIn(f"crashed by signal {int(number)} ({word}", server.log())
            server.start()
            self.assertEqual(server.join().welcome["revision"], 1)

    def test_FA85_a_log_that_nobody_reads_stops_nobody(self):
        reader, writer = os.pipe()
        server = Server("--log-level", "debug", "--opens-per-address", "100000", stderr=writer)
        self.addCleanup(server.close)
        os.close(writer)
        dropped = "emojiart_log_lines_dropped_total"
        for number in range(10_000):
            server.join(f"d{number}", key=None).leave()
            if number % 100 == 0 and server.figures()[dropped] > 0:
                break
        self.assertGreater(server.figures()[dropped], 0)
        self.assertEqual(server.ask("/readyz")[0], 200)
        text = b""
        while b"lines of the log were dropped" not in text:
            text += os.read(reader, 1 << 16)
        self.assertEqual(server.stop(), 0)
        os.close(reader)


if __name__ == "__main__":
    unittest.main()
