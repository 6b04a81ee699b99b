import AlmanacTime
import Synchronization

/// Members beside a mapped start that change its meaning: its zone, as in Microsoft Graph's
/// `start.timeZone`; whether it is a whole day, as in `all_day`; the same time in UTC, as in
/// `utc_start_date`.
final class UnmappedTimeMembers: Sendable {
  /// The objects in which the members of a start are, and the names of the same time in UTC.
  struct Start {
    /// The path of the start's object.
    fileprivate let parent: String
    /// The paths of that object, of those around it in its item, and of that around the item.
    fileprivate let objects: [String]
    fileprivate let twins: Set<String>

    init(path: String) {
      let (parent, name) = UnmappedTimeMembers.parts(of: path)
      self.parent = parent
      objects = UnmappedTimeMembers.objects(around: parent)
      twins = UnmappedTimeMembers.twins(of: name)
    }
  }

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
  func zone(beside start: Start, of item: some MappedItem, _ database: ZoneDatabase) -> Zone? {
    guard !start.parent.isEmpty, !start.parent.hasPrefix("../") else { return nil }
    return first(.sibling, Self.zones, in: [start.parent], of: item)
      .flatMap { TimeZoneName($0.text).zone(in: database) }
  }

  /// Whether the item is marked as a whole day.
  func makeDay(of start: Start, in item: some MappedItem) -> Bool {
    let parents = start.parent.isEmpty ? [""] : [start.parent, ""]
    return first(.whole, Self.wholeDays, in: parents, of: item)
      .map { EventNames.yesWords.contains($0.text.lowercased()) } ?? false
  }

  /// The contradiction between a start without a zone and a zone or the time in UTC elsewhere in the
  /// item or around it.
  ///
  /// - Parameters:
  ///   - reading: The start as it was read.
  ///   - start: The places of its members.
  func conflict(
    of reading: DateReading?, at start: Start, in item: some MappedItem, _ times: TimeFields
  ) -> ZoneConflict? {
    guard case .floating(let local) = reading?.start,
      case .zoned(let time) = times.anchored(.floating(local))
    else { return nil }
    let zone = first(.zone, Self.zones, in: start.objects, of: item)
    if let zone, !TimeZoneName(zone.text).isMeaningless {
      let (own, zones) = (times.reader.zone, times.reader.zones)
      let other =
        ZoneNames.time(local, named: zone.text, own: own, zones: zones)
        ?? TimeZoneName(zone.text).zone(in: zones).map { ZonedTime(local: local, in: $0) }
      if other?.offset != time.offset { return Self.conflict(time, zone) }
    }
    guard let twin = first(.twin, start.twins, in: [start.parent], of: item) else { return nil }
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
  fileprivate static func parts(of path: String) -> (parent: String, name: String) {
    let cut = path.lastIndex { $0 == "." || $0 == "/" }.map { path.index(after: $0) }
    let start = cut ?? path.startIndex
    return (String(path[..<start]), String(path[start...]))
  }

  fileprivate static func objects(around parent: String) -> [String] {
    guard !parent.hasPrefix("../") else { return [parent, ""] }
    var paths = [parent]
    while let last = paths.last, !last.isEmpty {
      paths.append(parts(of: String(last.dropLast())).parent)
    }
    return paths + ["../"]
  }

  fileprivate static func twins(of name: String) -> Set<String> {
    let name = plain(name)
    let others = [("local", "utc"), ("localdate", "datetime")].compactMap { local, utc in
      name.contains(local) ? name.replacing(local, with: utc) : nil
    }
    return Set(suffixes.map { name + $0 } + ["utc" + name] + others)
  }
}
