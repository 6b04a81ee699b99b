import AlmanacTime
import Synchronization

/// Compares starts without a zone with unmapped members of their items: a time zone, as in Microsoft
/// Graph's `start.timeZone`, or the same time in UTC, as in `utc_start_date`.
final class ZoneEvidence: Sendable {
  /// The number of items that are searched before the first one has such a member.
  private let left = Mutex(1_000)

  private static let zones = ["timeZone", "timezone", "time_zone", "tz", "tzid"]
  private static let suffixes = [
    "_utc", "UTC", "Utc", "_gmt", "GMT", "_iso", "ISO", "_ts", "_timestamp", "_unix",
  ]

  /// - Parameters:
  ///   - start: The start as it was read.
  ///   - path: The path of its date.
  func conflict(
    of start: DateReading?, at path: String, in item: some MappedItem, _ times: TimeFields
  ) -> ZoneConflict? {
    guard case .floating(let local) = start?.start, left.withLock({ $0 > 0 }),
      case .zoned(let time) = times.anchored(.floating(local))
    else { return nil }
    for name in Self.names(beside: path) {
      guard let text = item.values(at: name).first?.nonBlank else { continue }
      let isZone = Self.zones.contains { name.hasSuffix($0) }
      let other =
        isZone
        ? TimeZoneName(text).zone(in: times.reader.zones).map { ZonedTime(local: local, in: $0) }
        : moment(text, isUTC: !name.lowercased().contains("iso"), times)
      guard let other else { continue }
      left.withLock { $0 = .max }
      if other.instant != time.instant {
        return ZoneConflict(
          readIn: time.zone, but: "its '\(name)' is '\(FieldText.excerpt(text, 40))'")
      }
    }
    left.withLock { $0 -= 1 }
    return nil
  }

  private func moment(_ text: String, isUTC: Bool, _ times: TimeFields) -> ZonedTime? {
    switch times.reader.read(text)?.start {
    case .zoned(let time): time
    case .floating(let local) where isUTC: ZonedTime(local: local, offset: 0, zone: "UTC")
    default: nil
    }
  }

  /// The paths of zones beside a start, in its item and around it, and of the start in UTC.
  private static func names(beside path: String) -> [String] {
    let cut = path.lastIndex { $0 == "." || $0 == "/" }.map { path.index(after: $0) }
    let parent = String(path[..<(cut ?? path.startIndex)])
    let mark = path[parent.endIndex...].hasPrefix("@") ? "@" : ""
    let name = String(path[parent.endIndex...].dropFirst(mark.count))
    var twins = suffixes.map { name + $0 } + ["utc_" + name]
    for (local, utc) in [("local", "utc"), ("Local", "UTC")] where name.contains(local) {
      twins.append(name.replacing(local, with: utc))
    }
    let prefixes = [parent] + (parent.isEmpty ? [] : [""]) + ["../"]
    return prefixes.flatMap { prefix in zones.map { prefix + mark + $0 } }
      + twins.map { parent + mark + $0 }
  }
}
