"""One address whose members ask for all the work that they may: others go on."""

import time
import unittest

from house import Closed, Crowd, Pair, Server, slowness

MEMBERS = 60
EMOJIS = 100_000


class Work(unittest.TestCase):
    def fill(self, server: Server) -> list[str]:
        member = server.join("large", source="127.0.8.1")
        for _ in range(EMOJIS // 400):
            member.add(400)
        member.close()
        return [f"{member.client}.{number}" for number in range(1, 801)]

    def loop(self, is_over, server: Server, message: dict, source: str) -> None:
        """Sends a message as often as it is answered, and comes again when it is closed."""
        while not is_over.is_set():
            try:
                member = server.join("large", source=source)
                while not is_over.is_set():
                    if message["type"] == "resync":
                        member.send(message)
                        member.expect("snapshot")
                    else:
                        member.edit(message)
                member.close()
            except (Closed, OSError):
                pass

    def attack(self, name: str, message_of) -> None:
        """The p99 of an honest pair, beside one of a process that nobody attacks."""
        options = ("--edits-per-second", "10000", "--opens-per-address", "100000")
        server, control = Server(*options), Server(*options)
        self.addCleanup(server.close)
        self.addCleanup(control.close)
        message = message_of(self.fill(server))
        crowd = Crowd(MEMBERS, self.loop, server, message, "127.0.7.7")
        self.addCleanup(crowd.end)
        pair, beside = Pair(server), Pair(control)
        time.sleep(12)
        p99, control_p99 = pair.end(), beside.end()
        print(
            f"  {name}: {p99 * 1000:.1f} ms, control {control_p99 * 1000:.1f} ms,"
            f" the longest {pair.longest * 1000:.1f} and {beside.longest * 1000:.1f} ms",
            flush=True,
        )
        self.assertLess(p99, max(2 * control_p99, 0.02 * slowness()))
        self.assertLess(pair.longest, max(4 * beside.longest, 0.3 * slowness()))

    def test_FA86_resync_in_a_loop(self):
        self.attack("resync", lambda ids: {"type": "resync", "revision": 1})

    def test_FA86_arrange_in_a_loop(self):
        self.attack("arrange", lambda ids: {"type": "arrange", "ids": ids, "to": "forward"})

    def test_FA86_revert_in_a_loop(self):
        self.attack("revert", lambda ids: {"type": "revert", "revision": 100})


if __name__ == "__main__":
    unittest.main()
