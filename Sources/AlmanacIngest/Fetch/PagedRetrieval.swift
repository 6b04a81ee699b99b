import AlmanacModel
import AlmanacTime
import Crypto

extension Fetcher {
  /// Retrieves all pages of a source, one after the other, as one capture.
  ///
  /// No page is requested twice. Unchanged pages are copied from the last capture. All pages together have
  /// the byte limit of one document, and the rule's time limit, which includes waits between requests.
  ///
  /// - Throws: `.page` if a page after the first one fails; `.tooManyPages`.
  func retrievePages(
    _ url: String, by rule: PagingRule, for request: FetchRequest
  ) async throws(FetchError) -> Retrieval {
    var request = request
    request.movedTo = nil
    var walk = PageWalk(
      url, rule: rule, limits: limits,
      former: FormerPages(request.previous, load: request.previousBody))
    var retrieval = Retrieval(source: request.source.id, body: [])
    while let wanted = try walk.next() {
      do throws(FetchError) {
        try await read(wanted, for: request, &walk, &retrieval)
      } catch {
        let error = walk.failure(error)
        throw walk.pages.isEmpty
          ? error : .page(walk.pages.count + 1, address: wanted.address, error)
      }
    }
    guard !walk.pages.isEmpty else { throw .empty(origin: url) }
    finish(walk, for: request, &retrieval)
    return retrieval
  }

  private func read(
    _ wanted: PageWalk.Wanted, for request: FetchRequest, _ walk: inout PageWalk,
    _ retrieval: inout Retrieval
  ) async throws(FetchError) {
    let former = walk.former(wanted)
    if let former, request.isConditional, let date = wanted.sitemapDate,
      former.page.sitemapDate == date
    {
      return walk.reuse(former.page, former.body)
    }
    let response = try await send(
      wanted.address,
      headers: request.isConditional
        ? Self.conditions(etag: former?.page.etag, lastModified: former?.page.lastModified) : [],
      for: request, within: try walk.budget())
    let redaction = Self.redaction(of: request)
    var shown = response
    shown.finalURL = redaction.hiding(in: response.finalURL)
    let hasSecret = request.secret != nil || request.credentials != nil
    try walk.take(shown, to: wanted, mayMove: !hasSecret)
    if let end = freshUntil(response) {
      retrieval.nextAttemptAt = min(end, retrieval.nextAttemptAt ?? end)
    }
    var page = page(wanted, response, request)
    switch response.status {
    case 200..<300:
      let document = try document(
        of: response, at: wanted, for: request, noting: &retrieval.findings)
      page.byteCount = document.count
      try check(document, page, isFirst: walk.pages.isEmpty, for: request)
      guard walk.add(page, document) else { return }
      try walk.follow(reading(document, page, of: request.source, walk.rule))
    case 304 where request.isConditional:
      guard let former else { throw refusal(response, for: request) }
      page.byteCount = former.page.byteCount
      page.etag = page.etag ?? former.page.etag
      page.lastModified = page.lastModified ?? former.page.lastModified
      page.contentType = page.contentType ?? former.page.contentType
      page.next = page.next ?? former.page.next
      walk.reuse(page, former.body)
      try walk.follow(reading(Array(former.body), page, of: request.source, walk.rule))
    case 404 where mayBeMissing(walk), 410 where mayBeMissing(walk): return
    default: throw refusal(response, for: request)
    }
  }

  /// Whether a missing page is no error: the one after the last page of an API without counts, or a
  /// deleted page in a sitemap.
  private func mayBeMissing(_ walk: PageWalk) -> Bool {
    guard !walk.pages.isEmpty else { return false }
    return switch walk.rule.method {
    case .number, .offset: walk.rule.pageCount == nil && walk.rule.itemCount == nil
    case .sitemap: true
    case .link, .next, .cursor: false
    }
  }

  private func isOfSitemap(_ request: FetchRequest) -> Bool {
    if case .sitemap = request.source.pages?.method { true } else { false }
  }

  private func page(
    _ wanted: PageWalk.Wanted, _ response: HTTPResponse, _ request: FetchRequest
  ) -> CapturedPage {
    let redaction = Self.redaction(of: request)
    let validators = Validators(response.headers, now: Int(now.secondsSinceEpoch))
    var page = CapturedPage(address: wanted.address, byteCount: 0)
    page.etag = redaction.clears(validators.etag)
    page.lastModified = redaction.clears(validators.lastModified)
    page.contentType = redaction.clears(response.headers["Content-Type"])
    page.next = LinkHeader.next(response.headers).map { redaction.hiding(in: $0) }
    page.sitemapDate = wanted.sitemapDate
    return page
  }

  private func reading(
    _ document: [UInt8], _ page: CapturedPage, of source: Source, _ rule: PagingRule
  ) -> PageReading {
    PageReading(document, link: page.next, contentType: page.contentType, of: source, rule)
  }

  private func document(
    of response: HTTPResponse, at wanted: PageWalk.Wanted, for request: FetchRequest,
    noting findings: inout [Finding]
  ) throws(FetchError) -> [UInt8] {
    var found = Self.oddEncoding(response, of: request)
    let document = try inflated(response.body, for: request, noting: &found)
    guard !document.isEmpty else { throw .empty(origin: wanted.address) }
    findings += found.filter { !findings.contains($0) }
    return Self.redaction(of: request).hiding(in: document)
  }

  /// Throws if a page is not a document of the source.
  ///
  /// The first capture of a source is not checked, so that an operator can inspect it. Neither are
  /// the pages of a sitemap, which need not contain an event.
  private func check(
    _ document: [UInt8], _ page: CapturedPage, isFirst: Bool, for request: FetchRequest
  ) throws(FetchError) {
    guard !isOfSitemap(request), !isFirst || request.previous != nil,
      let failure = ResponseCheck.failure(
        of: document, for: request.source, contentType: page.contentType, origin: page.address)
    else { return }
    throw failure
  }

  private func finish(_ walk: PageWalk, for request: FetchRequest, _ retrieval: inout Retrieval) {
    var capture = capture(of: walk.body, for: request, origin: walk.first)
    capture.contentType = walk.pages.first?.contentType
    capture.nextPage = walk.leftOut
    capture.pages = walk.pages
    capture.substance = substance(of: walk)
    retrieval.isNotModified = !walk.isReceived
    if let previous = request.previous, previous.origin == capture.origin,
      previous.pages?.map(\.address) == walk.pages.map(\.address),
      previous.sha256 == capture.sha256
        || capture.substance != nil && previous.substance == capture.substance
    {
      // Reuse the last capture, because its bytes are the same; only the validators may be new.
      var same = previous
      same.nextPage = capture.nextPage
      same.pages = zip(previous.pages ?? [], walk.pages).map { old, new in
        var page = new
        page.byteCount = old.byteCount
        return page
      }
      retrieval.capture = same == previous && retrieval.isNotModified ? nil : same
      return
    }
    retrieval.capture = capture
    retrieval.body = walk.body
  }

  /// The content fingerprint of all pages; nil if no page has one.
  private func substance(of walk: PageWalk) -> String? {
    var hasher = SHA256()
    var hasStamps = false
    var start = 0
    for page in walk.pages {
      let document = Array(walk.body[start..<(start + page.byteCount)])
      start += page.byteCount
      let digest = ContentFingerprint.digest(of: document)
      hasStamps = hasStamps || digest != nil
      hasher.update(data: Array((digest ?? HexDigits.text(of: SHA256.hash(data: document))).utf8))
    }
    return hasStamps ? HexDigits.text(of: hasher.finalize()) : nil
  }
}
