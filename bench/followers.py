"""Phones that follow a game: ``python -m bench.followers TABLE HOW_MANY SECONDS``, until ended.

Each polls like static/follow.js, evenly spread over the time between two polls. Prints a line
once all of them have seen the table.
"""

from __future__ import annotations

import asyncio
import re
import sys
from urllib.parse import urlsplit

_SEEN = re.compile(rb"seen=(\d+)")


async def follow(table: str, wait: float, seconds: float, seen_by: asyncio.Semaphore) -> None:
    """One phone."""
    parts = urlsplit(table)
    seen = b""
    await asyncio.sleep(wait)
    while True:
        began = asyncio.get_running_loop().time()
        query = b"?seen=" + seen if seen else b""
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(
            b"GET %s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
            % (parts.path.encode(), query, parts.netloc.encode())
        )
        answer = await reader.read()
        writer.close()
        status = answer[9:12]
        if status == b"200":
            match = _SEEN.search(answer)
            if match is None:
                raise RuntimeError("no revision on the page")
            if not seen:
                seen_by.release()
            seen = match[1]
        elif status != b"204":
            raise RuntimeError(f"answered {answer[:60]!r}")
        elapsed = asyncio.get_running_loop().time() - began
        await asyncio.sleep(max(0.0, seconds - elapsed))


async def main(table: str, how_many: int, seconds: float) -> None:
    """All of them."""
    seen_by = asyncio.Semaphore(0)
    phones = [
        asyncio.create_task(follow(table, seconds * number / how_many, seconds, seen_by))
        for number in range(how_many)
    ]
    for _ in phones:
        await seen_by.acquire()
    print("all of them look on", flush=True)
    await asyncio.gather(*phones)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
