#!/usr/bin/env python3
"""Interrupts `almanac run` by every kind of failure, and checks the remaining files.

    torture.py ALMANAC [--seed N] [--budget SECONDS] [MODE[=COUNT] ...]

The first run publishes four sources. For the second run, all four have changed, one into a truncated
document. The second run is repeated with injected failures, each time on a copy of the first run's output.
After every failure, these invariants must hold:

  I1  `latest` links to an edition whose files match its manifest and whose database is intact
  I2  that edition is the first run's or the second's, byte for byte
  I3  every capture in the journal has its body, with its hash
  I4  repeating the command exits 0 and publishes the second run's edition, byte for byte
  I5  no temporary file remains
  I6  the source with the truncated document still has all its events

Prints one line for each mode and each violation. Exits 1 if there is a violation. A mode that this
machine does not permit is reported as skipped.
"""

import argparse
import collections
import contextlib
import glob
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

FIRST, SECOND = "2026-03-02T20:00:00Z", "2026-03-03T20:00:00Z"
# Calls that change the disk. strace counts calls by thread, so one number can mean several calls.
CHANGING = (
    "write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,symlink,symlinkat,unlink,"
    "unlinkat,mkdir,mkdirat,ftruncate,link,linkat,rmdir")
SOURCES = ("bells", "clubs", "lectures", "stage")


class Violation(Exception):
    """A violated invariant."""


# --- The two runs --------------------------------------------------------------------------------

