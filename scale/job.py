"""The parts of a run between `parse` and `publish`, for any engine that runs attempts.

A folder contains the exported records and the completed parts. An engine that is restarted there computes only the
missing parts.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from attempt import Attempt, AttemptError, Piece

EXPORTS = ("sources", "parse", "venues", "identities")
STAGES = ("geocode", "deduplicate", "categorize", "enrich")


@dataclass(frozen=True)
class Job:
    almanac: str
    config: str
    output: str
    work: str
    now: str
    partitions: int
    samples: bool
    max_listings: int

    def prepare(self) -> None:
        """Exports the records, unless this job has exported them already."""
        work = Path(self.work)
        description, file = json.dumps(asdict(self)), work / "job.json"
        if file.exists():
            if file.read_text() != description:
                raise AttemptError(f"{work} has the parts of another job; remove it, or name another --work")
            return
        for records in EXPORTS:
            self._almanac("export", records, "--to", str(work / records), "--output", self.output)
        temporary = file.with_suffix(".tmp")
        temporary.write_text(description)
        os.rename(temporary, file)

    def stages(self) -> Iterator[list[Attempt]]:
        """The attempts of each stage, the largest first. Each list needs all parts of the previous one."""
        campuses = sorted(path.stem for path in (Path(self.work) / "parse").glob("*.ndjson"))
        yield self._sorted(self._ranges("geocode", "venues", campuses))
        yield self._sorted(
            [
                self._attempt(
                    "deduplicate",
                    campus,
                    [
                        *self._whole(campus, "sources", "parse", "identities"),
                        *(_whole(path) for path in sorted((Path(self.work) / "geocode").glob(f"{campus}.*.ndjson"))),
                    ],
                    "--max-listings",
                    str(self.max_listings),
                )
                for campus in campuses
            ]
        )
        reading = {"categorize": ("sources", "deduplicate"), "enrich": ("sources", "parse", "deduplicate")}
        yield self._sorted(
            [
                self._attempt(stage, campus, self._whole(campus, *records))
                for stage, records in reading.items()
                for campus in campuses
            ]
        )

    def publish(self) -> None:
        """Publishes the edition from all parts."""
        self._almanac("publish", "--output", self.output, "--records", *(f"{self.work}/{stage}" for stage in STAGES))

    def _almanac(self, *words: str) -> None:
        command = [self.almanac, *words, "--config", self.config, "--now", self.now, "--quiet"]
        result = subprocess.run(command + ["--samples"] * self.samples, check=False, stderr=subprocess.PIPE, text=True)
        if result.returncode:
            raise AttemptError(f"almanac {words[0]} ended with {result.returncode}: {result.stderr.strip()}")

    def _attempt(self, stage: str, part: str, pieces: list[Piece], *options: str) -> Attempt:
        command = (self.almanac, stage, "-", "--records", "--config", self.config, "--now", self.now, *options)
        command += ("--workers", "1", "--quiet") + ("--samples",) * self.samples
        return Attempt(command, tuple(pieces), f"{self.work}/{stage}/{part}.ndjson")

    def _whole(self, campus: str, *records: str) -> list[Piece]:
        return [_whole(Path(self.work) / name / f"{campus}.ndjson") for name in records]

    def _ranges(self, stage: str, records: str, campuses: list[str]) -> list[Attempt]:
        """Parts of similar size."""
        files = {campus: self._whole(campus, records)[0] for campus in campuses}
        size = max(1, -(-sum(piece.end for piece in files.values()) // self.partitions))
        return [
            self._attempt(stage, f"{campus}.{number:04}", [piece])
            for campus, whole in files.items()
            for number, piece in enumerate(_split(whole, -(-whole.end // size)))
        ]

    @staticmethod
    def _sorted(attempts: list[Attempt]) -> list[Attempt]:
        return sorted(attempts, key=lambda attempt: (-attempt.size, attempt.output))


def _whole(path: Path) -> Piece:
    return Piece(str(path), 0, path.stat().st_size)


def _split(whole: Piece, count: int) -> list[Piece]:
    """Ranges of bytes that consist of whole lines."""
    ends = []
    with open(whole.path, "rb") as file:
        for number in range(1, count):
            file.seek(whole.end * number // count)
            file.readline()
            ends.append(file.tell())
    bounds = sorted({0, *ends, whole.end})
    return [Piece(whole.path, start, end) for start, end in itertools.pairwise(bounds)]


def parser(description: str) -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--work", required=True, help="folder for the parts, which every worker sees")
    options.add_argument("--now", required=True, help="time of the run (RFC 3339)")
    options.add_argument("--config", default="config/almanac.yaml")
    options.add_argument("--output", default="output", help="folder of workspace and editions")
    options.add_argument("--almanac", default="almanac", help="the executable, on every worker")
    options.add_argument("--partitions", type=int, default=8, help="about how many parts of geocode")
    options.add_argument("--max-listings", type=int, default=2_000_000, help="the most listings of a campus")
    options.add_argument("--samples", action="store_true")
    return options


def job(options: argparse.Namespace) -> Job:
    return Job(
        almanac=options.almanac,
        config=os.path.abspath(options.config),
        output=os.path.abspath(options.output),
        work=os.path.abspath(options.work),
        now=options.now,
        partitions=max(1, options.partitions),
        samples=options.samples,
        max_listings=options.max_listings,
    )
