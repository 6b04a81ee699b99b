#!/usr/bin/env bash
# Measures deduplication, compared with reading the records. Usage: deduplicate.sh EXECUTABLE
# RECORDS=FILE [TRUTH=FILE] measures other records, RUNS=N sets the number of runs (the best counts).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: deduplicate.sh EXECUTABLE}
runs=${RUNS:-1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
floor=Benchmarks/deduplicate/floor.py
corpus=${ALMANAC_SHARED:-../shared}/corpora/duplicates

# Runs a command $runs times. Sets $best to the minimum user + system seconds, $clock to the minimum elapsed seconds and
# $most to the peak memory, and writes the output to $scratch/out.
best= clock= most=
measure() {
  local run user system seconds memory
  best= clock= most=0
  for ((run = 0; run < runs; run++)); do
    # The last line of standard error is that of time.
    /usr/bin/time -f '%U %S %e %M' "$@" >"$scratch/out" 2>"$scratch/errors" || { cat "$scratch/errors" >&2; exit 1; }
    read -r user system seconds memory < <(tail -1 "$scratch/errors")
    best=$(awk -v b="$best" -v u="$user" -v s="$system" 'BEGIN { t = u + s; print b == "" || t < b ? t : b }')
    clock=$(awk -v b="$clock" -v s="$seconds" 'BEGIN { print b == "" || s < b ? s : b }')
    if ((memory > most)); then most=$memory; fi
  done
}

row() {
  awk -v n="$1" -v t="$best" -v c="$clock" -v m="$most" -v r="$reading" -v f="$2" \
    'BEGIN { printf "  %-28s %7.2f s CPU (x %.2f) %7.2f s %6d MB  %s\n", n, t, t / r, c, m / 1024, f }'
}

# Prints CPU seconds relative to reading.
compare() {
  local records=$1 truth=$2
  echo "$(wc -l <"$records") records, $(($(stat -c %s "$records") / 1000000)) MB"
  measure python3 "$floor" read "$records"
  local reading=$best
  row "Python's json, reading only" ""
  measure python3 "$floor" exact "$records"
  local exact=$scratch/exact.json
  [[ -z $truth ]] || python3 "$floor" exact "$records" "$truth" >"$exact"
  row "same title and start" "${truth:+F1 $(sed 's/.*"f1": \([0-9.]*\).*/\1/' "$exact")}"
  local workers
  for workers in 1 2; do
    measure "$almanac" evaluate deduplicate "$records" --workers "$workers"
    row "almanac, workers: $workers" ""
  done
  [[ -z $truth ]] || "$almanac" evaluate deduplicate "$records" --truth "$truth" |
    sed 's/.*"pairwise":{\([^}]*\)}.*/  almanac: \1/; s/"//g; s/,/, /g'
}

if [[ -n ${RECORDS:-} ]]; then
  compare "$RECORDS" "${TRUTH:-}"
elif [[ -e $corpus/eventdup.py ]]; then
  for count in 10000 100000 1000000; do
    regions=$((count >= 1000000 ? 10 : 1)) years=$((count >= 1000000 ? 4 : 1))
    python3 "$corpus/eventdup.py" "$corpus/base.jsonl" "$scratch/$count" \
      --n "$count" --regions "$regions" --years "$years" --seed 5 >/dev/null
    compare "$scratch/$count/records.jsonl" "$scratch/$count/truth.csv"
    rm -r "${scratch:?}/$count"
  done
else
  echo "no records: set RECORDS=FILE (NDJSON), and TRUTH=FILE (CSV: id, cluster)" >&2
  exit 64
fi
