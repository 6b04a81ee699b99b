#!/usr/bin/env bash
# Measures agendas: verdicts on days, compared with CP-SAT, and plans for 10,000 people. Usage: agenda.sh EXECUTABLE
# DAYS=FILE reads other labeled days, PERSONS=N sets the number of people, RUNS=N the number of runs (the best counts).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: agenda.sh EXECUTABLE}
lab=$almanac-lab
[[ -x $lab ]] || {
  echo "$lab is missing: build it beside the executable with 'make lab'" >&2
  exit 66
}
runs=${RUNS:-3}
persons=${PERSONS:-10000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch" config/.agenda-benchmark.yaml' EXIT
python=.build/peers-agenda/bin/python

[[ -n ${DAYS:-} ]] && cp "$DAYS" "$scratch/all.ndjson" ||
  python3 Benchmarks/agenda/days.py generate 8 150 >"$scratch/all.ndjson"
python3 Benchmarks/agenda/days.py repeat "$scratch/all.ndjson" 8 1 >"$scratch/once.ndjson"
python3 Benchmarks/agenda/days.py repeat "$scratch/all.ndjson" 8 200 >"$scratch/days.ndjson"
days=$(wc -l <"$scratch/days.ndjson")
best=
for ((run = 0; run < runs; run++)); do
  read -r seconds < <({ /usr/bin/time -f '%U %S' "$lab" evaluate agenda "$scratch/days.ndjson" >"$scratch/verdicts"; } 2>&1 |
    awk '{ print $1 + $2 }')
  best=$(awk -v b="$best" -v s="$seconds" 'BEGIN { print b == "" || s < b ? s : b }')
done
awk -v b="$best" -v d="$days" -v v="$(cat "$scratch/verdicts")" \
  'BEGIN { printf "almanac, 8 events: %.1f µs a day, including reading JSON; %s\n", b / d * 1e6, v }'
if [[ -x $python ]]; then
  read -r microseconds wrong < <("$python" Benchmarks/agenda/days.py cp-sat "$scratch/once.ndjson")
  awk -v b="$best" -v d="$days" -v m="$microseconds" -v w="$wrong" \
    'BEGIN { printf "CP-SAT, 8 events: %d µs a day, %d wrong, %.0f times as long\n", m, w, m / (b / d * 1e6) }'
fi

"$almanac" run --samples --output "$scratch/edition" >/dev/null 2>&1
for form in ndjson yaml; do
  # Skip a form if its Python modules are missing.
  [[ $form == ndjson || -x $python ]] || continue
  "$([[ -x $python ]] && echo "$python" || echo python3)" Benchmarks/agenda/people.py \
    "$scratch/edition/latest" "$scratch/$form" "$persons" "$form"
  sed "s|^people: .*|people: $scratch/$form|" config/almanac.yaml >config/.agenda-benchmark.yaml
  for ((run = 0; run < runs; run++)); do
    # Use a new folder each time, because ext4 is slower after files were removed.
    cp -r "$scratch/edition" "$scratch/$form-$run"
    rm -r "$scratch/$form-$run/people"
    for what in first unchanged; do
      /usr/bin/time -f "$persons persons, $form, $what: %e s, %U s user, %S s system, %M kB" \
        "$almanac" plan --config config/.agenda-benchmark.yaml --output "$scratch/$form-$run" \
        --now 2026-03-02T12:00:00Z >/dev/null
    done
  done
done
