import AlmanacTime
import Synchronization

/// Members beside a mapped start that change its meaning: its zone, as in Microsoft Graph's
/// `start.timeZone`; whether it is a whole day, as in `all_day`; the same time in UTC, as in
/// `utc_start_date`.
final class UnmappedTimeMembers: Sendable {
  private enum Kind: Int { case sibling, whole, conflict }

  /// By kind: the number of items that are searched before the first one has such a member.
  private let left = Mutex([1_000, 1_000, 1_000])

  private static let zones = ["timeZone", "timezone", "time_zone", "tz", "tzid"]
  private static let wholeDays = [
    "allDay", "all_day", "isAllDay", "is_all_day", "allday", "AllDay", "IsAllDay", "all-day",
    "wholeDay",
  ]
  private static let suffixes = [
    "_utc", "UTC", "Utc", "_gmt", "GMT", "_iso", "ISO", "_ts", "_timestamp", "_unix",
  ]

  /// The first text at one of the paths.
  private func first(
    _ kind: Kind, _ paths: [String], of item: some MappedItem
  ) -> (path: String, text: String)? {
    guard left.withLock({ $0[kind.rawValue] > 0 }) else { return nil }
    for path in paths {
      guard let text = item.values(at: path).first?.nonBlank else { continue }
      left.withLock { $0[kind.rawValue] = .max }
      return (path, text)
    }
    left.withLock { $0[kind.rawValue] -= 1 }
    return nil
  }

  /// The zone in the object of a start, which has the time without it.
  func zone(beside path: String, of item: some MappedItem, _ database: ZoneDatabase) -> Zone? {
    let (parent, mark, _) = Self.parts(of: path)
    guard !parent.isEmpty, !parent.hasPrefix("../") else { return nil }
    return first(.sibling, Self.zones.map { parent + mark + $0 }, of: item)
      .flatMap { TimeZoneName($0.text).zone(in: database) }
  }

  /// Whether the item is marked as a whole day.
  func makeDay(of path: String, in item: some MappedItem) -> Bool {
    let (parent, mark, _) = Self.parts(of: path)
    let prefixes = Set([parent, ""]).sorted(by: >)
    let paths = prefixes.flatMap { prefix in Self.wholeDays.map { prefix + mark + $0 } }
    return first(.whole, paths, of: item).map { EventNames.yesWords.contains($0.text.lowercased()) }
      ?? false
  }

  /// The contradiction between a start without a zone and a zone or the time in UTC elsewhere in the
  /// item or around it.
  ///
  /// - Parameters:
  ///   - start: The start as it was read.
  ///   - path: The path of its date.
  func conflict(
    of start: DateReading?, at path: String, in item: some MappedItem, _ times: TimeFields
  ) -> ZoneConflict? {
    guard case .floating(let local) = start?.start,
      case .zoned(let time) = times.anchored(.floating(local))
    else { return nil }
    let (zones, twins) = Self.evidence(beside: path)
    let zone = first(.conflict, zones, of: item)
    if let zone, !TimeZoneName(zone.text).isMeaningless {
      let own = TimeZoneName(zone.text).zone(in: times.reader.zones)
      if own.map({ ZonedTime(local: local, in: $0).offset }) != time.offset {
        return Self.conflict(time, zone)
      }
    }
    guard let twin = first(.conflict, twins, of: item) else { return nil }
    let isUTC = !twin.path.lowercased().hasSuffix("iso")
    return moment(twin.text, isUTC: isUTC, times).flatMap {
      $0.instant == time.instant ? nil : Self.conflict(time, twin)
    }
  }

  private static func conflict(
    _ time: ZonedTime, _ other: (path: String, text: String)
  ) -> ZoneConflict {
    ZoneConflict(
      readIn: time.zone, but: "its '\(other.path)' is '\(FieldText.excerpt(other.text, 40))'")
  }

  private func moment(_ text: String, isUTC: Bool, _ times: TimeFields) -> ZonedTime? {
    switch times.reader.read(text)?.start {
    case .zoned(let time): time
    case .floating(let local) where isUTC: ZonedTime(local: local, offset: 0, zone: "UTC")
    default: nil
    }
  }

  /// The path up to the last name, the mark of an attribute, and the name.
  private static func parts(of path: String) -> (parent: String, mark: String, name: String) {
    let cut = path.lastIndex { $0 == "." || $0 == "/" }.map { path.index(after: $0) }
    let parent = String(path[..<(cut ?? path.startIndex)])
    let last = path[parent.endIndex...]
    let mark = last.hasPrefix("@") ? "@" : ""
    return (parent, mark, String(last.dropFirst(mark.count)))
  }

  /// The paths of zones in the objects around a start, in its item and around it, and of the start
  /// in UTC.
  private static func evidence(beside path: String) -> (zones: [String], twins: [String]) {
    let (parent, mark, name) = parts(of: path)
    var twins = suffixes.map { name + $0 } + ["utc_" + name]
    for (local, utc) in [("local", "utc"), ("Local", "UTC"), ("localDate", "dateTime")]
    where name.contains(local) {
      twins.append(name.replacing(local, with: utc))
    }
    var prefixes = [parent]
    while let last = prefixes.last,
      let end = last.dropLast().lastIndex(where: { ".".contains($0) }),
      !last.hasPrefix("../")
    {
      prefixes.append(String(last[...end]))
    }
    prefixes += parent.isEmpty ? ["../"] : ["", "../"]
    return (
      prefixes.flatMap { prefix in zones.map { prefix + mark + $0 } },
      twins.map { parent + mark + $0 }
    )
  }
}
