/// The transitions of one zone, shared by all copies of its `Zone`.
final class ZoneRules: Sendable {
  /// A half-open range of instants with one offset, from `start` to `end`.
  struct Segment {
    let start: Int64
    let end: Int64
    let type: LocalTimeType
  }

  let identifier: String
  let isFixedOffset: Bool
  private let initial: LocalTimeType
  private let starts: [Int64]
  private let types: [LocalTimeType]
  private let footer: POSIXZoneRule?
  /// The table covers all instants before this one; the footer covers the rest.
  private let footerStart: Int64

  /// Creates a zone without transitions.
  init(identifier: String, fixed type: LocalTimeType, isFixedOffset: Bool) {
    self.identifier = identifier
    self.isFixedOffset = isFixedOffset
    initial = type
    starts = []
    types = []
    footer = nil
    footerStart = .max
  }

  /// Creates a zone from its transitions. Offsets are clamped to ±23:59:59, as `Zone.reach`
  /// requires.
  init(identifier: String, transitions: [ZoneTransition]) {
    var changes: [Int64: ZoneTransition] = [:]
    for transition in transitions { changes[transition.instant.secondsSinceEpoch] = transition }
    let sorted = changes.sorted { $0.key < $1.key }.map(\.value)
    self.identifier = identifier
    isFixedOffset = false
    initial = LocalTimeType(
      offset: ZoneRules.clamped(sorted.first?.offsetBefore ?? 0), isDaylight: false,
      abbreviation: identifier)
    starts = sorted.map(\.instant.secondsSinceEpoch)
    types = sorted.map {
      LocalTimeType(
        offset: ZoneRules.clamped($0.offsetAfter), isDaylight: $0.isDaylight,
        abbreviation: $0.abbreviation)
    }
    footer = nil
    footerStart = .max
  }

  /// Clamps an offset to ±23:59:59.
  static func clamped(_ offset: Int) -> Int {
    min(max(offset, -86_399), 86_399)
  }

  init(identifier: String, file: ZoneFile) {
    var starts = file.transitions
    var types = file.types
    var initial = file.initial
    self.identifier = identifier
    isFixedOffset = false
    if starts.isEmpty, let footer = file.footer, footer.daylight == nil {
      initial = footer.standard
    }
    if let footer = file.footer, footer.daylight != nil {
      ZoneRules.extend(&starts, &types, initial: initial, by: footer)
      self.footer = footer
      footerStart = max(ZoneRules.tableEnd, starts.last ?? .min)
    } else {
      footer = nil
      footerStart = .max
    }
    self.initial = initial
    self.starts = starts
    self.types = types
  }

  /// The segment that contains an instant.
  ///
  /// - Complexity: O(log transitions).
  func segment(at time: Int64) -> Segment {
    if time >= footerStart, let footer { return footerSegment(at: time, footer) }
    let index = firstStart(after: time)
    return Segment(
      start: index > 0 ? starts[index - 1] : .min,
      end: index < starts.count ? starts[index] : (footer == nil ? .max : footerStart),
      type: index > 0 ? types[index - 1] : initial)
  }

  func offset(at time: Int64) -> Int {
    if time >= footerStart, let footer { return footerSegment(at: time, footer).type.offset }
    let index = firstStart(after: time)
    return index > 0 ? types[index - 1].offset : initial.offset
  }

  /// The table is filled from the footer up to 2400-01-01; later instants are rare.
  private static let tableEnd: Int64 = 13_569_465_600

  /// Appends the footer's transitions from the last listed one up to `tableEnd`.
  private static func extend(
    _ starts: inout [Int64], _ types: inout [LocalTimeType], initial: LocalTimeType,
    by footer: POSIXZoneRule
  ) {
    let last = starts.last ?? .min
    let firstYear = starts.isEmpty ? 1 : CivilDateTime(localSeconds: last).date.year
    guard firstYear < 2400 else { return }
    for year in max(firstYear - 1, 1)..<2400 {
      for change in footer.changes(in: year) where change.time > (starts.last ?? .min) {
        guard change.type != types.last ?? initial else { continue }
        starts.append(change.time)
        types.append(change.type)
      }
    }
  }

  /// The index of the first transition after a time (binary search).
  private func firstStart(after time: Int64) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Computes a segment after the table. Three years are examined, because a rule's transition may
  /// fall into the neighboring year.
  private func footerSegment(at time: Int64, _ footer: POSIXZoneRule) -> Segment {
    let year = CivilDateTime(localSeconds: time).date.year
    var start = footerStart
    var type = types.last ?? initial
    for change in (year - 1...year + 1).flatMap(footer.changes(in:)) {
      if change.time > time {
        guard change.type != type else { continue }
        return Segment(start: start, end: change.time, type: type)
      }
      if change.type != type, change.time >= start {
        start = change.time
        type = change.type
      }
    }
    return Segment(start: start, end: .max, type: type)
  }
}
