"""The servers that trust.py compares: how each is started, and how its clients are spoken to.

A client is a program that reads and prints JSON lines:

    {"add": "w0-1"}             in    add an item with this mark
    {"read": true}              in    print the items
    {"ready": true}             out   it is connected and has the document
    {"seen": ["w0-1"]}          out   items that another client added, as soon as a user would see them
    {"acknowledged": ["w0-1"]}  out   items of its own that the server has confirmed
    {"items": ["w0-1"]}         out   all marks of its replica, in order
    {"added": ["w0-1"]}         out   marks to append to the items that were printed last
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "adapters"


class Adapter:
    """A peer whose server and client are the two parts of one program in `adapters`."""

    def __init__(self, program: str, *settings: str):
        self.program, self.settings = program, settings

    @property
    def interpreter(self) -> str:
        return sys.executable if self.program.endswith(".py") else "node"

    def server(self, port: int, folder: Path) -> list[str]:
        data = str(folder / "data")
        return [self.interpreter, str(HERE / self.program), "server", str(port), data, *self.settings]

    def client(self, role: str, port: int, folder: Path, room: str) -> list[str]:
        return [self.interpreter, str(HERE / self.program), "client", str(port), role, room]

    def is_ready_at_once(self, role: str) -> bool:
        return False

    def encode(self, role: str, message: dict) -> dict | None:
        """The line that a client reads for a message; None if it knows none."""
        return message

    def decode(self, line: dict) -> list[dict]:
        """The events in a line that a client prints."""
        return [line]


class YWebsocket(Adapter):
    """y-websocket, whose server is a program of its package and takes its settings as variables."""

    def server(self, port: int, folder: Path) -> list[str]:
        settings = ["HOST=127.0.0.1", f"PORT={port}", f"YPERSISTENCE={folder / 'data/leveldb'}"]
        return ["env", *settings, str(HERE / "node_modules/.bin/y-websocket")]


class EmojiArt(Adapter):
    """This project: the server with its settings as they are, and the client for scripts."""

    def __init__(self, programs: Path):
        self.programs = programs

    def server(self, port: int, folder: Path) -> list[str]:
        return [
            *(str(self.programs / "emojiart-server"), "serve"),
            *("--listen", f"127.0.0.1:{port}", "--data", str(folder / "data")),
        ]

    def client(self, role: str, port: int, folder: Path, room: str) -> list[str]:
        command = ["edit", "--json", "--timeout", "0"] if role == "writer" else ["watch"]
        url = f"ws://127.0.0.1:{port}/documents/{room}"
        return [str(self.programs / "emojiart"), *command, url, "--state", str(folder / "state")]

    def is_ready_at_once(self, role: str) -> bool:
        # `edit` prints nothing before its first answer, and queues what it reads.
        return role == "writer"

    def encode(self, role: str, message: dict) -> dict | None:
        if "add" not in message:
            return None
        writer, count = message["add"][1:].split("-")
        emoji = {"text": "🚲", "x": int(count), "y": int(writer), "size": 40}
        return {"type": "add", "emojis": [emoji], "ref": message["add"]}

    def decode(self, line: dict) -> list[dict]:
        def marks(emojis):
            return [f"w{emoji['y']}-{emoji['x']}" for emoji in emojis]

        match line["type"]:
            case "ack":
                return [{"acknowledged": [line["ref"]]}]
            case "state":
                return [{"items": marks(line["emojis"]), "ready": True}]
            case "edit" if line["operation"]["type"] == "add":
                added = marks(line["operation"]["emojis"])
                return [{"seen": added, "added": added}]
        return []


# By the names that the command takes. A function of the folder of this project's programs.
PEERS = {
    "emojiart": EmojiArt,
    "nats": lambda _: Adapter("jetstream.py"),
    "hocuspocus": lambda _: Adapter("hocuspocus.mjs"),
    "hocuspocus-at-once": lambda _: Adapter("hocuspocus.mjs", "0"),
    "y-websocket": lambda _: YWebsocket("y-websocket.mjs"),
    "tldraw-interval": lambda _: Adapter("tldraw.mjs", "2000"),
    "tldraw-each-change": lambda _: Adapter("tldraw.mjs", "0"),
    "sharedb": lambda _: Adapter("sharedb.mjs"),
}
