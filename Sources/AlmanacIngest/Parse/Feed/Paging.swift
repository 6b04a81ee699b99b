import AlmanacModel

/// What a feed provides about its further pages.
struct Paging {
  /// The address of a page with further items, as written.
  private(set) var next: String?
  /// The number of items on all pages.
  private(set) var total: Int?

  /// Reads a link of the feed: `next` of a paged feed, `prev-archive` of an archived one (RFC 5005,
  /// sections 3 and 4).
  mutating func take(relation: String, address: String?) {
    if ["next", "prev-archive"].contains(relation.lowercased()), let address, !address.isEmpty {
      next = next ?? address
    }
  }

  /// Reads any element of the feed; only `totalResults` of OpenSearch 1.1 counts.
  mutating func take(_ node: XMLNode) {
    guard node.name.local == "totalResults",
      node.name.namespace?.lowercased().contains("opensearch") == true
    else { return }
    total = Int(node.text.trimming(while: \.isWhitespace))
  }

  /// Sets the document's next page, and reports if there are more items than those that were read.
  func apply(to document: inout Document, items: Int) {
    document.nextPage = next
    if let next {
      let reason = "it names a next page, \(FieldText.excerpt(next, 200))"
      document.problems.append(Self.finding(reason, doing: Self.following))
    } else if let total, total > items {
      document.problems.append(
        Self.finding("it counts \(total) items and lists \(items)"))
    }
  }

  /// Advice for a document that names its next page.
  static let following = "add 'pages: link' to feed.yaml"

  /// - Parameters:
  ///   - reason: The evidence that there are more pages.
  ///   - advice: What the operator can do.
  static func finding(
    _ reason: String,
    doing advice: String = "give 'pages' in feed.yaml, or ask for larger ones in 'url'"
  ) -> Finding {
    Finding(
      Document.partialCode, severity: .warning,
      message: "the document is incomplete: \(reason); the rest is not read, and nothing is "
        + "withdrawn because it is missing; \(advice)")
  }
}

/// Detects JSON documents that are one page of several: `next_url` of JSON Feed, and members that
/// are usual in web APIs.
struct PagingMembers {
  /// Objects that may contain such members: in lower case, without `_`, `-` and any prefix that
  /// ends in `:` or `.`.
  private static let holders: Set<String> = [
    "meta", "metadata", "links", "pagination", "paging", "pager", "page", "pageinfo", "info",
    "view",
    "cursor", "cursors", "responsemetadata", "data", "response", "result", "results", "body",
  ]
  private static let nextPages: Set<String> = [
    "next", "nexturl", "nextpage", "nextlink", "nexthref", "nextpageurl", "nextpagetoken",
    "nextcursor", "nexttoken", "nextoffset", "nextpagelink",
  ]
  private static let flags: Set<String> = [
    "hasmore", "hasnext", "hasnextpage", "hasmoreitems", "moreitems",
  ]
  private static let totals: Set<String> = [
    "total", "count", "totalcount", "totalitems", "totalresults", "totalrecords", "totalelements",
    "recordstotal", "numfound", "totalhits",
  ]
  private static let pages: Set<String> = [
    "totalpages", "lastpage", "pagecount", "pages", "numpages", "pagestotal",
  ]
  private static let depth = 4

  /// The number of items in the document; nil if it cannot be compared with totals.
  let items: Int?

  /// The evidence that a document is one page of several.
  struct Hint {
    var reason: String
    /// The address of the next page as written; nil if there is only a number or a token.
    var address: String?

    var finding: Finding {
      address == nil
        ? Paging.finding(reason) : Paging.finding(reason, doing: Paging.following)
    }
  }

  /// Returns nil for a complete document.
  func hint(in root: JSONValue) -> Hint? { hint(in: root, 0) }

  private func hint(in value: JSONValue, _ level: Int) -> Hint? {
    guard let members = value.object, level < Self.depth else { return nil }
    // An address comes first, because it can be followed. Sorted, so that messages are
    // reproducible.
    var first: Hint?
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      let word = Self.word(name)
      let inner = Self.holders.contains(word) ? hint(in: value, level + 1) : nil
      for hint in [hint(word, name, value), inner].compactMap(\.self) {
        if hint.address != nil { return hint }
        first = first ?? hint
      }
    }
    return first
  }

  private func hint(_ word: String, _ name: String, _ value: JSONValue) -> Hint? {
    let name = FieldText.excerpt(name, 200)
    if Self.nextPages.contains(word), let page = Self.page(value) {
      return Hint(
        reason: "'\(name)' names a next page, \(FieldText.excerpt(page, 200))",
        address: page.contains { "/?".contains($0) } ? page : nil)
    }
    if Self.flags.contains(word), value.bool == true { return Hint(reason: "'\(name)' is true") }
    guard let number = value.double, number.isFinite, number < 1e15 else { return nil }
    if Self.totals.contains(word), let items, number > Double(items) {
      return Hint(reason: "'\(name)' counts \(Int(number)) items, and it lists \(items)")
    }
    if Self.pages.contains(word), number > 1 {
      return Hint(reason: "'\(name)' counts \(Int(number)) pages")
    }
    return nil
  }

  /// The next page that a member names: an address, a token, a number, or an object with `href` or
  /// `url`.
  private static func page(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): number > 0 ? String(number) : nil
    case .bool(let isThere): isThere ? "true" : nil
    case .object(let members): (members["href"] ?? members["url"]).flatMap(page)
    case .null, .number, .array: nil
    }
  }

  /// A name in lower case without prefix and separators: `next_page` becomes `nextpage`.
  private static func word(_ name: String) -> String {
    let local = name.split(whereSeparator: { $0 == ":" || $0 == "." }).last ?? ""
    return local.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "@" }
  }
}
