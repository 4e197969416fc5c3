"""What the server keeps in memory for others, and who goes when that is too much."""

import time
import unittest

from house import Closed, Server, read_all, until

MEBIBYTE = 1 << 20


def fill(server: Server, name: str, count: int):
    """A document of many emojis."""
    member = server.join(name)
    for _ in range(count // 400):
        member.add(400)
    return member


class Memory(unittest.TestCase):
    def open(self, server: Server, path: str, source: str):
        connection = server.connect(source, receive_bytes=4_096)
        head = f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n\r\n"
        connection.sendall(head.encode())
        return connection

    def test_FA66_many_who_read_the_same_file_slowly_share_one_copy(self):
        server = Server("--edits-per-second", "10000", "--connections-per-address", "300")
        self.addCleanup(server.close)
        fill(server, "large", 20_000)
        size = len(server.ask("/documents/large.svg")[1])
        before = server.memory
        readers = [self.open(server, "/documents/large.svg", "127.0.1.1") for _ in range(200)]
        for reader in readers:
            self.assertEqual(reader.recv(12), b"HTTP/1.1 200")
        # Its own copy for each would be 200 times the size, which is some MiB.
        self.assertLess(server.memory - before, 10 * size + 40 * MEBIBYTE)
        for reader in readers:
            reader.close()

    def test_FA66_beyond_the_total_slow_readers_are_cut_and_others_get_their_file(self):
        server = Server(
            *("--edits-per-second", "10000", "--connections-per-address", "300"),
            *("--outbound-mebibytes", "8", "--opens-per-address", "10000"),
        )
        self.addCleanup(server.close)
        member = fill(server, "large", 20_000)
        size = len(server.ask("/documents/large.svg")[1])
        before = server.memory
        readers = []
        honest = self.open(server, "/documents/large.svg", "127.0.2.2")
        got = 0
        for number in range(40):
            # Another revision, so that no two share a copy.
            member.edit({"type": "move", "ids": [f"{member.client}.1"], "dx": 1, "dy": 0})
            readers.append(self.open(server, "/documents/large.svg", f"127.0.1.{number + 1}"))
            got += len(honest.recv(8_192))
            time.sleep(0.1)
        self.assertLess(server.memory - before, 8 * MEBIBYTE + 3 * size + 60 * MEBIBYTE)
        # 20 KB/s: it is slow, and it gets all of it.
        while part := honest.recv(32_768):
            got += len(part)
        self.assertGreater(got, size)
        answers = [read_all(reader) for reader in readers]
        cut = sum(1 for answer in answers if len(answer) < size)
        self.assertGreater(cut, 20)
        self.assertEqual(member.add()["type"], "edit")

    def test_FA66_an_address_that_reads_many_files_leaves_room_for_others(self):
        server = Server(
            *("--edits-per-second", "10000", "--connections-per-address", "300"),
            *("--outbound-mebibytes", "32", "--opens-per-address", "10000"),
        )
        self.addCleanup(server.close)
        member = fill(server, "large", 20_000)
        size = len(server.ask("/documents/large.svg")[1])
        readers, refused = [], 0
        for _ in range(40):
            # Another revision, so that no two share a copy.
            member.edit({"type": "move", "ids": [f"{member.client}.1"], "dx": 1, "dy": 0})
            reader = self.open(server, "/documents/large.svg", "127.0.1.1")
            refused += reader.recv(12) == b"HTTP/1.1 429"
            readers.append(reader)
        # An eighth of 32 MiB, in files of some 1.6 MiB.
        self.assertEqual(40 - refused, 4 * MEBIBYTE // size)
        status, body = server.ask("/documents/large.svg")
        self.assertEqual((status, len(body) >= size), (200, True))
        # The file that the others had to wait for comes when one of theirs is read.
        self.assertGreater(len(read_all(readers[0])), size - 12)
        self.assertTrue(until(lambda: self.reads(server, size)))

    def reads(self, server: Server, size: int) -> bool:
        return len(read_all(self.open(server, "/documents/large.svg", "127.0.1.1"))) >= size

    def test_FA66_a_reader_of_20_KB_a_second_gets_its_file_whole(self):
        server = Server("--edits-per-second", "10000")
        self.addCleanup(server.close)
        fill(server, "large", 4_000)
        size = len(server.ask("/documents/large.svg")[1])
        reader = self.open(server, "/documents/large.svg", "127.0.1.1")
        got, start = 0, time.monotonic()
        while part := reader.recv(2_048):
            got += len(part)
            time.sleep(max(0, start + got / 20_000 - time.monotonic()))
        self.assertGreater(got, size)


if __name__ == "__main__":
    unittest.main()
