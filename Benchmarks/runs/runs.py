#!/usr/bin/env python3
"""Measures complete runs over a generated data set (generate.py): a first run, a run without changes, and a run in
which one percent of the sources changed. Prints the seconds and the peak memory of each stage.
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
    """A value of /proc/PID/status in kB; 0 if the process has exited."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(rf"^{key}:\s+(\d+)", status, re.M)
    return int(found.group(1)) if found else 0


def processor(process):
    """The CPU seconds of a process; 0 if it has exited."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(almanac, data, output, now):
    """Runs the pipeline. Returns the report, peak kB and CPU seconds by stage, and the elapsed seconds."""
    command = [
        almanac, "run", "--config", data / "almanac.yaml", "--output", output, "--now", now, "--progress",
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
            # Reset the peak memory (proc(5), clear_refs).
            pathlib.Path(f"/proc/{process.pid}/clear_refs").write_text("5")
        except OSError:
            pass
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    # ru_maxrss is that of the last stage, because each stage resets the peak.
    peaks[stage], spent[stage] = usage.ru_maxrss, usage.ru_utime + usage.ru_stime - before
    if status != 0:
        sys.exit(f"{almanac} run ended with {status}")
    report = json.loads((output / "run" / "report.json").read_text())
    return report, peaks, spent, seconds


def show(name, measured):
    report, peaks, spent, seconds = measured
    print(
        f"\n{name}: {seconds:.1f} s, {sum(spent.values()):.1f} s of CPU, "
        f"at most {max(peaks.values()) // 1024} MB")
    for stage in report["stages"]:
        name = stage["name"]
        print(
            f"  {name:12} {stage['seconds']:8.2f} s {spent.get(name, 0):8.2f} s of CPU "
            f"{peaks.get(name, 0) // 1024:6} MB {stage['accepted']:10,} accepted")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("almanac", type=pathlib.Path, help="the executable")
    parser.add_argument("listings", type=int, nargs="?", default=1_000_000, help="how many; 1,000,000 if not said")
    parser.add_argument(
        "folder", type=pathlib.Path, nargs="?", help="the data set is made here if the folder is empty, and stays there")
    asked = parser.parse_args()
    almanac, listings = asked.almanac.resolve(), asked.listings
    folder = asked.folder or pathlib.Path(tempfile.mkdtemp(prefix="almanac-runs-"))
    data, output = folder / "data", folder / "output"
    if not data.exists():
        made = subprocess.run(
            [sys.executable, HERE / "generate.py", data, str(listings)], check=True, capture_output=True, text=True)
        print(f"{made.stdout.strip()} of 1,000 sources in {data}")
    show("first run", run(almanac, data, output, NOW[0]))
    show("nothing changed", run(almanac, data, output, NOW[1]))
    subprocess.run([sys.executable, HERE / "generate.py", "--change", data], check=True)
    show("ten sources changed", run(almanac, data, output, NOW[2]))


main()
