import AlmanacModel

/// What a feed provides about its other pages.
struct Paging {
  /// The address of a page with further items, as written.
  private(set) var next: String?
  /// The number of items of all pages.
  private(set) var total: Int?

  /// Takes a link of the feed: `next` of a paged feed, `prev-archive` of an archived one (RFC 5005,
  /// sections 3 and 4).
  mutating func take(relation: String, address: String?) {
    if ["next", "prev-archive"].contains(relation.lowercased()), let address, !address.isEmpty {
      next = next ?? address
    }
  }

  /// Takes any element of the feed: `totalResults` of OpenSearch 1.1 counts.
  mutating func take(_ node: XMLNode) {
    guard node.name.local == "totalResults",
      node.name.namespace?.lowercased().contains("opensearch") == true
    else { return }
    total = Int(node.text.trimming(while: \.isWhitespace))
  }

  /// Returns a finding if there are more items than those that were read.
  func finding(items: Int) -> Finding? {
    if let next {
      return Self.finding("it names a next page, \(Self.quoted(next))", doing: Self.following)
    }
    guard let total, total > items else { return nil }
    return Self.finding("it counts \(total) items and lists \(items)")
  }

  /// What an operator does about a page that names the next one.
  static let following = "add 'pages: link' to feed.yaml"

  /// - Parameters:
  ///   - reason: How the document shows that it is not all.
  ///   - advice: What an operator does about it.
  static func finding(
    _ reason: String,
    doing advice: String = "give 'pages' in feed.yaml, or ask for larger ones in 'url'"
  ) -> Finding {
    Finding(
      Document.partialCode, severity: .warning,
      message: "the document is not all: \(reason); the rest is not read, and nothing is "
        + "withdrawn because it is missing; \(advice)")
  }

  static func quoted(_ text: String) -> String {
    FieldText.clean(String(text.prefix(200))).text
  }
}

/// The members with which JSON documents show that they are one page of several: `next_url` of JSON Feed,
/// and what is usual in web APIs.
struct PagingMembers {
  /// Objects that may hold such members, in lower case without `_`, `-` and what is before a `:` or `.`.
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

  /// The number of items in the document; nil if it can't be compared with totals.
  let items: Int?

  /// How a document shows that it is one page of several.
  struct Hint {
    var reason: String
    /// Of the next page, as written; nil if only numbers or tokens are given.
    var address: String?

    var finding: Finding {
      address == nil
        ? Paging.finding(reason) : Paging.finding(reason, doing: Paging.following)
    }
  }

  /// nil for a document that does not.
  func hint(in root: JSONValue) -> Hint? { hint(in: root, 0) }

  private func hint(in value: JSONValue, _ level: Int) -> Hint? {
    guard let members = value.object, level < Self.depth else { return nil }
    // An address can be followed, and counts before it can't. In order, so that the same document
    // gives the same message.
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
    let name = Paging.quoted(name)
    if Self.nextPages.contains(word), let page = Self.page(value) {
      return Hint(
        reason: "'\(name)' names a next page, \(Paging.quoted(page))",
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

  /// What a member names as the next page: an address, a token, a number, or an object with `href` or
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

  /// A name without its style: `@odata.nextLink`, `hydra:next` and `next_page` have none.
  private static func word(_ name: String) -> String {
    let local = name.split(whereSeparator: { $0 == ":" || $0 == "." }).last ?? ""
    return local.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "@" }
  }
}
