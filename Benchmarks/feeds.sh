#!/usr/bin/env bash
# Times reading feeds beside other programs. Usage: feeds.sh EXECUTABLE
# RSS=FILE measures a feed of one's own, RUNS=N says how often each is run (the best counts).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: feeds.sh EXECUTABLE}
runs=${RUNS:-3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source Benchmarks/measure.sh
python=.build/peers-feeds/bin/python

rss=${RSS:-$scratch/feed.xml}
[[ -e $rss ]] || python3 Benchmarks/feeds/generate.py rss 50000 >"$rss"
python3 Benchmarks/feeds/generate.py json 20000 >"$scratch/feed.json"

echo "RSS: $(grep -c '<item>' "$rss") items, $(($(stat -c %s "$rss") / 1000000)) MB"
measure "almanac, every field, printed" "$almanac" inspect "$rss"
command -v xmllint >/dev/null && measure "xmllint, no field read" xmllint --stream --noout "$rss"
if [[ -x $python ]]; then
  for peer in lxml fastfeedparser feedparser; do
    measure "$peer" "$python" Benchmarks/feeds/peers.py "$peer" "$rss"
  done
fi

echo "JSON Feed: $(($(stat -c %s "$scratch/feed.json") / 1000000)) MB"
measure "almanac, every field, printed" "$almanac" inspect "$scratch/feed.json"
measure "python's json, no field read" python3 -c \
  'import json, sys; print(len(json.load(open(sys.argv[1]))["items"]))' "$scratch/feed.json"
