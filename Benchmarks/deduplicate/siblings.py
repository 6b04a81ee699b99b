#!/usr/bin/env python3
"""Adds pairs of siblings and of copies to real records: FOLDER/records.jsonl (NDJSON) and FOLDER/pairs.csv (id, id,
label, kind), as `almanac-lab evaluate deduplicate FOLDER/records.jsonl --pairs FOLDER/pairs.csv` reads them.

Each pair is made of a record whose title its campus has once. The kind of a pair ends in `-2` if two sources list it,
in `-1` if one source lists both.
"""

import collections
import csv
import datetime
import json
import pathlib
import random
import sys

COUNT = 60
NAMES = ["Priya Raman", "Tomasz Zielinski", "Aiko Hamada", "Grace Okafor", "Lena Vogt", "Samuel Adeyemi", "Ruth Calder"]
COMMITTEES = ["Finance", "Personnel", "Planning", "Transportation", "Housing", "Curriculum", "Safety"]
ENSEMBLES = ["Jazz", "Brass", "Percussion", "Chamber", "Wind", "String", "Flute"]
ONLINE = ["Online", "Zoom", "Virtual", "https://zoom.us/j/93817264", "Online event"]


def moved(record, minutes):
    """The record with its times moved."""
    record = dict(record)
    for key in ("start", "end"):
        if record.get(key):
            record[key] = (datetime.datetime.fromisoformat(record[key]) + datetime.timedelta(minutes=minutes)).strftime(
                "%Y-%m-%dT%H:%M")
    return record


def titled(record, title):
    return {**record, "title": title}


def two(chance, values):
    return chance.sample(values, 2)


def siblings(kind, record, chance):
    """Two records of two events that belong together."""
    title = record["title"]
    if kind == "tour":
        record = titled(record, title if "tour" in title.lower() else f"{title} Tour")
        return record, moved(record, 60)
    if kind == "committee":
        return tuple(titled(record, f"{title}: {name} Committee") for name in two(chance, COMMITTEES))
    if kind == "ensemble":
        return tuple(titled(record, f"{title}: {name} Ensemble") for name in two(chance, ENSEMBLES))
    if kind == "speaker":
        return tuple(titled(record, f"{title} with {name}") for name in two(chance, NAMES))
    if kind == "lab":
        return titled(record, f"{title} Lecture"), moved(titled(record, f"{title} Lab"), 120)
    if kind == "reception":
        return record, moved(titled(record, chance.choice([f"{title} Reception", f"Reception: {title}"])), 120)
    return record, moved(titled(record, f"{title} Volunteer Training"), chance.choice([-1440, -180, -120, 0]))


def copies(kind, record, host, chance):
    """Two records of one event, as two sources list them."""
    copy = dict(record, description=(record.get("description") or "")[:chance.choice([0, 120, 300, 2000])])
    if kind == "host":
        copy["venue"] = host
    if kind == "online":
        copy["venue"] = chance.choice(ONLINE)
    if kind == "moved":
        copy = moved(copy, chance.choice([120, -120]))
    if kind == "day":
        copy = moved(copy, chance.choice([1440, -1440]))
    if kind == "zone":
        copy = moved(copy, chance.choice([240, 300, 420, 480, -420, -480]))
    if kind == "allday":
        day = record["start"][:10]
        record = dict(record, start=f"{day}T10:00", end=f"{day}T17:00")
        copy.update(start=f"{day}T00:00", end=None, allday=True)
    return record, copy


def main():
    source, folder = map(pathlib.Path, sys.argv[1:3])
    chance = random.Random(1)
    records = [json.loads(line) for line in source.open(encoding="utf-8")]
    campus = lambda record: record["source"].split("/")[1]
    titles = collections.Counter((campus(record), (record["title"] or "").lower()) for record in records)
    sizes = collections.Counter(record["source"] for record in records)
    feeds = collections.defaultdict(list)
    for feed, size in sorted(sizes.items()):
        if size >= 30:
            feeds[feed.split("/")[1]].append(feed)
    single = [
        record for record in records
        if titles[campus(record), (record["title"] or "").lower()] == 1 and not record.get("allday")
        and record.get("start") and "T00:00" not in record["start"] and record.get("venue")
        and 2 <= len(record["title"].split()) <= 9 and len(feeds[campus(record)]) > 3]
    chance.shuffle(single)
    added, pairs, used = [], [], set()

    def add(kind, label, first, second):
        ids = [f"{first['id']}~{kind}", f"{second['id']}~{kind}'"]
        for record, name in zip((first, second), ids):
            added.append({**record, "id": name, "url": "", "uid": None})
        pairs.append((*ids, label, kind))

    for number in range(COUNT):
        for kind in ("tour", "committee", "ensemble", "speaker", "lab", "reception", "training"):
            for sources in (1, 2):
                record = single.pop()
                used.add(record["id"])
                first, second = siblings(kind, record, chance)
                if sources == 2:
                    second["source"] = chance.choice([f for f in feeds[campus(record)] if f != record["source"]])
                add(f"{kind}-{sources}", 0, first, second)
        for kind in ("plain", "host", "online", "moved", "day", "zone", "allday"):
            record = single.pop()
            used.add(record["id"])
            host = record["source"].split("/")[0].replace("_", " ").title()
            first, second = copies(kind, record, host, chance)
            second["source"] = chance.choice([f for f in feeds[campus(record)] if f != record["source"]])
            add(kind, 1, first, second)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "records.jsonl").open("w", encoding="utf-8") as file:
        for record in [record for record in records if record["id"] not in used] + added:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    with (folder / "pairs.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("id1", "id2", "label", "kind"), *pairs])


main()
