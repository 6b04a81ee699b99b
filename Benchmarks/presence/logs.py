#!/usr/bin/env python3
"""Writes logs of invented people, or counts one with a plain script.

usage: logs.py positions|swipes COUNT FILE
       logs.py count|fold FILE

A position is that of one of 20,000 people in the day before 2026-03-02T12:00:00Z, within some kilometers of the
sample campus. `count` is the floor of the benchmark: it reads the lines with Python's JSON scanner, which is C, and
counts people by hour, without places. `fold` is the floor for swipes: it keeps the last answer of each side.
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
