#!/usr/bin/env bash
# Measures reading and searching transit feeds, compared with pynigiri. Usage: transit.sh EXECUTABLE
# RUNS=N sets the number of runs (the best counts). EXECUTABLE is TransitBenchmark.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

benchmark=${1:?usage: transit.sh EXECUTABLE}
runs=${RUNS:-5}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python=.build/peers-transit/bin/python
corpus=${ALMANAC_SHARED:-../shared}/corpora/transit
[[ -d $corpus/oracle ]] || {
  echo "no feeds: set ALMANAC_SHARED to the folder that contains corpora/transit" >&2
  exit 64
}

echo "Milliseconds of CPU of Almanac and pynigiri, with the ratio and its goal"
for answers in "$corpus"/oracle/*.ndjson.gz; do
  name=$(basename "${answers%-????-??-??.ndjson.gz}")
  feed=$corpus/gtfs/$name.zip
  gunzip -c "$answers" >"$scratch/answers.ndjson"
  ours=$("$benchmark" "$feed" "$scratch/answers.ndjson" "$runs")
  peer=$("$python" Benchmarks/transit/peer.py "$feed" "$scratch/answers.ndjson" "$runs")
  awk -v name="$name" -v ours="$ours" -v peer="$peer" 'BEGIN {
    split(ours, a); split(peer, b)
    printf "%s\n", name
    printf "  load               %8.2f %8.2f  (%.2f, at most 1.5)\n", a[1], b[1], a[1] / b[1]
    printf "  one to all / one   %8.3f %8.3f  (%.2f, at most 1)\n", a[2], b[2], a[2] / b[2]
    printf "  backward           %8.3f           (%.2f of forward, at most 1.3)\n", a[3], a[3] / a[2]
    printf "  60-minute profile  %8.3f           (longest %.3f, at most 20)\n", a[4], a[5]
    printf "  backward profile   %8.3f           (%.2f of forward, at most 1.3)\n", a[6], a[6] / a[4]
    printf "  join               %8.0f           (10,000 occurrences, 5 origins; at most 1,000)\n", a[7]
  }'
done
