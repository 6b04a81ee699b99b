import AlmanacModel
import Crypto

/// The pages of a source that were read, and those that are still to be asked for.
struct PageWalk {
  struct Wanted {
    var address: String
    /// Of a page that a sitemap lists: when it was last changed.
    var sitemapDate: String?
    var isSitemap = false
  }

  let rule: PagingRule
  let first: String
  private(set) var pages: [CapturedPage] = []
  /// The bodies of all pages, one behind the other.
  private(set) var body: [UInt8] = []
  /// Whether a page came with a body, so that not all are as they were.
  private(set) var isReceived = false
  /// A page that was named once more, or one too many of a sitemap: it is not asked for.
  private(set) var leftOut: String?
  /// Whose addresses may be asked for.
  private(set) var sites: [RequestURL] = []
  /// What links of the page that was read last are relative to (RFC 3986, section 5.1.3).
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

  /// Takes the next page off the queue; nil if there is none.
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

  /// What the next answer may take.
  ///
  /// - Throws: `.transport`, if the bytes of all pages are used up.
  func budget() throws(FetchError) -> FetchBudget {
    guard body.count < maxBytes else { throw .transport(.tooLarge(limit: maxBytes)) }
    return FetchBudget(
      timeout: pageTimeout, deadline: deadline, maxBytes: maxBytes - body.count)
  }

  /// The failure with the limits of all pages instead of those that were left for one.
  func failure(_ error: FetchError) -> FetchError {
    switch error {
    case .transport(.timedOut) where deadline <= .now + .milliseconds(50):
      .transport(.timedOut(timeout))
    case .transport(.tooLarge): .transport(.tooLarge(limit: maxBytes))
    case .transport(.decodedTooLarge): .transport(.decodedTooLarge(limit: maxBytes))
    default: error
    }
  }

  /// Takes note of an answer.
  ///
  /// - Parameter mayMove: Whether the first page may be on another host than it was asked of, to
  ///   which its links lead then. Where a secret is sent, it may not.
  /// - Throws: `.foreignLink` for a page that a redirect led to another host for.
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

  /// Adds a page that is as it was.
  mutating func reuse(_ page: CapturedPage, _ former: ArraySlice<UInt8>) {
    pages.append(page)
    body += former
    digests.insert(SHA256.hash(data: Array(former)))
  }

  /// Adds a page that was received, unless it repeats one: then there is nothing behind it.
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

  /// Queues what the page that was added last leads to.
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

  /// Without a count, only a page without items is the last: servers give fewer than were asked for.
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

  /// The pages that a sitemap lists, those that changed last first if there are too many.
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
    let room = max(0, rule.most - pages.count)
    guard queue.count > room else { return }
    func rank(_ index: Int) -> (Int, String) {
      (queue[index].isSitemap ? 1 : 0, queue[index].sitemapDate ?? "")
    }
    let order = queue.indices.sorted { rank($0) == rank($1) ? $0 < $1 : rank($0) > rank($1) }
    leftOut = queue[order[room]].address
    queue = order.prefix(room).sorted().map { queue[$0] }
  }
}

/// The pages of the last good capture, by their addresses.
struct FormerPages {
  private var ranges: [String: (page: CapturedPage, range: Range<Int>)] = [:]
  private var body: [UInt8] = []

  /// - Parameter load: the bytes of the capture; of one that is lost nothing is reused.
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
