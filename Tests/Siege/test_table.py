"""The table of the siege: it is complete, SECURITY.md prints it, and each row is attacked."""

import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from house import ROOT, Crowd, Pair, Server, programs, slowness
from table import HEADING, IMAGE, TABLE, Row, markdown

MEBIBYTE = 1 << 20
ATTACKERS = 10
EMOJIS = 5_000
SECONDS = 3


def found(pattern: str, path: str, start: str, end: str) -> list:
    """What a pattern matches in the part of a Swift file from `start` to `end`."""
    text = (ROOT / f"Sources/{path}.swift").read_text()
    return re.findall(pattern, text.split(start, 1)[1].split(end, 1)[0])


def routes() -> set[str]:
    """The cases of `Route` with their methods; HEAD is the head of a GET."""
    path = "Hosting/Route"
    cases = found(r"case (\w+)", path, "enum Route", "init?")
    endings = found(r"case (\w+)", "Hosting/DocumentFormat", "enum DocumentFormat", "///")
    own = {
        case: methods
        for some, methods in found(r"case (.+): \[(.+)\]", path, "var methods", "\n    }\n")
        for case in re.findall(r"\w+", some)
    }
    (reading,) = found(r"= \[(.+)\]", path, "static let readingMethods", "\n}")
    sockets = found(r"case \.(\w+)", path, "var socket", "\n    }\n")
    return {f"{case} upgrade" for case in sockets} | {
        f"{name} {method.upper()}"
        for case in (*cases, "nil")
        for name in ([f"export.{ending}" for ending in endings] if case == "export" else [case])
        for method in re.findall(r"\w+", own.get(case, reading))
        if method != "head"
    }


def messages() -> set[str]:
    """The types of messages that the decoder knows, and of operations."""
    path = "Wire/MessageDecoder"
    types = found(r'case "(\w+)"', path, "func clientMessage", "func serverMessage")
    path = "Wire/Operation+Decode"
    walks = set(found(r'name == "(\w+)"', path, "func request(", "walkKeys:"))
    operations = found(r'\("(\w+)"', path, "let operationKeys:", "let newEmojiKeys")
    return {*types, "other"} | {f"edit {operation}" for operation in (*walks, *operations)}


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="siege-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.secret = str(cls.folder / "secret")
        command = [programs() / "emojiart-server", "token", "--new-secret", cls.secret]
        subprocess.run(command, check=True, capture_output=True)

    def test_FA86_each_route_and_message_has_a_row(self):
        self.assertEqual({row.source for row in TABLE}, routes() | messages())
        self.assertEqual(len({row.key for row in TABLE}), len(TABLE))
        pattern = r"\.limit\([^)]*\)\s*\)\s*(?:package )?var (\w+)"
        limits = [
            name
            for file in ("Hosting/HostingOptions", "Operations/Configuration/ServerOptions")
            for name in found(pattern, file, "struct", "\n}")
        ]
        options = [re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name) for name in limits]
        named = set(re.findall(r"\(`([a-z-]+)`\)", markdown()))
        self.assertEqual(named - set(options), set())

    def test_FA86_SECURITY_prints_the_table(self):
        page = (ROOT / "SECURITY.md").read_text()
        self.assertIn(HEADING, page)
        section = HEADING + page.split(HEADING)[1].split("\n## ")[0] + "\n"
        self.assertEqual(section.strip(), markdown().strip())

    def start(self) -> tuple[Server, dict[str, str]]:
        """A server with a large document and an image, and tokens of two users."""
        server = Server("--token-secret", self.secret)
        self.addCleanup(server.close)
        tokens = {
            user: server.tool(
                *("token", "--secret", self.secret, "--documents", "*"),
                *("--role", "owner", "--user", user),
            ).strip()
            for user in ("honest", "attacker")
        }
        member = server.join("large", token=tokens["honest"])
        for _ in range(EMOJIS // 400 + 1):
            member.add(400)
        member.close()
        headers = {"Authorization": f"Bearer {tokens['honest']}"}
        path = "/documents/large/background"
        self.assertEqual(server.ask(path, "PUT", headers, IMAGE)[0], 201)
        return server, tokens

    def attack(self, row: Row) -> None:
        """The p99 of an honest pair, beside one of a process that nobody attacks."""
        (server, tokens), (control, control_tokens) = self.start(), self.start()
        memory, work = server.memory, server.processor_seconds
        crowd = Crowd(ATTACKERS, row.attack, server, tokens["attacker"], *row.what)
        # Also when a member of a pair fails: Python waits for the crowd when it exits.
        self.addCleanup(crowd.end)
        pair = Pair(server, token=tokens["honest"])
        beside = Pair(control, token=control_tokens["honest"])
        time.sleep(SECONDS)
        is_attacked = crowd.process.is_alive()
        p99, control_p99 = pair.end(), beside.end()
        crowd.end()
        growth = (server.memory - memory) / MEBIBYTE
        print(
            f"  {row.key}: {p99 * 1000:.1f} ms, control {control_p99 * 1000:.1f} ms,"
            f" CPU {server.processor_seconds - work:.2f} s, memory {growth:+.0f} MiB",
            flush=True,
        )
        self.assertTrue(is_attacked)
        self.assertEqual(server.ask("/healthz")[0], 200)
        self.assertLess(growth, 200)
        self.assertLess(p99, max(2 * control_p99, 0.1 * slowness()))


for one in TABLE:
    setattr(
        Table,
        f"test_FA86_{re.sub(r'[^a-zA-Z]', '_', one.key)}",
        lambda self, row=one: self.attack(row),
    )


if __name__ == "__main__":
    unittest.main()
