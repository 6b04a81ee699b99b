#!/usr/bin/env python3
"""Tests that engines give the edition of one machine, byte for byte, and that a failed part publishes nothing.

Runs the samples and a generated data set of 20,000 listings through Dask, and injects failures into every part.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import kubernetes_validate
import yaml

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "scale"))

import attempt
import job


@dataclass(frozen=True)
class Data:
    """A configuration, and an output folder with its parsed sources."""

    config: Path
    parsed: Path
    now: str
    samples: bool = False

    @property
    def words(self) -> list[str]:
        return ["--config", str(self.config), "--now", self.now, "--quiet"] + ["--samples"] * self.samples

    def job(self, output: Path, almanac: Path, partitions: int = 8) -> job.Job:
        """A job over a copy of the parsed folder."""
        shutil.copytree(self.parsed, output, symlinks=True)
        return job.Job(
            str(almanac), str(self.config), str(output), f"{output}.work", self.now, partitions, self.samples, 2_000_000
        )


def call(*words: object, code: int = 0) -> str:
    result = subprocess.run(list(map(str, words)), check=False, capture_output=True, text=True)
    assert result.returncode == code, f"{words} ended with {result.returncode}: {result.stderr}"
    return result.stderr


def edition(output: Path) -> dict[str, bytes]:
    latest = (output / "latest").resolve()
    return {str(file.relative_to(latest)): file.read_bytes() for file in latest.rglob("*") if file.is_file()}


def findings(output: Path) -> list[str]:
    """The findings of the last run."""
    report = json.loads((output / "run" / "report.json").read_text())
    return sorted(json.dumps(finding, sort_keys=True) for finding in report["findings"])


def same(output: Path, expected: dict[str, bytes], what: str) -> None:
    found = edition(output)
    differing = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    assert expected and not differing, f"{what}: {len(differing)} files differ: {differing[:5]}"
    print(f"ok: {what}: {len(expected)} files", flush=True)


def driver(work: job.Job, name: str = "dask") -> list[str]:
    words = [sys.executable, str(PROJECT / "scale" / f"{name}_driver.py"), "--workers", "2", "--work", work.work]
    words += ["--now", work.now, "--config", work.config, "--output", work.output, "--almanac", work.almanac]
    words += ["--partitions", str(work.partitions), "--max-listings", str(work.max_listings)]
    return words + ["--samples"] * work.samples


class Scripts:
    """Failing filters: shell scripts that wrap the executable."""

    def __init__(self, folder: Path, almanac: Path):
        self.folder, self.almanac = folder, almanac
        folder.mkdir()

    def script(self, name: str, *lines: str) -> Path:
        file = self.folder / name
        file.write_text("\n".join(["#!/bin/bash", f"once={file}.once", *lines, f'exec {self.almanac} "$@"', ""]))
        file.chmod(0o755)
        return file


def prepare(almanac: Path, folder: Path) -> tuple[Data, Data]:
    samples = Data(PROJECT / "config" / "almanac.yaml", folder / "samples.parsed", "2026-03-02T12:00:00Z", True)
    made = Data(folder / "made" / "almanac.yaml", folder / "made.parsed", "2026-03-02T12:00:00Z")
    call(sys.executable, PROJECT / "Benchmarks" / "runs" / "generate.py", folder / "made", 20_000)
    for data in (samples, made):
        call(almanac, "run", "--until", "parse", "--output", data.parsed, *data.words)
    return samples, made


def check_partitions(data: Data, almanac: Path, folder: Path, name: str) -> dict[str, bytes]:
    """Compares the editions of 1, 2 and 8 partitions with that of one machine. Their folders remain."""
    alone = folder / f"{name}.alone"
    shutil.copytree(data.parsed, alone, symlinks=True)
    call(almanac, "run", "--from", "geocode", "--output", alone, *data.words)
    expected = edition(alone)
    for partitions in (1, 2, 8):
        output = folder / f"{name}.{partitions}"
        call(*driver(data.job(output, almanac, partitions)))
        same(output, expected, f"{name} with {partitions} partitions")
        assert findings(output) == findings(alone), f"{name} with {partitions} partitions: other findings"
    return expected


def check_next_run(data: Data, almanac: Path, folder: Path) -> tuple[Data, dict[str, bytes]]:
    """A run one day later with some changed texts. Its ids and changes depend on the first run's identities."""
    call(sys.executable, PROJECT / "Benchmarks" / "runs" / "generate.py", folder / "made", "--change")
    later = replace(data, parsed=folder / "made.2", now="2026-03-03T12:00:00Z")
    for output in (folder / "made.alone", later.parsed):
        call(almanac, "run", "--until", "parse", "--output", output, *later.words)
    call(almanac, "run", "--from", "geocode", "--output", folder / "made.alone", *later.words)
    return later, edition(folder / "made.alone")


