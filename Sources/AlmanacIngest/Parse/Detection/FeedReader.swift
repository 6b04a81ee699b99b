import AlmanacModel

/// Detects the format of a document and calls its reader.
public enum FeedReader {
  /// Reads a document and returns it with its entries.
  ///
  /// If nothing is usable, a problem has a code that begins with `E_`: `E_EMPTY`, `E_NOT_A_FEED`,
  /// `E_PARSE`, `E_ENCODING`, `E_ITEM_COUNT` or `E_XML_…`.
  ///
  /// The content determines the format; a declared format that differs is reported as `W_FORMAT`. A
  /// mapping applies to XML, JSON and CSV of every kind. If the source declares RSS, Atom or JSON
  /// Feed, the mapping adds to the result of that reader. An HTML page is read if it contains event
  /// markup and no other format is declared. Text is read as a table if its first row names event
  /// columns or the source declares CSV.
  public static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    .collecting { read(bytes, context: context, each: $0) }
  }

  /// Reads a document and passes on each entry as soon as it is read; the returned feed has none.
  ///
  /// For XML, JSON Feed and iCalendar, some hundred entries are in memory. RSS items are buffered
  /// until one has an event time. Ignore the entries if the document is rejected.
  public static func read(
    _ bytes: [UInt8], context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    var context = context
    if context.dateOrders == nil { context.dateOrders = dateOrders(in: [bytes], context) }
    return read(bytes, detectedAs: FormatDetector.detect(bytes), context, each: handle)
  }

  /// The order of day and month in each column of all pages.
  static func dateOrders(in pages: [[UInt8]], _ context: ReadingContext) -> DateOrders {
    DateOrders {
      let evidence = DateOrderEvidence()
      var context = context
      context.dateEvidence = evidence
      context.dateOrders = DateOrders()
      for bytes in pages { _ = read(bytes, context: context) { _ in } }
      return evidence.orders
    }
  }

  private static func read(
    _ bytes: [UInt8], detectedAs detected: DetectedFormat, _ context: ReadingContext,
    each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    var feed: ParsedFeed
    switch detected {
    case .feed(let format):
      feed = read(bytes, as: format, context, each: handle)
    case .text where context.format == .csv:
      feed = passing(CSVReader.read(bytes, context: context), to: handle)
    case .html where acceptsPages(context):
      guard let page = HTMLPageReader.read(bytes, context: context) else { fallthrough }
      feed = passing(page, to: handle)
    default:
      let head = Array(bytes.prefix(NotAFeed.headBytes))
      return NotAFeed.refusal(of: detected, head, context)
    }
    if feed.document.language == nil { feed.document.language = context.language }
    let found = if case .feed(let format) = detected { format } else { feed.document.format }
    if !feed.document.isRefused, let found, let finding = mismatch(found, context) {
      feed.document.problems.append(finding)
    }
    return feed
  }

  /// Whether an HTML page may be the source. If another format is declared or mapped, the page is
  /// an error message of the server, even if it contains event markup.
  private static func acceptsPages(_ context: ReadingContext) -> Bool {
    switch context.format {
    case nil: context.mapping == nil
    case .html, .jsonld: true
    default: false
    }
  }

  /// Passes on the entries of a feed that was read as a whole.
  private static func passing(
    _ feed: consuming ParsedFeed, to handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    for entry in feed.entries { handle(entry) }
    feed.entries = []
    return feed
  }

  private static func read(
    _ bytes: [UInt8], as format: FeedFormat, _ context: ReadingContext,
    each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    if let mapping = context.mapping, format.isXML, !addsToFeed(context) {
      return MappedXMLReader.read(bytes, mapping: mapping, context: context, each: handle)
    }
    switch format {
    case .rss, .rss1, .rss09x:
      return RSSReader.read(bytes, context: context, each: handle)
    case .atom: return AtomReader.read(bytes, context) { entry, _ in handle(entry) }.feed
    case .icalendar:
      return ICalendarReader.read(bytes, context: context, each: handle)
    case .json, .jsonfeed, .yaml:
      let isMapped = context.mapping != nil && !addsToFeed(context)
      return isMapped
        ? json(bytes, context, each: handle) : jsonFeed(bytes, context, each: handle)
    case .jsonld: return json(bytes, context, each: handle)
    case .csv: return passing(CSVReader.read(bytes, context: context), to: handle)
    case .xml, .html: return unmappedXML(bytes, context)
    }
  }

  /// Whether the source declares a feed format, so that the mapping adds to the feed's own reader.
  private static func addsToFeed(_ context: ReadingContext) -> Bool {
    switch context.format {
    case .rss, .rss1, .rss09x, .atom, .jsonfeed: true
    default: false
    }
  }

  /// Reads the items of a JSON Feed one by one.
  private static func jsonFeed(
    _ bytes: [UInt8], _ context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    json(bytes, context, deferring: JSONFeedReader.items) { document in
      if JSONFeedReader.isFeed(document.value) {
        return JSONFeedReader.read(&document, context: context, each: handle)
      }
      guard document.deferredElements.isEmpty else { return json(bytes, context, each: handle) }
      return passing(read(document.value, context), to: handle)
    }
  }

  private static func json(
    _ bytes: [UInt8], _ context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    json(bytes, context, deferring: nil) { document in
      passing(read(document.value, context), to: handle)
    }
  }

  private static func json(
    _ bytes: [UInt8], _ context: ReadingContext, deferring name: String?,
    _ read: (inout JSONDocument) -> ParsedFeed
  ) -> ParsedFeed {
    do throws(DocumentRefusal) {
      var document = try JSONDocument.read(bytes, context, deferring: name)
      var feed = read(&document)
      feed.document.encoding = document.encoding
      if !feed.document.isRefused {
        feed.document.problems += document.problems
        // A total may count all JSON-LD nodes, not only events.
        let isCounted = feed.document.format != .jsonld
        let paging = PagingMembers(items: isCounted ? feed.document.entryCount : nil)
        if let hint = paging.hint(in: document.value) {
          feed.document.nextPage = hint.address
          feed.document.problems.append(hint.finding)
        }
      }
      return feed
    } catch {
      return .refused(error, format: .json)
    }
  }

  /// Reads JSON that is not streamed.
  private static func read(_ root: JSONValue, _ context: ReadingContext) -> ParsedFeed {
    if let mapping = context.mapping {
      return MappedJSONReader.read(root, mapping: mapping, context: context)
    }
    if JSONLDReader.isDocument(root) { return JSONLDReader.read(root, context: context) }
    let message =
      JSONError.message(in: root).map { "a JSON message: '\($0)'" }
      ?? "JSON of an unknown kind; declare under 'mapping' in feed.yaml where its events are"
    return .refused("E_NOT_A_FEED", message, format: .json)
  }

  /// Rejects XML that is no feed. Damage and unsafe markup are reported in preference.
  private static func unmappedXML(_ bytes: [UInt8], _ context: ReadingContext) -> ParsedFeed {
    var root = ""
    let scan = FeedScan(
      bytes, context,
      choose: { start, _ in
        if start.depth == 1 { root = start.name.qualified }
        return .skip
      }, handle: { _, _ in })
    var feed = scan.feed(Document(format: .xml))
    if !scan.isRefused {
      let message =
        "an XML document <\(FieldText.clean(root).text.prefix(40))> that is no feed; "
        + "declare under 'mapping' in feed.yaml where its events are"
      feed.document.problems.append(Finding("E_NOT_A_FEED", message: message))
    }
    return feed
  }

  private static func mismatch(_ found: FeedFormat, _ context: ReadingContext) -> Finding? {
    guard let declared = context.format, family(declared) != family(found) else { return nil }
    // A page that is declared as HTML may contain its events as JSON-LD.
    if declared == .html, found == .jsonld { return nil }
    if context.mapping != nil, declared == .xml, found.isXML { return nil }
    if context.mapping != nil, declared == .json, found.isJSON { return nil }
    return Finding(
      "W_FORMAT", severity: .warning,
      message: "declared as \(declared.rawValue), but the content is \(found.rawValue); "
        + "read as what it is, correct 'format' in feed.yaml")
  }

  /// Treats all RSS versions as one format.
  private static func family(_ format: FeedFormat) -> FeedFormat {
    format == .rss1 || format == .rss09x ? .rss : format
  }
}
