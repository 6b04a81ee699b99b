import AlmanacTime
import Synchronization

/// Members beside a mapped start that change its meaning: its zone, as in Microsoft Graph's
/// `start.timeZone`; whether it is a whole day, as in `all_day`; the same time in UTC, as in
/// `utc_start_date`.
final class UnmappedTimeMembers: Sendable {
  private enum Kind: Int { case sibling, whole, zone, twin }

  private struct State {
    /// By kind: the number of items that are searched before the first one has such a member.
    var left = [1_000, 1_000, 1_000, 1_000]
    /// The plain forms of names.
    var names: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// Names in lower case without spaces, `_` and `-`.
  private static let zones: Set = ["timezone", "tz", "tzid"]
  private static let wholeDays: Set = ["allday", "isallday", "wholeday"]
  private static let suffixes = ["utc", "gmt", "iso", "ts", "timestamp", "unix"]

  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { !"_-@ ".contains($0) }
  }

  /// The plain form of a member's name. Items repeat their names.
  private func plain(_ name: String) -> String {
    state.withLock { state in
      if let known = state.names[name] { return known }
      let plain = Self.plain(name)
      // The number of names in a document is unbounded.
      if state.names.count < 1_000 { state.names[name] = plain }
      return plain
    }
  }

  /// The first text of a member with one of the names.
  private func first(
    _ kind: Kind, _ names: Set<String>, in parents: [String], of item: some MappedItem
  ) -> (path: String, text: String)? {
    guard state.withLock({ $0.left[kind.rawValue] > 0 }) else { return nil }
    for parent in parents {
      let found = item.names(in: parent).filter { names.contains(plain($0)) }
      for path in found.sorted().map({ parent + $0 }) {
        guard let text = item.values(at: path).first?.nonBlank else { continue }
        state.withLock { $0.left[kind.rawValue] = .max }
        return (path, text)
      }
    }
    state.withLock { $0.left[kind.rawValue] -= 1 }
    return nil
  }

  /// The zone in the object of a start, which has the time without it.
  func zone(beside path: String, of item: some MappedItem, _ database: ZoneDatabase) -> Zone? {
    let (parent, _) = Self.parts(of: path)
    guard !parent.isEmpty, !parent.hasPrefix("../") else { return nil }
    return first(.sibling, Self.zones, in: [parent], of: item)
      .flatMap { TimeZoneName($0.text).zone(in: database) }
  }

  /// Whether the item is marked as a whole day.
  func makeDay(of path: String, in item: some MappedItem) -> Bool {
    let (parent, _) = Self.parts(of: path)
    let parents = parent.isEmpty ? [""] : [parent, ""]
    return first(.whole, Self.wholeDays, in: parents, of: item)
      .map { EventNames.yesWords.contains($0.text.lowercased()) } ?? false
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
    let (parent, name) = Self.parts(of: path)
    let zone = first(.zone, Self.zones, in: Self.objects(around: parent), of: item)
    if let zone, !TimeZoneName(zone.text).isMeaningless {
      let (own, zones) = (times.reader.zone, times.reader.zones)
      let other =
        ZoneNames.time(local, named: zone.text, own: own, zones: zones)
        ?? TimeZoneName(zone.text).zone(in: zones).map { ZonedTime(local: local, in: $0) }
      if other?.offset != time.offset { return Self.conflict(time, zone) }
    }
    guard let twin = first(.twin, Self.twins(of: name), in: [parent], of: item) else { return nil }
    let isUTC = !Self.plain(twin.path).hasSuffix("iso")
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

  /// The path up to the last name, and the name.
  private static func parts(of path: String) -> (parent: String, name: String) {
    let cut = path.lastIndex { $0 == "." || $0 == "/" }.map { path.index(after: $0) }
    let start = cut ?? path.startIndex
    return (String(path[..<start]), String(path[start...]))
  }

  /// The paths of the object of a start, of those around it in its item, and of that around the item.
  private static func objects(around parent: String) -> [String] {
    guard !parent.hasPrefix("../") else { return [parent, ""] }
    var paths = [parent]
    while let last = paths.last, !last.isEmpty {
      paths.append(parts(of: String(last.dropLast())).parent)
    }
    return paths + ["../"]
  }

  /// The names of the same time in UTC.
  private static func twins(of name: String) -> Set<String> {
    let name = plain(name)
    let others = [("local", "utc"), ("localdate", "datetime")].compactMap { local, utc in
      name.contains(local) ? name.replacing(local, with: utc) : nil
    }
    return Set(suffixes.map { name + $0 } + ["utc" + name] + others)
  }
}
