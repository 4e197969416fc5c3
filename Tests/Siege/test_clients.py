"""Keys that are made in a loop: they use nothing up for good."""

import os
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from house import Closed, Server

MEBIBYTE = 1 << 20
# So many hellos; a debug build takes a tenth of them.
HELLOS = 200_000 if os.environ.get("EMOJIART_PROGRAMS") else 20_000


class Clients(unittest.TestCase):
    def token(self, server: Server, role: str) -> str:
        return server.tool(
            *("token", "--secret", str(server.folder / "secret"), "--role", role),
            *("--documents", "room", "--user", role),
        ).strip()

    def start(self) -> Server:
        server = Server("--opens-per-address", "1000000", "--connections-per-address", "10000")
        self.addCleanup(server.close)
        server.stop()
        server.tool("token", "--new-secret", str(server.folder / "secret"))
        server.options += ("--token-secret", str(server.folder / "secret"))
        server.start()
        return server

    def say_hello(self, server: Server, token: str, count: int) -> None:
        for _ in range(count):
            server.join("room", token=token).reset()

    def test_SY20_200000_hellos_lock_nobody_out_and_take_no_memory(self):
        server = self.start()
        editor, viewer = self.token(server, "editor"), self.token(server, "viewer")
        owner = server.join("room", token=editor)
        owner.add()
        self.say_hello(server, viewer, 500)
        before = server.memory
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda token: self.say_hello(server, token, HELLOS // 2), [editor, viewer]))
        self.assertLess(server.memory - before, 30 * MEBIBYTE)
        newcomer = server.join("room", token=editor)
        self.assertEqual(newcomer.add()["type"], "edit")
        self.assertEqual(server.join("room", token=viewer).client, None)

    def test_SY20_keys_that_edit_are_limited_by_address_and_user(self):
        server = Server("--opens-per-address", "100000", "--connections-per-address", "50")
        self.addCleanup(server.close)
        codes = []
        for _ in range(150):
            member = server.join("room")
            try:
                member.add()
            except Closed as closed:
                codes.append((closed.code, closed.reason.partition(",")[0]))
            member.close()
        self.assertGreater(len(codes), 20)
        self.assertEqual(set(codes), {(1013, "overloaded: too many new clients of yours")})
        other = server.join("room", source="127.0.5.5")
        self.assertEqual(other.add()["type"], "edit")


if __name__ == "__main__":
    unittest.main()
