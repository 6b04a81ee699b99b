#!/usr/bin/env python3
"""Prepares the tutorial of a real campus for a machine without network: campus.py SHARED FOLDER ALMANAC

Writes two programs to FOLDER/bin: a `curl` that answers the tutorial's Overpass query with the shared
gazetteer in OpenStreetMap's format, and an `almanac` that reads captured feeds instead of URLs, with a run time
for which they have events. With FOLDER/bin first in PATH, the page's commands run unchanged.
FOLDER may be moved.
"""
import json
import pathlib
import shlex
import shutil
import sys

GAZETTEER = "data/gazetteers/ncsu.geojson"
FEEDS = {
    "https://calendar.ncsu.edu/calendar/1.ics": "corpora/feeds/localist/ncsu.ics",
    "https://moreheadplanetarium.org/events/?ical=1": "corpora/feeds/the-events-calendar/unc-morehead.ics",
}
NOW = "2026-03-10T12:00:00Z"


def elements(gazetteer):
    for number, feature in enumerate(gazetteer["features"]):
        longitude, latitude = feature["geometry"]["coordinates"]
        properties = feature["properties"]
        tags = {"building": "university", "name": properties["name"]}
        if properties["aliases"]:
            tags["alt_name"] = ";".join(properties["aliases"])
        yield {"type": "node", "id": number, "lat": latitude, "lon": longitude, "tags": tags}


def program(path, text):
    path.write_text('#!/bin/bash\nset -euo pipefail\nhere=$(cd "$(dirname "$0")/.." && pwd)\n' + text)
    path.chmod(0o755)


def main():
    shared, folder, almanac = map(pathlib.Path, sys.argv[1:])
    programs = folder / "bin"
    programs.mkdir(parents=True)
    gazetteer = json.loads((shared / GAZETTEER).read_text())
    assert gazetteer["license"].startswith("ODbL"), "the gazetteer is not from OpenStreetMap"
    answer = {"osm3s": {"copyright": "© OpenStreetMap contributors, ODbL 1.0"}, "elements": list(elements(gazetteer))}
    (folder / "answer.json").write_text(json.dumps(answer))
    program(
        programs / "curl",
        """[[ "$*" == *overpass* && "$*" == *"[out:json]"* ]] || { echo "not an Overpass query: $*" >&2; exit 1; }
while [[ $1 != --output ]]; do shift; done
cp "$here/answer.json" "$2"
""")
    cases = ""
    for address, capture in FEEDS.items():
        name = pathlib.Path(capture).name
        shutil.copyfile(shared / capture, folder / name)
        cases += f"    {shlex.quote(address)}) word=$here/{name} ;;\n"
    program(
        programs / "almanac",
        f"""words=()
for word in "$@"; do
  case $word in
{cases}    http*) echo "no capture of $word" >&2; exit 1 ;;
  esac
  words+=("$word")
done
case "${{1:-}} ${{2:-}}" in
  init\\ *|gazetteer\\ import) ;;
  *) words+=(--now {NOW}) ;;
esac
exec {shlex.quote(str(almanac))} "${{words[@]}}"
""")


main()
