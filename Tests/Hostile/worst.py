#!/usr/bin/env python3
"""Measures the CPU time and memory that the worst known documents and archives take in every reader.

    worst.py ALMANAC [--bytes N] [--only WORD] [--cpu SECONDS] [--json FILE]

Each is the single source of `almanac run --until parse` and has about N bytes. It may take 2 seconds of CPU
and 64 MB of memory more than a small valid feed plus its share. The share of memory is four times its size
(the body, the body as UTF-8, and the records of a valid feed of that size) plus 2 kB for each item, of which a
source may have 100,000. The share of CPU is that of as many ordinary items, measured first.
Exits 1 if a document takes more, ends by a signal, or gives no report.
"""

import argparse
import io
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import zipfile

RSS_HEAD = ("<rss version='2.0' xmlns:ev='http://purl.org/rss/1.0/modules/event/' "
            "xmlns:media='http://search.yahoo.com/mrss/' xmlns:g='http://www.georss.org/georss'>"
            "<channel><title>t</title><link>https://t.example/</link>")
RSS_TAIL = "</channel></rss>"
EVENT = "<ev:startdate>2026-03-05T19:00:00Z</ev:startdate>"
PAGE_HEAD, PAGE_TAIL = "<!DOCTYPE html><html><head><title>t</title></head><body>", "</body></html>"


