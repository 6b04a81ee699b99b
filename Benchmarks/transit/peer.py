#!/usr/bin/env python3
"""Measures pynigiri on one feed: peer.py FEED.zip ANSWERS.ndjson ROUNDS. Prints "LOAD QUERY" in milliseconds of CPU.

LOAD is the minimum time of the rounds for loading the archive, with the three days around the first answer. QUERY is
the mean time of a query from one stop to one stop at one time, in the best round. Walking between stops is disabled.
"""
import datetime
import json
import os
import sys
import time

import pynigiri

path, answers, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
# nigiri logs to standard output, so keep the original descriptor for the results.
figures = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
os.dup2(1, 2)

queries = [json.loads(line) for line in open(answers)]
day = datetime.datetime.fromtimestamp(queries[0]["depart"] * 60, datetime.timezone.utc).date()
first, last = (str(day + datetime.timedelta(offset)) for offset in (-1, 2))


def milliseconds(work):
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1000, result


def load():
    config = pynigiri.LoaderConfig()
    config.link_stop_distance = 0
    return pynigiri.load_timetable([pynigiri.TimetableSource("feed", path, config)], first, last)


def prepared(timetable, query):
    start, goal = (timetable.find_location(query[name]) for name in ("from", "to"))
    if start is None or goal is None:
        return None
    prepared = pynigiri.Query()
    prepared.start = [pynigiri.Offset(start, 0, 0)]
    prepared.destination = [pynigiri.Offset(goal, 0, 0)]
    prepared.start_time = query["depart"]
    prepared.max_transfers = 6
    prepared.use_start_footpaths = False
    return prepared


loads = [milliseconds(load) for _ in range(rounds)]
timetable = loads[-1][1]
queries = [query for query in (prepared(timetable, query) for query in queries) if query]
times = [milliseconds(lambda: [pynigiri.route(timetable, query) for query in queries])[0] for _ in range(rounds)]
print(min(time for time, _ in loads), min(times) / len(queries), file=figures)
