#!/usr/bin/env bash
# Measures counting a million positions and matching a million swipes. Usage: presence.sh EXECUTABLE
# LINES=N sets the number of lines, RUNS=N the number of runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: presence.sh EXECUTABLE}
runs=${RUNS:-3}
lines=${LINES:-1000000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cp -r config "$scratch/config"
mkdir -p "$scratch/feeds/visitors" "$scratch/feeds/science" "$scratch/people/ada"
cp feeds/science/* "$scratch/feeds/science"
echo 'name: Ada' >"$scratch/people/ada/person.yaml"
python3 Benchmarks/presence/logs.py positions "$lines" "$scratch/feeds/visitors/sample.ndjson"
head -c 32 /dev/urandom | base64 >"$scratch/feeds/visitors/presence.key"
cat >"$scratch/feeds/visitors/feed.yaml" <<'YAML'
campus: nus
kind: presence
path: sample.ndjson
presence: {key: {file: presence.key}}
YAML
sed -e 's|^people: .*|people: ../people|' -e 's|maxBytes: .*|maxBytes: 1GB|' config/almanac.yaml >"$scratch/config/almanac.yaml"

for ((run = 0; run < runs; run++)); do
  /usr/bin/time -f "$lines positions, run: %e s, %U s user, %S s system, %M kB" \
    "$almanac" run --samples --config "$scratch/config/almanac.yaml" --output "$scratch/output-$run" \
    --json >"$scratch/report.json"
  python3 - "$scratch/report.json" <<'PYTHON'
import json, sys
stages = {stage["name"]: stage["seconds"] for stage in json.load(open(sys.argv[1]))["stages"]}
print("  fetch, parse and enrich:", " + ".join(f"{stages[name]:.2f}" for name in ("fetch", "parse", "enrich")), "s")
PYTHON
  /usr/bin/time -f "  floor, json.loads and sets of CPython: %e s, %U s user, %M kB" \
    python3 Benchmarks/presence/logs.py count "$scratch/feeds/visitors/sample.ndjson" >/dev/null
done

rm -r "$scratch/feeds/visitors"
python3 Benchmarks/presence/logs.py swipes "$lines" "$scratch/people/swipes.ndjson"
python3 - "$scratch/people/projects.ndjson" <<'PYTHON'
import json, sys
with open(sys.argv[1], "w") as file:
    for number in range(2_000):
        file.write(json.dumps({"id": f"project-{number}", "title": f"Project {number}",
            "owner": f"person-{number}", "at": "2026-02-01T00:00:00Z"}) + "\n")
PYTHON
for ((run = 0; run < runs; run++)); do
  /usr/bin/time -f "$lines swipes, plan: %e s, %U s user, %S s system, %M kB" \
    "$almanac" plan --samples --config "$scratch/config/almanac.yaml" --output "$scratch/output-0" >/dev/null
  /usr/bin/time -f "  floor, json.loads and a dict of CPython: %e s, %U s user, %M kB" \
    python3 Benchmarks/presence/logs.py fold "$scratch/people/swipes.ndjson" >/dev/null
done
