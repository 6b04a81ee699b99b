/// The links of a response (RFC 8288).
enum LinkHeader {
  /// The target of the first link to the next page, as written; nil if there is none.
  static func next(_ headers: HTTPHeaders) -> String? {
    headers.all("Link").lazy.compactMap(next).first
  }

  /// The same of one header line. Commas and semicolons may be in targets and quoted values.
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

  /// Where the link that begins here ends: at the first comma outside of quotes.
  private static func end(of parameters: Substring) -> Substring.Index {
    var isQuoted = false
    for index in parameters.indices {
      if parameters[index] == "\"" { isQuoted.toggle() }
      if parameters[index] == ",", !isQuoted { return index }
    }
    return parameters.endIndex
  }

  /// Whether `rel`, of which the first counts (section 3.3), is or lists `next`.
  private static func isNext(_ parameters: Substring) -> Bool {
    let relation = parameters.firstMatch(of: /(?i);\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/)
    guard let words = relation?.1 ?? relation?.2 else { return false }
    return words.split(separator: " ").contains { $0.lowercased() == "next" }
  }
}
