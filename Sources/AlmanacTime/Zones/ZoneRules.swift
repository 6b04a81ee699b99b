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

  /// - Parameters:
  ///   - initial: The type before the first of `starts`, which ascend.
  ///   - types: The type from the start of the same index on.
  ///   - footer: The rule for times after the last start.
  init(
    identifier: String, initial: LocalTimeType, isFixedOffset: Bool = false, starts: [Int64] = [],
    types: [LocalTimeType] = [], footer: POSIXZoneRule? = nil
  ) {
    self.identifier = identifier
    self.initial = initial
    self.isFixedOffset = isFixedOffset
    self.starts = starts
    self.types = types
    self.footer = footer
    footerStart = footer == nil ? .max : max(ZoneRules.tableEnd, starts.last ?? .min)
  }

  /// Creates a zone from its transitions. Offsets are clamped to ±23:59:59, as `Zone.reach`
  /// requires.
  convenience init(identifier: String, transitions: [ZoneTransition]) {
    var changes: [Int64: ZoneTransition] = [:]
    for transition in transitions { changes[transition.instant.secondsSinceEpoch] = transition }
    let sorted = changes.sorted { $0.key < $1.key }
    let types = sorted.map { _, change in
      LocalTimeType(
        offset: ZoneRules.clamped(change.offsetAfter), isDaylight: change.isDaylight,
        abbreviation: change.abbreviation)
    }
    let initial = LocalTimeType(
      offset: ZoneRules.clamped(sorted.first?.value.offsetBefore ?? 0), isDaylight: false,
      abbreviation: identifier)
    self.init(identifier: identifier, initial: initial, starts: sorted.map(\.key), types: types)
  }

  /// Clamps an offset to ±23:59:59.
  static func clamped(_ offset: Int) -> Int {
    min(max(offset, -86_399), 86_399)
  }

  convenience init(identifier: String, file: ZoneFile) {
    var starts = file.transitions
    var types = file.types
    let footer = file.footer?.daylight == nil ? nil : file.footer
    if let footer { ZoneRules.extend(&starts, &types, initial: file.initial, by: footer) }
    let constant = starts.isEmpty && footer == nil ? file.footer?.standard : nil
    self.init(
      identifier: identifier, initial: constant ?? file.initial, starts: starts, types: types,
      footer: footer)
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
  private func firstStart(after time: Int64) -> Int { starts.partitioningIndex { $0 > time } }

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
