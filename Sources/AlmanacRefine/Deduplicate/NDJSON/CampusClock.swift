import AlmanacTime

/// The UTC offsets of a campus by day, inferred from its records.
///
/// Records may give times with an offset, in UTC, or in the campus's local time. The offset of a day
/// is the one that most of its records have.
struct CampusClock: Sendable {
  /// Ascending by day.
  private let offsets: [(day: Int64, offset: Int64)]

  /// nil where no record names an offset other than 0: then all times are compared as they are.
  init?(_ starts: some Sequence<(start: Int64, offset: Int?)>) {
    var counts: [Int64: [Int64: Int]] = [:]
    for (start, offset) in starts {
      if let offset, offset != 0 {
        counts[start / 86_400, default: [:]][Int64(offset), default: 0] += 1
      }
    }
    guard !counts.isEmpty else { return nil }
    offsets = counts.compactMap { day, counts in
      counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { (day, $0.key) }
    }.sorted { $0.day < $1.day }
  }

  /// A record's moment on these clocks.
  ///
  /// - Parameter offset: What the record's start names; nil for a time of the campus.
  func read(_ moment: Moment, offset: Int?) -> Moment {
    let own = self.offset(near: moment.start)
    return offset == nil
      ? moment.read(on: own, shifting: -own) : moment.read(on: own, shifting: 0)
  }

  private func offset(near start: Int64) -> Int64 {
    let day = start / 86_400
    let next = offsets.partitioningIndex { $0.day >= day }
    let after = next < offsets.count ? offsets[next] : offsets[next - 1]
    guard next > 0 else { return after.offset }
    let before = offsets[next - 1]
    return day - before.day < after.day - day ? before.offset : after.offset
  }
}