def calendar(source, number):
    """Events of one source. In the second run, some are new and some have another title.

    Each source has its own month, so that no two sources list the same event.
    """
    month = SOURCES.index(source) + 4
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Torture//EN"]
    for event in range(40 if number == 1 else 46):
        mark = " (moved)" if number == 2 and event % 3 == 0 else ""
        lines += [
            "BEGIN:VEVENT", f"UID:{source}-{event}@town.example", "DTSTAMP:20260301T000000Z",
            f"DTSTART:2026{month:02}{event % 28 + 1:02}T{8 + event % 12:02}0000Z",
            f"SUMMARY:{source.title()} number {event}{mark}", "LOCATION:Town Hall", "END:VEVENT"]
    text = "\r\n".join(lines + ["END:VCALENDAR", ""])
    # The damaged document is cut within an event.
    return text[: len(text) // 2] if number == 2 and source == "stage" else text


def make_configuration(folder, number):
    """Writes a configuration of four local sources."""
    for source in SOURCES:
        home = f"{folder}/feeds/{source}"
        os.makedirs(home)
        with open(f"{home}/feed.yaml", "w", encoding="utf-8") as file:
            file.write("campus: town\nformat: icalendar\npath: feed.ics\n")
        with open(f"{home}/feed.ics", "w", encoding="utf-8", newline="") as file:
            file.write(calendar(source, number))
    with open(f"{folder}/almanac.yaml", "w", encoding="utf-8") as file:
        file.write(
            "campuses: [{id: town, name: Town, timezone: Europe/Vienna}]\n"
            "sources: feeds\ncategories: categories.yaml\n")
    with open(f"{folder}/categories.yaml", "w", encoding="utf-8") as file:
        file.write("categories:\n  - {id: arts, name: Arts}\n  - {id: others, name: Others}\n")


class TwoRuns:
    """The two runs, and their editions without failures."""

    def __init__(self, almanac, folder):
        self.almanac, self.folder = almanac, folder
        for number in (1, 2):
            make_configuration(f"{folder}/config{number}", number)
        first = f"{folder}/first"
        os.makedirs(first)
        self.must_run(first, 1)
        self.editions = [edition(first)]
        second = self.copy("second")
        began = time.monotonic()
        self.must_run(second, 2)
        self.seconds = time.monotonic() - began
        self.editions.append(edition(second))
        if self.editions[0] == self.editions[1]:
            sys.exit("torture.py: both runs publish the same; the test is broken")
        self.listings = [listings(first), listings(second)]
        if self.listings[1]["stage"] != self.listings[0]["stage"]:
            raise Violation("I6 the source with the truncated document lost events without a failure")

    def command(self, output, number=2, command="run"):
        return [
            self.almanac, command, "--config", f"{self.folder}/config{number}/almanac.yaml",
            "--output", f"{output}/output", "--now", FIRST if number == 1 else SECOND,
            "--progress", "never"]

    def must_run(self, output, number):
        ended = subprocess.run(self.command(output, number), capture_output=True, check=False)
        if ended.returncode:
            sys.exit(f"torture.py: a run without injected failures failed: {ended.stderr.decode()[-400:]}")

    def copy(self, name, within=None):
        """A fresh copy of the first run's output."""
        folder = f"{within or self.folder}/{name}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(f"{self.folder}/first", folder, symlinks=True)
        return folder


# --- Invariants --------------------------------------------------------------------------------

def edition(folder):
    """The digest of the published edition. Compares every file with the manifest (I1)."""
    latest = os.path.realpath(f"{folder}/output/latest")
    with open(f"{latest}/manifest.json", "rb") as file:
        text = file.read()
    named = {"manifest.json"}
    for entry in json.loads(text)["files"]:
        named.add(entry["path"])
        with open(f"{latest}/{entry['path']}", "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != entry["sha256"]:
                raise Violation(f"I1 {entry['path']} differs from the manifest")
    there = {
        os.path.relpath(os.path.join(home, name), latest)
        for home, _, names in os.walk(latest) for name in names}
    if there != named:
        raise Violation(f"I1 the manifest and the folder differ: {sorted(there ^ named)[:3]}")
    with contextlib.closing(database(f"{latest}/almanac.sqlite")) as open_database:
        if open_database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise Violation("I1 the edition's database is damaged")
    return hashlib.sha256(text).hexdigest()


def database(path):
    return sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)


def listings(folder):
    """Titles of events and listings in the published edition, by source."""
    latest = os.path.realpath(f"{folder}/output/latest")
    found = collections.defaultdict(set)
    with contextlib.closing(database(f"{latest}/almanac.sqlite")) as open_database:
        for source, *titles in open_database.execute(
                "SELECT listing.source, event.title, listing.title FROM event_listing "
                "JOIN event ON event.id = event JOIN listing ON listing.id = listing"):
            found[source].add(tuple(titles))
    return dict(found)


def check_journal(folder):
    """I3."""
    workspace = f"{folder}/output/workspace"
    with contextlib.closing(sqlite3.connect(f"{workspace}/work.db")) as journal:
        rows = journal.execute("SELECT source, sha256 FROM capture").fetchall()
    for source, digest in rows:
        with open(f"{workspace}/raw/{digest}", "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != digest:
                raise Violation(f"I3 the body of a capture of {source} has another hash")


def check_left_over(folder):
    """I5."""
    for home, folders, names in os.walk(f"{folder}/output"):
        for name in folders + names:
            if name.startswith(".tmp-"):
                raise Violation(f"I5 {os.path.join(home, name)[len(folder):]} remains")


def check_all(runs, folder, must_be_new=False):
    """I1 to I6 after a failure."""
    found = edition(folder)
    if found not in runs.editions:
        raise Violation("I2 the edition is neither the old nor the new one")
    if must_be_new and found != runs.editions[1]:
        raise Violation("the exit code is 0, but the new edition is missing")
    check_journal(folder)
    ended = subprocess.run(runs.command(folder), capture_output=True, check=False)
    if ended.returncode:
        raise Violation(f"I4 the next run exits {ended.returncode}: {ended.stderr.decode()[-200:]}")
    if edition(folder) != runs.editions[1]:
        raise Violation("I4 the next run publishes another edition")
    if listings(folder)["stage"] != runs.listings[0]["stage"]:
        raise Violation("I6 the source with the truncated document lost events")
    check_left_over(folder)


def check_report(ended, allowed=(74,)):
    """A disk failure must give an exit code and one line, not a crash."""
    if ended.returncode not in (0, *allowed):
        raise Violation(f"exit {ended.returncode}: {ended.stderr.decode(errors='replace')[-300:]}")
    words = [line for line in ended.stderr.decode(errors="replace").splitlines()
             if line.startswith("almanac: ") and not re.match(r"almanac: (warning|notice|info)", line)]
    if ended.returncode and len(words) > 1:
        raise Violation(f"exit {ended.returncode} is reported in {len(words)} lines: {words[:2]}")


# --- Failures ----------------------------------------------------------------------------------

class Torture:
    """The modes. Each yields a name for every failure that it injected and checked."""

    QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

    def __init__(self, runs, seed):
        self.runs = runs
        self.chance = random.Random(seed)

    def calls(self, count):
        """Names and numbers of the second run's calls that change the disk, or a sample of them."""
        output, log = self.runs.copy("counted"), f"{self.runs.folder}/calls"
        subprocess.run(
            ["strace", "-f", "-qq", "-o", log, "-e", f"trace={CHANGING}",
             *self.runs.command(output)], capture_output=True, check=False)
        counts = collections.Counter()
        with open(log, encoding="utf-8", errors="replace") as file:
            for line in file:
                if match := re.match(r"(\d+) +(\w+)\(", line):
                    counts[match.groups()] += 1
        most = collections.Counter()
        for (_, name), number in counts.items():
            most[name] = max(most[name], number)
        every = [(name, number) for name in sorted(most) for number in range(1, most[name] + 1)]
        return every if len(every) <= count else sorted(self.chance.sample(every, count))

    def injected(self, output, injection):
        return subprocess.run(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={CHANGING}",
             "-e", f"inject={injection}", *self.runs.command(output)],
            capture_output=True, check=False, timeout=60)

    def sysenum(self, count):
        """SIGKILL at the K-th call of every kind that changes the disk."""
        for name, number in self.calls(count):
            output = self.runs.copy("hit")
            self.injected(output, f"{name}:signal=KILL:when={number}")
            check_all(self.runs, output)
            yield f"{name} {number}"

    def eio(self, count):
        """The K-th call fails: disk error, full disk, quota."""
        for name, number in self.calls(count):
            error = self.chance.choice(["EIO", "ENOSPC", "EDQUOT"])
            output = self.runs.copy("hit")
            ended = self.injected(output, f"{name}:error={error}:when={number}")
            check_report(ended)
            check_all(self.runs, output, must_be_new=ended.returncode == 0)
            yield f"{name} {number} {error}"

    def restage(self, count):
        """SIGKILL, then only `publish` runs: the edition must be completely old or completely new."""
        for name, number in self.calls(count):
            output = self.runs.copy("hit")
            self.injected(output, f"{name}:signal=KILL:when={number}")
            subprocess.run(
                self.runs.command(output, command="publish"), capture_output=True, check=False)
            edition(output)
            if listings(output) not in self.runs.listings:
                raise Violation("'publish' alone published a mixture of both runs")
            again = subprocess.run(self.runs.command(output), capture_output=True, check=False)
            if again.returncode or edition(output) != self.runs.editions[1]:
                raise Violation(f"I4 after 'publish' alone: exit {again.returncode}")
            check_left_over(output)
            yield f"{name} {number}"

    def kill(self, count):
        """SIGKILL to all threads at a random time."""
        for number in range(count):
            output = self.runs.copy("hit")
            process = subprocess.Popen(
                self.runs.command(output), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True)
            time.sleep(self.chance.uniform(0, self.runs.seconds * 1.1))
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            check_all(self.runs, output)
            yield str(number)

    def term(self, count):
        """SIGTERM at a random time: exit 143 and an intact edition, or a completed run."""
        for number in range(count):
            output = self.runs.copy("hit")
            process = subprocess.Popen(
                self.runs.command(output), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(self.chance.uniform(0, self.runs.seconds * 1.1))
            process.terminate()
            if process.wait() not in (0, 143, -signal.SIGTERM):
                raise Violation(f"SIGTERM gave exit {process.returncode}")
            check_all(self.runs, output)
            yield str(number)

    def lock(self, count):
        """Three runs at once: one runs, the others exit 75, and no lock remains."""
        for number in range(count):
            output = self.runs.copy("hit")
            processes = [
                subprocess.Popen(
                    self.runs.command(output), stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) for _ in range(3)]
            codes = sorted(process.wait() for process in processes)
            # A run that starts after another one has ended also exits 0.
            if codes[0] != 0 or set(codes) - {0, 75}:
                raise Violation(f"three runs at once exit {codes}")
            check_all(self.runs, output, must_be_new=True)
            yield f"{number} {codes}"

    def reader(self, count):
        """A thread reads `latest` continuously and must always find the old or the new edition."""
        for number in range(count):
            output = self.runs.copy("hit")
            seen, stop = collections.Counter(), threading.Event()

            def read():
                while not stop.is_set():
                    try:
                        seen[edition(output)] += 1
                    except (OSError, Violation, sqlite3.Error) as error:
                        seen[repr(error)[:120]] += 1

            thread = threading.Thread(target=read)
            thread.start()
            subprocess.run(self.runs.command(output), capture_output=True, check=False)
            stop.set()
            thread.join()
            if set(seen) - set(self.runs.editions):
                raise Violation(f"a reader saw {sorted(set(seen) - set(self.runs.editions))}")
            check_all(self.runs, output, must_be_new=True)
            yield f"{number}: {sum(seen.values())} reads"

    def fsyncorder(self, _):
        """Data must be flushed before its file is renamed, and every rename must be flushed."""
        output, log = self.runs.copy("hit"), f"{self.runs.folder}/order"
        subprocess.run(
            ["strace", "-f", "-y", "-qq", "-s", "0", "-o", log, "-e", f"trace={CHANGING}",
             *self.runs.command(output)], capture_output=True, check=False)
        dirty, renamed = set(), {}
        with open(log, encoding="utf-8", errors="replace") as file:
            for line in joined(file):
                match = re.match(r"\d+ +(\w+)\((.*)\) += (\S+)", line)
                if not match or match[3].startswith("-"):
                    continue
                name, opened = match[1], re.findall(r"<([^<>]*)>(?!\(deleted)", match[2])
                paths = re.findall(r'"([^"]*)"', match[2])
                if name in ("write", "pwrite64", "writev", "ftruncate"):
                    dirty.update(path for path in opened[:1] if path.startswith(output))
                elif name in ("fsync", "fdatasync"):
                    dirty.difference_update(opened[:1])
                    for path in opened[:1]:
                        renamed.pop(path, None)
                elif name in ("unlink", "unlinkat") and paths:
                    dirty.discard(paths[0])
                elif name.startswith("rename") and len(paths) > 1 and paths[0].startswith(output):
                    # The rename replaces the file, flushed or not.
                    dirty.discard(paths[1])
                    held = [path for path in dirty
                            if path == paths[0] or path.startswith(paths[0] + "/")]
                    dirty.difference_update(held)
                    if "/.tmp-" in paths[1]:
                        # Temporary names are not read.
                        dirty.update(paths[1] + path[len(paths[0]):] for path in held)
                        continue
                    if held:
                        raise Violation(f"{paths[1][len(output):]} was renamed before "
                                        f"{held[0][len(output):]} was flushed")
                    renamed[os.path.dirname(paths[1])] = paths[1]
        if renamed:
            raise Violation(f"no flush of the folder after {list(renamed.values())[:3]}")
        yield "one run"

    def streams(self, _):
        """Standard output and error are full, closed, or without a reader."""
        full = open("/dev/full", "wb")  # pylint: disable=consider-using-with
        for name, prepare in {
            "error full": {"stderr": full}, "output full": {"stdout": full},
            "both full": {"stdout": full, "stderr": full},
            "both closed": {"preexec_fn": lambda: (os.close(1), os.close(2))},
            "all closed": {"preexec_fn": lambda: (os.close(0), os.close(1), os.close(2))},
        }.items():
            output = self.runs.copy("hit")
            ended = subprocess.run(
                self.runs.command(output), check=False, **{**self.QUIET, **prepare})
            if ended.returncode not in (0, 74):
                raise Violation(f"{name}: exit {ended.returncode}")
            check_all(self.runs, output, must_be_new=True)
            yield name
        for stream in ("stdout", "stderr"):
            output = self.runs.copy("hit")
            near, far = os.pipe()
            os.close(near)
            ended = subprocess.run(
                self.runs.command(output), check=False, **{**self.QUIET, stream: far})
            os.close(far)
            if ended.returncode not in (0, 74):
                raise Violation(f"{stream} without a reader: exit {ended.returncode}")
            check_all(self.runs, output, must_be_new=True)
            yield f"{stream} without a reader"
        full.close()

    def filesize(self, count):
        """File sizes are limited (EFBIG, SIGXFSZ)."""
        for number in range(count):
            limit = 4096 + number * 400_000 // max(count, 1)
            output = self.runs.copy("hit")
            ended = subprocess.run(
                self.runs.command(output), capture_output=True, check=False,
                preexec_fn=lambda limit=limit: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (limit, limit)))
            check_report(ended)
            check_all(self.runs, output, must_be_new=ended.returncode == 0)
            yield f"{limit} bytes: exit {ended.returncode}"

    def enospc(self, count):
        """The disk becomes full during the run."""
        for number in range(count):
            disk = f"{self.runs.folder}/disk"
            os.makedirs(disk, exist_ok=True)
            with mounted(disk, "-t", "tmpfs", "-o", "size=64m", "tmpfs"):
                output = self.runs.copy("hit", disk)
                used = os.statvfs(disk)
                used = (used.f_blocks - used.f_bfree) * used.f_frsize // 1024
                free = 8 + number * 2_400 // max(count, 1)
                mount("-o", f"remount,size={used + free}k", disk)
                ended = subprocess.run(
                    self.runs.command(output), capture_output=True, check=False)
                mount("-o", "remount,size=64m", disk)
                check_report(ended)
                check_all(self.runs, output, must_be_new=ended.returncode == 0)
            yield f"{free} kB: exit {ended.returncode}"

    def rofs(self, _):
        """A part of the output is read-only."""
        for part in ("output", "output/editions", "output/workspace", "output/run"):
            output = self.runs.copy("hit")
            place = f"{output}/{part}"
            before = edition(output)
            with mounted(place, "--bind", place):
                mount("-o", "remount,ro,bind", place)
                ended = subprocess.run(
                    self.runs.command(output), capture_output=True, check=False)
                check_report(ended, (73, 74))
                if ended.returncode == 0:
                    raise Violation(f"exit 0 with {part} read-only")
                if edition(output) not in (before, self.runs.editions[1]):
                    raise Violation("I2 with a read-only part")
            check_all(self.runs, output)
            yield f"{part}: exit {ended.returncode}"

    def powercut(self, count):
        """Power failure: only flushed data is on the disk."""
        for number in range(count):
            image, disk = f"{self.runs.folder}/image", f"{self.runs.folder}/disk"
            os.makedirs(disk, exist_ok=True)
            with open(image, "wb") as file:
                file.truncate(64 << 20)
            subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True, capture_output=True)
            with mounted(disk, "-o", "loop,noauto_da_alloc,commit=300", image):
                output = self.runs.copy("hit", disk)
                subprocess.run(["sync", "-f", disk], check=True)
                process = subprocess.Popen(
                    self.runs.command(output), stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)
                if number % 3:
                    time.sleep(self.chance.uniform(0, self.runs.seconds * 1.5))
                    process.send_signal(signal.SIGSTOP)
                else:
                    process.wait()
                is_done = process.poll() == 0
                shutil.copyfile(image, image + ".cut")
                process.kill()
                process.wait()
            with mounted(disk, "-o", "loop", image + ".cut"):
                check_all(self.runs, f"{disk}/hit", must_be_new=is_done)
            yield f"{number} {'after the end' if is_done else 'within'}"


