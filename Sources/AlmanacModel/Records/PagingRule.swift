/// How the pages of a source are found and bounded, as `pages` of `feed.yaml` declares it.
public struct PagingRule: Hashable, Sendable, Codable {
  public enum Method: Hashable, Sendable, Codable {
    /// The address that the server or the document names: `Link` (RFC 8288, relation `next`), `next`
    /// and `prev-archive` of Atom and RSS (RFC 5005), `next_url` of JSON Feed and its like.
    case link
    /// The address at a path of the JSON document.
    case next(path: String)
    /// A query parameter that counts pages; the number of the first.
    case number(parameter: String, first: Int)
    /// A query parameter that counts the items of all pages before.
    case offset(parameter: String)
    /// A query parameter with the values at a path of the JSON document before.
    case cursor(parameter: String, path: String)
    /// The document is a sitemap (sitemaps.org), or an index of sitemaps; the pages are the addresses
    /// in it that match a pattern such as `/event/*`.
    case sitemap(pattern: String)
  }

  public var method: Method
  /// Where the JSON document has the number of pages; nil: it has none.
  public var pageCount: String?
  /// Where the JSON document has the number of items of all pages; nil: it has none.
  public var itemCount: String?
  /// Pages that a source may have.
  public var most: Int
  /// Seconds for all pages together, with the waits between requests to one host.
  public var timeout: Int

  public init(
    _ method: Method, pageCount: String? = nil, itemCount: String? = nil, most: Int = 1_000,
    timeout: Int = 600
  ) {
    self.method = method
    self.pageCount = pageCount
    self.itemCount = itemCount
    self.most = most
    self.timeout = timeout
  }
}