def check_kills(data: Data, expected: dict[str, bytes], scripts: Scripts, folder: Path) -> None:
    killing = scripts.script(
        "kill",
        'if [[ $1 == categorize ]] && mkdir "$once.filter" 2>/dev/null; then (sleep 0.03; kill -9 $$) & fi',
        'if [[ $1 == deduplicate ]] && mkdir "$once.worker" 2>/dev/null; then sleep 0.1; kill -9 $PPID; fi',
    )
    output = folder / "made.killed"
    call(*driver(data.job(output, killing)))
    assert len(list(scripts.folder.glob("kill.once.*"))) == 2
    same(output, expected, "a killed worker and a killed filter")

    output = folder / "made.restarted"
    work = data.job(output, scripts.almanac)
    first = subprocess.Popen(driver(work), start_new_session=True)
    while not list(Path(work.work).glob("deduplicate/*.ndjson")):
        assert first.poll() is None
        time.sleep(0.02)
    first.kill()
    first.wait()
    before = (output / "latest").resolve()
    part = next(Path(work.work).glob("deduplicate/*.ndjson"))
    made = part.stat()
    call(*driver(work))
    assert part.stat().st_ino == made.st_ino and before != (output / "latest").resolve()
    same(output, expected, "a killed and restarted driver")


def check_failures(data: Data, scripts: Scripts, folder: Path) -> None:
    """After any failure, the job exits with the reason, and there is no edition."""
    failures = {
        "ends early": ("exec head -c 100 >/dev/null", "ended with 0 before"),
        "reads a part": (f'(head -n 2; cat >/dev/null) | {scripts.almanac} "$@"; exit 0', "the filter read 2 of"),
        "loses output": (f'{scripts.almanac} "$@" | head -n 1; exit "${{PIPESTATUS[0]}}"', "of which 1 came"),
        "disk full": ("ulimit -f 4", "ended with 74"),
        "error": ("exit 70", "ended with 70"),
        "try again": ("exit 75", "tried 3 times"),
    }
    for name, (line, reason) in failures.items():
        script = scripts.script(name.replace(" ", "-"), f"if [[ $1 == deduplicate ]]; then {line}; fi")
        check_failure(data.job(folder / f"failed.{script.name}", script), reason, name)
    large = data.job(folder / "failed.large", scripts.almanac)
    check_failure(replace(large, max_listings=10), "listings, more than 10", "a campus too large")

    upstream = data.job(folder / "failed.upstream", scripts.almanac)
    upstream.prepare()
    part = next((Path(upstream.work) / "parse").glob("*.ndjson"))
    os.truncate(part, part.stat().st_size - 100)
    check_failure(upstream, "does not end with a whole line", "a truncated upstream part")

    work = data.job(folder / "failed.dask", scripts.folder / "ends-early")
    check_failure(work, "ended with 0 before", "Dask", "dask")

    lost = data.job(folder / "failed.lost", scripts.almanac)
    lost.prepare()
    for attempts in lost.stages():
        for one in attempts:
            attempt.run(one)
    max((Path(lost.work) / "categorize").glob("*.ndjson"), key=lambda part: part.stat().st_size).unlink()
    words = [*data.words, "--records", *(f"{lost.work}/{stage}" for stage in job.STAGES)]
    errors = call(scripts.almanac, "publish", "--output", lost.output, *words, code=65)
    assert "without all results of categorize" in errors, errors
    assert not (Path(lost.output) / "latest").exists()
    print("ok: failures publish nothing", flush=True)


def check_failure(work: job.Job, reason: str, name: str, engine: str = "local") -> None:
    errors = call(*driver(work, engine), code=1)
    assert "nothing is published" in errors and reason in errors, f"{name}: {errors}"
    assert not (Path(work.output) / "latest").exists(), name
    assert not list(Path(work.work).rglob("*.ndjson.*.tmp")), name


