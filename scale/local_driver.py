#!/usr/bin/env python3
"""Runs geocode to publish on this machine without an engine: to test a job, or to recompute a lost part."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import attempt
import job


def main() -> int:
    parser = job.parser(__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="filters at once")
    options = parser.parse_args()
    work = job.job(options)
    try:
        work.prepare()
        with ThreadPoolExecutor(options.workers) as pool:
            for attempts in work.stages():
                list(pool.map(attempt.run, attempts))
        work.publish()
    except attempt.AttemptError as error:
        print(f"local_driver: nothing is published: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
