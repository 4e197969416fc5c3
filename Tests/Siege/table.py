#!/usr/bin/env python3
"""The table of the siege: all that a client can ask for, its limits, and an attack on each.

    table.py     prints the table, as SECURITY.md has it
"""

import base64
import hashlib
import itertools
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from house import ROOT, Closed, Member, Server, new_key
from test_pictures import data_url, png

HEADING = "## Limits of requests and messages"
# The address of all attackers.
SOURCE = "127.0.6.6"
SOURCES = [
    "EmojiArt/Limits", "WebSockets/ConnectionLimits", "Sync/Snapshots",
    "Operations/Configuration/ServerOptions", "Hosting/HostingOptions", "Hosting/Answers",
    "Hosting/History/PastQueue", "Hosting/History/EditRange",
]


def value(name: str) -> int:
    """The figure of a constant, or of an option's default, in the sources."""
    texts = [(ROOT / f"Sources/{path}.swift").read_text() for path in SOURCES]
    pattern = rf"\b(?:var|let) {name}(?:: \w+)? = (?:limit\()?([\d_]+)(?:$|,)"
    found = {int(figure) for text in texts for figure in re.findall(pattern, text, re.MULTILINE)}
    if len(found) != 1:
        raise ValueError(f"{name} has {len(found)} values in the sources")
    return found.pop()


def figure(name: str) -> str:
    return f"{value(name):,}"


def mebibytes(name: str) -> str:
    return f"{value(name) >> 20} MiB"


# MARK: Attacks

# Emojis of the large document, whose first client the tests are.
IDS = [f"1.{number}" for number in range(1, 1 + value("idsMax"))]
PICTURE = png(1_000, 1_000)
IMAGE = PICTURE + bytes(value("imageBytesMax") - len(PICTURE) - 32)
URLS = [data_url("png", png(side, side) + bytes(44_000)) for side in (4, 8)]
# Messages that are sent before an answer is waited for.
BATCH = 20


def request(server: Server, token: str, method: str, path: str) -> None:
    # No two images are the same.
    body = IMAGE + new_key().encode() if method == "PUT" else b""
    headers = {"Authorization": f"Bearer {token}"}
    server.ask(path, method, headers, body, SOURCE)


def ask(is_over, server: Server, token: str, *requests: str) -> None:
    """Sends requests in turn."""
    for text in itertools.cycle(requests):
        if is_over.is_set():
            return
        try:
            request(server, token, *text.split())
        except OSError:
            pass


def browse(is_over, server: Server, token: str) -> None:
    """Asks for the files of the page."""
    paths = sorted(set(re.findall(r'"(/web/[^"]+)"', server.ask("/")[1].decode())))
    ask(is_over, server, token, *(f"GET {path}" for path in paths))


def join(is_over, server: Server, token: str, act=None, joins=True, stays=False, name="") -> None:
    """Joins and acts, in a loop; a member that stays acts until it is closed."""
    while not is_over.is_set():
        try:
            document = name or "large"
            member = server.join(document, token=token, source=SOURCE, joins=joins)
            while act and not is_over.is_set():
                act(member)
                if not stays:
                    break
            member.reset()
        except (Closed, OSError):
            pass


def connect(is_over, server: Server, token: str) -> None:
    join(is_over, server, token, joins=False)


def reread(is_over, server: Server, token: str, path: str) -> None:
    """Asks for a file of which each revision is another one."""

    def act(member):
        member.edit({"type": "move", "ids": IDS[:1], "dx": member.seq % 2 * 2 - 1, "dy": 0})
        request(server, token, "GET", path)

    join(is_over, server, token, act, stays=True)


def delete(is_over, server: Server, token: str) -> None:
    """Makes a document and deletes it."""
    name = new_key()

    def act(member):
        member.add(400)
        request(server, token, "DELETE", f"/documents/{name}")

    join(is_over, server, token, act, name=name)


def say(is_over, server: Server, token: str, *messages: dict, stays=True) -> None:
    """Sends messages, and waits for a pong now and then."""

    def act(member):
        for message in messages * BATCH:
            member.send(message | ({"token": token} if message["type"] == "token" else {}))
        member.send({"type": "ping", "number": 0})
        member.expect("pong")

    join(is_over, server, token, act, stays=stays)


