#!/usr/bin/env bash
# Measures reading and expanding calendars, compared with other programs. Usage: ical.sh EXECUTABLE
# ICS=FILE measures another calendar, RUNS=N sets the number of runs (the best counts).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

almanac=${1:?usage: ical.sh EXECUTABLE}
runs=${RUNS:-3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
generate=Benchmarks/ical/generate.py
peers=Benchmarks/ical/peers.py
python=.build/peers-ical/bin/python
year=(--from 2025-01-01T00:00:00Z --to 2026-01-01T00:00:00Z)

source Benchmarks/measure.sh

events=${ICS:-$scratch/events.ics}
[[ -e $events ]] || python3 "$generate" events 50000 >"$events"
python3 "$generate" series 2740 >"$scratch/series.ics"

echo "$(grep -c BEGIN:VEVENT "$events") events, $(($(stat -c %s "$events") / 1000000)) MB"
measure "almanac, a year's instances" "$almanac" occurrences "$events" "${year[@]}"
[[ -x ${almanac%/*}/CalendarBenchmark ]] && "${almanac%/*}/CalendarBenchmark" "$events" "$runs"
measure "almanac, every field" "$almanac" inspect "$events"
/usr/bin/python3 -c 'import gi; gi.require_version("ICalGLib", "3.0")' 2>/dev/null &&
  measure "libical, parser only" /usr/bin/python3 "$peers" libical "$events"
if [[ -x $python ]]; then
  measure "icalendar, parser only" "$python" "$peers" icalendar "$events"
  measure "icalendar, a year's instances" "$python" "$peers" icalendar+year "$events"
fi

echo "One million instances of 2,740 series, counted, then printed"
[[ -x ${almanac%/*}/CalendarBenchmark ]] &&
  "${almanac%/*}/CalendarBenchmark" "$scratch/series.ics" "$runs"
measure "almanac" "$almanac" occurrences "$scratch/series.ics" "${year[@]}"

echo "Hostile calendars"
while read -r name; do
  python3 "$generate" bomb "$name" >"$scratch/bomb.ics"
  measure "$name" "$almanac" occurrences "$scratch/bomb.ics" "${year[@]}"
done < <(python3 "$generate" bomb)
