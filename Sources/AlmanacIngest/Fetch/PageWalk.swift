import AlmanacModel
import Crypto

/// The state of a paged retrieval: the pages read so far and the queue of further addresses.
struct PageWalk {
  /// An address in the queue.
  struct Wanted {
    var address: String
    /// The date of the last change according to the sitemap.
    var sitemapDate: String?
    var isSitemap = false
  }

  let rule: PagingRule
  let first: String
  private(set) var pages: [CapturedPage] = []
  /// The concatenated bodies of all pages.
  private(set) var body: [UInt8] = []
  /// Whether the server sent at least one page, so that not all are unchanged.
  private(set) var isReceived = false
  /// An address that was not requested: a repeated one, or one beyond the limit of a sitemap.
  private(set) var leftOut: String?
  /// The allowed origins.
  private(set) var sites: [RequestURL] = []
  /// The base of the links of the last page (RFC 3986, section 5.1.3).
  private var base: String
  private var queue: [Wanted]
  private var named: Set<String>
  /// Of one page.
  private let pageTimeout: Duration
  /// Of all pages, with the waits between requests to one host.
  private let timeout: Duration
  private let deadline: ContinuousClock.Instant
  private let maxBytes: Int
  private let former: FormerPages
  private var items = 0
  private var digests: Set<SHA256Digest> = []

  init(_ url: String, rule: PagingRule, limits: Fetcher.Limits, former: FormerPages) {
    self.rule = rule
    first = url
    base = url
    queue = [Wanted(address: url)]
    named = [url]
    pageTimeout = .seconds(limits.timeout)
    timeout = .seconds(rule.timeout)
    deadline = .now + timeout
    maxBytes = limits.maxBytes
    self.former = former
  }

  /// Removes the next page from the queue; nil if it is empty.
  ///
  /// - Throws: `.tooManyPages`.
  mutating func next() throws(FetchError) -> Wanted? {
    guard !queue.isEmpty else { return nil }
    guard pages.count < rule.most else { throw .tooManyPages(limit: rule.most) }
    return queue.removeFirst()
  }

  func former(_ wanted: Wanted) -> (page: CapturedPage, body: ArraySlice<UInt8>)? {
    former[wanted.address]
  }

  /// The limits for the next response.
  ///
  /// - Throws: `.transport` if the bytes of all pages are used up.
  func budget() throws(FetchError) -> FetchBudget {
    guard body.count < maxBytes else { throw .transport(.tooLarge(limit: maxBytes)) }
    return FetchBudget(
      timeout: pageTimeout, deadline: deadline, maxBytes: maxBytes - body.count)
  }

  /// Replaces the limits in an error, which are those of one page, by the limits of all pages.
  func failure(_ error: FetchError) -> FetchError {
    switch error {
    case .transport(.timedOut) where deadline <= .now + .milliseconds(50):
      .transport(.timedOut(timeout))
    case .transport(.tooLarge): .transport(.tooLarge(limit: maxBytes))
    case .transport(.decodedTooLarge): .transport(.decodedTooLarge(limit: maxBytes))
    default: error
    }
  }

  /// Records the time, the base URL and the origin of a response.
  ///
  /// - Parameter mayMove: Whether the first page, and so the links of all pages, may be on the host
  ///   that a redirect leads to. False for requests with a secret.
  /// - Throws: `.foreignLink` if a redirect of a further page leads to another host.
  mutating func take(
    _ response: HTTPResponse, to wanted: Wanted, mayMove: Bool
  ) throws(FetchError) {
    base = response.finalURL
    let urls = [first, response.finalURL].compactMap { try? RequestURL($0) }
    if sites.isEmpty { sites = mayMove ? urls : Array(urls.prefix(1)) }
    guard !pages.isEmpty, let last = urls.last, !sites.contains(where: last.hasOrigin) else {
      return
    }
    throw .foreignLink(RequestURL.printable(response.finalURL), origin: wanted.address)
  }

  /// Adds an unchanged page from the last capture.
  mutating func reuse(_ page: CapturedPage, _ former: ArraySlice<UInt8>) {
    pages.append(page)
    body += former
    digests.insert(SHA256.hash(data: Array(former)))
  }

