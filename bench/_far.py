"""A proxy that puts distance between browser and server.

`python -m bench._far PORT OWN SECONDS`: every byte comes half a round trip late in both directions,
and the first one of a connection a whole one later, as TCP asks before it speaks.
"""

import asyncio
import sys


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wait: float) -> None:
    """Pass bytes on, each `wait` seconds late."""
    loop = asyncio.get_running_loop()
    held: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def send() -> None:
        while True:
            due, data = await held.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not data:
                break
            writer.write(data)
            await writer.drain()
        writer.close()

    sending = asyncio.create_task(send())
    try:
        while data := await reader.read(65_536):
            held.put_nowait((loop.time() + wait, data))
    finally:  # also where a browser hangs up
        held.put_nowait((0.0, b""))
        await sending


async def serve(port: int, own: int, round_trip: float) -> None:
    """Serve until killed."""

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(round_trip)
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(
            pass_on(reader, back, round_trip / 2),
            pass_on(there, writer, round_trip / 2),
            return_exceptions=True,
        )

    async with await asyncio.start_server(connect, "127.0.0.1", own) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
