#!/usr/bin/env python3
"""Writes the private inputs of invented people with 20 entries each.

usage: people.py EDITION FOLDER PERSONS ndjson|yaml

Each person attends ten published events and has nine fixed own events and one flexible one, with a
home, two modes of travel, interests and a task. The ids of events are from the edition's database.
"""

import json
import random
import sqlite3
import sys
from pathlib import Path

# 2026-03-02T12:00:00Z, the run time of the samples.
NOW = 1_772_452_800


def person(number, events, places):
    chance = random.Random(number)
    home = chance.choice(places)
    own = []
    for index in range(9):
        day, hour = 3 + chance.randrange(25), 8 + chance.randrange(10)
        own.append({
            "id": f"own-{index}", "title": f"Seminar {index} of group {number}",
            "start": f"2026-03-{day:02}T{hour:02}:00", "end": f"2026-03-{day:02}T{hour:02}:50",
            "place": chance.choice(places), "alarm": "15m"})
    day = 3 + chance.randrange(25)
    own.append({
        "id": "gym", "title": "Gym", "earliest": f"2026-03-{day:02}T07:00",
        "latest": f"2026-03-{day:02}T22:00", "duration": "60m"})
    return {
        "name": f"Person {number}", "home": home, "means": {"walking": {}, "cycling": {}},
        "interests": {"categories": ["arts"], "words": ["music", "film"]}, "buffer": "5m",
        "attending": chance.sample(events, 10), "events": own,
        "tasks": [{"id": "essay", "title": "Essay", "due": "2026-03-09T12:00"}]}


def main():
    edition, folder, count, form = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    database = sqlite3.connect(f"file:{edition}/almanac.sqlite?mode=ro", uri=True)
    # Use events with one upcoming occurrence, so that a person has 20 entries, not 20 series.
    events = [row[0] for row in database.execute(
        "SELECT event FROM occurrence GROUP BY event"
        " HAVING count(*) = 1 AND min(start) > ? ORDER BY event", (NOW,))]
    places = [row[0] for row in database.execute(
        "SELECT id FROM place WHERE latitude IS NOT NULL ORDER BY id LIMIT 60")]
    for number in range(count):
        path = folder / f"p{number}"
        path.mkdir(parents=True)
        inputs = json.dumps(person(number, events, places))
        # JSON is YAML in flow style, but people write block style.
        if form == "yaml":
            import yaml
            (path / "person.yaml").write_text(yaml.safe_dump(json.loads(inputs), sort_keys=False))
        else:
            (path / "person.ndjson").write_text(inputs + "\n")


main()
