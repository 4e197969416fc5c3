"""One client's key in several places: what is acknowledged is in the log, once.

EMOJIART_COPIES is the number of acknowledged edits of each test; 10,000 take some minutes.
"""

import random
import signal
import unittest

from places import SEED, Tally, Trial, make_cutters, prove, read_log, settings
from house import Server
from postgres import Postgres

class Copies(unittest.TestCase):
    def start(self, places: int, name: str, *options: str) -> Server:
        self.name, self.cutters = name, make_cutters(places, name)
        server = Server(*settings(self.cutters), *options)
        self.addCleanup(server.close)
        return server

    def prove(self, server: Server, disturb=None) -> None:
        tally = prove(self.name, self.cutters, lambda _: ("127.0.0.1", server.port), disturb)
        hint = f"EMOJIART_SEED={SEED} Tests/Siege/siege.py {self._testMethodName}"
        self.assertEqual(tally.faults, {}, f"{tally.examples[:5]}\n{hint}")

    def killer(self, server: Server):
        """Kills the server now and then, and starts it again."""
        chance = random.Random(f"{SEED} {self.name} killer")

        def kill(over, _) -> bool:
            if over.wait(chance.uniform(1, 5)):
                return False
            if server.process.poll() is not None:
                raise AssertionError(f"the server ended by itself:\n{server.log()}")
            server.stop(signal.SIGKILL)
            server.start()
            return True

        return kill

    def test_SY35_SY36_two_places_with_one_key_lose_and_double_nothing(self):
        server = self.start(2, "two")
        self.prove(server)

    def test_SY13_SY35_three_lose_and_double_nothing_while_the_server_is_killed(self):
        server = self.start(3, "three")
        self.prove(server, self.killer(server))

    def test_SY13_SY35_three_lose_and_double_nothing_on_PostgreSQL(self):
        postgres = Postgres()
        self.addCleanup(postgres.close)
        server = self.start(3, "postgres", "--store", postgres.address)
        self.prove(server, self.killer(server))

    def test_SY35_a_log_that_lacks_or_doubles_an_edit_is_found(self):
        server = self.start(1, "checked")
        cutter = self.cutters[0]
        cutter.find = lambda: ("127.0.0.1", server.port)
        self.addCleanup(cutter.close)
        trial = Trial(lambda _: cutter.find(), "checked", 10, "checked", [cutter])
        self.addCleanup(trial.close)
        trial.prepare()
        log = read_log("127.0.0.1", server.port, "checked")
        without = [edit | {"revision": index + 1} for index, edit in enumerate(log[:1] + log[2:])]
        twice = [*log, log[1] | {"revision": len(log) + 1}]
        changed = [*log[:-1], log[-1] | {"operation": {"type": "background", "url": "https://example.org/"}}]
        found = []
        for some in (log, without, twice, changed):
            trial.judge(some, tally := Tally())
            found.append(set(tally.faults))
        self.assertEqual(found, [set(), {"nowhere", "disordered"}, {"twice"}, {"nowhere", "strange"}])


if __name__ == "__main__":
    unittest.main()