def joined(lines):
    """strace's lines, with the two parts of interrupted calls joined."""
    begun = {}
    for line in lines:
        if match := re.match(r"(\d+) +(.*) <unfinished \.\.\.>$", line.rstrip()):
            begun[match[1]] = match[2]
        elif match := re.match(r"(\d+) +<\.\.\. \w+ resumed>(.*)$", line.rstrip()):
            yield f"{match[1]} {begun.pop(match[1], '')}{match[2]}"
        else:
            yield line


def mount(*words):
    subprocess.run(["mount", *words], check=True, capture_output=True)


@contextlib.contextmanager
def mounted(place, *words):
    mount(*words, place)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", place], check=False, capture_output=True)


# --- Modes and counts ----------------------------------------------------------------------------

SHORT = {
    "sysenum": 30, "eio": 40, "restage": 10, "kill": 10, "term": 5, "lock": 3, "reader": 3,
    "fsyncorder": 1, "streams": 1, "filesize": 8, "enospc": 12, "rofs": 1, "powercut": 6}
LONG = {
    "sysenum": 10_000, "eio": 10_000, "restage": 10_000, "kill": 300, "term": 60, "lock": 40,
    "reader": 60, "fsyncorder": 1, "streams": 1, "filesize": 60, "enospc": 120, "rofs": 1,
    "powercut": 60}
