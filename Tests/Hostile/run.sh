#!/usr/bin/env bash
# Scores a build on the shared corpus of hostile feeds.
#
#   run.sh ALMANAC [--sample] [ARGUMENT-OF-THE-SCORER]...
#
# --sample runs every fifth small case and ignores time and memory, for builds without optimization.
# Exits 0 if every case has the expected outcome, 1 if one does not, 3 if no case can run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
almanac=$(realpath "$1")
shift
corpus=${ALMANAC_SHARED:-$here/../../../shared}/corpora/hostile

if [[ ! -e $corpus/score.py ]]; then
  echo "hostile: SKIPPED: the shared corpus is missing; set ALMANAC_SHARED to its folder" >&2
  exit 3
fi
apart=-mn
(( EUID == 0 )) || apart=-Urmn
if ! unshare "$apart" -- ip link set lo up 2>/dev/null; then
  echo "hostile: SKIPPED: this machine permits no network namespace, so no case would be safe" >&2
  exit 3
fi
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
tool="python3 $here/adapter.py $almanac {url} {kind} {work}"
score=("$corpus/netns_run.sh" "$log" python3 "$corpus/score.py" --split open --hits "$log/hits.jsonl" --tool "$tool")

if [[ ${1:-} != --sample ]]; then
  "${score[@]}" "$@"
  exit
fi
shift
ids=$(python3 -c 'import json, sys
cases = json.load(open(sys.argv[1]))
print(",".join([case["id"] for case in cases if case["t"] < 10 and not case["large"]][::5]))' "$corpus/manifest.json")
"${score[@]}" --only "$ids" --json "$log/results.json" "$@" >"$log/out" || true
python3 -c 'import json, sys
results = json.load(open(sys.argv[1]))
def is_cost(why, slow):
    # The scorer kills a case that takes too long.
    return why.startswith(("time ", "rss ")) or slow and why == "signal rc=-9"
def is_wrong(whys):
    slow = any(why.startswith("time ") for why in whys)
    return not all(is_cost(why, slow) for why in whys)
wrong = [result for result in results if is_wrong(result["why"])]
for result in wrong: print("FAIL", result["id"], "; ".join(result["why"]))
print(f"hostile: {len(results)} cases, {len(wrong)} wrong")
sys.exit(1 if wrong or not results else 0)' "$log/results.json"
