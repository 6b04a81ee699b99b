#!/usr/bin/env bash
# Measures fetching, compared with curl, and a run in which none of 5,000 sources changed.
# Usage: fetch.sh EXECUTABLE. FetchBenchmark must be in the same folder. RUNS=N sets the number of pairs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: fetch.sh EXECUTABLE}
runs=${RUNS:-9}
scratch=$(mktemp -d)
coproc server { exec python3 Benchmarks/fetch/server.py 20000; }
trap 'kill "$server_PID" 2>/dev/null || true; rm -rf "$scratch"' EXIT
read -r port <&"${server[0]}"
base=http://127.0.0.1:$port

source Benchmarks/measure.sh

# Prints the elapsed seconds of a command, which mostly waits for the network.
seconds() {
  local started=$EPOCHREALTIME
  "$@" >/dev/null 2>"$scratch/said" || { tail -1 "$scratch/said" >&2; return 1; }
  awk -v a="$started" -v e="$EPOCHREALTIME" 'BEGIN { printf "%.3f\n", e - a }'
}

# Alternate both, because a machine's speed changes from second to second.
echo "2,000 documents of 20 kB from this machine, 32 at once"
mkdir "$scratch/curl"
for ((run = 0; run < runs; run++)); do
  peer=$(seconds curl --silent --no-progress-meter --parallel --parallel-max 32 \
    --output "$scratch/curl/#1" "$base/[1-2000]")
  ours=$(seconds "${almanac%/*}/FetchBenchmark" "$base" 2000)
  echo "$peer $ours"
done | awk '{ print $1, $2, $2 / $1 }' | sort -n -k3 | awk '
  { curl = NR == 1 || $1 < curl ? $1 : curl; ours = NR == 1 || $2 < ours ? $2 : ours; ratio[NR] = $3 }
  END { printf "  curl --parallel %.2f s, almanac %.2f s at best; median of the ratios of %d pairs: %.2f\n",
    curl, ours, NR, (ratio[int((NR + 1) / 2)] + ratio[int(NR / 2) + 1]) / 2 }'

echo "A run of 5,000 unchanged sources with one event each"
python3 - "$scratch/town" "$base" <<'PYTHON'
import pathlib, sys
root = pathlib.Path(sys.argv[1])
root.mkdir()
(root / "almanac.yaml").write_text(
    "campuses: [{id: hill, name: Hill, timezone: Asia/Singapore, gazetteer: hill.geojson}]\n"
    "sources: feeds\ncategories: categories.yaml\nfetch: {concurrency: 64, perHost: 32, gap: 0s}\n")
(root / "categories.yaml").write_text("categories:\n  - {id: others, name: Others}\n")
(root / "hill.geojson").write_text(
    '{"type":"FeatureCollection","name":"hill","features":[{"type":"Feature","id":"hall",'
    '"geometry":{"type":"Point","coordinates":[103.77,1.3]},"properties":{"name":"Hall","category":"Halls"}}]}')
for number in range(5000):
    folder = root / "feeds" / f"s{number:04}"
    folder.mkdir(parents=True)
    (folder / "feed.yaml").write_text(
        f"campus: hill\nurl: {sys.argv[2]}/town/{number}\nallow: [127.0.0.1]\n")
PYTHON
night=("$almanac" run --config "$scratch/town/almanac.yaml" --output "$scratch/night" --log-level error)
"${night[@]}" --now 2026-03-01T00:00:00Z >/dev/null
runs=1
for day in 2 3 4; do
  measure "unchanged, requests and all" "${night[@]}" --now "2026-03-0${day}T00:00:00Z"
done
measure "unchanged, without the network" "${night[@]}" --now 2026-03-05T00:00:00Z --offline
