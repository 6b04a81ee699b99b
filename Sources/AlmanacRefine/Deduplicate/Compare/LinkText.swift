import AlmanacModel

/// A link reduced to what two sources would write alike.
struct LinkText: Hashable, Sendable {
  /// In UTF-8, as every record's link passes through here.
  private let bytes: [UInt8]
  private let hostLength: Int

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var hash: UInt64 { StableHash.bytes(bytes) }
  /// Of the site alone.
  var hostHash: UInt64 { StableHash.bytes(bytes[..<hostLength]) }
  /// Hash of the number by which the site knows the item; 0 where the link has none.
  var numberHash: UInt32 {
    var number = ItemNumber()
    for byte in bytes[hostLength...] { number.step(byte) }
    number.step(0)
    return number.hash
  }

  /// Returns nil for a link that leads to no item: without a path, or to a whole calendar.
  init?(_ link: String?) {
    guard let link else { return nil }
    var rest = Array(link.utf8)[...]
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
      rest[colon...].starts(with: Self.schemeEnd)
    {
      rest = rest[(colon + Self.schemeEnd.count)...]
    }
    rest = rest.prefix { $0 != UInt8(ascii: "#") }
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    let query = mark.map { rest[($0 + 1)...] } ?? []
    var path = rest[..<(mark ?? rest.endIndex)]
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    if path.count >= 4, Self.lowercased(path.prefix(4)) == Self.web { path.removeFirst(4) }
    guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let parameters =
      query.isEmpty
      ? [] : query.split(separator: UInt8(ascii: "&")).filter { !Self.isTracking($0) }
    if parameters.isEmpty {
      let last = path[(slash + 1)...].split(separator: UInt8(ascii: "/")).last ?? []
      if Self.landingPages.contains(Self.lowercased(last)) { return nil }
    }
    var bytes = Self.lowercased(path[..<slash])
    hostLength = bytes.count
    bytes += path[slash...]
    for (index, parameter) in parameters.sorted(by: { $0.lexicographicallyPrecedes($1) })
      .enumerated()
    {
      bytes.append(index == 0 ? UInt8(ascii: "?") : UInt8(ascii: "&"))
      bytes += parameter
    }
    self.bytes = bytes
  }

  private static let schemeEnd = Array("://".utf8)
  private static let web = Array("www.".utf8)
  private static let landingPages = Set(
    [
      "", "calendar", "events", "event", "events-calendar", "whats-on", "index.html", "index.php",
      "home",
    ].map { Array($0.utf8) })
  private static let trackers = Set(
    ["fbclid", "gclid", "ref", "mc_cid", "mc_eid"].map { Array($0.utf8) })
  private static let campaign = Array("utm_".utf8)

  private static func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
  }

  private static func isTracking(_ parameter: ArraySlice<UInt8>) -> Bool {
    let name = lowercased(parameter.prefix { $0 != UInt8(ascii: "=") })
    return name.starts(with: campaign) || trackers.contains(name)
  }
}
