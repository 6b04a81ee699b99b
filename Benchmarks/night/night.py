#!/usr/bin/env python3
"""Measures whole nights over a made world (world.py): a first one, one in which nothing changed, and one in
which one of a hundred sources did; the seconds and the most memory of each stage.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
NOW = ["2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z", "2026-03-04T12:00:00Z"]


def memory(process, key):
    """Kilobytes, as the kernel counts them; 0 when the process is gone."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(rf"^{key}:\s+(\d+)", status, re.M)
    return int(found.group(1)) if found else 0


def processor(process):
    """Seconds of the processors so far; 0 when the process is gone."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(almanac, world, output, now):
    """The report; kilobytes at most and seconds of the processors by stage; seconds and kilobytes of all."""
    command = [
        almanac, "run", "--config", world / "almanac.yaml", "--output", output, "--now", now, "--progress",
        "never", "--log-level", "info"]
    start = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    peaks, spent, stage, before = {}, {}, None, 0
    for line in process.stderr:
        found = re.search(r"the stage (\w+) begins", line)
        if not found:
            if "error" in line:
                print(line, end="", file=sys.stderr)
            continue
        now_spent = processor(process.pid)
        if stage:
            peaks[stage], spent[stage] = memory(process.pid, "VmHWM"), now_spent - before
        stage, before = found.group(1), now_spent
        try:
            # The most memory is counted anew from here (proc(5), clear_refs).
            pathlib.Path(f"/proc/{process.pid}/clear_refs").write_text("5")
        except OSError:
            pass
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    # The kernel's own figure is of the last stage: counting began anew with each.
    peaks[stage], spent[stage] = usage.ru_maxrss, usage.ru_utime + usage.ru_stime - before
    if status != 0:
        sys.exit(f"{almanac} run ended with {status}")
    report = json.loads((output / "run" / "report.json").read_text())
    return report, peaks, spent, seconds


def show(name, night):
    report, peaks, spent, seconds = night
    print(
        f"\n{name}: {seconds:.1f} s, {sum(spent.values()):.1f} s of the processors, "
        f"at most {max(peaks.values()) // 1024} MB")
    for stage in report["stages"]:
        name = stage["name"]
        print(
            f"  {name:12} {stage['seconds']:8.2f} s {spent.get(name, 0):8.2f} s of the processors "
            f"{peaks.get(name, 0) // 1024:6} MB {stage['accepted']:10,} accepted")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("almanac", type=pathlib.Path, help="the executable")
    parser.add_argument("listings", type=int, nargs="?", default=1_000_000, help="how many; 1,000,000 if not said")
    parser.add_argument(
        "folder", type=pathlib.Path, nargs="?", help="the world is made where it is empty, and left there")
    asked = parser.parse_args()
    almanac, listings = asked.almanac.resolve(), asked.listings
    folder = asked.folder or pathlib.Path(tempfile.mkdtemp(prefix="almanac-night-"))
    world, output = folder / "world", folder / "output"
    if not world.exists():
        made = subprocess.run(
            [sys.executable, HERE / "world.py", world, str(listings)], check=True, capture_output=True, text=True)
        print(f"{made.stdout.strip()} of 1,000 sources in {world}")
    show("the first night", run(almanac, world, output, NOW[0]))
    show("nothing changed", run(almanac, world, output, NOW[1]))
    subprocess.run([sys.executable, HERE / "world.py", "--change", world], check=True)
    show("ten sources changed", run(almanac, world, output, NOW[2]))


main()
