#!/usr/bin/env bash
# Scores a build on the shared corpus of hostile feeds: run.sh ALMANAC [ARGUMENT-OF-THE-SCORER]...
# Exits 0 where every case has its outcome, 1 where one has not, 3 where nothing could be tried.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
almanac=$(realpath "$1")
shift
shared=${ALMANAC_SHARED:-$here/../../../shared}
corpus=$shared/corpora/hostile

if [[ ! -e $corpus/score.py ]]; then
  echo "hostile: SKIPPED: the shared corpus is not here; name its folder in ALMANAC_SHARED" >&2
  exit 3
fi
apart=-mn
(( EUID == 0 )) || apart=-Urmn
if ! unshare "$apart" -- ip link set lo up 2>/dev/null; then
  echo "hostile: SKIPPED: this machine permits no network namespace, so that nothing here would be safe" >&2
  exit 3
fi
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
tool="python3 $here/adapter.py $almanac {url} {kind} {work}"
"$corpus/netns_run.sh" "$log" python3 "$corpus/score.py" --split open --hits "$log/hits.jsonl" --tool "$tool" "$@"
