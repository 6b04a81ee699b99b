/// The rule for finding the pages of a source, with limits; `pages:` in `feed.yaml`.
public struct PagingRule: Hashable, Sendable, Codable {
  public enum Method: Hashable, Sendable, Codable {
    /// The link in the response or document: `Link` (RFC 8288, relation `next`), `next` and
    /// `prev-archive` of Atom and RSS (RFC 5005), `next_url` of JSON Feed.
    case link
    /// The address at a path of the JSON document.
    case next(path: String)
    /// A query parameter with the page's number; `first` is that of the first page.
    case number(parameter: String, first: Int)
    /// A query parameter with the number of items on all previous pages.
    case offset(parameter: String)
    /// A query parameter with the values at a path of the previous JSON document.
    case cursor(parameter: String, path: String)
    /// The document is a sitemap (sitemaps.org) or an index of sitemaps. The pages are its
    /// addresses that match a pattern such as `/event/*`.
    case sitemap(pattern: String)
  }

  public var method: Method
  /// JSON path of the number of pages; nil: the document has none.
  public var pageCount: String?
  /// JSON path of the number of items on all pages; nil: the document has none.
  public var itemCount: String?
  /// Maximum number of pages.
  public var most: Int
  /// Seconds for all pages together, including the waits between requests to one host.
  public var timeout: Int

  public init(
    _ method: Method, pageCount: String? = nil, itemCount: String? = nil, most: Int, timeout: Int
  ) {
    self.method = method
    self.pageCount = pageCount
    self.itemCount = itemCount
    self.most = most
    self.timeout = timeout
  }
}
