#!/usr/bin/env python3
"""Writes logs of made-up persons, or counts one as a plain script would.

usage: logs.py positions|swipes COUNT FILE
       logs.py count|fold FILE

A position is one of 20,000 persons on one day before 2026-03-02T12:00:00Z, within some kilometers of the
campus of the samples. `count` is the floor that the benchmark compares with: it reads the lines with
Python's own JSON reader (in C) and counts persons by hour, without places. `fold` is that of the swipes: it keeps
the last answer of each side.
"""

import json
import random
import sys
from datetime import datetime, timedelta, timezone

NOW = datetime(2026, 3, 2, 12, tzinfo=timezone.utc)
PERSONS = 20_000
PROJECTS = 2_000


def times(chance):
    while True:
        yield (NOW - timedelta(seconds=chance.randrange(86_400))).strftime("%Y-%m-%dT%H:%M:%SZ")


def positions(count, file, chance):
    for _, at in zip(range(count), times(chance)):
        file.write(json.dumps({
            "person": f"person-{chance.randrange(PERSONS)}", "at": at,
            "latitude": round(chance.uniform(1.287, 1.308), 6),
            "longitude": round(chance.uniform(103.768, 103.782), 6)}) + "\n")


def swipes(count, file, chance):
    for _, at in zip(range(count), times(chance)):
        file.write(json.dumps({
            "user": f"person-{chance.randrange(PERSONS)}",
            "project": f"project-{chance.randrange(PROJECTS)}",
            "direction": chance.choice(["user", "project"]), "approve": chance.random() < 0.7,
            "at": at}) + "\n")


def count(path):
    persons = {}
    with open(path) as file:
        for line in file:
            position = json.loads(line)
            persons.setdefault(position["at"][:13], set()).add(position["person"])
    print(sum(map(len, persons.values())))


def fold(path):
    last = {}
    with open(path) as file:
        for line in file:
            swipe = json.loads(line)
            last[swipe["user"], swipe["project"], swipe["direction"]] = swipe["approve"]
    print(len(last))


if sys.argv[1] in ("count", "fold"):
    {"count": count, "fold": fold}[sys.argv[1]](sys.argv[2])
else:
    with open(sys.argv[3], "w") as output:
        {"positions": positions, "swipes": swipes}[sys.argv[1]](
            int(sys.argv[2]), output, random.Random(49))
