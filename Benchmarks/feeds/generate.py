#!/usr/bin/env python3
"""Writes a feed for benchmarks, the same in every run.

usage: generate.py rss | json COUNT      (to standard output)
rss    RSS 2.0 with xCal, GeoRSS and typical HTML descriptions, about 1 KB for each item
json   the same items as JSON Feed 1.1
"""
import datetime
import html
import json
import random
import sys

WORDS = (
    "annual autumn ballroom book campus chamber choir city club college concert course debate design dinner drawing "
    "evening exhibition fair film forum garden guided harbour history jazz kitchen lecture library lunch market math "
    "morning museum night open orchestra panel physics poetry reading recital research river seminar society spring "
    "studio summer talk theatre tour union visit walk winter workshop writing").split()
PLACES = [("Great Hall", 52.2053, 0.1218), ("Aula Süd & Foyer", 48.1497, 11.5679), ("Café Théâtre", 48.8462, 2.3448),
          ("Room 12, Old Library", 53.3438, -6.2546), ("講堂", 35.7126, 139.7620)]
TOPICS = ["Arts & Design", "Careers", "Film", "Lectures", "Music", "Research", "Sports"]
ZONES = ["+0000", "GMT", "+0100", "-0500"]

kind, count = sys.argv[1], int(sys.argv[2])
rng = random.Random(287)


def text(words):
    return " ".join(rng.choices(WORDS, k=words))


def items():
    for number in range(count):
        title = text(rng.randint(3, 6)).title() + rng.choice(["", "", "", " & " + text(1).title()])
        place, latitude, longitude = rng.choice(PLACES)
        start = datetime.datetime(2025, 1, 1, 8) + datetime.timedelta(minutes=15 * rng.randrange(35_040))
        link = f"https://events.example.org/{start:%Y/%m/%d}/{number:06d}-{text(1)}-{text(1)}"
        body = (f"<p>{text(16).capitalize()}, with <strong>{text(2)}</strong> &amp; <em>{text(2)}</em>.</p>\n"
                f"<p>{text(14).capitalize()} at <a href=\"{link}?from=feed&amp;n={number}\">{html.escape(place)}</a>.</p>\n"
                f"<ul><li>Doors {start:%H:%M}</li><li>&pound;{rng.randrange(40)}.50 / concessions</li></ul>")
        yield dict(title=title, place=place, latitude=latitude, longitude=longitude, start=start, link=link, body=body,
                   end=start + datetime.timedelta(hours=rng.randint(1, 3)), id=f"tag:events.example.org,2025:{number}",
                   written=start - datetime.timedelta(days=30), zone=rng.choice(ZONES),
                   topics=sorted(set(rng.choices(TOPICS, k=2))))


def rss():
    out = sys.stdout
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:xcal="urn:ietf:params:xml:ns:xcal" '
              'xmlns:georss="http://www.georss.org/georss"><channel>\n<title>Events</title>\n'
              '<link>https://events.example.org/</link>\n<description>What is on</description>\n')
    for item in items():
        topics = "".join(f"<category>{html.escape(topic)}</category>" for topic in item["topics"])
        out.write(f"""<item>
<title>{html.escape(item['title'])}</title>
<link>{item['link']}</link>
<guid isPermaLink="false">{item['id']}</guid>
<description><![CDATA[{item['body']}]]></description>
<pubDate>{item['written']:%a, %d %b %Y %H:%M:%S} {item['zone']}</pubDate>
{topics}
<xcal:dtstart>{item['start']:%Y-%m-%dT%H:%M:%S}Z</xcal:dtstart>
<xcal:dtend>{item['end']:%Y-%m-%dT%H:%M:%S}Z</xcal:dtend>
<xcal:location>{html.escape(item['place'])}</xcal:location>
<xcal:organizer>{text(2).title()} Society</xcal:organizer>
<georss:point>{item['latitude']} {item['longitude']}</georss:point>
</item>
""")
    out.write("</channel></rss>\n")


def feed():
    print(json.dumps({
        "version": "https://jsonfeed.org/version/1.1", "title": "Events", "home_page_url": "https://events.example.org/",
        "items": [{"id": item["id"], "url": item["link"], "title": item["title"], "content_html": item["body"],
                   "date_published": f"{item['written']:%Y-%m-%dT%H:%M:%S}Z", "tags": item["topics"],
                   "_event": {"start": f"{item['start']:%Y-%m-%dT%H:%M:%S}Z", "venue": item["place"]}}
                  for item in items()]}, ensure_ascii=False))


{"rss": rss, "json": feed}[kind]()