def fill(piece, size):
    """The piece repeated to about `size` bytes."""
    return piece * max(1, size // max(1, len(piece.encode("utf-8", "surrogateescape"))))


def numbered(make, size):
    """Distinct pieces of `size` bytes in total."""
    pieces, length, number = [], 0, 0
    while length < size:
        piece = make(number)
        pieces.append(piece)
        length += len(piece)
        number += 1
    return "".join(pieces)


def rss(body):
    return RSS_HEAD + body + RSS_TAIL


def rss_item(body):
    return rss(f"<item><guid>1</guid><title>x</title>{EVENT}{body}</item>")


def calendar(body):
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//w//EN\r\n{body}END:VCALENDAR\r\n"


PLACES = json.dumps({"type": "FeatureCollection", "features": [
    {"type": "Feature", "id": name.lower(), "geometry": {"type": "Point", "coordinates": point},
     "properties": {"name": f"{name} Hall"}} for name, point in (("West", [16.37, 48.2]), ("East", [16.38, 48.21]))]})


def vevent(body, uid="1", start="DTSTART:20260305T190000Z"):
    return f"BEGIN:VEVENT\r\nUID:{uid}\r\n{start}\r\nSUMMARY:x\r\n{body}END:VEVENT\r\n"


def rss_cases(n):
    inner = {
        "signs": "<", "ampersands": "&", "references": "&amp;", "unknown-references": "&nosuch;",
        "numbers": "&#x1F600;", "bold": "&lt;b&gt;x", "breaks": "<br>", "stray-ends": "</a>",
        "open-tags": "<a ", "open-quotes": "<a b=\"", "escaped-quotes": "&lt;a =&quot;",
        "escaped-open": "&lt;a ", "cdata": "<![CDATA[x]]>", "cdata-ends": "]]>", "comments": "<!---->",
        "half-comments": "<!--", "instructions": "<?x?>", "half-instructions": "<?x",
        "declarations": "<!x ", "marks": "e\u0301\u0302\u0303", "isolates": "\u2067a",
        "zero-width": "a\u200b", "spaces": " \n\t", "controls": "\x01\x02", "nested": "<i>",
        "nested-closed": "<i><b></b></i>", "scripts": "&lt;script&gt;", "styles": "&lt;style x&gt;",
        "links": "&lt;a href='https://x.example/'&gt;", "handlers": "&lt;p onclick=x&gt;",
        "lists": "&lt;ul&gt;&lt;li&gt;", "tables": "&lt;table&gt;&lt;tr&gt;&lt;td&gt;",
    }
    for name, piece in inner.items():
        yield f"rss-description-{name}", "rss", rss_item(f"<description>{fill(piece, n)}</description>")
        yield f"rss-title-{name}", "rss", rss(
            f"<item><title>{fill(piece, n)}</title>{EVENT}</item>")
    yield "rss-items", "rss", rss(numbered(
        lambda i: f"<item><guid>{i}</guid><title>x{i}</title>{EVENT}</item>", n))
    yield "rss-items-one-guid", "rss", rss(numbered(
        lambda i: f"<item><guid>1</guid><title>x{i}</title>{EVENT}</item>", n))
    yield "rss-items-one-guid-dates", "rss", rss(numbered(
        lambda i: f"<item><guid>1</guid><title>x{i}</title><ev:startdate>2026-03-05T19:00:"
                  f"{i % 60:02}Z</ev:startdate></item>", n))
    yield "rss-items-bare", "rss", rss(fill("<item/>", n))
    yield "rss-items-bad", "rss", rss(fill("<item><title>x</title></item>", n))
    yield "rss-items-odd", "rss", rss(fill(
        "<item><title>&lt;script&gt;\x01\u202ex</title><guid>../..</guid><link>javascript:x</link>"
        f"<g:point>91 0</g:point>{EVENT}</item>", n))
    for name, piece in {
            "categories": lambda i: f"<category>c{i}</category>", "links": lambda i: f"<link>https://x.example/{i}</link>",
            "enclosures": lambda i: f"<enclosure url='https://x.example/{i}'/>",
            "groups": lambda _: "<media:group><media:content url='x'/></media:group>",
            "keywords": lambda i: f"<media:keywords>{i},{i}a,b,c,d</media:keywords>",
            "dates": lambda i: f"<ev:startdate>{i}</ev:startdate>",
            "points": lambda i: f"<g:point>{i} 0</g:point>",
            "elements": lambda i: f"<e{i}/>", "namespaces": lambda i: f"<a:e xmlns:a='u{i}'/>"}.items():
        yield f"rss-item-{name}", "rss", rss_item(numbered(piece, n))
    yield "rss-attributes", "rss", rss(numbered(
        lambda i: "<item " + " ".join(f"a{j}='1'" for j in range(500)) + "/>", n))
    yield "rss-prefixes", "rss", rss(numbered(
        lambda i: "<item " + " ".join(f"xmlns:p{i}x{j}='u'" for j in range(200)) + "/>", n))
    yield "rss-bases", "rss", rss(fill("<item xml:base='../x/'>" * 50 + "</item>" * 50, n))
    yield "rss-long-date", "rss", rss(f"<item><title>x</title><ev:startdate>{fill('1 Mar ', n)}</ev:startdate></item>")
    yield "rss-digits-date", "rss", rss(f"<item><title>x</title><ev:startdate>{fill('9', n)}</ev:startdate></item>")
    yield "atom-entries", "atom", "<feed xmlns='http://www.w3.org/2005/Atom'>" + numbered(
        lambda i: f"<entry><id>{i}</id><title>x</title><link href='a'/><link href='b'/></entry>", n) + "</feed>"
    yield "atom-links", "atom", "<feed xmlns='http://www.w3.org/2005/Atom'><entry>" + numbered(
        lambda i: f"<link rel='alternate' type='t{i}' href='a{i}'/>", n) + "</entry></feed>"
    yield "atom-xhtml", "atom", ("<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>"
                                 "<div xmlns='http://www.w3.org/1999/xhtml'>"
                                 + fill("<p>x</p>", n) + "</div></content></entry></feed>")
    yield "xml-prolog", "rss", fill("<!-- x -->", n) + rss("")
    yield "xml-spaces", "rss", " " * n + rss("")
    yield "xml-no-root", "rss", "<?xml version='1.0'?>" + " " * n


def ics_cases(n):
    yield "ics-events", "icalendar", calendar(numbered(lambda i: vevent("", str(i)), n))
    yield "ics-one-uid", "icalendar", calendar(numbered(lambda i: vevent(f"SEQUENCE:{i}\r\n"), n))
    yield "ics-one-uid-dates", "icalendar", calendar(numbered(
        lambda i: vevent("", start=f"DTSTART:2026{i % 12 + 1:02}{i % 28 + 1:02}T{i % 24:02}{i % 60:02}{i % 59:02}Z"), n))
    yield "ics-overrides", "icalendar", calendar(vevent("RRULE:FREQ=DAILY\r\n") + numbered(
        lambda i: vevent(f"RECURRENCE-ID:2026{i % 12 + 1:02}{i % 28 + 1:02}T190000Z\r\nSEQUENCE:{i}\r\n"), n))
    yield "ics-overrides-alone", "icalendar", calendar(numbered(
        lambda i: vevent(f"RECURRENCE-ID:20{i % 80 + 10}{i % 12 + 1:02}{i % 28 + 1:02}T190000Z\r\n"), n))
    yield "ics-exdates", "icalendar", calendar(vevent("RRULE:FREQ=DAILY\r\n" + numbered(
        lambda i: f"EXDATE:20{i % 80 + 10}{i % 12 + 1:02}{i % 28 + 1:02}T190000Z\r\n", n)))
    yield "ics-exdate-list", "icalendar", calendar(vevent("RRULE:FREQ=DAILY\r\nEXDATE:" + fill("20260305T190000Z,", n) + "\r\n"))
    yield "ics-rdates", "icalendar", calendar(numbered(lambda i: vevent(
        "RDATE:" + ",".join(f"2026{k % 12 + 1:02}{k % 28 + 1:02}T{k % 24:02}0000Z" for k in range(900)) + "\r\n", str(i)), n))
    for name, rule in {
            "secondly": "FREQ=SECONDLY", "never": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
            "minutes": "FREQ=SECONDLY;BYSECOND=59;BYMINUTE=59;BYHOUR=23;BYMONTHDAY=31",
            "setpos": "FREQ=YEARLY;BYDAY=MO,TU,WE;BYHOUR=1,2,3;BYMINUTE=" + ",".join(map(str, range(60))) + ";BYSETPOS=-1",
            "days": "FREQ=DAILY;INTERVAL=99999", "leap": "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
            "weeks": "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;BYMONTH=7"}.items():
        yield f"ics-rules-{name}", "icalendar", calendar(numbered(lambda i, rule=rule: vevent(f"RRULE:{rule}\r\n", str(i)), n))
        yield f"ics-one-rule-{name}", "icalendar", calendar(vevent(fill(f"RRULE:{rule}\r\n", n)))
    zone = ("BEGIN:VTIMEZONE\r\nTZID:z{0}\r\nBEGIN:STANDARD\r\nDTSTART:1970{1:02}{2:02}T020000\r\nTZOFFSETFROM:+0{3}00\r\n"
            "TZOFFSETTO:+0{4}00\r\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH={1}\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n")
    yield "ics-zones", "icalendar", calendar(numbered(
        lambda i: zone.format(i, i % 12 + 1, i % 28 + 1, i % 9, (i + 1) % 9) + vevent("RRULE:FREQ=DAILY\r\n", str(i), f"DTSTART;TZID=z{i}:20260305T190000"), n))
    yield "ics-observances", "icalendar", calendar("BEGIN:VTIMEZONE\r\nTZID:z\r\n" + numbered(
        lambda i: f"BEGIN:STANDARD\r\nDTSTART:19{i % 90 + 10}{i % 12 + 1:02}01T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0{i % 9}00\r\n"
                  "RRULE:FREQ=YEARLY;BYDAY=1SU\r\nEND:STANDARD\r\n", n) + "END:VTIMEZONE\r\n" + vevent("", start="DTSTART;TZID=z:20260305T190000"))
    monthly = lambda z, i: (f"BEGIN:STANDARD\r\nDTSTART:1970{i % 12 + 1:02}{i % 28 + 1:02}T0{i % 9}0000\r\nTZOFFSETFROM:+0{i % 9}00\r\n"
                            f"TZOFFSETTO:+0{(i + z) % 9}00\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY={i % 28 + 1}\r\nEND:STANDARD\r\n")
    many = lambda z: (f"BEGIN:VTIMEZONE\r\nTZID:z{z}\r\n" + "".join(monthly(z, i) for i in range(1024)) + "END:VTIMEZONE\r\n"
                      + vevent("", str(z), f"DTSTART;TZID=z{z}:20260305T190000"))
    yield "ics-zones-monthly", "icalendar", calendar(numbered(many, n))
    yield "ics-zones-known-names", "icalendar", calendar(numbered(
        lambda z: many(z).replace(f"z{z}\r", f"Etc/GMT+{z % 12}\r").replace(f"z{z}:", f"Etc/GMT+{z % 12}:"), n))
    yield "ics-zones-never", "icalendar", calendar(numbered(
        lambda z: many(z).replace("FREQ=MONTHLY;BYMONTHDAY=", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;X-A="), n))
    yield "ics-zones-dates", "icalendar", calendar("BEGIN:VTIMEZONE\r\nTZID:z\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETTO:+0100\r\nRDATE:"
        + fill("20260101T000000,", n) + "\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n" + vevent("", start="DTSTART;TZID=z:20260305T190000"))
    yield "ics-calendars", "icalendar", fill("BEGIN:VCALENDAR\r\n", n)
    yield "ics-calendars-zoned", "icalendar", numbered(lambda i: calendar(zone.format(
        "", i % 12 + 1, i % 28 + 1, i % 9, (i + 1) % 9) + vevent("", str(i), "DTSTART;TZID=z:20260305T190000")), n)
    for name, word in {"words": "or ", "links": "https://zoom.example/j ", "brackets": "( ", "hyphens": "a-"}.items():
        yield f"ics-location-meeting-{name}", "icalendar", calendar(vevent(f"LOCATION:https://zoom.example/j {fill(word, n)}\r\n"))
    yield "ics-colons", "icalendar", calendar(vevent(f"URL;X=a{fill(':', n)}x\r\n"))
    for field in ("CONTACT", "X-HOSTS", "ORGANIZER"):
        yield f"ics-{field.lower()}-addresses", "icalendar", calendar(vevent(field + ":" + numbered(lambda i: f"a{i}@x.example, ", n) + "\r\n"))
    yield "ics-nesting", "icalendar", calendar(fill("BEGIN:X\r\n", n))
    yield "ics-unclosed", "icalendar", calendar(fill("BEGIN:VEVENT\r\n", n))
    yield "ics-ends", "icalendar", calendar(fill("END:VEVENT\r\n", n))
    yield "ics-folds", "icalendar", calendar(vevent("DESCRIPTION:" + fill("\r\n x", n) + "\r\n"))
    yield "ics-fold-each", "icalendar", calendar(numbered(lambda i: "B\r\n EGIN:VEVENT\r\nU\r\n ID:1\r\nEN\r\n D:VEVENT\r\n", n))
    for name, text in {"signs": "<", "escapes": "\\n", "html": "<b>x</b>", "commas": "a,", "quotes": "\"", "semicolons": ";",
                       "bytes": "\udcff", "marks": "e\u0301", "backslashes": "\\"}.items():
        for field in ("DESCRIPTION", "SUMMARY", "CATEGORIES", "LOCATION"):
            yield f"ics-{field.lower()}-{name}", "icalendar", calendar(vevent(f"{field}:{fill(text, n)}\r\n"))
        yield f"ics-parameter-{name}", "icalendar", calendar(vevent(f"SUMMARY;X={fill(text, n)}:x\r\n"))
    yield "ics-parameters", "icalendar", calendar(vevent("SUMMARY" + numbered(lambda i: f";P{i}=x", n) + ":x\r\n"))
    for name in ("ATTENDEE", "ATTACH", "CATEGORIES", "X-APPLE", "GEO", "URL", "COMMENT", "IMAGE", "CONTACT", "ORGANIZER", "SUMMARY", "DTSTART"):
        yield f"ics-many-{name.lower()}", "icalendar", calendar(vevent(numbered(lambda i, name=name: f"{name};CN=a{i}:mailto:a{i}@x.example\r\n", n)))
    yield "ics-alarms", "icalendar", calendar(vevent(fill("BEGIN:VALARM\r\nTRIGGER:-PT1M\r\nEND:VALARM\r\n", n)))
    yield "ics-alarms-bad", "icalendar", calendar(vevent(fill("BEGIN:VALARM\r\nEND:VALARM\r\n", n)))
    yield "ics-stray", "icalendar", calendar(vevent(fill("no colon\r\n", n)))
    yield "ics-bad-events", "icalendar", calendar(fill("BEGIN:VEVENT\r\nDTSTART:nonsense\r\nRRULE:x\r\nSTATUS:y\r\nGEO:z\r\nEND:VEVENT\r\n", n))


def json_cases(n):
    items = lambda body: '{"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [' + body + "]}"
    yield "json-items", "jsonfeed", items(numbered(lambda i: f'{{"id":"{i}","title":"x","start":"2026-03-05T19:00:00Z"}},', n)[:-1])
    yield "json-empty-items", "jsonfeed", items(fill("{},", n)[:-1])
    yield "json-small-items", "jsonfeed", items(fill('{"a":1},', n)[:-1])
    yield "json-arrays", "jsonfeed", items(fill("[],", n)[:-1])
    yield "json-zeros", "jsonfeed", items(fill("0,", n)[:-1])
    yield "json-members", "jsonfeed", items("{" + numbered(lambda i: f'"k{i}":0,', n)[:-1] + "}")
    yield "json-same-member", "jsonfeed", items("{" + fill('"k":0,', n)[:-1] + "}")
    yield "json-escapes", "jsonfeed", items('{"id":"1","title":"' + fill("\\u00e9", n) + '"}')
    yield "json-halves", "jsonfeed", items('{"id":"1","title":"' + fill("\\ud800", n) + '"}')
    yield "json-tags", "jsonfeed", items('{"id":"1","tags":[' + numbered(lambda i: f'"t{i}",', n)[:-1] + "]}")
    yield "json-digits", "jsonfeed", items("{\"lat\":" + "9" * n + "}")
    yield "json-fraction", "jsonfeed", items("{\"lat\":0." + "1" * n + "}")
    yield "json-html", "jsonfeed", items('{"id":"1","content_html":"' + fill("<p onclick=x>", n) + '"}')
    yield "json-nested", "jsonfeed", fill('{"a":', n)
    yield "json-nested-500", "jsonfeed", items(fill("[" * 500 + "]" * 500 + ",", n)[:-1])
    yield "json-open-text", "jsonfeed", items('"' + "x" * n)
    graph = lambda body: '{"@context":"https://schema.org","@graph":[' + body + "]}"
    event = '"@type":"Event","name":"x","startDate":"2026-03-05T19:00:00Z"'
    yield "jsonld-events", "jsonld", graph(numbered(lambda i: f'{{{event},"@id":"e{i}"}},', n)[:-1])
    yield "jsonld-one-id", "jsonld", graph(fill(f'{{{event},"@id":"e"}},', n)[:-1])
    yield "jsonld-chain", "jsonld", graph(numbered(lambda i: f'{{"@id":"n{i}","subEvent":{{"@id":"n{i + 1}"}},{event}}},', n)[:-1])
    yield "jsonld-cycle", "jsonld", graph(numbered(lambda i: f'{{"@id":"n{i}","superEvent":{{"@id":"n{i // 2}"}},"location":{{"@id":"n{i + 1}"}},{event}}},', n)[:-1])
    yield "jsonld-offers", "jsonld", graph("{" + event + ',"offers":[' + numbered(lambda i: f'{{"price":{i},"priceCurrency":"EUR"}},', n)[:-1] + "]}")
    yield "jsonld-schedule", "jsonld", graph(numbered(lambda i: "{" + event + ',"eventSchedule":{"repeatFrequency":"P1D","startDate":"1970-01-01","endDate":"2100-01-01"}},', n)[:-1])
    context = '{"@vocab":"https://schema.org/",' + numbered(lambda i: f'"t{i}":"https://t.example/{i}",', n // 2)[:-1] + "}"
    yield "jsonld-contexts", "jsonld", '{"@context":' + context + ',"@graph":[' + numbered(lambda i: f'{{"@context":{{"a{i}":"name"}},{event}}},', n // 2)[:-1] + "]}"
    yield "jsonld-context-array", "jsonld", '{"@context":["https://schema.org",' + numbered(lambda i: f'{{"a{i}":"name"}},', n)[:-1] + "]," + event + "}"
    yield "jsonld-long-term", "jsonld", '{"@context":["https://schema.org",{"p":"https://t.example/' + "x" * (n // 2) + '"}],' + event + "," + numbered(lambda i: f'"p:{i}":"x",', n // 2)[:-1] + "}"
    shared = lambda what, body: graph('{"@id":"s",' + body + "}," + numbered(lambda i: f'{{{event},"{what}":{{"@id":"s"}}}},', n // 2)[:-1])
    days = numbered(lambda i: f'"{1990 + i // 336}-{i // 28 % 12 + 1:02}-{i % 28 + 1:02}",', n // 2)[:-1]
    yield "jsonld-shared-schedule", "jsonld", shared("eventSchedule", f'"@type":"Schedule","repeatFrequency":"P1D","startDate":"2026-03-05","exceptDate":[{days}]')
    yield "jsonld-shared-days", "jsonld", shared("eventSchedule", '"@type":"Schedule","repeatFrequency":"P1W","startDate":"2026-03-05","byDay":[' + fill('"MO",', n // 2)[:-1] + "]")
    yield "jsonld-shared-names", "jsonld", shared("location", '"@type":"Place","name":[' + fill('" ",', n // 2)[:-1] + "]")
    yield "jsonld-shared-offers", "jsonld", shared("offers", '"@type":"Offer","priceSpecification":[' + numbered(lambda i: f'{{"price":{i}}},', n // 2)[:-1] + "]")
    yield "jsonld-shared-text", "jsonld", shared("location", '"@type":"Place","name":"' + "x" * (n // 2) + '"')
    yield "jsonld-events-nested", "jsonld", graph((f'{{{event},"subEvent":' * 40 + f'{{{event},"description":"' + "x" * (n // 40) + '"}' + "}" * 40 + ",") * 40 + "{}")
    yield "jsonld-types-joined", "jsonld", graph(",".join('{"@id":"e","@type":[' + numbered(lambda i, k=k: f'"T{k}x{i}Event",', n // 2)[:-1] + '],"name":"x","startDate":"2026-03-05"}' for k in range(2)))
    yield "jsonld-weeks-of-days", "jsonld", graph("{" + event + ',"eventSchedule":{"repeatFrequency":"P1M","startDate":"2026-03-05","byDay":"' + fill("MO,", n)[:-1] + '","byMonthWeek":[' + ",".join(map(str, range(900))) + "]}}")
    yield "jsonld-types", "jsonld", graph('{"@type":[' + numbered(lambda i: f'"T{i}",', n) + '"Event"],"name":"x"}')


def page_cases(n):
    page = lambda body: PAGE_HEAD + body + PAGE_TAIL
    micro = '<div class="vevent"><span class="summary">x</span><abbr class="dtstart" title="2026-03-05T19:00:00Z">d</abbr></div>'
    item = '<div itemscope itemtype="https://schema.org/Event"><span itemprop=name>x</span><time itemprop=startDate datetime=2026-03-05>d</time></div>'
    yield "page-vevents", "html", page(fill(micro, n))
    yield "page-vevents-nested", "html", page(fill('<div class="vevent"><span class="summary">x</span>', n))
    yield "page-microdata", "html", page(fill(item, n))
    yield "page-microdata-nested", "html", page(fill('<div itemscope itemprop=location itemtype="https://schema.org/Event">', n))
    yield "page-itemrefs", "html", page(numbered(lambda i: f'<div itemscope itemtype="https://schema.org/Event" itemref="a b c d{i}"></div>', n) + "<p id=a itemprop=name>x</p><p id=b itemprop=url>x</p>")
    yield "page-itemref-long", "html", page('<div itemscope itemtype="https://schema.org/Event" itemref="' + numbered(lambda i: f"a{i} ", n // 2) + '"></div>' + numbered(lambda i: f"<p id=a{i} itemprop=name>", n // 2))
    yield "page-itemref-cycle", "html", page(numbered(lambda i: f'<div id=n{i} itemscope itemprop=x itemtype="https://schema.org/Event" itemref="n{i + 1} n{i // 2}"></div>', n))
    deep = 240
    yield "page-microdata-two-names", "html", page(fill('<div itemscope itemtype="https://schema.org/Event" itemprop="subEvent about">' * deep + "</div>" * deep, n))
    yield "page-microdata-two-names-texts", "html", page(item[:-6] + '<div itemscope itemprop="location about">' * deep + "<b itemprop=name>" + "x" * n + "</b>" + "</div>" * deep + "</div>")
    yield "page-microdata-texts-nested", "html", page(item[:-6] + "".join(f"<b itemprop=p{i}>" for i in range(deep)) + "x" * n)
    yield "page-itemref-chain", "html", page(item + numbered(lambda i: f"<p id=c{i} itemscope itemprop=x itemref=c{i + 1}></p>", n) + '<div itemscope itemref=c0 itemtype="https://schema.org/Event"></div>')
    yield "page-itemref-chain-open", "html", page(numbered(lambda i: f"<p id=c{i} itemscope itemprop=x itemref=c{i + 1}>", n))
    yield "page-microdata-markup-nested", "html", page(item[:-6] + "".join(f"<b itemprop=p{i}>" for i in range(deep)) + fill("<i></i>", n))
    yield "page-microdata-titles-nested", "html", page(item[:-6] + "".join(f"<b itemprop=p{i}>" for i in range(deep)) + fill(f"<i title={'x' * 400}></i>", n))
    yield "page-categories-nested", "html", page('<div class="vevent"><b class="summary">x</b><i class="dtstart" title="2026-03-05">d</i>' + '<b class="category">' * deep + fill("<i></i>", n))
    yield "page-svgs-nested", "html", page(micro + fill("<svg>", n // 2) + fill("</svg>", n // 2))
    yield "page-itemref-large", "html", page("<div id=a>" + numbered(lambda i: f"<i itemprop=p{i}>x</i>", n // 2) + "</div>" + fill(item.replace("itemscope", "itemscope itemref=a"), n // 2))
    yield "page-itemref-empty", "html", page("<div id=a>" + fill("<i></i>", n // 2) + "</div>" + fill(item.replace("itemscope", "itemscope itemref=a"), n // 2))
    yield "page-classes-nested", "html", page('<div class="vevent">' + '<b class="summary location category">' * deep + "x" * n)
    yield "page-scripts", "html", page(fill('<script type="application/ld+json">{"@type":"Event","name":"x","startDate":"2026-03-05"}</script>', n))
    yield "page-scripts-broken", "html", page(fill('<script type="application/ld+json">{</script>', n))
    yield "page-scripts-open", "html", page(fill('<script type="application/ld+json">', n))
    for name, piece in {"signs": "<", "open": "<a ", "quotes": "<a =\"", "mixed-quotes": "<a ='<b =\"", "comments": "<!--", "nested": "<div>", "paragraphs": "<p>",
                        "lists": "<ul><li>", "ends": "</div>", "references": "&amp;", "cells": "<table><tr><td>", "styles": "<style>", "classes": '<p class="' + "vevent " * 50 + '">'}.items():
        yield f"page-{name}", "html", page(micro + fill(piece, n))


def table_cases(n):
    head = "title,start,location\n"
    yield "csv-rows", "csv", head + numbered(lambda i: f"x{i},2026-03-05T19:00:00Z,Hall\n", n)
    yield "csv-empty-rows", "csv", head + "\n" * n
    yield "csv-bad-rows", "csv", head + fill("a,b,c,d,e\n", n)
    yield "csv-columns", "csv", head.strip() + numbered(lambda i: f",c{i}", n) + "\nx,2026-03-05\n"
    yield "csv-fields", "csv", head + "," * n
    yield "csv-quotes", "csv", head + '"' * n
    yield "csv-open-quote", "csv", head + fill('x,"2026\n', n)


def encoding_cases(n):
    head = "<?xml version='1.0' encoding='{}'?>"
    text = rss_item("<description>{}</description>")
    chance = random.Random(7)
    noise = bytes(chance.randrange(128, 256) for _ in range(n))
    for label in ("utf-8", "gb18030", "iso-2022-jp", "shift_jis", "euc-kr", "big5", "windows-1252", "utf-16le"):
        yield f"bytes-{label}", "rss", (head.format(label) + text.split("{}")[0]).encode() + noise + text.split("{}")[1].encode()
    yield "bytes-escapes", "rss", (head.format("iso-2022-jp") + text.format(fill("\x1b$B\x1b(B", n))).encode()
    yield "bytes-nul", "rss", b"\0" * n
    yield "bytes-utf16-halves", "rss", b"\xff\xfe" + rss("").encode("utf-16le") + b"\x00\xd8" * (n // 2)
    yield "bytes-ics", "icalendar", calendar(vevent("SUMMARY:")).encode().replace(b"SUMMARY:\r", b"SUMMARY:" + noise.replace(b"\n", b"") + b"\r")
    yield "bytes-json", "jsonfeed", b'{"items":["' + noise + b'"]}'


def mark_cases(n):
    """Runs of combining characters, whose comparison takes quadratic time."""
    run = "a" + "\u0301\u0323" * (n // 8)
    escapes = "a" + "\\u0301\\u0323" * (n // 12)
    references = "a" + "&#x301;&#x323;" * (n // 14)
    event = '"@type":"Event","name":"x","startDate":"2026-03-05T19:00:00Z"'
    for label, text in {"": run, "-escaped": escapes}.items():
        yield f"marks-json-member{label}", "jsonfeed", f'{{"version":"https://jsonfeed.org/version/1.1","items":[{{"id":"1","{text}":1}}]}}'
        yield f"marks-json-text{label}", "jsonfeed", f'{{"version":"https://jsonfeed.org/version/1.1","items":[{{"id":"{text}","title":"{text}"}}]}}'
        yield f"marks-jsonld-member{label}", "jsonld", f'{{"@context":"https://schema.org",{event},"{text}":1}}'
        yield f"marks-jsonld-text{label}", "jsonld", f'{{"@context":"https://schema.org",{event},"@id":"{text}","organizer":["{text}","{text}x"]}}'
        yield f"marks-jsonld-context{label}", "jsonld", f'{{"@context":["https://schema.org",{{"{text}":"{text}"}}],{event}}}'
    for label, text in {"": run, "-referred": references}.items():
        yield f"marks-rss-attribute{label}", "rss", rss_item(f"<link rel='{text}'/><guid isPermaLink='{text}'>2</guid>")
        yield f"marks-rss-namespace{label}", "rss", rss_item(f"<a:b xmlns:a='{text}'/>")
        yield f"marks-rss-guid{label}", "rss", rss(f"<item><guid>{text}</guid>{EVENT}</item><item><guid>{text}</guid>{EVENT}</item>")
        yield f"marks-atom-type{label}", "atom", f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='{text}'>x</title><link rel='{text}'/></entry></feed>"
        yield f"marks-page-attribute{label}", "html", f"{PAGE_HEAD}<div itemscope itemref='{text}' itemtype='https://schema.org/Event'><b itemprop='{text}'>x</b><b itemprop=startDate>2026-03-05</b></div><i id='{text}' itemprop=name>y</i>{PAGE_TAIL}"
        yield f"marks-page-class{label}", "html", f"{PAGE_HEAD}<div class='vevent {text}'><b class='summary'>{text}</b></div>{PAGE_TAIL}"
    yield "marks-rss-element", "rss", rss_item(f"<{run}>x</{run}>")
    yield "marks-rss-attribute-name", "rss", rss_item(f"<link {run}='x'/>")
    yield "marks-rss-root", "rss", f"<{run}>x</{run}>"
    yield "marks-page-element", "html", f"{PAGE_HEAD}<{run}>x</{run}><b {run}=x>{PAGE_TAIL}"
    for name in ("UID", "SUMMARY", "LOCATION", "CATEGORIES", "STATUS", "X-" + run, "DTEND;TZID=" + run, "URL", "GEO"):
        yield f"marks-ics-{name[:9].lower()}", "icalendar", calendar(vevent(f"{name}:{run}\r\n{name}:{run}x\r\n") * 2)
    yield "marks-ics-zone", "icalendar", calendar(f"BEGIN:VTIMEZONE\r\nTZID:{run}\r\nEND:VTIMEZONE\r\n" + vevent("", start=f"DTSTART;TZID={run}:20260305T190000"))
    yield "marks-csv-column", "csv", f"title,start,{run}\nx,2026-03-05T19:00:00Z,{run}\n"
    yield "marks-csv-field", "csv", f"title,start,venue,id\n{run},2026-03-05T19:00:00Z,{run},{run}\n" * 2


TABLES = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\na,Bus,https://bus.example,Europe/Vienna\n",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nw,West,48.2000,16.3700\ne,East,48.2100,16.3800\n",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,a,R,3\n",
    "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                    "s,1,1,1,1,1,1,1,20260101,20261231\n",
    "trips.txt": "route_id,service_id,trip_id\nr,s,t\n",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                      "t,8:00:00,8:00:00,w,1\nt,8:20:00,8:20:00,e,2\n",
}


def archive(changes=None, method=zipfile.ZIP_DEFLATED, more=()):
    """A zip archive of the small feed with some tables replaced."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as file:
        for name, text in [*{**TABLES, **(changes or {})}.items(), *more]:
            file.writestr(name, text)
    return target.getvalue()


def patched(data, find, offset, value):
    """The archive with the bytes at `offset` after each signature replaced."""
    data = bytearray(data)
    at = data.find(find)
    while at >= 0:
        data[at + offset:at + offset + len(value)] = value
        at = data.find(find, at + 4)
    return bytes(data)


def overlapping(size, count):
    """An archive whose directory names one compressed table many times."""
    data = archive({}, more=[("x.txt", b"0" * size)])
    end = data.rfind(b"PK\5\6")
    start = int.from_bytes(data[end + 16:end + 20], "little")
    entry = data[data.rfind(b"PK\1\2", start, end):end]
    entries = b"".join(entry.replace(b"x.txt", b"%c%c.txt" % (97 + i // 26, 97 + i % 26)).replace(
        b"\x05\0", b"\x06\0", 1) for i in range(count))
    tail = data[end:end + 8] + count.to_bytes(2, "little") * 2 + len(entries).to_bytes(4, "little") + data[end + 16:]
    return data[:start] + entries + tail


def transit_cases(n):
    stop = lambda i: f"s{i},S,48.2{i % 1000:03},16.37\n"
    stops = TABLES["stops.txt"]
    head = {name: text.split("\n")[0] + "\n" for name, text in TABLES.items()}
    directory, local = b"PK\1\2", b"PK\3\4"
    yield "transit-good", "transit", archive()
    yield "transit-bomb", "transit", archive(more=[("shapes.txt", b"0" * (1 << 30))])
    yield "transit-bomb-declared-small", "transit", patched(patched(
        archive({}, more=[("shapes.txt", b"0" * (1 << 28))]), directory, 24, b"\x10\0\0\0"), local, 22, b"\x10\0\0\0")
    # Use one object, because this process's memory counts as that of its child.
    piece = b"0" * (1 << 20)
    yield "transit-bomb-many", "transit", archive(more=[(f"x{i}.txt", piece) for i in range(900)])
    yield "transit-bomb-overlapping", "transit", overlapping(1 << 20, 600)
    yield "transit-nested", "transit", archive(more=[("feed.zip", archive())])
    yield "transit-nested-only", "transit", archive({name: "" for name in TABLES}, more=[("feed.zip", archive())])
    yield "transit-traversal", "transit", archive(more=[(f"../../../../tmp/{name}", text) for name, text in TABLES.items()]
                                                  + [("/etc/stops.txt", stops), ("..\\..\\trips.txt", "")])
    for method in (1, 6, 9, 14, 93, 97, 98, 99):
        yield f"transit-method-{method}", "transit", patched(patched(
            archive(), directory, 10, method.to_bytes(2, "little")), local, 8, method.to_bytes(2, "little"))
    yield "transit-encrypted", "transit", patched(patched(archive(), directory, 8, b"\1\0"), local, 6, b"\1\0")
    whole = archive()
    for share in (30, 60, 90, 99):
        yield f"transit-cut-{share}", "transit", whole[:len(whole) * share // 100]
    yield "transit-directory-cut", "transit", whole[:whole.rfind(directory) + 20] + whole[whole.rfind(b"PK\5\6"):]
    yield "transit-directory-far", "transit", patched(whole, b"PK\5\6", 16, b"\xff\xff\xff\x7f")
    yield "transit-directory-many", "transit", patched(whole, b"PK\5\6", 10, b"\xff\xff")
    yield "transit-names-equal", "transit", archive(more=[("stops.txt", stops)] * 900)
    yield "transit-files", "transit", archive(more=[(f"{i}.txt", "") for i in range(30_000)])

    yield "transit-ten-million-stop-times", "transit", archive(
        {"stop_times.txt": head["stop_times.txt"] + "t,,,w,1\n" * 10_000_000})
    yield "transit-seven-million-stop-times", "transit", archive(
        {"stop_times.txt": "trip_id,stop_id,stop_sequence\n" + "t,w,1\n" * 7_000_000})
    yield "transit-short-stop-times", "transit", archive(
        {"stop_times.txt": "trip_id,stop_id,stop_sequence\n" + "t,w,1\n" * 1_990_000})
    yield "transit-stop-times", "transit", archive({"stop_times.txt": head["stop_times.txt"] + numbered(
        lambda i: f"t,{i // 60}:{i % 60:02}:00,{i // 60}:{i % 60:02}:00,{'we'[i % 2]},{i}\n", n)})
    yield "transit-references", "transit", archive({
        "stop_times.txt": head["stop_times.txt"] + numbered(lambda i: f"x{i},8:00:00,8:00:00,y{i},1\n", n // 2),
        "trips.txt": TABLES["trips.txt"] + numbered(lambda i: f"x{i},y{i},z{i}\n", n // 2)})
    yield "transit-transfers", "transit", archive({
        "transfers.txt": "from_stop_id,to_stop_id,transfer_type\n" + numbered(lambda i: f"x{i},y{i},0\n", n)})
    hub = "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n" \
        "w,West,48.2,16.37,,\ne,East,48.21,16.38,,\nhub,Hub,48.2,16.37,1,\n"
    yield "transit-transfers-stations", "transit", archive({
        "stops.txt": hub + numbered(lambda i: f"s{i},S,48.2,16.37,0,hub\n", n // 2),
        "transfers.txt": "from_stop_id,to_stop_id,transfer_type\n" + fill("hub,hub,0\n", n // 2)})
    yield "transit-stops-one-point", "transit", archive({
        "stops.txt": stops + numbered(lambda i: f"s{i},S,48.2,16.37\n", n // 2),
        "stop_times.txt": head["stop_times.txt"] + numbered(lambda i: f"t,8:00:00,8:00:00,s{i},{i}\n", n // 2)})
    yield "transit-stops-near", "transit", archive({
        "stops.txt": stops + numbered(lambda i: f"s{i},S,{48 + i // 400 / 200:.4f},{16 + i % 400 / 2000:.4f}\n", n // 2),
        "stop_times.txt": head["stop_times.txt"] + numbered(lambda i: f"t,8:00:00,8:00:00,s{i},{i}\n", n // 2)})
    trips = n // 90
    yield "transit-trips-overtaking", "transit", archive({
        "trips.txt": head["trips.txt"] + "".join(f"r,s,t{i}\n" for i in range(trips)),
        "stop_times.txt": head["stop_times.txt"] + "".join(
            f"t{i},{i // 3600:02}:{i // 60 % 60:02}:00,{i // 3600:02}:{i // 60 % 60:02}:00,w,1\n"
            f"t{i},{999 - i // 60}:{59 - i % 60:02}:00,{999 - i // 60}:{59 - i % 60:02}:00,e,2\n" for i in range(trips))})
    yield "transit-routes", "transit", archive({
        "routes.txt": head["routes.txt"] + "".join(f"r{i},a,R,3\n" for i in range(trips)),
        "trips.txt": head["trips.txt"] + "".join(f"r{i},s,t{i}\n" for i in range(trips)),
        "stop_times.txt": head["stop_times.txt"] + "".join(
            f"t{i},8:00:00,8:00:00,w,1\nt{i},8:20:00,8:20:00,e,2\n" for i in range(trips))})
    yield "transit-block", "transit", archive({
        "calendar_dates.txt": "service_id,date,exception_type\n" + numbered(
            lambda i: f"s{i % 200},20{i // 200 % 90 + 10}{i % 12 + 1:02}{i // 12 % 28 + 1:02},1\n", n // 4),
        "trips.txt": "route_id,service_id,trip_id,block_id\n" + "".join(f"r,s{i % 199},t{i},b\n" for i in range(trips // 2)),
        "stop_times.txt": head["stop_times.txt"] + "".join(
            f"t{i},8:00:00,8:00:00,w,1\nt{i},8:20:00,8:20:00,e,2\n" for i in range(trips // 2))})
    frequency = "trip_id,start_time,end_time,headway_secs\n"
    yield "transit-frequency-seconds", "transit", archive({"frequencies.txt": frequency + "t,0:00:00,999:59:59,1\n"})
    yield "transit-frequencies-equal", "transit", archive({"frequencies.txt": frequency + fill("t,8:00:00,8:00:01,60\n", n)})
    yield "transit-frequencies", "transit", archive({"frequencies.txt": frequency + numbered(
        lambda i: f"t,{i // 3600 % 900}:{i // 60 % 60:02}:{i % 60:02},{i // 3600 % 900}:{i // 60 % 60:02}:{i % 60:02},1\n", n)})
    yield "transit-dates", "transit", archive({"calendar_dates.txt": "service_id,date,exception_type\n" + numbered(
        lambda i: f"s,{1000 + i // 336 % 8000}{i % 12 + 1:02}{i // 12 % 28 + 1:02},{i % 2 + 1}\n", n)})
    yield "transit-shapes", "transit", archive({"shapes.txt": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n" + numbered(
        lambda i: f"s{i % 7},48.2,16.37,{10 ** 9 - i}\n", n)})
    yield "transit-fares", "transit", archive({
        "fare_attributes.txt": "fare_id,price,currency_type,payment_method,transfers\n" + numbered(
            lambda i: f"f{i},1,EUR,0,0\n", n // 2),
        "fare_rules.txt": "fare_id,route_id\n" + numbered(lambda i: f"f{i},r\n", n // 2)})
    plain = {name: "" for name in TABLES}
    rows = {
        "stops.csv": TABLES["stops.txt"], "periods.csv": "period,start_date,end_date\nt,20260101,20261231\n",
        "route_stops.csv": "route_id,stop_sequence,stop_id,minutes\nr,0,w,0\nr,1,e,20\n",
        "headways.csv": "route_id,period,day,from,to,headway_min_minutes,headway_max_minutes\nr,t,monday,08:00,20:00,9,15\n"}
    yield "transit-plain", "transit", archive({**plain, **rows})
    yield "transit-plain-numbers", "transit", archive({**plain, **rows, "headways.csv":
        rows["headways.csv"] + f"r,t,monday,08:00,20:00,{2**63 - 1},{2**63 - 1}\nr,t,monday,{10**30}:00,-1:00,-9,0\n",
        "route_stops.csv": f"route_id,stop_sequence,stop_id,minutes\nr,0,w,{-2**63}\nr,1,e,{2**63 - 1}\n"})
    yield "transit-plain-headways", "transit", archive({**plain, **rows, "headways.csv":
        rows["headways.csv"] + numbered(lambda i: f"r,p{i},monday,08:00,20:00,9,15\n", n)})
    yield "transit-plain-product", "transit", archive({**plain, **rows, "route_stops.csv":
        rows["route_stops.csv"] + "".join(f"r,{i},w,{i}\n" for i in range(15_000)), "headways.csv":
        rows["headways.csv"] + "".join(f"r,p{i},monday,08:00,20:00,9,15\n" for i in range(15_000))})
    yield "transit-plain-stops", "transit", archive({**plain, **rows, "stops.csv": rows["stops.csv"] + numbered(stop, n)})
    ring = "[" + ",".join(["[16.3,48.2]"] * (n // 24)) + "]"
    yield "transit-areas", "transit", archive({
        "locations.geojson": '{"features":[{"id":"z","geometry":{"type":"Polygon","coordinates":[' + ring + "]}}]}",
        "stop_times.txt": "trip_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window\n"
                          + numbered(lambda i: f"t,z,{i},8:00:00,9:00:00\n", n // 2)})
    yield "transit-areas-nested", "transit", archive({"locations.geojson": "[" * n})
    for name, piece in {"quotes": '"', "commas": ",", "lines": "\n", "columns": "a,", "controls": "\0"}.items():
        yield f"transit-table-{name}", "transit", archive({"stops.txt": stops + fill(piece, n)})
        yield f"transit-header-{name}", "transit", archive({"stops.txt": fill(piece, n)})
    yield "transit-ids-long", "transit", archive({"stops.txt": stops + numbered(lambda i: "x" * 60_000 + f"{i},S,48.2,16.37\n", n)})
    yield "transit-stops", "transit", archive({"stops.txt": stops + numbered(stop, n)})


def unpacked(text):
    """The size of an archive's tables, at most 64 MB, and their number of stops."""
    try:
        with zipfile.ZipFile(io.BytesIO(text)) as file:
            size = max(len(text), min(sum(member.file_size for member in file.infolist()), 64_000_000))
            return size, min(file.read("stops.txt").count(b"\n"), 100_000)
    except (zipfile.BadZipFile, ValueError, KeyError, RuntimeError, NotImplementedError, OverflowError):
        return len(text), 0


def all_cases(size):
    for cases in (rss_cases, ics_cases, json_cases, page_cases, table_cases, encoding_cases, mark_cases, transit_cases):
        yield from cases(size)


def measure(almanac, text, form):
    """CPU seconds and peak memory in MB of one run up to parse, its exit code and its output."""
    with tempfile.TemporaryDirectory(prefix="almanac-worst-") as name:
        folder = pathlib.Path(name)
        source = folder / "config/feeds/guest"
        source.mkdir(parents=True)
        campus, stage, kind = "", "parse", f"format: {form}"
        if form == "transit":
            # A network is used only if there is an event to reach.
            campus, stage, kind = ", gazetteer: town.geojson, travel: {origins: [west]}", "enrich", "kind: transit"
            (folder / "config/town.geojson").write_text(PLACES)
            (folder / "config/feeds/events").mkdir()
            (folder / "config/feeds/events/feed.yaml").write_text("campus: town\nformat: icalendar\npath: feed\n")
            (folder / "config/feeds/events/feed").write_text(calendar(vevent("LOCATION:East Hall\r\n")), newline="")
        (folder / "config/almanac.yaml").write_text(
            f"campuses: [{{id: town, name: Town, timezone: Europe/Vienna{campus}}}]\nsources: feeds\ncategories: categories.yaml\n")
        (folder / "config/categories.yaml").write_text("categories:\n  - {id: others, name: Others}\n")
        (source / "feed.yaml").write_text(f"campus: town\n{kind}\npath: feed\n")
        (source / "feed").write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
        process = subprocess.Popen(
            [almanac, "run", "--config", folder / "config/almanac.yaml", "--output", folder / "output",
             "--now", "2026-03-02T20:00:00Z", "--until", stage, "--progress", "never"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
        _, status, used = os.wait4(process.pid, 0)
        report = folder / "output/run/report.json"
        result = {"outcome": "CRASH"}
        if report.exists():
            source = next(source for source in json.loads(report.read_bytes())["sources"] if source["id"] == "guest")
            result = {"outcome": source["status"], "class": source.get("finding", {}).get("code"), "read": source["read"]}
        return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), result


def ordinary(almanac, base):
    """The CPU seconds that an item of a valid calendar takes on this machine."""
    count = 10_000
    body = "LOCATION:Room {}\r\nDESCRIPTION:Description of number {}\r\n"
    text = calendar("".join(
        vevent(body.format(number % 90, number), uid=f"{number}@hall") for number in range(count)))
    return max(0, min(measure(almanac, text, "icalendar")[0] for _ in range(3)) - base) / count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("almanac")
    parser.add_argument("--bytes", type=int, default=4 << 20)
    parser.add_argument("--cpu", type=float, default=2.0, help="seconds beyond the share of a document")
    parser.add_argument("--only", default="")
    parser.add_argument("--json")
    options = parser.parse_args()
    base_cpu, base_memory, _, _ = measure(options.almanac, rss_item(""), "rss")
    an_item = ordinary(options.almanac, base_cpu)
    print(f"An ordinary item takes {an_item * 1e6:.0f} us of CPU here", flush=True)
    failed, results = 0, []
    for name, form, text in all_cases(options.bytes):
        if options.only not in name:
            continue
        cpu, memory, code, result = measure(options.almanac, text, form)
        cpu, memory = cpu - base_cpu, memory - base_memory
        items = 100_000 if result.get("class") == "E_ITEM_COUNT" else result.get("read", 0)
        size = len(text)
        if form == "transit":
            size, stops = unpacked(text)
            items += stops
        share = 4 * size / 2**20 + items / 512
        why = []
        if cpu > options.cpu + items * an_item:
            why.append(f"{cpu:.1f} s of CPU, share {items * an_item:.1f}")
        if memory > 64 + share:
            why.append(f"{memory:.0f} MB, share {share:.0f}")
        if code < 0 or result["outcome"] == "CRASH":
            why.append(f"exit {code}")
        results.append({"name": name, "cpu": round(cpu, 2), "memory": round(memory), "exit": code, **result})
        if why:
            failed += 1
            print(f"FAIL {name}: {', '.join(why)} {result}", flush=True)
    worst = max(results, key=lambda result: result["cpu"], default=None)
    largest = max(results, key=lambda result: result["memory"], default=None)
    print(json.dumps({"documents": len(results), "failed": failed, "most CPU": worst, "most memory": largest}))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