  /// Adds a received page, unless its body repeats an earlier one, which means the end of the
  /// pages.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ page: CapturedPage, _ document: [UInt8]) -> Bool {
    guard digests.insert(SHA256.hash(data: document)).inserted else {
      if case .sitemap = rule.method {} else { leftOut = page.address }
      return false
    }
    pages.append(page)
    body += document
    isReceived = true
    return true
  }

  /// Queues the pages that the last added page links to.
  mutating func follow(_ reading: PageReading) throws(FetchError) {
    guard let page = pages.last else { return }
    items += reading.items
    if case .sitemap = rule.method { return follow(reading.sitemap) }
    guard let reference = reading.reference else {
      if let next = counted(reading) { add(next) }
      return
    }
    guard let address = PageAddress.link(reference, on: base, of: sites) else {
      throw .foreignLink(FieldText.excerpt(reference, 200), origin: page.address)
    }
    add(address)
  }

  /// The address of the next page by number, offset or cursor.
  private func counted(_ reading: PageReading) -> String? {
    func address(_ parameter: String, _ values: [String]) -> String {
      PageAddress.setting(parameter, to: values, in: first)
    }
    switch rule.method {
    case .cursor(let parameter, _):
      return reading.cursor.isEmpty ? nil : address(parameter, reading.cursor)
    case .number(let parameter, let start):
      return isLast(reading) ? nil : address(parameter, ["\(start + pages.count)"])
    case .offset(let parameter):
      return isLast(reading) ? nil : address(parameter, ["\(items)"])
    case .link, .next, .sitemap: return nil
    }
  }

  /// Without a count, only an empty page is the last one: servers may send fewer items than
  /// requested.
  private func isLast(_ reading: PageReading) -> Bool {
    reading.items == 0 || reading.pageCount.map { pages.count >= $0 } ?? false
      || reading.itemCount.map { items >= $0 } ?? false
  }

  private mutating func add(_ address: String) {
    if named.insert(address).inserted {
      queue.append(Wanted(address: address))
    } else {
      leftOut = address
    }
  }

  /// Queues the pages of a sitemap. If there are too many, the most recently changed ones are kept.
  private mutating func follow(_ entries: [Sitemap.Entry]) {
    guard case .sitemap(let text) = rule.method else { return }
    let pattern = AddressPattern(text.hasPrefix("/") ? "*://*" + text : text)
    for entry in entries where entry.isSitemap || pattern.matches(entry.address) {
      guard let address = PageAddress.link(entry.address, on: base, of: sites),
        named.insert(address).inserted
      else { continue }
      queue.append(
        Wanted(
          address: address, sitemapDate: entry.isSitemap ? nil : entry.date,
          isSitemap: entry.isSitemap))
    }
    let capacity = max(0, rule.most - pages.count)
    guard queue.count > capacity else { return }
    func rank(_ index: Int) -> (Int, String) {
      (queue[index].isSitemap ? 1 : 0, queue[index].sitemapDate ?? "")
    }
    let order = queue.indices.sorted { rank($0) == rank($1) ? $0 < $1 : rank($0) > rank($1) }
    leftOut = queue[order[capacity]].address
    queue = order.prefix(capacity).sorted().map { queue[$0] }
  }
}

/// The pages of the last good capture by address.
struct FormerPages {
  private var ranges: [String: (page: CapturedPage, range: Range<Int>)] = [:]
  private var body: [UInt8] = []

  /// - Parameter load: Loads the bytes of the capture. If that fails, no page is reused.
  init(_ capture: Capture?, load: (@Sendable () throws -> [UInt8])?) {
    guard let pages = capture?.pages, let places = capture?.pageRanges,
      let bytes = try? load?(), bytes.count == capture?.byteCount
    else { return }
    body = bytes
    for (page, range) in zip(pages, places) { ranges[page.address] = (page, range) }
  }

  subscript(address: String) -> (page: CapturedPage, body: ArraySlice<UInt8>)? {
    ranges[address].map { ($0.page, body[$0.range]) }
  }
}
