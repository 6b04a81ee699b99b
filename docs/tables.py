#!/usr/bin/env python3
"""Writes the tables of keys in docs/configuration.md from config/schema; with --check only compares."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/configuration.md"


def table(mark):
    """The table of a schema's keys: `feed`, or of one of its definitions: `feed venue`."""
    kind, *names = mark.split()
    part = json.loads((ROOT / f"config/schema/{kind}.schema.json").read_text())
    for name in names:
        part = part["$defs"][name]
    rows = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    for key, value in part["properties"].items():
        default = "required" if key in part.get("required", []) else value["x-default"]
        cells = [f"`{key}`", value["x-type"], default, value["description"]]
        if any("|" in cell or not cell.strip() for cell in cells):
            sys.exit(f"{mark}: {key} needs a type, a default and a description without '|'")
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def marks():
    """Every part of the schemas that has keys; what feeds have, too, is described once, with them."""
    feed = json.loads((ROOT / "config/schema/feed.schema.json").read_text())["$defs"]
    for file in sorted((ROOT / "config/schema").glob("*.schema.json")):
        kind, schema = file.name.split(".")[0], json.loads(file.read_text())
        yield kind
        for name, part in schema.get("$defs", {}).items():
            if kind != "feed" and name in feed:
                if part != feed[name]:
                    sys.exit(f"{file.name}: '{name}' differs from that of feed.schema.json")
            elif "properties" in part:
                yield f"{kind} {name}"


def main():
    text = PAGE.read_text()
    pattern = re.compile(r"<!-- keys: ([^>\n]+) -->\n.*?<!-- end -->", re.S)
    shown = pattern.findall(text)
    if sorted(shown) != sorted(marks()):
        sys.exit(f"{PAGE.name} has other tables: {sorted(set(shown) ^ set(marks()))}")
    wanted = pattern.sub(lambda found: f"<!-- keys: {found[1]} -->\n\n{table(found[1])}\n\n<!-- end -->", text)
    if "--check" not in sys.argv:
        PAGE.write_text(wanted)
    elif wanted != text:
        sys.exit(f"{PAGE.name} differs from the schemas; run 'make docs'")


if __name__ == "__main__":
    main()
