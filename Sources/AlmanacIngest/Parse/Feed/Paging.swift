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
    if let next { return Self.finding("it names a next page, \(Self.quoted(next))") }
    guard let total, total > items else { return nil }
    return Self.finding("it counts \(total) items and lists \(items)")
  }

  /// - Parameter reason: How the document shows that it is not all.
  static func finding(_ reason: String) -> Finding {
    Finding(
      Document.partialCode, severity: .warning,
      message: "the document is not all: \(reason); the rest is not read, and nothing is "
        + "withdrawn because it is missing; ask for larger pages in 'url'")
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

  /// Returns a finding if the document is one page of several.
  func finding(in root: JSONValue) -> Finding? { reason(in: root, 0).map(Paging.finding) }

  private func reason(in value: JSONValue, _ level: Int) -> String? {
    guard let members = value.object, level < Self.depth else { return nil }
    // In order, so that the same document gives the same message.
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      let word = Self.word(name)
      if let reason = reason(word, name, value) { return reason }
      if Self.holders.contains(word), let reason = reason(in: value, level + 1) { return reason }
    }
    return nil
  }

  private func reason(_ word: String, _ name: String, _ value: JSONValue) -> String? {
    if Self.nextPages.contains(word), let page = Self.page(value) {
      return "'\(Paging.quoted(name))' names a next page, \(Paging.quoted(page))"
    }
    if Self.flags.contains(word), value.bool == true {
      return "'\(Paging.quoted(name))' is true"
    }
    guard let number = value.double, number.isFinite, number < 1e15 else { return nil }
    if Self.totals.contains(word), let items, number > Double(items) {
      return "'\(Paging.quoted(name))' counts \(Int(number)) items, and it lists \(items)"
    }
    if Self.pages.contains(word), number > 1 {
      return "'\(Paging.quoted(name))' counts \(Int(number)) pages"
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
