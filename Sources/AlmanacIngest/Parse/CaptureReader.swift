import AlmanacModel

/// Reads a capture: one document, or several pages of one.
public enum CaptureReader {
  /// Returns the document with its entries.
  public static func read(_ request: ParseRequest, _ context: ReadingContext) -> ParsedFeed {
    .collecting { read(request, context, each: $0) }
  }

  /// Reads all pages of a capture and passes on their entries page by page. If a page is rejected,
  /// the whole capture is.
  static func read(
    _ request: ParseRequest, _ context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    var context = context
    guard let pages = request.capture.pages, let ranges = request.capture.pageRanges else {
      context.take(request.capture, of: request.source)
      var feed = FeedReader.read(request.body, context: context, each: handle)
      if let next = request.capture.nextPage, !feed.document.isPartial {
        feed.document.problems.append(
          Paging.finding(
            "its server names a next page, \(FieldText.excerpt(next, 200))", doing: Paging.following
          ))
      }
      return feed
    }
    let documents = ranges.map { Array(request.body[$0]) }
    context.dateOrders = FeedReader.dateOrders(in: documents, context)
    var reading = PagesReading(rule: request.source.pages)
    for (page, document) in zip(pages, documents) {
      context.take(request.capture.capture(of: page), of: request.source)
      reading.read(document, page, context, each: handle)
    }
    return reading.finish(leftOut: request.capture.nextPage)
  }
}

/// Merges the pages of a capture into one document.
private struct PagesReading {
  /// Whether a page without events is no failure: a site has other pages, too.
  private let mayLackEvents: Bool
  private var document: Document?
  private var count = 0
  private var refusal: Finding?
  /// The finding of the last page about a next page.
  private var partial: Finding?

  init(rule: PagingRule?) {
    if case .sitemap = rule?.method { mayLackEvents = true } else { mayLackEvents = false }
  }

  mutating func read(
    _ body: [UInt8], _ page: CapturedPage, _ context: ReadingContext,
    each handle: (consuming Entry) -> Void
  ) {
    count += 1
    var feed: ParsedFeed
    if mayLackEvents {
      feed = FeedReader.read(body, context: context)
      if let refused = IntegrityCheck.refusal(of: feed.document) {
        return leaveOut(page, because: refused)
      }
      for entry in feed.entries { handle(entry) }
    } else {
      feed = FeedReader.read(body, context: context, each: handle)
    }
    partial =
      feed.document.nextPage == nil
      ? nil : feed.document.problems.first { $0.code == Document.partialCode }
    add(feed.document)
  }

  private mutating func leaveOut(_ page: CapturedPage, because refused: Finding) {
    guard refused.code != "E_NOT_A_FEED" else {
      refusal = refusal ?? refused
      return
    }
    let message = "\(page.address) was left out: \(refused.message)"
    document = document ?? Document()
    document?.problems.append(
      Finding("W_PAGE", severity: .warning, message: message, line: refused.line))
  }

  /// Adds a page. A finding of several pages is reported once, with the number of the first page.
  private mutating func add(_ page: Document) {
    let problems = page.problems.filter { $0.code != Document.partialCode }
    guard var document else {
      document = page
      document?.problems = problems
      return
    }
    document.entryCount += page.entryCount
    document.language = document.language ?? page.language
    for problem in problems
    where !document.problems.contains(where: {
      $0.code == problem.code && $0.message.hasSuffix(problem.message)
    }) {
      var problem = problem
      problem.message = "page \(count): \(problem.message)"
      document.problems.append(problem)
    }
    self.document = document
  }

  /// - Parameter leftOut: The next page, which was not fetched.
  func finish(leftOut: String?) -> ParsedFeed {
    guard var document else {
      return .refused(
        refusal?.code ?? "E_NOT_A_FEED",
        "none of its \(count) pages has an event marked up in it; \(refusal?.message ?? "")")
    }
    if let leftOut {
      document.problems.append(
        Paging.finding(
          mayLackEvents
            ? "its sitemap lists more pages, such as \(FieldText.excerpt(leftOut, 200))"
            : "its pages lead back to \(FieldText.excerpt(leftOut, 200)), or repeat themselves there",
          doing: mayLackEvents
            ? "raise 'pages.most' in feed.yaml" : "correct 'pages' in feed.yaml"))
    } else if let partial {
      document.problems.append(partial)
    }
    return ParsedFeed(document: document)
  }
}
