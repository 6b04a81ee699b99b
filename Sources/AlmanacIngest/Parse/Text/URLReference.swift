/// An absolute address in its parts (RFC 3986, section 3), the base of relative references.
struct URLReference {
  private let scheme: Substring
  private let authority: Substring
  private let path: Substring
  private let query: Substring

  /// - Parameter absolute: An address with scheme and authority.
  init(_ absolute: String) {
    scheme = absolute.prefix { $0 != ":" }
    let rest = absolute.dropFirst(scheme.count + 3)
    authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let after = rest.dropFirst(authority.count)
    path = after.prefix { $0 != "?" && $0 != "#" }
    query = after.dropFirst(path.count).prefix { $0 != "#" }
  }

  /// Resolves a relative reference (RFC 3986, section 5.2.2).
  func resolve(_ reference: String) -> String? {
    if reference.hasPrefix("//") { return URLText.normalized(scheme + ":" + reference) }
    let site = scheme + "://" + authority
    if reference.hasPrefix("#") { return site + rooted(path) + query + reference }
    if reference.hasPrefix("?") { return site + rooted(path) + reference }
    let target = reference.prefix { $0 != "?" && $0 != "#" }
    let tail = reference.dropFirst(target.count)
    if target.hasPrefix("/") { return site + Self.withoutDots(target) + tail }
    let parent = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return site + Self.withoutDots(parent + target) + tail
  }

  private func rooted(_ path: Substring) -> Substring { path.isEmpty ? "/" : path }

  /// Removes dot segments from a path that starts with a slash (RFC 3986, section 5.2.4).
  private static func withoutDots(_ path: Substring) -> String {
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}
