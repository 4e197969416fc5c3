"""Requests that no honest client sends: what they cost, and what answers them."""

import unittest

from house import Server, read_all, until


class Heads(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def test_FA61_a_length_that_is_no_number_is_hung_up_on_and_costs_nothing(self):
        lengths = ["abc", "-1", "5, 6", "+5", "0x10", "1e9", "18446744073709551616"]
        heads = [
            f"{method} /documents HTTP/1.1\r\nHost: HOST\r\nContent-Length: {length}\r\n\r\n0123456789"
            for method in ["GET", "PUT", "POST", "DELETE"]
            for length in lengths
        ]
        before = self.server.processor_seconds
        for head in heads:
            self.assertEqual(self.server.send(head), b"", head)
        self.assertLess(self.server.processor_seconds - before, 0.5)

    def test_FA61_a_body_without_a_length_is_answered_and_costs_nothing(self):
        before = self.server.processor_seconds
        for method in ["PUT", "POST"]:
            head = f"{method} /documents/picnic/background HTTP/1.1\r\nHost: HOST\r\n\r\n0123456789"
            connections = [self.server.connect() for _ in range(5)]
            for connection in connections:
                connection.sendall(head.replace("HOST", self.server.host).encode())
            for connection in connections:
                self.assertIn(read_all(connection)[:12], [b"HTTP/1.1 411", b"HTTP/1.1 405"])
        self.assertLess(self.server.processor_seconds - before, 0.5)

    def test_FA61_another_version_of_HTTP_is_answered_505(self):
        for version in ["HTTP/9.9", "HTTP/0.9", "HTTP/2.0", "HTTP/1.10"]:
            answer = self.server.send(f"GET /healthz {version}\r\nHost: HOST\r\n\r\n")
            self.assertIn(answer[:12], [b"HTTP/1.1 505", b""], version)

    def test_FA61_a_large_head_is_answered_431_and_a_usual_one_is_read(self):
        cookie = "a" * 7_000
        self.assertEqual(self.server.ask("/healthz", headers={"Cookie": cookie})[0], 200)
        cookie = "a" * 9_000
        status, body = self.server.ask("/healthz", headers={"Cookie": cookie})
        self.assertEqual(status, 431)
        self.assertIn(b"head is too large", body)
