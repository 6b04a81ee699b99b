import AlmanacModel

/// A link reduced to what two sources would write alike.
struct LinkText: Hashable, Sendable {
  let text: String

  /// Returns nil for what is no link to an item: no path, or a path that names a whole calendar.
  init?(_ link: String?) {
    guard var rest = link.map({ Substring($0) }) else { return nil }
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    rest = rest.prefix { $0 != "#" }
    let query = rest.firstIndex(of: "?").map { rest[$0...].dropFirst() } ?? ""
    var path = rest.prefix { $0 != "?" }
    while path.hasSuffix("/") { path = path.dropLast() }
    if path.lowercased().hasPrefix("www.") { path = path.dropFirst(4) }
    guard let slash = path.firstIndex(of: "/") else { return nil }
    let host = path[..<slash].lowercased()
    let parameters = query.split(separator: "&").filter { !Self.isTracking($0) }
    let last = path[path.index(after: slash)...].split(separator: "/").last ?? ""
    if parameters.isEmpty, Self.landingPages.contains(last.lowercased()) { return nil }
    let tail = parameters.isEmpty ? "" : "?" + parameters.sorted().joined(separator: "&")
    text = host + path[slash...] + tail
  }

  var hash: UInt64 { StableHash(text).value }

  private static let landingPages: Set<String> = [
    "", "calendar", "events", "event", "events-calendar", "whats-on", "index.html", "index.php",
    "home",
  ]

  private static func isTracking(_ parameter: Substring) -> Bool {
    let name = parameter.prefix { $0 != "=" }.lowercased()
    return name.hasPrefix("utm_") || ["fbclid", "gclid", "ref", "mc_cid", "mc_eid"].contains(name)
  }
}
