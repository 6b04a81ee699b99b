#!/usr/bin/env python3
"""Generates a data set for complete runs, the same every time: three campuses, a thousand sources in six formats, and
forecasts for fifty points.

Two of five listings are from publishers. The others repeat them as aggregators do: sometimes with another title, a
shorter text, or another spelling of the venue. Two of five events in publishers' calendars are weekly series.
`--change` edits every tenth item of every hundredth source.
"""

import argparse
import csv
import datetime
import html
import json
import pathlib
import random
import re

NOW = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.timezone.utc)
CAMPUSES = [
    ("harbour", "Asia/Singapore", 8, 1.29, 103.77),
    ("bridge", "Europe/Berlin", 1, 48.15, 11.57),
    ("lake", "America/Toronto", -5, 43.66, -79.39),
]
SOURCES, PUBLISHERS, PLACES, POINTS = 1000, 600, 500, 17
FORMATS = ["rss", "atom", "ics", "jsonld", "csv", "xml"]
SUFFIX = {"rss": "rss", "atom": "atom", "ics": "ics", "jsonld": "json", "csv": "csv", "xml": "xml"}


def word(number):
    """An invented word. Frequent words are short."""
    text, rest = "", number + 70
    while rest:
        text += "bdfgklmnprstvz"[rest % 14] + "aeiou"[rest // 14 % 5]
        rest //= 70
    return text


WORDS = [word(number) for number in range(30_000)]


def zipf(chance, count):
    """A random index. Low ones are more frequent."""
    return int(count ** chance.random()) - 1


def words(chance, count):
    return [WORDS[zipf(chance, len(WORDS))] for _ in range(count)]


def place_name(campus, number):
    kind = ["Hall", "Building", "Library", "Centre", "Theatre", "House"][number % 6]
    return f"{WORDS[200 + campus * PLACES + number].title()} {kind}"


def point(campus, number):
    latitude, longitude = CAMPUSES[campus][3:]
    return latitude + number % 25 * 0.0008, longitude + number // 25 * 0.0008


def write_configuration(root):
    lines = ["campuses:"]
    for name, zone, *_ in CAMPUSES:
        lines.append(f"  - {{id: {name}, name: {name.title()}, timezone: {zone}, gazetteer: {name}.geojson}}")
    lines += ["sources: feeds", "categories: categories.yaml", ""]
    (root / "almanac.yaml").write_text("\n".join(lines))
    (root / "categories.yaml").write_text("categories:\n  - {id: others, name: Others}\n")
    for campus, (name, *_) in enumerate(CAMPUSES):
        features = []
        for number in range(PLACES):
            latitude, longitude = point(campus, number)
            features.append({
                "type": "Feature", "id": f"p{number}",
                "geometry": {"type": "Point", "coordinates": [round(longitude, 5), round(latitude, 5)]},
                "properties": {
                    "name": place_name(campus, number), "category": "Buildings",
                    "aliases": [f"{name[0].upper()}B{number:03}"],
                    "rooms": [{"code": f"{room}"} for room in (101, 102, 201)],
                },
            })
        (root / f"{name}.geojson").write_text(
            json.dumps({"type": "FeatureCollection", "name": name, "features": features}))


def write_weather(root):
    start = int(NOW.timestamp()) // 86_400 * 86_400
    hours = [start + 3600 * hour for hour in range(168)]
    for campus, (name, *_) in enumerate(CAMPUSES):
        answers = []
        for number in range(POINTS):
            latitude, longitude = point(campus, number * 29)
            answers.append({
                "latitude": latitude, "longitude": longitude, "timezone": "GMT", "utc_offset_seconds": 0,
                "hourly_units": {
                    "time": "unixtime", "temperature_2m": "°C", "precipitation": "mm",
                    "precipitation_probability": "%", "weather_code": "wmo code", "wind_speed_10m": "km/h",
                },
                "hourly": {
                    "time": hours, "temperature_2m": [20 + (number + hour) % 10 for hour in range(168)],
                    "precipitation": [hour % 7 * 0.2 for hour in range(168)],
                    "precipitation_probability": [hour % 10 * 10 for hour in range(168)],
                    "weather_code": [[0, 2, 61, 95][hour // 6 % 4] for hour in range(168)],
                    "wind_speed_10m": [5 + hour % 20 for hour in range(168)],
                },
            })
        folder = root / "feeds" / f"weather-{name}"
        folder.mkdir(parents=True)
        (folder / "forecast.json").write_text(json.dumps(answers))
        (folder / "feed.yaml").write_text(
            f"campus: {name}\nkind: weather\npath: forecast.json\nlicense: CC-BY-4.0\n"
            "attribution: Made weather\nweather: {provider: open-meteo, points: [[0, 0]]}\n")


class Event:
    __slots__ = ("number", "campus", "title", "text", "start", "minutes", "weeks", "place", "room", "odd")

    def __init__(self, number, campus, weekly, chance):
        self.number, self.campus = number, campus
        self.title = " ".join(words(chance, 3 + int(chance.random() * 4))).capitalize()
        self.text = " ".join(words(chance, 20 + int(chance.random() * 40))).capitalize() + "."
        local = NOW.date() + datetime.timedelta(days=int(chance.random() * 390) - 20)
        minutes = 480 + int(chance.random() * 52) * 15
        self.start = datetime.datetime(local.year, local.month, local.day) + datetime.timedelta(minutes=minutes)
        self.minutes = 60 * (1 + int(chance.random() * 3))
        self.weeks = 2 + int(chance.random() * 10) if weekly and chance.random() < 0.4 else 0
        self.place, self.room = zipf(chance, PLACES), (101, 102, 201)[number % 3]
        self.odd = ["Online", "To be announced", "Various locations"][number % 3] if chance.random() < 0.08 else None

    def venue(self, style):
        if self.odd:
            return self.odd
        name = place_name(self.campus, self.place)
        code = f"{CAMPUSES[self.campus][0][0].upper()}B{self.place:03}"
        return [f"{name}, Room {self.room}", f"Room {self.room}, {name}", f"{code}-{self.room}", name][style % 4]


class Listing:
    """One source's listing of an event."""
    __slots__ = ("uid", "title", "text", "url", "venue", "start", "end", "event")

    def __init__(self, event, source, is_own, chance):
        self.event, self.venue = event, event.venue(source)
        self.title, self.text, self.uid = event.title, event.text, f"{event.number}@publisher.example"
        self.url = f"https://publisher.example/event/{event.number}"
        self.start = event.start
        self.end = event.start + datetime.timedelta(minutes=event.minutes)
        if is_own:
            return
        way = chance.random()
        if way < 0.15:
            self.title = f"{self.title} – {WORDS[900 + source].title()}"
        elif way < 0.3:
            self.title = self.title.title()
        if chance.random() < 0.5:
            self.text = " ".join(self.text.split()[:15]) + " …"
        if chance.random() < 0.6:
            self.url = f"https://s{source}.example/{event.number}"
        if chance.random() < 0.5:
            self.uid = f"{event.number}@s{source}.example"


def escape(text):
    return html.escape(text, quote=False)


def offset(campus, time):
    """A time with the offset of standard time, also in summer, which is the same instant everywhere."""
    hours = CAMPUSES[campus][2]
    return f"{time:%Y-%m-%dT%H:%M:%S}{'+' if hours >= 0 else '-'}{abs(hours):02}:00"


def as_rss(campus, listings):
    yield ('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" '
           'xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>Events</title>'
           '<link>https://source.example/</link><description>Events</description>\n')
    for entry in listings:
        yield (f"<item><title>{escape(entry.title)}</title><link>{entry.url}</link>"
               f'<guid isPermaLink="false">{entry.uid}</guid><description>{escape(entry.text)}</description>'
               f"<ev:startdate>{offset(campus, entry.start)}</ev:startdate>"
               f"<ev:enddate>{offset(campus, entry.end)}</ev:enddate>"
               f"<ev:location>{escape(entry.venue)}</ev:location></item>\n")
    yield "</channel></rss>\n"


def as_atom(campus, listings):
    yield ('<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" '
           'xmlns:gd="http://schemas.google.com/g/2005"><title>Events</title><id>tag:source.example,2026:events</id>'
           "<updated>2026-03-01T00:00:00Z</updated>\n")
    for entry in listings:
        yield (f"<entry><id>tag:source.example,2026:{entry.uid}</id><title>{escape(entry.title)}</title>"
               f'<updated>2026-03-01T00:00:00Z</updated><link href="{entry.url}"/>'
               f"<summary>{escape(entry.text)}</summary>"
               f'<gd:when startTime="{offset(campus, entry.start)}" endTime="{offset(campus, entry.end)}"/>'
               f'<gd:where valueString="{escape(entry.venue)}"/></entry>\n')
    yield "</feed>\n"


def folded(line):
    """Folds a line at 75 octets (RFC 5545 section 3.1)."""
    data, parts = line.encode(), []
    while len(data) > 74:
        cut = 74
        while data[cut] & 0xC0 == 0x80:
            cut -= 1
        parts.append(data[:cut].decode())
        data = data[cut:]
    return "\r\n ".join(parts + [data.decode()]) + "\r\n"


def escaped_text(text):
    return re.sub(r"([\\;,])", r"\\\1", text)


def as_ics(campus, listings):
    zone = CAMPUSES[campus][1]
    yield "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//source.example//EN\r\n"
    for entry in listings:
        lines = [
            "BEGIN:VEVENT", f"UID:{entry.uid}", "DTSTAMP:20260301T000000Z",
            f"SUMMARY:{escaped_text(entry.title)}", f"DESCRIPTION:{escaped_text(entry.text)}",
            f"DTSTART;TZID={zone}:{entry.start:%Y%m%dT%H%M%S}", f"DTEND;TZID={zone}:{entry.end:%Y%m%dT%H%M%S}",
            f"LOCATION:{escaped_text(entry.venue)}", f"URL:{entry.url}"]
        if entry.event.weeks:
            lines.append(f"RRULE:FREQ=WEEKLY;COUNT={entry.event.weeks}")
        for line in lines + ["END:VEVENT"]:
            yield folded(line)
    yield "END:VCALENDAR\r\n"


def as_jsonld(campus, listings):
    yield "["
    for position, entry in enumerate(listings):
        yield ",\n" if position else "\n"
        yield json.dumps({
            "@context": "https://schema.org", "@type": "Event", "@id": f"urn:{entry.uid}", "name": entry.title,
            "description": entry.text, "url": entry.url, "startDate": offset(campus, entry.start),
            "endDate": offset(campus, entry.end), "location": {"@type": "Place", "name": entry.venue}},
            ensure_ascii=False)
    yield "\n]\n"


def as_xml(campus, listings):
    yield "<?xml version='1.0' encoding='UTF-8'?>\n<events>\n"
    for entry in listings:
        yield (f'<event id="{entry.uid}"><name>{escape(entry.title)}</name><about>{escape(entry.text)}</about>'
               f"<page>{entry.url}</page><where>{escape(entry.venue)}</where>"
               f'<when from="{entry.start:%Y-%m-%d %H:%M}" to="{entry.end:%Y-%m-%d %H:%M}"/></event>\n')
    yield "</events>\n"


MAPPING = """format: xml
mapping:
  item: event
  id: "@id"
  title: name
  content: about
  link: page
  venue: where
  start: when/@from
  end: when/@to
"""


def write_csv(file, listings):
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(["ID", "Title", "Start", "End", "Location", "Description", "URL"])
    for entry in listings:
        writer.writerow([
            entry.uid, entry.title, f"{entry.start:%Y-%m-%d %H:%M}", f"{entry.end:%Y-%m-%d %H:%M}", entry.venue,
            entry.text, entry.url])


def write_source(root, number, listings):
    campus, kind = number % 3, FORMATS[number // 3 % 6]
    folder = root / "feeds" / f"s{number:03}"
    folder.mkdir(parents=True)
    name = f"events.{SUFFIX[kind]}"
    (folder / "feed.yaml").write_text(
        f"name: Source {number}\ncampus: {CAMPUSES[campus][0]}\npath: {name}\n"
        + (MAPPING if kind == "xml" else ""))
    with open(folder / name, "w", newline="", encoding="utf-8") as file:
        if kind == "csv":
            write_csv(file, listings)
        else:
            writers = {"rss": as_rss, "atom": as_atom, "ics": as_ics, "jsonld": as_jsonld, "xml": as_xml}
            file.writelines(writers[kind](campus, listings))


def make(root, count):
    root.mkdir(parents=True)
    write_configuration(root)
    write_weather(root)
    chance = random.Random(20260302)
    said = [[] for _ in range(SOURCES)]
    repeats = [0] * 30 + [1] * 25 + [2] * 20 + [3] * 15 + [4] * 10
    for number in range(count * 2 // 5):
        publisher = number % PUBLISHERS
        campus = publisher % 3
        event = Event(number, campus, FORMATS[publisher // 3 % 6] == "ics", chance)
        said[publisher].append(Listing(event, publisher, True, chance))
        first = (SOURCES - PUBLISHERS) // 3
        for source in {int(chance.random() * first) for _ in range(repeats[int(chance.random() * 100)])}:
            aggregator = PUBLISHERS + source * 3 + campus
            said[aggregator].append(Listing(event, aggregator, False, chance))
    for number, listings in enumerate(said):
        write_source(root, number, listings)
    return sum(map(len, said))


def change(root):
    """Edits the texts of every tenth item of every hundredth source."""
    for number in range(0, SOURCES, 100):
        kind = FORMATS[number // 3 % 6]
        file = root / "feeds" / f"s{number:03}" / f"events.{SUFFIX[kind]}"
        marks = {"rss": "<item><title>", "atom": "</id><title>", "ics": "SUMMARY:", "jsonld": '"name": "',
                 "csv": "@publisher.example,", "xml": "<name>"}
        with open(file, newline="", encoding="utf-8") as opened:
            parts = opened.read().split(marks[kind])
        edited = [part if not position or position % 10 else f"New {part}" for position, part in enumerate(parts)]
        with open(file, "w", newline="", encoding="utf-8") as opened:
            opened.write(marks[kind].join(edited))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=pathlib.Path, help="the folder of the data set")
    parser.add_argument("listings", type=int, nargs="?", default=1_000_000, help="how many; 1,000,000 if not said")
    parser.add_argument("--change", action="store_true", help="edit every tenth item of every hundredth source")
    asked = parser.parse_args()
    if asked.change:
        change(asked.folder)
    else:
        print(make(asked.folder, asked.listings), "listings")
