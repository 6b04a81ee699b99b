#!/usr/bin/env python3
"""Runs geocode to publish on Spark. Start it with spark-submit, which sets the workers."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import attempt
import job
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession


def run_all(attempts: Iterator[attempt.Attempt]) -> Iterator[str]:
    return map(attempt.run, attempts)


def main() -> int:
    work = job.job(job.parser(__doc__).parse_args())
    session = SparkSession.builder.appName("almanac").getOrCreate()
    context = session.sparkContext
    context.addPyFile(attempt.__file__)
    try:
        work.prepare()
        for attempts in work.stages():
            # RDD.pipe would lose exit codes and hang if its input fails.
            context.parallelize(attempts, max(1, len(attempts))).mapPartitions(run_all).collect()
        work.publish()
    except (attempt.AttemptError, Py4JJavaError) as error:
        reason = str(error).strip()
        marked = [line for line in reason.splitlines() if "AttemptError" in line]
        print(f"spark_driver: nothing is published: {(marked or [reason])[0]}", file=sys.stderr)
        return 1
    finally:
        session.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
