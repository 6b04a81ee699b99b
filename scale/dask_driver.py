#!/usr/bin/env python3
"""Runs geocode to publish on Dask: with local processes, or on the workers of a scheduler."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import attempt
import job

if TYPE_CHECKING:
    from distributed import Client

SETTINGS = {
    # Dask's default environment makes processes return freed memory immediately, and filters inherit it.
    "distributed.nanny.pre-spawn-environ": {},
    # Assign a waiting part only when a worker is free.
    "distributed.scheduler.worker-saturation": 1.0,
    # Workers only wait for filters.
    "distributed.worker.profile.enabled": False,
}


def main() -> int:
    parser = job.parser(__doc__)
    parser.add_argument("--workers", type=int, default=2, help="processes on this machine")
    parser.add_argument("--scheduler", help="address of a Dask scheduler, instead of processes here")
    options = parser.parse_args()
    work = job.job(options)
    failures: list[attempt.AttemptError] = []

    def prepare() -> None:
        try:
            work.prepare()
        except attempt.AttemptError as error:
            failures.append(error)

    # Import Dask and start its workers in the meantime.
    preparation = threading.Thread(target=prepare)
    preparation.start()
    from distributed import KilledWorker

    try:
        with start(options.scheduler, options.workers) as client:
            preparation.join()
            if failures:
                raise failures[0]
            for attempts in work.stages():
                client.gather(client.map(attempt.run, attempts, pure=False))
        work.publish()
    except (attempt.AttemptError, KilledWorker) as error:
        print(f"dask_driver: nothing is published: {error}", file=sys.stderr)
        return 1
    return 0


def start(scheduler: str | None, workers: int) -> Client:
    import dask
    from distributed import Client, LocalCluster

    if scheduler is None:
        dask.config.set(SETTINGS)
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, memory_limit=0)
        return Client(cluster)
    client = Client(scheduler)
    client.upload_file(str(Path(attempt.__file__)))
    return client


if __name__ == "__main__":
    sys.exit(main())
