#!/usr/bin/env bash
# Measures `almanac run --samples`, cold and unchanged. Usage: run.sh EXECUTABLE
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: run.sh EXECUTABLE}
runs=${RUNS:-10}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cold=("$almanac" run --samples --log-level error --output "$scratch/cold")
unchanged=("$almanac" run --samples --log-level error --output "$scratch/unchanged")
"${unchanged[@]}" >/dev/null

if command -v hyperfine >/dev/null; then
  hyperfine --style basic --runs "$runs" \
    --prepare "rm -rf ${scratch@Q}/cold" --command-name cold "${cold[*]@Q}" \
    --prepare true --command-name unchanged "${unchanged[*]@Q}"
  exit
fi

# Prints the mean of $runs runs in seconds.
measure() {
  local name=$1 total=0 started run
  shift
  for ((run = 0; run < runs; run++)); do
    [[ $name != cold ]] || rm -rf "$scratch/cold"
    started=$EPOCHREALTIME
    "$@" >/dev/null
    total=$(awk -v t="$total" -v a="$started" -v b="$EPOCHREALTIME" 'BEGIN { print t + b - a }')
  done
  awk -v n="$name" -v t="$total" -v r="$runs" \
    'BEGIN { printf "%-10s %.3f s, mean of %d\n", n, t / r, r }'
}

measure cold "${cold[@]}"
measure unchanged "${unchanged[@]}"
