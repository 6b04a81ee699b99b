#!/usr/bin/env bash
# Measures reading feeds, compared with other programs. Usage: feeds.sh EXECUTABLE
# RSS=FILE measures another feed, RUNS=N sets the number of runs (the best counts).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: feeds.sh EXECUTABLE}
runs=${RUNS:-3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source Benchmarks/measure.sh
python=.build/peers-feeds/bin/python

own=${almanac%/*}/FeedBenchmark

rss=${RSS:-$scratch/feed.xml}
[[ -e $rss ]] || python3 Benchmarks/feeds/generate.py rss 50000 >"$rss"
python3 Benchmarks/feeds/generate.py json 27000 >"$scratch/feed.json"

# Alternates two commands and prints the sorted ratios of their elapsed seconds, on which the goals are, and of their
# user + system seconds. time counts in hundredths of a second and the fastest command takes twenty of them, so each
# ratio is that of five runs of both.
compare() {
  local name=$1 one=$2 other=$3 run turn
  for ((run = 0; run < runs; run++)); do
    for turn in 1 2 3 4 5; do echo "$(measured $one) $(measured $other)"; done | awk '
      { elapsed += $1; all += $2 + $3; others += $4; every += $5 + $6 }
      END { printf "%.2f %.2f\n", elapsed / others, all / every }'
  done >"$scratch/ratios"
  echo "$name, elapsed: $(cut -d' ' -f1 "$scratch/ratios" | sort -n | xargs)"
  echo "$name, user and system: $(cut -d' ' -f2 "$scratch/ratios" | sort -n | xargs)"
}

# Prints the elapsed, user and system seconds of a command.
measured() {
  /usr/bin/time -f '%e %U %S' "$@" 2>&1 >/dev/null | tail -1
}

echo "RSS: $(grep -c '<item>' "$rss") items, $(($(stat -c %s "$rss") / 1000000)) MB"
measure "almanac, every field, printed" "$almanac" inspect "$rss"
[[ -x $own ]] && measure "almanac, every field" "$own" entries "$rss"
[[ -x $own ]] && measure "almanac, all listings" "$own" listings "$rss"
command -v xmllint >/dev/null && measure "xmllint, no fields" xmllint --stream --noout "$rss"
if [[ -x $python ]]; then
  for peer in lxml fastfeedparser feedparser; do
    measure "$peer" "$python" Benchmarks/feeds/peers.py "$peer" "$rss"
  done
fi
if [[ -x $own ]]; then
  if command -v xmllint >/dev/null; then
    compare "times xmllint" "$own entries $rss" "xmllint --stream --noout $rss"
    compare "all listings, times xmllint" "$own listings $rss" "xmllint --stream --noout $rss"
  fi
  if [[ -x $python ]]; then
    compare "times fastfeedparser" "$own entries $rss" \
      "$python Benchmarks/feeds/peers.py fastfeedparser $rss"
    compare "all listings, times fastfeedparser" "$own listings $rss" \
      "$python Benchmarks/feeds/peers.py fastfeedparser $rss"
  fi
fi

echo "JSON Feed: $(($(stat -c %s "$scratch/feed.json") / 1000000)) MB"
measure "almanac, every field, printed" "$almanac" inspect "$scratch/feed.json"
measure "python's json, no field read" python3 -c \
  'import json, sys; print(len(json.load(open(sys.argv[1]))["items"]))' "$scratch/feed.json"
if [[ -x $own ]]; then
  measure "almanac, every field" "$own" entries "$scratch/feed.json"
  measure "JSONDecoder" "$own" decode "$scratch/feed.json"
  compare "times JSONDecoder" "$own entries $scratch/feed.json" "$own decode $scratch/feed.json"
fi
