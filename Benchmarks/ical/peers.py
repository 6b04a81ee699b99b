#!/usr/bin/env python3
"""Runs one peer once: peers.py icalendar | icalendar+year | libical FILE. Prints the number of events or instances.

libical needs the system's python3 with gir1.2-ical-3.0. Only its parser, which is C, is used.
"""
import datetime
import sys

job, path = sys.argv[1:]
if job == "libical":
    import gi
    gi.require_version("ICalGLib", "3.0")
    from gi.repository import ICalGLib
    root = ICalGLib.Component.new_from_string(open(path, encoding="utf-8").read())
    print(root.count_components(ICalGLib.ComponentKind.VEVENT_COMPONENT))
else:
    import icalendar
    root = icalendar.Calendar.from_ical(open(path, "rb").read())
    if job == "icalendar":
        print(sum(1 for event in root.walk("VEVENT") if event["DTSTART"].dt and str(event["SUMMARY"])))
    else:
        import recurring_ical_events
        year = [datetime.datetime(y, 1, 1, tzinfo=datetime.timezone.utc) for y in (2025, 2026)]
        print(len(recurring_ical_events.of(root).between(*year)))
