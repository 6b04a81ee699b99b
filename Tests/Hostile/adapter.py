#!/usr/bin/env python3
"""Runs `almanac run` on one URL and prints the outcome as one line of JSON.

    adapter.py ALMANAC URL KIND FOLDER

KIND is xml, ics, json or net. The first run reads a valid file, so that there are events to lose.
The second run reads the URL; if it succeeds, a third run follows a day later. Prints {"outcome",
"class", "items"} from the run's report, and "lost" if a rejected run removed events of the first.
"""

import json
import pathlib
import sqlite3
import subprocess
import sys

START = "2026-10-0{}T20:00:00Z"

SETTINGS = """
campuses: [{id: town, name: Town, timezone: Europe/Vienna}]
sources: feeds
categories: categories.yaml
"""

CATEGORIES = """
categories:
  - {id: arts, name: Arts}
  - {id: others, name: Others}
"""

# JSON Feed has no event fields, so a mapping contains the paths.
MAPPING = """
mapping: {item: items, start: start, venue: venue, latitude: lat, longitude: lon}
"""

FORMATS = {"xml": "rss", "net": "rss", "ics": "icalendar", "json": "jsonfeed"}


def good_document(kind):
    """A feed of this kind with three events in the next week."""
    events = [(f"kept-{n}", f"Harvest supper {n}", f"2026-10-0{n + 4}") for n in (1, 2, 3)]
    if kind == "ics":
        body = "".join(
            f"BEGIN:VEVENT\r\nUID:{id}\r\nDTSTAMP:20260901T000000Z\r\nSUMMARY:{title}\r\n"
            f"DTSTART:{day.replace('-', '')}T180000Z\r\nEND:VEVENT\r\n"
            for id, title, day in events)
        return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Town//EN\r\n{body}END:VCALENDAR\r\n"
    if kind == "json":
        items = [{"id": id, "title": title, "start": day + "T18:00:00Z"} for id, title, day in events]
        return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Town", "items": items})
    body = "".join(
        f"<item><guid isPermaLink='false'>{id}</guid><title>{title}</title>"
        f"<ev:startdate>{day}T18:00:00Z</ev:startdate></item>"
        for id, title, day in events)
    return ("<rss version='2.0' xmlns:ev='http://purl.org/rss/1.0/modules/event/'><channel>"
            f"<title>Town</title><link>https://town.example/</link>{body}</channel></rss>")


class Runs:
    """A configuration with one source, and its runs."""

    def __init__(self, almanac, kind, folder):
        self.almanac = almanac
        self.folder = pathlib.Path(folder)
        self.kind = kind
        self.source = self.folder / "config/feeds/guest"
        self.count = 0
        self.source.mkdir(parents=True)
        (self.folder / "config/almanac.yaml").write_text(SETTINGS)
        (self.folder / "config/categories.yaml").write_text(CATEGORIES)
        (self.source / "good").write_text(good_document(kind))

    def run(self, location):
        """The report on the source after one run, or None if there is none."""
        mapping = MAPPING if self.kind == "json" else ""
        (self.source / "feed.yaml").write_text(
            f"campus: town\nformat: {FORMATS[self.kind]}\n{location}\n{mapping}")
        self.count += 1
        output = self.folder / "output"
        report = output / "run/report.json"
        report.unlink(missing_ok=True)
        ended = subprocess.run(
            [self.almanac, "run", "--config", self.folder / "config/almanac.yaml",
             "--output", output, "--now", START.format(self.count), "--log-format", "json",
             "--progress", "never"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if ended.returncode < 0:
            sys.exit(128 - ended.returncode)
        for line in ended.stderr.splitlines():
            if not line.startswith(b"{") and b"\x1b" in line:
                sys.exit("a control character on standard error")
        return json.loads(report.read_bytes()) if report.exists() else None

    def kept(self):
        """The number of published events of the first run."""
        edition = self.folder / "output/latest/almanac.sqlite"
        with sqlite3.connect(f"file:{edition}?mode=ro&immutable=1", uri=True) as database:
            return database.execute(
                "SELECT COUNT(*) FROM event WHERE title LIKE 'Harvest supper%'").fetchone()[0]


def outcome_of(report):
    """Outcome, class and items of the one source in a report."""
    if report is None:
        return {"outcome": "CRASH", "class": "", "items": 0}
    source = report["sources"][0]
    codes = [finding["code"] for finding in report["findings"] if finding.get("source") == source["id"]]
    items = source["accepted"]
    if source["status"] == "held":
        return {"outcome": "BACKOFF", "class": "W_SHRINK_GUARD", "items": items}
    if source["status"] == "failed":
        code = source["finding"]["code"]
        return {"outcome": "BACKOFF" if code.startswith("B_") else "REJECT", "class": code, "items": 0}
    for prefix, outcome in (("Q_", "QUARANTINE"), ("S_", "SANITISE")):
        found = sorted({code for code in codes if code.startswith(prefix)})
        if found:
            return {"outcome": outcome, "class": "|".join(found), "items": items}
    return {"outcome": "ACCEPT", "class": "|".join(sorted(set(codes))), "items": items}


def main():
    almanac, url, kind, folder = sys.argv[1:]
    runs = Runs(almanac, kind, folder)
    runs.run("path: good")
    result = outcome_of(runs.run(f"url: {json.dumps(url)}"))
    if result["outcome"] == "ACCEPT" and kind == "net":
        later = outcome_of(runs.run(f"url: {json.dumps(url)}"))
        if later["outcome"] != "ACCEPT":
            result = later
    if result["outcome"] in ("REJECT", "BACKOFF") and runs.kept() != 3:
        result = {"outcome": "LOST", "class": result["class"], "items": runs.kept()}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
