"""NATS JetStream with its file store: a stream is the document, a message is an edit.

    jetstream.py server PORT FOLDER      jetstream.py client PORT ROLE ROOM

The server is Debian's nats-server; the client is nats-py.
"""

import asyncio
import json
import os
import sys
from pathlib import Path


def run_server(port: str, folder: str) -> None:
    file = Path(folder) / "nats.conf"
    file.write_text(f'listen: "127.0.0.1:{port}"\njetstream {{ store_dir: "{folder}/jetstream" }}\n')
    os.execvp("nats-server", ["nats-server", "-c", str(file)])


def show(event: dict) -> None:
    print(json.dumps(event), flush=True)


class Client:
    """Publishes marks with their ids, or follows the stream."""

    def __init__(self, connection):
        self.connection = connection
        self.stream = connection.jetstream(timeout=2)
        self.tasks = set()

    async def prepare(self) -> None:
        """Waits for JetStream, and creates the stream if it is not there."""
        for attempt in range(100):
            try:
                await self.stream.add_stream(name="TRUST", subjects=["trust.>"], duplicate_window=120)
                return
            except Exception:
                if attempt == 99:
                    raise
                await asyncio.sleep(0.05)

    async def observe(self) -> None:
        async def seen(message):
            show({"seen": [message.data.decode()]})

        await self.stream.subscribe("trust.>", cb=seen, deliver_policy="all")

    async def add(self, mark: str) -> None:
        # As often as it takes: the id of the message lets the server drop copies.
        while True:
            try:
                await self.stream.publish("trust.edit", mark.encode(), headers={"Nats-Msg-Id": mark})
                return show({"acknowledged": [mark]})
            except Exception:
                await asyncio.sleep(0.3)

    async def items(self) -> None:
        state = (await self.stream.stream_info("TRUST")).state
        messages = [
            await self.stream.get_msg("TRUST", number)
            for number in range(state.first_seq, state.last_seq + 1)
            if state.messages
        ]
        show({"items": [message.data.decode() for message in messages]})

    def start(self, work) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def run_client(port: str, role: str, _room: str) -> None:
    import nats

    async def ignore(_):
        pass

    client = Client(
        await nats.connect(
            f"nats://127.0.0.1:{port}",
            error_cb=ignore,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.5,
        )
    )
    await client.prepare()
    if role == "observer":
        await client.observe()
    show({"ready": True})
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async for line in reader:
        message = json.loads(line)
        if "add" in message:
            client.start(client.add(message["add"]))
        if "read" in message:
            client.start(client.items())


if __name__ == "__main__":
    part, *arguments = sys.argv[1:]
    if part == "server":
        run_server(*arguments)
    else:
        asyncio.run(run_client(*arguments))
