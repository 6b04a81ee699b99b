"""One attempt at a part of a stage: a filter reads ranges of record files and writes a file that is complete or absent.

Every engine schedules `run`. Two attempts at one part may run at once: they give the same bytes, and each has its own
temporary file.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import IO

TRIES = 3
CHUNK = 1 << 20
# EX_TEMPFAIL of sysexits, and the exit code after SIGTERM.
TRY_AGAIN = {75, 143}


class AttemptError(Exception):
    """A permanent failure of a part."""


class TemporaryError(AttemptError):
    """A temporary failure of a part, which is retried."""


@dataclass(frozen=True)
class Piece:
    """A range of bytes of a file that consists of whole lines."""

    path: str
    start: int
    end: int


@dataclass(frozen=True)
class Attempt:
    """A part of a stage: the filter, its input, and its output file."""

    command: tuple[str, ...]
    pieces: tuple[Piece, ...]
    output: str

    @property
    def size(self) -> int:
        return sum(piece.end - piece.start for piece in self.pieces)


def run(attempt: Attempt) -> str:
    """Writes the part unless it exists, and returns its path."""
    for trial in range(TRIES):
        if Path(attempt.output).exists():
            break
        try:
            _run_once(attempt)
        except TemporaryError as error:
            if trial == TRIES - 1:
                raise AttemptError(f"{error}; tried {TRIES} times") from None
            time.sleep(0.2 * 2**trial)
        except OSError as error:
            raise AttemptError(f"{attempt.output}: {error}") from None
    return attempt.output


def _run_once(attempt: Attempt) -> None:
    output = Path(attempt.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(f"{output}.{uuid.uuid4().hex}.tmp")
    try:
        # Standard output and error are files, so that writing to the filter never waits for a reader.
        with open(temporary, "x+b") as records, tempfile.TemporaryFile() as log:
            sent, code = _filter(attempt, records, log)
            _check(attempt, code, sent, records, log)
            os.fsync(records.fileno())
        temporary.rename(output)
    finally:
        temporary.unlink(missing_ok=True)


def _filter(attempt: Attempt, records: IO[bytes], log: IO[bytes]) -> tuple[int | None, int]:
    """Returns the number of sent lines (None if the filter stopped reading) and the exit code."""
    with subprocess.Popen(attempt.command, stdin=subprocess.PIPE, stdout=records, stderr=log) as process:
        assert process.stdin is not None
        try:
            sent = sum(_feed(piece, process.stdin) for piece in attempt.pieces)
            process.stdin.close()
        except BrokenPipeError:
            sent = None  # The exit code may be the reason.
        except BaseException:
            process.kill()
            raise
    return sent, process.returncode


def _feed(piece: Piece, sink: IO[bytes]) -> int:
    lines, left, last = 0, piece.end - piece.start, b"\n"
    with open(piece.path, "rb") as source:
        source.seek(piece.start)
        while left:
            data = source.read(min(CHUNK, left))
            if not data:
                raise AttemptError(f"{piece.path} ends {left} bytes before the end of its part")
            sink.write(data)
            lines += data.count(b"\n")
            left -= len(data)
            last = data[-1:]
    if last != b"\n":
        raise AttemptError(f"{piece.path} does not end with a whole line")
    return lines


def _check(attempt: Attempt, code: int, sent: int | None, records: IO[bytes], log: IO[bytes]) -> None:
    log.seek(0)
    messages = log.read().decode(errors="replace").splitlines()
    tail = "; ".join(messages[-3:])
    if code < 0 or code in TRY_AGAIN:
        raise TemporaryError(f"{attempt.output}: the filter ended with {code}: {tail}")
    if code:
        raise AttemptError(f"{attempt.output}: the filter ended with {code}: {tail}")
    if sent is None:
        raise AttemptError(f"{attempt.output}: the filter ended with 0 before the end of its input: {tail}")
    records.seek(0)
    got = sum(data.count(b"\n") for data in iter(lambda: records.read(CHUNK), b""))
    try:
        counts = json.loads(messages[-1])
        reported = (counts["in"], counts["out"])
    except (IndexError, KeyError, TypeError, ValueError):
        raise AttemptError(f"{attempt.output}: the filter ended with 0 before its counts: {tail}") from None
    if reported != (sent, got):
        raise AttemptError(
            f"{attempt.output}: the filter read {reported[0]} of {sent} lines and wrote {reported[1]}, of which {got} came"
        )
    for message in messages[:-1]:
        print(message, flush=True)
