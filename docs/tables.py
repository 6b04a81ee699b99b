#!/usr/bin/env python3
"""Writes the tables of keys in docs/configuration/ from config/schema, and docs/platforms.md from
config/platforms; with --check only compares them."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs/configuration").glob("*.md"))


def headings(page):
    """The anchors of a page's headings, with their level."""
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)
    for level, heading in re.findall(r"^(#+) (.*)$", prose, re.M):
        yield "".join(c for c in heading.lower() if c.isalnum() or c in " -_").replace(" ", "-"), len(level)


def linked(text, page, anchors):
    """The description with links to docs/configuration/ instead of docs/."""

    def target(match):
        link = match[1]
        if not link.startswith("#"):
            return f"](../{link})"
        owners = anchors.get(link[1:], {})
        if page.name in owners:
            return match[0]
        if not owners:
            sys.exit(f"{page.name}: no page has a heading {link}")
        name, level = next(iter(owners.items()))
        return f"]({name})" if level == 1 else f"]({name}{link})"

    return re.sub(r"\]\(([^)\s]+)\)", target, text)


def table(mark):
    """The table of a schema's keys: `feed`, or of one of its definitions: `feed venue`."""
    kind, *names = mark.split()
    part = json.loads((ROOT / f"config/schema/{kind}.schema.json").read_text())
    for name in names:
        part = part["$defs"][name]
    rows = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    for key, value in part["properties"].items():
        default = "required" if key in part.get("required", []) else value.get("x-default", value.get("default"))
        default = default if isinstance(default, str) else json.dumps(default)
        cells = [f"`{key}`", value["x-type"], default, value["description"]]
        if any("|" in cell or not cell.strip() for cell in cells):
            sys.exit(f"{mark}: {key} needs a type, a default and a description without '|'")
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def marks():
    """Every part of the schemas that has keys. Parts that also belong to feeds are described once, with them."""
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


def unquoted(text):
    """A YAML scalar in the style of these files."""
    if text[:1] == "'":
        return text[1:-1].replace("''", "'")
    return text


def platform(file):
    """The section of a platform: its keys, followed by its quirks, which are sentences."""
    text = file.read_text()
    keys = {key: unquoted(value) for key, value in re.findall(r"^(\w+): (\S.*)$", text, re.M)}
    quirks = re.search(r"^quirks:\n((?:  - .*\n)+)", text, re.M)
    origin = re.search(r"^  origin: (.*)$", text, re.M)
    secret = re.search(r"env: (\w+)", text)
    head = f"- `platform: {file.stem}`; [documentation]({keys['about']}); sample: {unquoted(origin[1])}"
    rows = [f"## {keys['name']}", "", head, f"- Address: `{keys['url']}`"]
    values = [f"`{key}`: {keys[key]}" for key in ("host", "calendar") if key in keys]
    default = f", by default `{keys['default']}`" if "default" in keys else ""
    rows.append(f"- {'; '.join(values)}{default}")
    if secret:
        rows.append(f"- Secret: the environment variable `{secret[1]}`, or [`auth`](configuration/feed.md#auth)")
    if quirks:
        rows.append("- " + " ".join(unquoted(line[4:]) for line in quirks[1].splitlines()))
    return "\n".join(rows)


def platforms():
    files = sorted((ROOT / "config/platforms").glob("*.yaml"))
    return "\n\n".join(platform(file) for file in files)


def main():
    page = ROOT / "docs/platforms.md"
    head, rest = page.read_text().split("<!-- platforms -->\n")
    wanted = f"{head}<!-- platforms -->\n\n{platforms()}\n\n<!-- end -->{rest.split('<!-- end -->')[1]}"
    if "--check" not in sys.argv:
        page.write_text(wanted)
    elif wanted != page.read_text():
        sys.exit(f"{page.name} differs from config/platforms; run 'make docs'")
    anchors = {}
    for page in PAGES:
        for anchor, level in headings(page):
            anchors.setdefault(anchor, {}).setdefault(page.name, level)
    pattern = re.compile(r"<!-- keys: ([^>\n]+) -->\n.*?<!-- end -->", re.S)
    shown = [mark for page in PAGES for mark in pattern.findall(page.read_text())]
    if sorted(shown) != sorted(marks()):
        sys.exit(f"docs/configuration/ has other tables: {sorted(set(shown) ^ set(marks()))}")
    for page in PAGES:
        text = page.read_text()
        wanted = pattern.sub(
            lambda found: f"<!-- keys: {found[1]} -->\n\n{linked(table(found[1]), page, anchors)}\n\n<!-- end -->", text)
        if "--check" not in sys.argv:
            page.write_text(wanted)
        elif wanted != text:
            sys.exit(f"{page.name} differs from the schemas; run 'make docs'")


if __name__ == "__main__":
    main()
