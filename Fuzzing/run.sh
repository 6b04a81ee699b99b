#!/usr/bin/env bash
# Fuzzes one reader. Usage: run.sh READER SECONDS [SEEDS]; READER is feed (which detects the format),
# rss, atom, json, xml (as it is and repaired), icalendar, series (which expands them), csv, page (and the
# feeds it leads to), dates, html, mapped (documents of no known kind, as feed.yaml declares them), weather,
# guess (the mapping that 'almanac add' proposes), listings (the whole parse stage) or transit (a feed with
# one replaced table; the first line of a document is its name).
# SEEDS is a folder of documents to begin with. Words of the formats are in words.dict.
# Found inputs go to Fuzzing/found/; those that are mended move to Tests/AlmanacIngestTests/Fixtures.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

reader=${1:?usage: run.sh READER SECONDS [SEEDS]} seconds=${2:?seconds} seeds=${3:-}
swift build -c release --product harness -j "${JOBS:-2}"
mkdir -p "corpus/$reader" found
# Swift's own report of a crash ends the process before libFuzzer has kept the input.
export SWIFT_BACKTRACE=enable=no
ALMANAC_FUZZ=$reader "$(swift build -c release --show-bin-path)/harness" \
  -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=1024 \
  -artifact_prefix="found/$reader-" -print_final_stats=1 -dict=words.dict "corpus/$reader" ${seeds:+"$seeds"}
