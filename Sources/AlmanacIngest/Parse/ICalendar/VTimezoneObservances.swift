import AlmanacModel
import AlmanacTime

/// The instances of a series in a zone that only its document defines.
struct VTimezoneObservances {
  /// The years after the start for which instances are listed.
  static let years = 10

  let starts: [CalendarTime]
  /// Whether the start is no instance by the rule.
  let passesOverStart: Bool
  /// Whether there are more instances than listed.
  let isCut: Bool

  init(
    _ recurrence: EntryRecurrence, from start: CalendarTime, on clocks: Zone, _ zones: ZoneDatabase
  ) {
    let set = RecurrenceSet(
      start: .floating(start.civil), rules: recurrence.rules,
      exclusionRules: recurrence.exclusionRules, additions: recurrence.additions)
    let from = start.instant(in: clocks)
    let end = from + Self.years * 366 * 86_400
    let found = set.occurrences(from: from, to: end, zone: clocks, zones: zones, limit: 5_000)
    let later = set.occurrences(
      from: end, to: end + 400 * 86_400, zone: clocks, zones: zones, limit: 1)
    starts = found.starts.map { time in
      let instant = time.instant(in: clocks)
      let offset = clocks.offset(at: instant)
      let local = CivilDateTime(localSeconds: (instant + offset).secondsSinceEpoch)
      return .zoned(ZonedTime(local: local, offset: offset, zone: nil))
    }
    passesOverStart = starts.first.map { $0.instant(in: clocks) != from } ?? true
    isCut = found.end != .complete || !later.starts.isEmpty
  }
}