NEEDS = {"sysenum": "strace", "eio": "strace", "restage": "strace", "fsyncorder": "strace",
         "powercut": "mkfs.ext4"}


def may_mount(folder):
    """Whether this process may mount a file system."""
    try:
        with mounted(folder, "-t", "tmpfs", "tmpfs"):
            return True
    except (subprocess.CalledProcessError, FileNotFoundError):
        return False


def may_trace():
    try:
        return subprocess.run(
            ["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True,
            check=False).returncode == 0
    except FileNotFoundError:
        return False


def reason_to_skip(mode, has_mounts, has_trace):
    if NEEDS.get(mode) and not shutil.which(NEEDS[mode]):
        return f"{NEEDS[mode]} is not installed"
    if NEEDS.get(mode) == "strace" and not has_trace:
        return "strace is not permitted"
    if mode in ("enospc", "rofs", "powercut") and not has_mounts:
        return "mounting is not permitted"
    return None


def run(torture, mode, count, deadline):
    """Runs one mode up to its first violation. Returns whether there was one."""
    failures, began, last = 0, time.monotonic(), ""
    try:
        for last in getattr(torture, mode)(count):
            failures += 1
            if time.monotonic() > deadline:
                break
    except (Violation, OSError, sqlite3.Error, subprocess.SubprocessError) as error:
        print(f"{mode}: VIOLATION in failure {failures + 1}, after '{last}': {error}", flush=True)
        return True
    seconds = time.monotonic() - began
    print(f"{mode}: {failures} failures, no violation, {seconds:.0f} s", flush=True)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("almanac")
    parser.add_argument("modes", nargs="*", help="a mode, or MODE=COUNT (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", action="store_true", help="all failures instead of a sample")
    parser.add_argument("--budget", type=float, default=1e9, help="seconds for all modes in total")
    options = parser.parse_intermixed_args()
    counts = dict(LONG if options.long else SHORT)
    if options.modes:
        requested = [word.partition("=") for word in options.modes]
        counts = {mode: int(count) if count else counts[mode] for mode, _, count in requested}
    # Use a mount namespace, which ends with this process.
    if os.environ.get("ALMANAC_TORTURE_APART") != "1" and shutil.which("unshare"):
        apart = ["unshare", "-m" if os.geteuid() == 0 else "-Urm"]
        if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode == 0:
            os.environ["ALMANAC_TORTURE_APART"] = "1"
            os.execvp("unshare", [*apart, sys.executable, *sys.argv])
    failed = False
    with tempfile.TemporaryDirectory(prefix="almanac-torture-") as folder:
        os.makedirs(f"{folder}/probe")
        has_mounts, has_trace = may_mount(f"{folder}/probe"), may_trace()
        runs = TwoRuns(os.path.abspath(options.almanac), folder)
        end = time.monotonic() + options.budget
        for index, (mode, count) in enumerate(counts.items()):
            if reason := reason_to_skip(mode, has_mounts, has_trace):
                print(f"{mode}: SKIPPED: {reason}", flush=True)
                continue
            left = (end - time.monotonic()) / (len(counts) - index)
            failed |= run(Torture(runs, options.seed), mode, count, time.monotonic() + left)
        for place in glob.glob(f"{folder}/disk"):
            subprocess.run(["umount", "-l", place], check=False, capture_output=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
