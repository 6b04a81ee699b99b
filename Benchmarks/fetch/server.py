"""Answers every GET on 127.0.0.1 with the same calendar, or with 304 where it is known.

Usage: server.py BYTES. Prints its port, then serves until standard input ends.
"""

import asyncio
import sys


def calendar(size):
    head = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Almanac//Benchmark//EN\r\n"
    event = (
        b"BEGIN:VEVENT\r\nUID:%d@example.edu\r\nDTSTAMP:20260301T000000Z\r\n"
        b"DTSTART:20260401T190000Z\r\nSUMMARY:Talk %d\r\nEND:VEVENT\r\n"
    )
    parts, total, number = [head], len(head), 0
    while total < size:
        parts.append(event % (number, number))
        total += len(parts[-1])
        number += 1
    return b"".join(parts) + b"END:VCALENDAR\r\n"


BODY = calendar(int(sys.argv[1]))
FOUND = b'HTTP/1.1 200 OK\r\nETag: "1"\r\nContent-Length: %d\r\n\r\n%s' % (len(BODY), BODY)
KNOWN = b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'


class Server(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport
        self.buffered = b""

    def data_received(self, data):
        self.buffered += data
        while b"\r\n\r\n" in self.buffered:
            head, self.buffered = self.buffered.split(b"\r\n\r\n", 1)
            self.transport.write(KNOWN if b"if-none-match" in head.lower() else FOUND)


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Server, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main())
