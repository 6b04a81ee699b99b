#!/usr/bin/env python3
"""Measures the map page with ten thousand events in headless Chromium.

page.py EDITION [EVENTS [ROUNDS]]: the page of a published edition with multiplied events. Prints the minimum,
median and maximum of all rounds for every action, in milliseconds. Exits 1 if the median of an action is over
the limit.
"""
import datetime, json, os, pathlib, random, shutil, statistics, subprocess, sys, tempfile

LIMIT = 100
# Actions without a limit: loading the page, a search before its index is prepared (a reader focuses the box
# first), and going back, which is mostly the browser's own time.
FREE = ("load", "first letter, unprepared", "back")
WORDS = ("lecture music workshop garden open talk library students evening science art history jazz "
         "physics drawing robot poetry market choir debate").split()


def multiplied(data, count):
    """Copies of the existing events on other days, at other places, with other texts."""
    chance = random.Random(7)
    campus = data["campuses"][0]
    places = [place["id"] for place in campus["places"] if "point" in place]
    first = datetime.date.fromisoformat(campus["firstDay"])
    events = []
    for number in range(count):
        event = json.loads(json.dumps(data["events"][number % len(data["events"])]))
        event["id"] += f"-{number}"
        event.pop("aliases", None)
        event["title"] += " " + " ".join(chance.choices(WORDS, k=2))
        event["text"] = " ".join(chance.choices(WORDS, k=90))
        if "place" in event:
            event["place"] = chance.choice(places)
            event.pop("point", None)
        event["dates"] = event["dates"][:1]
        day = (first + datetime.timedelta(days=chance.randrange(data["days"]))).isoformat()
        for date in event["dates"]:
            for name in ("start", "end", "last"):
                if name in date:
                    date[name] = day + date[name][10:]
        events.append(event)
    return {**data, "events": events}


def page(edition, folder, count):
    shutil.copytree(edition / "site", folder / "site")
    script = folder / "site/data.js"
    text = script.read_text(encoding="utf-8")
    data = json.loads(text[text.index("{"):text.rindex("}") + 1])
    made = json.dumps(multiplied(data, count), ensure_ascii=False).replace("<", "\\u003c")
    script.unlink()
    script.write_text(f"window.almanacData = {made};\n", encoding="utf-8")
    shutil.copy(pathlib.Path(__file__).with_name("measure.js"), folder / "site/measure.js")
    html = folder / "site/index.html"
    marked = html.read_text(encoding="utf-8").replace(
        '<script src="site.js"', '<script src="measure.js" defer></script>\n<script src="site.js"')
    html.unlink()
    html.write_text(marked, encoding="utf-8")
    return html


def measured(html, profile):
    """The report of the page, in real instead of virtual time."""
    browser = subprocess.Popen(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,800",
         "--enable-logging=stderr", "--remote-debugging-port=0", f"--user-data-dir={profile}",
         html.as_uri()], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        for line in browser.stderr:
            if "MEASURED " in line:
                return json.JSONDecoder().raw_decode(line[line.index("MEASURED ") + 9:].replace('\\"', '"'))[0]
            if "CONSOLE" in line and ("Error" in line or "Refused" in line):
                sys.exit(line)
        sys.exit("the browser exited without a report")
    finally:
        browser.terminate()
        browser.wait()


def main():
    edition = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        html = page(edition, folder, count)
        size = os.path.getsize(folder / "site/data.js")
        times = {}
        for number in range(rounds):
            found = measured(html, folder / f"profile-{number}")
            for key in ("events", "dates"):
                found.pop(key)
            for key, values in found.items():
                times.setdefault(key, []).extend(values)
    print(f"{count} events, data.js {size / 1e6:.1f} MB, {rounds} rounds")
    print(f"{'':32}{'best':>8}{'median':>8}{'worst':>8}   ms")
    over = []
    for key, values in times.items():
        median = statistics.median(values)
        print(f"{key:32}{min(values):8.0f}{median:8.0f}{max(values):8.0f}")
        if key not in FREE and median >= LIMIT:
            over.append(key)
    if over:
        sys.exit(f"\nat {LIMIT} ms or over: {', '.join(over)}")


main()
