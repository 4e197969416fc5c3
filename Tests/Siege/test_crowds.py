"""Many who come at once: from one address, or from everywhere and without a word."""

import re
import resource
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from house import ROOT, Member, Server, slowness, until

HERE = Path(__file__).resolve().parent
# The address that all of a class come from: Chromium has no choice.
CLASSROOM = "127.0.0.1"


class Crowds(unittest.TestCase):
    def start(self, *options: str) -> Server:
        server = Server(*options)
        self.addCleanup(server.close)
        return server

    def waiting(self, server: Server) -> int:
        """How many connections the server has not accepted yet: the receive queue of its listener."""
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[1].endswith(f":{server.port:04X}") and fields[3] == "0A":
                return int(fields[4].split(":")[1], 16)
        raise AssertionError("the server does not listen")

    def test_FA63_ten_thousand_silent_connections_delay_no_join(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        server = self.start()
        silent = []
        longest = 0
        for number in range(10_500):
            connection = server.connect(f"127.0.{number % 40 + 1}.{number // 500 + 1}")
            silent.append(connection)
            if number % 500 == 499:
                self.assertTrue(until(lambda: self.waiting(server) == 0), "all are accepted")
                start = time.monotonic()
                server.join(key=None, source="127.0.200.1").close()
                longest = max(longest, time.monotonic() - start)
        self.assertLess(longest, 0.1 * slowness())
        for connection in silent:
            connection.close()

    def test_FA64_connections_without_a_hello_give_way_to_those_who_come(self):
        server = self.start("--connections-silent", "50")
        silent = [
            Member(server, source=f"127.0.1.{number + 1}", joins=False) for number in range(100)
        ]
        self.assertIn("revision", server.join().welcome)
        self.assertEqual(silent[0].closing().code, 4408)

    def test_FA65_an_address_with_too_many_is_told_so_and_named_in_the_log(self):
        server = self.start("--connections-per-address", "20")
        members = [server.join(key=None, source="127.0.3.3") for _ in range(20)]
        status, text = server.ask("/", source="127.0.3.3")
        self.assertEqual(status, 429)
        self.assertIn(b"Too many connections from your address", text)
        closed = Member(server, source="127.0.3.3", joins=False).closing()
        self.assertEqual(closed.code, 1013)
        self.assertIn("too many connections from your address, retry_after=", closed.reason)
        self.assertEqual(server.ask("/", source="127.0.3.4")[0], 200)
        line = "address=127.0.3.3"
        self.assertTrue(until(lambda: line in server.log()), server.log())
        more = [server.connect("127.0.3.3") for _ in range(200)]
        self.assertTrue(until(lambda: server.figures()["emojiart_connections_refused_total"] > 0))
        for connection in more + [member.connection for member in members]:
            connection.close()

    def browse(self, server: Server, failures: list) -> None:
        """Does what a browser does that opens the page: six connections at a time, one request each."""
        try:
            status, page = server.ask("/canvas/class", source=CLASSROOM)
            paths = set(re.findall(r'(?:src|href|script)="(/web/[^"]+)"', page.decode()))
            if status != 200 or not paths:
                raise AssertionError(f"the page: {status}")
            with ThreadPoolExecutor(6) as pool:
                answers = pool.map(lambda path: server.ask(path, source=CLASSROOM), paths)
                for path, (status, _) in zip(paths, answers):
                    if status != 200:
                        raise AssertionError(f"{path}: {status}")
            server.join("class", source=CLASSROOM)
        except Exception as error:
            failures.append(error)

    def open_all(self, server: Server, count: int) -> None:
        failures: list = []
        with ThreadPoolExecutor(count) as pool:
            for _ in range(count):
                pool.submit(self.browse, server, failures)
        self.assertEqual(failures, [])
        figures = server.figures()
        self.assertEqual(figures["emojiart_connections_refused_total"], 0)
        self.assertNotIn("too many connections", server.log())

    def test_FA65_a_class_of_sixty_behind_one_address_opens_the_page_at_once(self):
        server = self.start()
        script = HERE / "chromium.py"
        browser = subprocess.Popen(
            [ROOT / ".build/playwright/bin/python", script, f"http://127.0.0.1:{server.port}/canvas/class"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.assertEqual(browser.stdout.readline(), "ready\n")
        browser.stdin.write("go\n")
        browser.stdin.flush()
        self.open_all(server, 60)
        self.assertEqual(browser.communicate(timeout=60)[0], "Saved\n")

    def test_FA65_three_hundred_behind_one_address_are_members_by_one_setting(self):
        server = self.start("--connections-per-address", "2000")
        self.open_all(server, 300)


if __name__ == "__main__":
    unittest.main()
