#!/usr/bin/env python3
"""Measures the overhead of Dask over shell pipes: exports and parts of a generated data set on two processes, alternating.

Publishing is the same for both and is not measured.
"""

from __future__ import annotations

import argparse
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "scale"))

import attempt
import job

NOW = "2026-03-02T12:00:00Z"
PROCESSES = 2


def run(*words: object) -> None:
    subprocess.run(list(map(str, words)), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def pipe(work: job.Job) -> None:
    """The exports, then the parts as shell pipes, two at once, without checks of exit codes and counts."""
    work.prepare()
    for stage in job.STAGES:
        (Path(work.work) / stage).mkdir()
    for attempts in work.stages():
        lines = "\n".join(map(line, attempts))
        subprocess.run(
            ["xargs", "-P", str(PROCESSES), "-d", "\n", "-n", "1", "sh", "-c"], input=lines, text=True, check=True
        )


def line(part: attempt.Attempt) -> str:
    ranges = "; ".join(
        f"tail -c +{piece.start + 1} {shlex.quote(piece.path)} | head -c {piece.end - piece.start}"
        for piece in part.pieces
    )
    return f"{{ {ranges}; }} | {shlex.join(part.command)} > {shlex.quote(part.output)} 2>/dev/null"


def dask(work: job.Job) -> None:
    run(
        *(sys.executable, PROJECT / "scale" / "dask_driver.py", "--workers", PROCESSES, "--work", work.work),
        *("--now", NOW, "--config", work.config, "--output", work.output, "--almanac", work.almanac),
        *("--partitions", work.partitions),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("almanac", type=Path)
    parser.add_argument("listings", type=int, nargs="?", default=200_000)
    parser.add_argument("rounds", type=int, nargs="?", default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="almanac-scale-") as name:
        folder = Path(name)
        almanac = folder / "almanac"
        almanac.write_text(
            "#!/bin/sh\n[ $1 = publish ] && exit 0\n"
            f'exec {options.almanac.resolve()} "$@"\n'
        )
        almanac.chmod(0o755)
        run(sys.executable, PROJECT / "Benchmarks" / "runs" / "generate.py", folder / "made", options.listings)
        work = job.Job(
            *(str(almanac), str(folder / "made" / "almanac.yaml"), str(folder / "output"), str(folder / "work")),
            *(NOW, 8, False, 2_000_000),
        )
        run(almanac, "run", "--until", "parse", "--config", work.config, "--output", work.output, "--now", NOW)
        seconds: dict[str, list[float]] = {"pipe": [], "dask": []}
        processor: dict[str, list[float]] = {"pipe": [], "dask": []}
        for _ in range(options.rounds):
            for name, engine in (("pipe", pipe), ("dask", dask)):
                shutil.rmtree(work.work, ignore_errors=True)
                start, before = time.monotonic(), spent()
                engine(work)
                seconds[name].append(time.monotonic() - start)
                processor[name].append(spent() - before)
        for what, found in (("elapsed", seconds), ("of CPU", processor)):
            for name, values in found.items():
                print(f"{name}: {' '.join(f'{value:.1f}' for value in values)} s {what}")
            print(f"Overhead of Dask, by the minima: {min(found['dask']) - min(found['pipe']):.2f} s {what}")


def spent() -> float:
    """CPU seconds of exited child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
