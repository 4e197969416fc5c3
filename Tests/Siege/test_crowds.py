"""Many who come at once: from one address, or from everywhere and without a word."""

import resource
import time
import unittest

from house import Member, Server, slowness, until


class Crowds(unittest.TestCase):
    def start(self, *options: str) -> Server:
        server = Server(*options)
        self.addCleanup(server.close)
        return server

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


if __name__ == "__main__":
    unittest.main()
