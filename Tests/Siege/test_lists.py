"""The list of documents, which anybody may ask for, in a loop, where there are many."""

import sqlite3
import time
import unittest

from house import Crowd, Pair, Server, slowness


def many_documents(server: Server, count: int) -> None:
    """Puts empty documents in the journal of a server that has ended."""
    with sqlite3.connect(server.data / "journal.sqlite") as journal:
        journal.executemany(
            "INSERT INTO documents (epoch, created, name, id) VALUES (?, 1, ?, ?)",
            ((number, f"many-{number}", 1_000 + number) for number in range(count)),
        )
    journal.close()


class Lists(unittest.TestCase):
    def loop(self, is_over, server: Server) -> None:
        while not is_over.is_set():
            try:
                server.ask("/documents", source="127.0.7.7")
            except OSError:
                pass

    def test_HT8_the_list_of_100000_documents_holds_up_no_edit(self):
        options = ("--opens-per-address", "100000", "--connections-per-address", "1000")
        server, control = Server(*options, "--documents", "200000"), Server(*options)
        self.addCleanup(server.close)
        self.addCleanup(control.close)
        server.stop()
        many_documents(server, 100_000)
        server.start()
        crowd = Crowd(40, self.loop, server)
        self.addCleanup(crowd.end)
        # The pair on another process takes the machine's load out.
        pair, beside = Pair(server), Pair(control)
        time.sleep(12)
        p99, control_p99 = pair.end(), beside.end()
        print(f"  {p99 * 1000:.1f} ms, control {control_p99 * 1000:.1f} ms", flush=True)
        self.assertLess(p99, max(2 * control_p99, 0.02 * slowness()))


if __name__ == "__main__":
    unittest.main()