def resync(is_over, server: Server, token: str) -> None:
    """Asks for one snapshot and joins again: the next would come a second later."""

    def act(member):
        for message in ({"type": "resync", "revision": 1}, {"type": "ping", "number": 1}):
            while not member.expect("snapshot")["last"]:
                pass
            member.send(message)

    join(is_over, server, token, act)


def add(is_over, server: Server, token: str) -> None:
    join(is_over, server, token, lambda member: member.add(400), stays=True)


def is_answer(message: dict, member: Member) -> bool:
    is_own = message["type"] != "edit" or message["client"] == member.client
    return is_own and message.get("seq", 0) >= member.seq


def edit(is_over, server: Server, token: str, *operations: dict) -> None:
    """Makes edits in turn, and waits for an answer now and then."""

    def act(member):
        for operation in operations * (BATCH // len(operations)):
            member.seq += 1
            mark = f"{member.seq:016x}"
            member.send({"type": "edit", "seq": member.seq, "mark": mark, "operation": operation})
        # A snapshot in place of edits has the answer as well.
        while not is_answer(member.read(), member):
            pass

    join(is_over, server, token, act, stays=True)


def moves(*fields: dict) -> list[dict]:
    return [{"ids": IDS} | each for each in fields]


MOVE = moves({"type": "move", "dx": 1, "dy": 1}, {"type": "move", "dx": -1, "dy": -1})
UNDO, REDO = {"type": "undo"}, {"type": "redo"}
PRESENCE = {"type": "presence", "selection": IDS, "gesture": MOVE[0]}

# MARK: The table


@dataclass(frozen=True)
class Row:
    # The case of `Route` and the method, or the message, as the sources name it.
    key: str
    # The request or message as SECURITY.md has it.
    name: str
    limit: str
    # The client, thing or server that the limit counts for.
    counts: str
    beyond: str
    attack: Callable
    # The rest of the attack's arguments.
    what: tuple = ()

    @property
    def source(self) -> str:
        """The key without what the sources do not name."""
        return self.key.removesuffix(" at")


OPENS = f"{figure('opensPerAddress')} connections/s (`opens-per-address`)", "address"
OUTPUT = (
    f"{mebibytes('sharedOutputPerSecond')}/s after {mebibytes('sharedOutputBurst')}", "address"
)
PAST = f"{figure('runningMax')} rebuilt at a time, {figure('waitingMax')} wait", "server"
MESSAGES = f"{figure('messagesPerSecond')}/s (`messages-per-second`)", "connection"
MANY = "refused `too_many`"
LATER = "read later"
MANY_IDS = f"{figure('idsMax')} ids", "edit", MANY
STEPS = f"{figure('undoStepsMax')} steps, of {figure('undoItemsMax')} emojis together", "client"
LARGE = "/documents/large"


def page(key: str, path: str, *what: str) -> Row:
    """A request that costs little."""
    return Row(key, f"`GET {path}`", *OPENS, "429", ask, what or (f"GET {path}",))


ROUTES = [
    page("home GET", "/"),
    page("canvas GET", "/canvas/NAME", "GET /canvas/large"),
    Row("file GET", "`GET /web/FILE`", *OPENS, "429", browse),
    page("health GET", "/healthz"),
    page("readiness GET", "/readyz"),
    Row(
        "list GET", "`GET /documents`",
        f"one made at a time, then a pause {figure('pauseFactor')} times as long", "server",
        "waits; one answer for all that wait", ask, ("GET /documents",),
    ),
    page("document GET", "/documents/NAME", f"GET {LARGE}"),
    Row(
        "document upgrade", "WebSocket without `hello`",
        f"{figure('connectionsSilent')} (`connections-silent`)", "server",
        "the oldest is closed 4408, or the new one 1013", connect,
    ),
    Row(
        "document POST", "`POST /documents/NAME`", *OPENS, "429", ask,
        (f"POST {LARGE}?name=other", "POST /documents/other?name=large"),
    ),
    Row("document DELETE", "`DELETE /documents/NAME`", *OPENS, "429", delete),
    *(
        Row(
            f"export.{ending} GET", f"`GET /documents/NAME.{ending}`", *OUTPUT,
            "the rest waits", reread, (f"{LARGE}.{ending}",),
        )
        for ending in ("emojiart", "svg")
    ),
    Row(
        "export.svg GET at", "both with `?at=WHEN`", *PAST, "503", ask,
        tuple(f"GET {LARGE}.svg?at={revision}" for revision in range(1, 14)),
    ),
    Row(
        "snapshot GET", "`GET /documents/NAME.snapshot`", *PAST, "503", reread,
        (f"{LARGE}.snapshot",),
    ),
    Row(
        "snapshot GET at", "the same with `?at=WHEN`", *PAST, "503", ask,
        tuple(f"GET {LARGE}.snapshot?at={revision}" for revision in range(1, 14)),
    ),
    page("history GET", "/documents/NAME/history", f"GET {LARGE}/history"),
    Row(
        "edits GET", "`GET /documents/NAME/edits`",
        f"{figure('limitMax')} edits or {mebibytes('bytesMax')}; {OUTPUT[0]}", "answer; address",
        "left for the next request; the rest waits", ask, (f"GET {LARGE}/edits",),
    ),
    Row(
        "background PUT", "`PUT /documents/NAME/background`",
        f"{figure('uploadsMax')} at a time; {figure('uploadsPerAddressMax')} at a time, "
        f"{mebibytes('sharedUploadPerSecond')}/s; {mebibytes('imageBytesMax')}",
        "server; address; image", "503; 503; 413", ask,
        (f"PUT {LARGE}/background",),
    ),
    Row(
        "image GET", "`GET /documents/NAME/background/DIGEST`", *OUTPUT, "the rest waits", ask,
        (f"GET {LARGE}/background/{hashlib.sha256(IMAGE).hexdigest()}",),
    ),
    page("nil GET", "/ANYTHING", "GET /anything"),
]

MESSAGE_ROWS = [
    Row(
        "hello", "`hello`", f"{OPENS[0]}; {figure('membersMax')} members (`members`)",
        "address; document", "closed 1013; closed 4413", join,
    ),
    Row(
        "presence", "`presence`", f"{figure('presencePerSecond')}/s (`presence-per-second`); "
        f"{mebibytes('presenceBytesPerSecond')}/s to all members", "connection; document",
        f"{LATER}; announced less often", say, (PRESENCE, PRESENCE | {"gesture": MOVE[1]}),
    ),
    Row(
        "resync", "`resync`", f"{figure('resyncsMax')} snapshots a minute", "connection",
        "closed 4414", resync,
    ),
    Row("ping", "`ping`", *MESSAGES, LATER, say, ({"type": "ping", "number": 1},)),
    Row("token", "`token`", *MESSAGES, LATER, say, ({"type": "token"},)),
    Row("other", "another message", "none", "connection", "closed 4400", say, ({"type": "x"},)),
    Row(
        "edit", "`edit` of another operation",
        f"{figure('editsPerSecond')}/s (`edits-per-second`)", "connection",
        f"{LATER}; each is refused `unknown_operation`", edit, ({"type": "x"},),
    ),
    Row(
        "edit add", "`edit`: `add`",
        f"{figure('addedEmojisMax')} emojis; {figure('emojisMax')} emojis", "edit; document",
        f"{MANY}; refused `document_full`", add,
    ),
    Row("edit move", "`edit`: `move`", *MANY_IDS, edit, tuple(MOVE)),
    Row(
        "edit scale", "`edit`: `scale`", *MANY_IDS, edit,
        tuple(moves({"type": "scale", "factor": 2}, {"type": "scale", "factor": 0.5})),
    ),
    Row(
        "edit delete", "`edit`: `delete`", *MANY_IDS, edit, (*moves({"type": "delete"}), UNDO),
    ),
    Row(
        "edit arrange", "`edit`: `arrange`",
        f"{MANY_IDS[0]}, {figure('itemsMax')} z keys", "edit", MANY, edit,
        tuple(moves(*({"type": "arrange", "to": to} for to in ("front", "forward", "back")))),
    ),
    Row(
        "edit background", "`edit`: `background`", f"{figure('backgroundBytesMax')} bytes",
        "edit", "refused `bad_background`", edit,
        tuple({"type": "background", "url": url} for url in URLS),
    ),
    Row(
        "edit canvas", "`edit`: `canvas`", f"sides of {figure('canvasSideMax')} units", "edit",
        "refused `out_of_range`", edit,
        tuple({"type": "canvas", "width": side, "height": side} for side in (1_000, 2_000)),
    ),
    Row(
        "edit undo", "`edit`: `undo`", *STEPS,
        "the oldest are dropped; then refused `nothing_to_undo`", edit, (MOVE[0], UNDO),
    ),
    Row(
        "edit redo", "`edit`: `redo`", *STEPS,
        "the oldest are dropped; then refused `nothing_to_redo`", edit,
        (MOVE[0], UNDO, REDO, UNDO),
    ),
    Row(
        "edit revert", "`edit`: `revert`", *PAST, "closed 1013", edit,
        tuple({"type": "revert", "revision": revision} for revision in (1, 13)),
    ),
]

TABLE = ROUTES + MESSAGE_ROWS


INTRODUCTION = """
The figures are the defaults. A name in code is the option that changes its figure. A burst may be
twice a rate, of KiB four times. A test attacks each row in a loop while other members edit.
`Tests/Siege/table.py` prints this section. These limits hold for all rows:
"""
FOR_ALL = [
    f"""
    An address may have {figure("connectionsPerAddress")} connections (`connections-per-address`).
    Beyond its limits a request gets 429 and a WebSocket is closed 1013; beyond ten times of them
    both are disconnected.
    """,
    f"""
    A connection may send {figure("messagesPerSecond")} messages (`messages-per-second`),
    {figure("editsPerSecond")} edits (`edits-per-second`) and {figure("kibibytesPerSecond")} KiB
    (`kibibytes-per-second`) a second. The rest is read later.
    """,
    f"""
    The messages of an address, or of a user, may take {value("sharedWorkPerSecond") // 1_000} ms
    of an event loop a second. The rest waits.
    """,
    f"""
    A client may have {figure("unansweredEditsMax")} unanswered edits; one more closes 4412. Edits
    of a frozen document are not kept, and do not count.
    """,
    f"""
    When {figure("outboundMebibytes")} MiB (`outbound-mebibytes`) wait for all readers, large
    answers are 503 and the slowest readers are cut.
    """,
    f"""
    A document may take {figure("documentMebibytes")} MiB of the disk (`document-mebibytes`), and
    all that one user created {figure("userMebibytes")} MiB (`user-mebibytes`). Beyond that, edits
    are refused `quota_exceeded` and images get 413.
    """,
    f"""
    There may be {figure("documents")} documents (`documents`), {figure("documentsPerUser")} of one
    user (`documents-per-user`). Beyond that, a join that would create one is closed 4404.
    """,
    f"""
    While less than {figure("diskReserveMebibytes")} MiB of the disk are free
    (`disk-reserve-mebibytes`), edits wait at their clients.
    """,
    """
    An address that sent 50 tokens without a valid signature gets 429 or is closed 1013, until a
    second has passed for each further one.
    """,
]


def wrapped(text: str, bullet: str = "") -> list[str]:
    indent = " " * len(bullet)
    text = bullet + " ".join(text.split())
    return textwrap.wrap(text, 120, subsequent_indent=indent, break_on_hyphens=False)


def markdown() -> str:
    """The section of SECURITY.md, from its heading to the next one."""
    items = [line for text in FOR_ALL for line in wrapped(text, "- ")]
    cells = [
        ("request or message", "limit", "counted for", "beyond it"), ("---",) * 4,
        *((row.name, row.limit, row.counts, row.beyond) for row in TABLE),
    ]
    rows = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([HEADING, "", *wrapped(INTRODUCTION), "", *items, "", *rows, ""])


if __name__ == "__main__":
    print(markdown())
