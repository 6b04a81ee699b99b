/// One dated statement of one source, reduced to what is compared; made of an occurrence of a
/// listing, or of a record of the NDJSON filter.
struct Candidate: Sendable {
  /// Index of the listing or record; the occurrences of a series share it.
  let item: Int
  /// Index of the source: two items of one source are never one event.
  let source: Int
  /// Whether the item has more than one occurrence.
  let isSeries: Bool
  let title: TitleText
  let moment: Moment
  let venue: CandidateVenue
  /// Hash of the globally unique identifier.
  let uid: UInt64?
  /// Hash of the normalized link, where it leads to this one item and not to a landing page.
  let link: UInt64?
  let text: TextSketch
}

/// When a candidate takes place.
struct Moment: Hashable, Sendable {
  /// Seconds since 1970, UTC.
  let start: Int64
  /// Exclusive; nil where the source states none.
  let end: Int64?
  /// Days since 1970 on the campus's calendar.
  let day: Int
  /// Seconds since midnight on the campus's clocks.
  let secondOfDay: Int
  /// No hour is stated: a whole day, or midnight that stands for one.
  let isDay: Bool
  /// Numbers that a title may repeat of its date: year, month, day, hour.
  let numbers: Set<Int>

  /// The day that the clock would show with that many seconds added; approximate where the clocks
  /// change.
  func day(shiftedBy seconds: Int64) -> Int {
    guard !isDay else { return day }
    let shifted = Int64(secondOfDay) + seconds
    return day + Int((shifted - (shifted < 0 ? 86_399 : 0)) / 86_400)
  }
}
