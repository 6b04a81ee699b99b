#!/usr/bin/env python3
"""Generates a log of submissions, or checks its tokens as the floor of every program.

log.py make KEY OPERATIONS >LOG    writes a log with the tokens of 500 people
log.py check KEY LOG               counts the lines with a valid token, and prints the elapsed seconds
"""
import hashlib
import hmac
import json
import random
import sys
import time

SOURCE = "board"


def token(key, person, role="p", expiry=1_900_000_000):
    content = f"1.{role}.{person}.{expiry}"
    mac = hmac.new(key, f"{SOURCE}\n{content}".encode(), hashlib.sha256).hexdigest()
    return f"{content}.{mac}"


def make(key, count):
    people = [token(key, f"p{number}") for number in range(500)]
    choose = random.Random(1)
    events = max(1, count // 5)
    for number in range(count):
        event = number if number < events else choose.randrange(events)
        kind = "submit" if number < events else choose.choice(["edit", "edit", "report", "delete"])
        line = {
            "op": kind,
            "id": f"e{event}",
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_771_000_000 + number)),
            "token": people[choose.randrange(500) if kind == "report" else event % 500],
        }
        if kind == "report":
            line["reason"] = choose.choice(["spam", "wrong"])
        elif kind != "delete":
            line |= {
                "type": "student",
                "title": f"Meeting {number} of the club {event % 97}",
                "start": f"2026-{3 + event % 9:02}-{1 + event % 28:02}T19:00",
                "venue": f"Room {event % 40}, Great Hall",
                "description": "Bring what you need, and a friend. " * 3,
            }
        print(json.dumps(line))


def check(key, path):
    lines = open(path, "rb").read().splitlines()
    start = time.process_time()
    valid = 0
    for line in lines:
        record = json.loads(line)
        content, mac = record["token"].rsplit(".", 1)
        own = hmac.new(key, f"{SOURCE}\n{content}".encode(), hashlib.sha256).hexdigest()
        valid += hmac.compare_digest(mac, own)
    print(f"{valid} lines with a valid token, {time.process_time() - start:.2f} s CPU in Python")


if sys.argv[1] == "make":
    make(sys.argv[2].encode(), int(sys.argv[3]))
else:
    check(sys.argv[2].encode(), sys.argv[3])
