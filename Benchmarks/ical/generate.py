#!/usr/bin/env python3
"""Writes calendars for benchmarks, the same in every run.

usage: generate.py events COUNT | series COUNT | bomb NAME      (to standard output)
events   single and recurring events with typical texts, folded according to RFC 5545
series   daily events without an end, 366 instances of each in a leap year
bomb     one hostile calendar; without NAME, prints their names
"""
import random
import sys

WORDS = (
    "annual autumn ballroom book campus chamber choir city club college concert course debate design dinner drawing "
    "evening exhibition fair film forum garden guided harbour history jazz kitchen lecture library lunch market math "
    "morning museum night open orchestra panel physics poetry reading recital research river seminar society spring "
    "studio summer talk theatre tour union visit walk winter workshop writing").split()
ROOMS = ["Great Hall", "Aula Süd", "Café Théâtre", "Room 12, Old Library; ground floor", "Science Drive 2", "講堂"]
TOPICS = ["Arts", "Careers", "Film", "Lectures", "Music", "Research", "Sports", "Wellness"]
RULES = ["FREQ=WEEKLY;BYDAY=TU,TH;COUNT=24", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=10", "FREQ=DAILY;COUNT=12",
         "FREQ=YEARLY;COUNT=4", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20271130T120000Z"]
ZONE = """BEGIN:VTIMEZONE
TZID:Europe/Paris
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE""".splitlines()

out = sys.stdout.buffer
rng = random.Random(5545)


def line(text):
    """Folds at 75 octets, never inside a character (RFC 5545 section 3.1)."""
    data, room = text.encode(), 75
    while len(data) > room:
        cut = room
        while data[cut] & 0xC0 == 0x80:
            cut -= 1
        out.write(data[:cut] + b"\r\n ")
        data, room = data[cut:], 74
    out.write(data + b"\r\n")


def text(words):
    return " ".join(rng.choices(WORDS, k=words))


def escaped(value):
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def calendar(body):
    for item in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//Benchmark//EN", *ZONE]:
        line(item)
    body()
    line("END:VCALENDAR")


def event(number):
    day = f"{rng.randint(2024, 2026)}{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}"
    hour, kind = rng.randint(8, 20), rng.random()
    line("BEGIN:VEVENT")
    line(f"UID:{number:07d}@benchmark.example.edu")
    line(f"DTSTAMP:{day[:4]}0101T000000Z")
    if kind < 0.1:
        line(f"DTSTART;VALUE=DATE:{day}")
    else:
        zone, mark = (";TZID=Europe/Paris", "") if kind < 0.45 else ("", "Z")
        line(f"DTSTART{zone}:{day}T{hour:02d}3000{mark}")
        line(f"DTEND{zone}:{day}T{hour + 2:02d}0000{mark}")
    if number % 20 == 0:
        rule = rng.choice(RULES)
        line("RRULE:" + (rule.replace("T120000Z", "") if kind < 0.1 else rule))
    line("SUMMARY:" + escaped(text(4).title()))
    line("LOCATION:" + escaped(rng.choice(ROOMS)))
    line("DESCRIPTION:" + escaped(f"{text(22).capitalize()}.\n{text(10)}, “{text(2)}”; {text(3)}."))
    line("CATEGORIES:" + ",".join(rng.sample(TOPICS, 2)))
    line(f"GEO:{48 + rng.random():.5f};{2 + rng.random():.5f}")
    line(f"URL:https://events.example.edu/{day}/{number}")
    line("STATUS:" + ("CONFIRMED" if number % 19 else "CANCELLED"))
    line(f"SEQUENCE:{number % 3}")
    line("END:VEVENT")


def series(number):
    for item in ["BEGIN:VEVENT", f"UID:{number}", f"DTSTART;TZID=Europe/Paris:20200101T{number % 24:02d}0000",
                 "DURATION:PT1H", "RRULE:FREQ=DAILY", "SUMMARY:Daily", "END:VEVENT"]:
        line(item)


def bomb(lines):
    def body():
        for item in ["BEGIN:VEVENT", "UID:bomb", "DTSTART:20240101T000000Z", "SUMMARY:Bomb"]:
            line(item)
        for item in lines():
            out.write(item.encode() + b"\r\n")
        line("END:VEVENT")
    calendar(body)


BOMBS = {
    "secondly-for-ever": lambda: ["RRULE:FREQ=SECONDLY"],
    "count-1e9": lambda: ["RRULE:FREQ=SECONDLY;COUNT=1000000000"],
    "never-matches": lambda: ["RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"],
    "never-matches-yearly": lambda: ["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
    "setpos-366": lambda: ["RRULE:FREQ=SECONDLY;BYSETPOS=" + ",".join(map(str, range(1, 367)))],
    "exdates-100000": lambda: ["RRULE:FREQ=DAILY", "EXDATE:" + ",".join(
        f"{2024 + n // 100_000}{n // 8400 + 1:02d}{n // 300 % 28 + 1:02d}T{n % 24:02d}{n % 60:02d}00Z"
        for n in range(100_000))],
    "line-10-million": lambda: ["X-ENDLESS:" + "a" * 10_000_000],
    "nested-20000": lambda: ["BEGIN:X"] * 20_000,
    "zones-5000": lambda: ["END:VEVENT"] + [
        f"BEGIN:VTIMEZONE\r\nTZID:Z{n}\r\nBEGIN:STANDARD\r\nDTSTART:19000101T000000\r\nTZOFFSETFROM:+0100\r\n"
        f"TZOFFSETTO:+0101\r\nRRULE:FREQ=MONTHLY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:z{n}\r\n"
        f"DTSTART;TZID=Z{n}:20260101T000000\r\nEND:VEVENT" for n in range(5_000)] + ["BEGIN:VEVENT"],
}

if __name__ == "__main__":
    kind, *rest = sys.argv[1:] or [""]
    if kind in ("events", "series"):
        make = event if kind == "events" else series
        calendar(lambda: [make(n) for n in range(int(rest[0]))])
    elif kind == "bomb" and rest:
        bomb(BOMBS[rest[0]])
    elif kind == "bomb":
        print("\n".join(BOMBS))
    else:
        sys.exit(__doc__)
