"""Members without a browser, as many as a test wants: each moves its cursor all the time."""

import asyncio
import json
import math
import threading

from websockets.asyncio.client import connect

# Seconds between two moves of a member.
PACE = 0.5
# Pixels from the middle to the furthest cursor.
RADIUS = 200


# Members that join at a time: the server waits for a hello no longer than 5 seconds.
DOOR = 20


class Crowd:
    """They are all there when it is entered, and have gone when it is left."""

    def __init__(self, url, count):
        self.url = url
        self.count = count
        self.joined = 0
        self.is_full = threading.Event()

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.leaving = asyncio.Event()
        self.door = asyncio.Semaphore(DOOR)
        self.thread = threading.Thread(target=lambda: self.loop.run_until_complete(self.meet()))
        self.thread.start()
        assert self.is_full.wait(timeout=120), f"{self.joined} of {self.count} have joined"
        return self

    def __exit__(self, *failure):
        self.loop.call_soon_threadsafe(self.leaving.set)
        self.thread.join()
        self.loop.close()

    async def meet(self):
        """All of them, until they leave."""
        async with asyncio.TaskGroup() as group:
            for number in range(self.count):
                group.create_task(self.member(group, number))

    async def member(self, group, number):
        """One of them: goes in, and moves once all others are there."""
        async with self.door:
            socket = await connect(
                self.url, subprotocols=["emojiart.v1"], compression=None, ping_interval=None
            )
            await socket.send(json.dumps({"type": "hello", "name": f"Guest {number}"}))
            await socket.recv()
        group.create_task(drain(socket))
        self.joined += 1
        if self.joined == self.count:
            self.is_full.set()
        async with socket:
            step = 0
            while not self.leaving.is_set():
                if self.is_full.is_set():
                    cursor = self.place(number, step)
                    await socket.send(json.dumps({"type": "presence", "cursor": cursor}))
                    step += 1
                try:
                    await asyncio.wait_for(self.leaving.wait(), PACE)
                except TimeoutError:
                    continue

    def place(self, number, step):
        """Where a member points: all go round in a spiral's arm."""
        angle = 2.4 * number + 0.2 * step
        radius = RADIUS * math.sqrt((number + 1) / self.count)
        return {"x": round(radius * math.cos(angle)), "y": round(radius * math.sin(angle))}


async def drain(socket):
    """Reads whatever comes, so that the server does not wait."""
    async for _ in socket:
        continue