class Pod:
    """The pods of the Job in scale/kubernetes.yaml, as in a cluster, with local folders."""

    def __init__(self, almanac: Path, data: Data, folder: Path):
        self.manifest = yaml.safe_load((PROJECT / "scale" / "kubernetes.yaml").read_text())
        self.spec = self.manifest["spec"]
        pod = self.spec["template"]["spec"]
        self.containers = {one["name"]: one for one in pod["initContainers"] + pod["containers"]}
        self.almanac, self.data, self.volume = almanac, data, folder

    def words(self, container: str, index: int) -> list[str]:
        """The command after Kubernetes has replaced environment variables."""
        words = [
            word.replace("$(JOB_COMPLETION_INDEX)", str(index)).replace("/var/lib/almanac", str(self.volume))
            for word in self.containers[container]["args"]
        ]
        return [str(self.almanac), *words, "--now", self.data.now] + ["--samples"] * self.data.samples

    def environment(self, container: str, index: int) -> dict[str, str]:
        variables = {one["name"]: one["value"] for one in self.containers[container]["env"]}
        assert variables == {"ALMANAC_CONFIG": "/etc/almanac/config/almanac.yaml"}, variables
        return {"PATH": os.environ["PATH"], "ALMANAC_CONFIG": str(self.data.config), "JOB_COMPLETION_INDEX": str(index)}

    def run(self, container: str, index: int, *limits: str) -> int:
        """The exit code of a container; `limits` are shell commands before it."""
        command = "; ".join([*limits, f"exec {shlex.join(self.words(container, index))}"])
        environment = self.environment(container, index)
        return subprocess.run(["bash", "-c", command], check=False, env=environment, cwd="/", capture_output=True).returncode

    def action(self, container: str, code: int) -> str:
        """The action for an index after an exit code: that of the first matching rule, or else a retry."""
        for rule in self.spec["podFailurePolicy"]["rules"]:
            codes = rule.get("onExitCodes")
            if codes and codes["containerName"] == container and (code in codes["values"]) == (codes["operator"] == "In"):
                return rule["action"]
        return "Count"


def check_manifests() -> None:
    """Validates manifests against the oldest API version in README.md and the newest known one."""
    for file in ("scale/kubernetes.yaml", "deploy/kubernetes.yaml"):
        for manifest in yaml.safe_load_all((PROJECT / file).read_text()):
            for version in ("1.33", kubernetes_validate.latest_version()):
                kubernetes_validate.validate(manifest, version, strict=True)
    print("ok: manifests are valid", flush=True)


def check_job(data: Data, expected: dict[str, bytes], almanac: Path, folder: Path) -> None:
    """The Job fetches and parses the samples in shards. Another machine imports their records."""
    pod = Pod(almanac, data, folder / "volume")
    for index in range(pod.spec["completions"]):
        for container in pod.containers:
            code = pod.run(container, index)
            assert code == 0, f"{container} {index} ended with {code}"
    merged = replace(data, parsed=folder / "shards")
    parts = sorted((folder / "volume" / "parse").iterdir())
    assert len(parts) == pod.spec["completions"]
    call(almanac, "parse", "--output", merged.parsed, *data.words, "--records", *parts)
    output = folder / "sharded"
    call(*driver(merged.job(output, almanac), "local"))
    same(output, expected, f"samples fetched and parsed in {len(parts)} shards")


def check_exit_codes(data: Data, almanac: Path, folder: Path) -> None:
    """Temporary failures are retried. Others fail their shard at once, but no other shard."""
    pod = Pod(almanac, data, folder / "volume.failed")
    broken = folder / "broken.yaml"
    broken.write_text("campuses: 1\n")
    gone = replace(data, config=folder / "gone.yaml")
    found = {
        "a missing shard": (pod.run("parse", pod.spec["completions"]), 64),
        "an invalid configuration": (Pod(almanac, replace(data, config=broken), pod.volume).run("parse", 0), 78),
        "no configuration": (Pod(almanac, gone, pod.volume).run("export", 0), 78),
        "a full disk": (pod.run("parse", 0, "ulimit -f 4"), 74),
    }
    lock = pod.volume / "shards" / "0" / "workspace" / "lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        found |= {f"a second pod in {name}": (pod.run(name, 0), 75) for name in pod.containers}
    for what, (code, wanted) in found.items():
        assert code == wanted, f"{what} ended with {code}"
    for container in pod.containers:
        final = {code for code in range(1, 256) if pod.action(container, code) == "FailIndex"}
        assert final == {64, 65, 66, 70, 73, 78}, f"{container}: {final}"
    print("ok: exit codes and the failure policy of the Job", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("almanac", type=Path)
    almanac = parser.parse_args().almanac.resolve()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="almanac-scale-") as name:
        folder = Path(name)
        check_manifests()
        samples, made = prepare(almanac, folder)
        scripts = Scripts(folder / "scripts", almanac)
        expected = check_partitions(samples, almanac, folder, "samples")
        check_job(samples, expected, almanac, folder)
        check_exit_codes(samples, almanac, folder)
        check_failures(samples, scripts, folder)
        check_partitions(made, almanac, folder, "made")
        later, expected = check_next_run(made, almanac, folder)
        check_kills(later, expected, scripts, folder)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = usage.ru_utime + usage.ru_stime
    print(f"all passed in {time.monotonic() - start:.0f} s, {processor:.0f} s of CPU")


if __name__ == "__main__":
    main()
