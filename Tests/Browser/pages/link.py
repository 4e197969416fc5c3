"""A slow link to a server: a proxy through which bytes take their time."""

import asyncio
import contextlib
import threading


class Link:
    """Has a round trip of so many seconds, and so many bytes a second in each direction.

    It leads to `server`, a port.
    """

    server = 0

    def __init__(self, round_trip, rate):
        self.delay = round_trip / 2
        self.rate = rate
        self.received = 0

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        # When each direction is free again.
        self.free = {"up": 0.0, "down": 0.0}
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        listening = asyncio.start_server(self.join, "127.0.0.1", 0)
        self.listener = asyncio.run_coroutine_threadsafe(listening, self.loop).result()
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def end(self):
        """Closes all that is open."""
        self.listener.close()
        carrying = asyncio.all_tasks() - {asyncio.current_task()}
        for task in carrying:
            task.cancel()
        await asyncio.gather(*carrying, return_exceptions=True)

    def __exit__(self, *failure):
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def join(self, reader, writer):
        """A connection: the browser knows of it after a round trip."""
        await asyncio.sleep(2 * self.delay)
        there, back = await asyncio.open_connection("127.0.0.1", self.server)
        ways = self.carry(reader, back, "up"), self.carry(there, writer, "down")
        with contextlib.suppress(asyncio.CancelledError, OSError):
            await asyncio.gather(*ways)

    async def carry(self, reader, writer, direction):
        """Brings what comes to the other end, each piece when it has gone through the link."""
        arrivals = asyncio.Queue()

        async def deliver():
            while (arrival := await arrivals.get()) is not None:
                time, data = arrival
                await asyncio.sleep(time - self.loop.time())
                writer.write(data)
            writer.close()

        delivering = asyncio.create_task(deliver())
        while data := await reader.read(1_460):
            if direction == "down":
                self.received += len(data)
            start = max(self.free[direction], self.loop.time())
            self.free[direction] = start + len(data) / self.rate
            arrivals.put_nowait((self.free[direction] + self.delay, data))
            # As much as a link of that kind holds back, and no more.
            await asyncio.sleep(self.free[direction] - self.loop.time() - 0.2)
        arrivals.put_nowait(None)
        await delivering
