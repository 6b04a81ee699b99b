import AlmanacModel

/// The values of a page by which the next one is found.
struct PageReading {
  private(set) var items = 0
  /// The address of the next page, as written.
  private(set) var reference: String?
  private(set) var cursor: [String] = []
  private(set) var pageCount: Int?
  private(set) var itemCount: Int?
  private(set) var sitemap: [Sitemap.Entry] = []

  /// - Parameter link: The link of the `Link` header.
  init(_ body: [UInt8], link: String?, contentType: String?, of source: Source, _ rule: PagingRule)
  {
    switch rule.method {
    case .sitemap: sitemap = Sitemap.entries(in: body)
    case .link:
      reference = link ?? Self.document(body, contentType, source).nextPage
    case .next(let path): reference = Self.texts(at: path, in: Self.json(body)).first
    case .cursor(_, let path): cursor = Self.texts(at: path, in: Self.json(body))
    case .number, .offset:
      let root = rule.pageCount == nil && rule.itemCount == nil ? nil : Self.json(body)
      func count(_ path: String?) -> Int? {
        path.flatMap { Self.texts(at: $0, in: root).first }.flatMap { Int($0) }
      }
      pageCount = count(rule.pageCount)
      itemCount = count(rule.itemCount)
      items = Self.document(body, contentType, source).entryCount
    }
  }

  private static func document(_ body: [UInt8], _ contentType: String?, _ source: Source)
    -> Document
  {
    var context = ReadingContext(format: source.format, mapping: source.mapping)
    context.contentType = contentType
    return FeedReader.read(body, context: context) { _ in }.document
  }

  /// nil for a page that is not JSON, which has no next page.
  private static func json(_ body: [UInt8]) -> JSONValue? { try? JSONDocument.value(body) }

  /// Omits false and empty texts, which mean that there is no next page.
  private static func texts(at path: String, in root: JSONValue?) -> [String] {
    guard let root else { return [] }
    return JSONPath(path).values(in: root).filter { $0.bool == nil }
      .flatMap(MappedJSONItem.texts).filter { !$0.isEmpty }
  }
}
