"""Serves calendars on 127.0.0.1, or status 304 for a conditional request.

Usage: server.py BYTES. Prints its port, then serves until standard input ends. /N is always the same calendar of BYTES
bytes; /town/N has a single event that is different for every N.
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


def event(number):
    """A calendar with one event, on one of the 336 evenings after 1 March 2026."""
    return (
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Almanac//Benchmark//EN\r\nBEGIN:VEVENT\r\n"
        b"UID:%d@example.edu\r\nDTSTAMP:20260301T000000Z\r\nDTSTART:2026%02d%02dT%02d0000Z\r\n"
        b"SUMMARY:%s %s %d\r\nLOCATION:Hall\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n" % (
            number, number % 10 + 3, number // 10 % 28 + 1, number // 280 % 12 + 8,
            WORDS[number // 7 % len(WORDS)], WORDS[number % len(WORDS)], number))


WORDS = [first + second for first in (b"Sal", b"Mor", b"Tin", b"Vel", b"Kan", b"Rus", b"Bol", b"Fer")
         for second in (b"ado", b"ine", b"uko", b"ebra", b"iston", b"ance", b"omir", b"ula")]


def found(body):
    return b'HTTP/1.1 200 OK\r\nETag: "1"\r\nContent-Length: %d\r\n\r\n%s' % (len(body), body)


SAME = found(calendar(int(sys.argv[1])))
KNOWN = b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'


def answer(head):
    path = head.split(b" ", 2)[1]
    return found(event(int(path[6:]))) if path.startswith(b"/town/") else SAME


class Server(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport
        self.buffered = b""

    def data_received(self, data):
        self.buffered += data
        while b"\r\n\r\n" in self.buffered:
            head, self.buffered = self.buffered.split(b"\r\n\r\n", 1)
            self.transport.write(KNOWN if b"if-none-match" in head.lower() else answer(head))


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Server, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main())
