import Foundation
import Synchronization

/// The time zones of a directory of compiled tzdata (TZif, RFC 9636). Each file is read once.
public final class ZoneDatabase: Sendable {
  /// The system's database, `/usr/share/zoneinfo`.
  public static let system = ZoneDatabase()

  public let directory: String
  /// The release of tzdata, such as `2025b`; `unknown` if the directory does not contain it.
  public let version: String
  private let state = Mutex(State())

  private struct State {
    var zones: [String: Zone?] = [:]
    /// Names by their lower-case form; nil until a name without a file is looked up.
    var names: [String: String]?
  }

  public init(directory: String = "/usr/share/zoneinfo") {
    self.directory = directory
    version = ZoneDatabase.version(in: directory)
  }

  /// Whether the directory contains zones.
  public var isAvailable: Bool {
    ["Europe/London", "America/New_York", "Asia/Tokyo"].contains { zone(named: $0) != nil }
  }

  /// The zone of an IANA name or link, in any case, or of an offset like `+08:00`. A link without a
  /// file gives its target.
  ///
  /// nil for unknown names, paths outside the directory, `localtime`, and zones with leap seconds
  /// (`right/…`). All names of UTC give `Zone.utc`, even without tzdata.
  public func zone(named name: String) -> Zone? {
    guard name.utf8.count <= ZoneDatabase.longestName else { return nil }
    if let cached = state.withLock({ $0.zones[name] }) { return cached }
    let isUniversal = ZoneDatabase.universalNames.contains(name.lowercased())
    let zone = isUniversal ? .utc : ZoneDatabase.offsetZone(name) ?? find(name)
    state.withLock { state in
      // Feeds can contain any number of unknown names: bound the cache.
      if zone != nil || state.zones.count < 4096 { state.zones[name] = .some(zone) }
    }
    return zone
  }

  private static let universalNames: Set<String> = [
    "utc", "z", "gmt", "etc/utc", "etc/gmt", "etc/uct", "etc/zulu", "etc/universal", "uct",
    "zulu", "universal", "gmt0", "etc/gmt0", "greenwich", "etc/greenwich",
  ]

  private static func offsetZone(_ name: String) -> Zone? {
    var scanner = TextScanner(name)
    guard let offset = scanner.offset(), scanner.isAtEnd, !offset.isZulu else { return nil }
    return .fixed(offset: offset.seconds)
  }

  private func find(_ name: String) -> Zone? {
    guard ZoneDatabase.isAcceptable(name) else { return nil }
    if let zone = read(name) { return zone }
    guard let spelled = names()[name.lowercased()], ZoneDatabase.isAcceptable(spelled) else {
      return nil
    }
    return read(spelled)
  }

  /// UTF-8 bytes; twice the length of the longest name of tzdata.
  private static let longestName = 64

  /// Whether a name consists of letters, digits and `_+-` between slashes, like the names of
  /// tzdata.
  private static func isAcceptable(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard name.utf8.count <= longestName,
      !["localtime", "posixrules", "factory"].contains(name.lowercased())
    else { return false }
    return parts.first?.lowercased() != "right" && parts.allSatisfy { !$0.isEmpty }
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
        default: false
        }
      }
  }

  private func read(_ name: String) -> Zone? {
    guard let data = FileManager.default.contents(atPath: directory + "/" + name),
      data.count <= 1 << 20, let file = ZoneFile([UInt8](data))
    else { return nil }
    return Zone(rules: ZoneRules(identifier: name, file: file))
  }

  private func names() -> [String: String] {
    if let names = state.withLock({ $0.names }) { return names }
    var names: [String: String] = [:]
    let files = FileManager.default.enumerator(atPath: directory)
    while let path = files?.nextObject() as? String {
      // If names differ in case only, the order of the directory must not matter.
      let key = path.lowercased()
      names[key] = min(names[key] ?? path, path)
    }
    for (link, target) in links() where names[link] == nil { names[link] = target }
    state.withLock { [names] in $0.names = names }
    return names
  }

  /// The links in `tzdata.zi` (`L target link`), whose files some systems package separately.
  private func links() -> [(link: String, target: String)] {
    guard let data = FileManager.default.contents(atPath: directory + "/tzdata.zi") else {
      return []
    }
    return data.split(separator: 0x0A).compactMap { line in
      guard line.starts(with: "L ".utf8) else { return nil }
      let fields = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      return fields.count == 3 ? (fields[2].lowercased(), fields[1]) : nil
    }
  }

  /// The first line of `tzdata.zi` is `# version 2025b`; older packages have `+VERSION`.
  private static func version(in directory: String) -> String {
    if let line = firstLine(of: directory + "/tzdata.zi"), line.hasPrefix("# version ") {
      return String(line.dropFirst(10))
    }
    if let line = firstLine(of: directory + "/+VERSION"), !line.isEmpty { return line }
    return "unknown"
  }

  private static func firstLine(of path: String) -> String? {
    guard let head = FileManager.default.contents(atPath: path)?.prefix(64) else { return nil }
    return String(decoding: head.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }
}
