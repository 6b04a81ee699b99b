/// Parses the `Link` headers of a response (RFC 8288).
enum LinkHeader {
  /// The target of the first link with relation `next`, as written; nil if there is none.
  static func next(_ headers: HTTPHeaders) -> String? {
    headers.all("Link").lazy.compactMap(next).first
  }

  /// The target in one header line. Targets and quoted values may contain commas and semicolons.
  private static func next(_ line: String) -> String? {
    var rest = line[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: ">") else { return nil }
      let target = rest[..<close].trimming(while: \.isWhitespace)
      rest = rest[rest.index(after: close)...]
      let parameters = rest.prefix(upTo: end(of: rest))
      rest = rest[parameters.endIndex...]
      if isNext(parameters), !target.isEmpty { return String(target) }
    }
    return nil
  }

  /// The end of a link's parameters: the first comma outside of quotes.
  private static func end(of parameters: Substring) -> Substring.Index {
    var isQuoted = false
    for index in parameters.indices {
      if parameters[index] == "\"" { isQuoted.toggle() }
      if parameters[index] == ",", !isQuoted { return index }
    }
    return parameters.endIndex
  }

  /// Whether the first `rel` (RFC 8288, section 3.3) contains `next`.
  private static func isNext(_ parameters: Substring) -> Bool {
    let relation = parameters.firstMatch(of: /(?i);\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/)
    guard let words = relation?.1 ?? relation?.2 else { return false }
    return words.split(separator: " ").contains { $0.lowercased() == "next" }
  }
}
