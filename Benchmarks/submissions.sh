#!/usr/bin/env bash
# Measures reading and folding a log of submissions, compared with checking its tokens in Python.
# Usage: submissions.sh EXECUTABLE
# OPERATIONS=N sets the number of lines, RUNS=N the number of runs (the best counts).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=$(realpath "${1:?usage: submissions.sh EXECUTABLE}")
runs=${RUNS:-3}
operations=${OPERATIONS:-100000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
key=0123456789abcdef0123456789abcdef
source Benchmarks/measure.sh

mkdir -p "$scratch/feeds/board"
cp -r config "$scratch/config"
sed -i "s|^people: .*||" "$scratch/config/almanac.yaml"
echo "$key" >"$scratch/feeds/board/key"
printf 'campus: nus\nkind: submissions\npath: log.ndjson\nsubmissions: {key: {file: key}}\n' \
  >"$scratch/feeds/board/feed.yaml"
log=$scratch/feeds/board/log.ndjson
call=("$almanac" run --config "$scratch/config/almanac.yaml" --now 2026-03-02T12:00:00Z --quiet)

: >"$log"
measure "run over an empty log, to parse" "${call[@]}" --output "$scratch/empty" --until parse
python3 Benchmarks/submissions/log.py make "$key" "$operations" >"$log"
measure "run over $operations lines, to parse" \
  bash -c 'rm -rf "$0" && exec "$@"' "$scratch/full" "${call[@]}" --output "$scratch/full" --until parse
python3 -c 'import json, sys
for stage in json.load(open(sys.argv[1]))["stages"]: print(" ", stage["name"], stage["seconds"], "s elapsed")' \
  "$scratch/full/run/report.json"
python3 Benchmarks/submissions/log.py check "$key" "$log"
