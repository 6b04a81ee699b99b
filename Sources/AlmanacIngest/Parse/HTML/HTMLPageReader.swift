import AlmanacModel

/// Reads the events of an HTML page: from JSON-LD, else microdata, else RDFa, else microformats.
///
/// Pages that use several of them describe the same events in each, so the most precise one is
/// used.
enum HTMLPageReader {
  /// Returns nil if the page contains no event markup.
  static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed? {
    guard let page = HTMLPage(bytes, context) else { return nil }
    var context = context
    context.baseURL = page.root.outermost { $0.name.local == "body" }.first?.base ?? context.baseURL
    let linked = JSONLDScripts(page.scripts(ofType: "application/ld+json"), context)
    if linked.events.foundAny {
      return feed(page, .jsonld, linked.events.entries, linked.problems, context)
    }
    for syntax in [MicrodataReader.Syntax.microdata, .rdfa] {
      let reading = MicrodataReader.read(page.root, size: bytes.count, as: syntax)
      let items = SchemaEvents(in: reading.nodes, context)
      guard items.foundAny else { continue }
      let cut = reading.isCut ? [MicrodataReader.tooMuch] : []
      return feed(page, .html, items.entries, linked.problems + items.problems + cut, context)
    }
    let mapper = MicroformatMapper(context)
    let entries = MicroformatEvent.events(in: page.root).map { mapper.entry($0) }
    guard !entries.isEmpty else {
      guard !linked.problems.isEmpty else { return nil }
      let title = page.title.map { " titled '\($0.prefix(80))'" } ?? ""
      var refusal = ParsedFeed.refused(
        "E_NOT_A_FEED", "an HTML page\(title) whose JSON-LD is broken, without other events")
      refusal.document.problems += linked.problems
      return refusal
    }
    return feed(page, .html, entries, linked.problems, context)
  }

  private static func feed(
    _ page: HTMLPage, _ format: FeedFormat, _ entries: [Entry], _ problems: [Finding],
    _ context: ReadingContext
  ) -> ParsedFeed {
    guard entries.count <= context.limits.entries else {
      return .refused(.tooManyItems(limit: context.limits.entries), format: format)
    }
    var document = Document(format: format)
    document.title = page.title
    document.language = page.language
    document.link = page.link
    document.encoding = page.encoding
    document.problems = problems
    if page.tree.isTruncated {
      document.problems.append(
        Finding("W_TRUNCATED", severity: .warning, message: "the page ends inside a script"))
    }
    if page.root.isCut {
      document.problems.append(
        Finding(
          "W_TRUNCATED", severity: .warning,
          message: "the page is larger than 32 MB; the rest was left out"))
    }
    document.entryCount = entries.count
    return ParsedFeed(document: document, entries: entries)
  }
}
