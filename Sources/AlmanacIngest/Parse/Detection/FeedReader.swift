import AlmanacModel

/// Reads a document of any known format: finds out what it is and hands it to its reader.
public enum FeedReader {
  /// The document with its entries; one of which nothing is usable has a problem that begins with
  /// `E_`: `E_EMPTY`, `E_NOT_A_FEED`, `E_PARSE`, `E_ENCODING`, `E_ITEM_COUNT` or an `E_XML_…`.
  ///
  /// The content decides what the document is. A declared format that says otherwise gives
  /// `W_FORMAT`. A mapping is used for XML, JSON and CSV of every kind; where the definition declares
  /// RSS, Atom or JSON Feed, the mapping adds to what that reader found. An HTML page is read where
  /// events are marked up in it and nothing else is declared. Text is read as a table where its first
  /// row names the columns of events, or where the definition declares CSV.
  public static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    var entries: [Entry] = []
    var feed = read(bytes, context: context) { entries.append($0) }
    if !feed.document.isRefused { feed.entries = entries }
    return feed
  }

  /// As above, handing each entry over as soon as it is read; the feed that is returned has none.
  ///
  /// Of XML, JSON Feed and iCalendar, memory then holds one entry at a time; of RSS all, until one
  /// has the time of an event. Entries of a document that turns out to be refused count for nothing.
  public static func read(
    _ bytes: [UInt8], context: ReadingContext, each take: (Entry) -> Void
  ) -> ParsedFeed {
    var context = context
    if context.dateOrders == nil { context.dateOrders = dateOrders(in: [bytes], context) }
    return read(bytes, detectedAs: FormatDetector.detect(bytes), context, each: take)
  }

  /// The orders of day and month in the columns of a document, from all of its pages.
  ///
  /// A column has one order, so all of its dates are read before the first is used.
  static func dateOrders(in pages: [[UInt8]], _ context: ReadingContext) -> DateOrders {
    let evidence = DateOrderEvidence()
    var context = context
    context.dateEvidence = evidence
    guard context.mapping?.dateOrder == nil else { return evidence.orders }
    for bytes in pages {
      let detected = FormatDetector.detect(bytes)
      guard detected != .feed(.icalendar), DateOrderEvidence.isWorthwhile(bytes) else { continue }
      _ = read(bytes, detectedAs: detected, context) { _ in }
    }
    return evidence.orders
  }

  private static func read(
    _ bytes: [UInt8], detectedAs detected: DetectedFormat, _ context: ReadingContext,
    each take: (Entry) -> Void
  ) -> ParsedFeed {
    var feed: ParsedFeed
    switch detected {
    case .feed(let format):
      feed = read(bytes, as: format, context, each: take)
    case .text where context.format == .csv:
      feed = handing(CSVReader.read(bytes, context: context), to: take)
    case .html where takesPages(context):
      guard let page = HTMLPageReader.read(bytes, context: context) else { fallthrough }
      feed = handing(page, to: take)
    default: return NotAFeed.refusal(of: detected, Array(bytes.prefix(NotAFeed.reach)), context)
    }
    if feed.document.language == nil { feed.document.language = context.language }
    let found = if case .feed(let format) = detected { format } else { feed.document.format }
    if !feed.document.isRefused, let found, let finding = mismatch(found, context) {
      feed.document.problems.append(finding)
    }
    return feed
  }

  /// Whether a page may be the source: where another format is declared, or mapped, it is an error
  /// that came instead, whatever events stand beside its message.
  private static func takesPages(_ context: ReadingContext) -> Bool {
    switch context.format {
    case nil: context.mapping == nil
    case .html, .jsonld: true
    default: false
    }
  }

  /// Hands the entries of a feed over that was read as a whole.
  private static func handing(
    _ feed: consuming ParsedFeed, to take: (Entry) -> Void
  ) -> ParsedFeed {
    for entry in feed.entries { take(entry) }
    feed.entries = []
    return feed
  }

  private static func read(
    _ bytes: [UInt8], as format: FeedFormat, _ context: ReadingContext,
    each take: (Entry) -> Void
  ) -> ParsedFeed {
    if let mapping = context.mapping, format.isXML, !addsToFeed(context) {
      return MappedXMLReader.read(bytes, mapping: mapping, context: context, each: take)
    }
    switch format {
    case .rss, .rss1, .rss09x:
      return RSSReader.read(bytes, context: context, each: take)
    case .atom: return AtomReader.read(bytes, context: context, each: take)
    case .icalendar:
      return ICalendarReader.read(bytes, context: context, each: take)
    case .json, .jsonfeed, .yaml:
      let isMapped = context.mapping != nil && !addsToFeed(context)
      return isMapped
        ? json(bytes, context, each: take) : jsonFeed(bytes, context, each: take)
    case .jsonld: return json(bytes, context, each: take)
    case .csv: return handing(CSVReader.read(bytes, context: context), to: take)
    case .xml, .html: return unmappedXML(bytes, context)
    }
  }

  /// Whether the definition wants the feed's own reader, with the mapping on top of it.
  private static func addsToFeed(_ context: ReadingContext) -> Bool {
    switch context.format {
    case .rss, .rss1, .rss09x, .atom, .jsonfeed: true
    default: false
    }
  }

  /// A JSON Feed's items are read one by one.
  private static func jsonFeed(
    _ bytes: [UInt8], _ context: ReadingContext, each take: (Entry) -> Void
  ) -> ParsedFeed {
    json(bytes, context, holdingBack: JSONFeedReader.items) { document in
      if JSONFeedReader.isFeed(document.value) {
        return JSONFeedReader.read(&document, context: context, each: take)
      }
      guard document.held.isEmpty else { return json(bytes, context, each: take) }
      return handing(read(document.value, context), to: take)
    }
  }

  private static func json(
    _ bytes: [UInt8], _ context: ReadingContext, each take: (Entry) -> Void
  ) -> ParsedFeed {
    json(bytes, context, holdingBack: nil) { document in
      handing(read(document.value, context), to: take)
    }
  }

  private static func json(
    _ bytes: [UInt8], _ context: ReadingContext, holdingBack name: String?,
    _ read: (inout JSONDocument) -> ParsedFeed
  ) -> ParsedFeed {
    do throws(JSONDocument.Failure) {
      var document = try JSONDocument.read(bytes, context, holdingBack: name)
      var feed = read(&document)
      feed.document.encoding = document.encoding
      if !feed.document.isRefused {
        feed.document.problems += document.problems
        // The events of JSON-LD are not all of the nodes that a total may count.
        let isCounted = feed.document.format != .jsonld
        let paging = PagingMembers(items: isCounted ? feed.document.entryCount : nil)
        if let hint = paging.hint(in: document.value) {
          feed.document.nextPage = hint.address
          feed.document.problems.append(hint.finding)
        }
      }
      return feed
    } catch {
      var document = Document(format: .json)
      document.problems = [error.finding]
      return ParsedFeed(document: document)
    }
  }

  /// JSON of a kind that is read whole.
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

  /// XML that is no feed may still be damaged or hostile, which is then what there is to say.
  private static func unmappedXML(_ bytes: [UInt8], _ context: ReadingContext) -> ParsedFeed {
    var root = ""
    let scan = FeedScan(
      bytes, context,
      choose: { start, _ in
        if start.depth == 1 { root = start.name.qualified }
        return .skip
      }, take: { _, _ in })
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
    // Of a page that is declared as one, either way of stating events is right.
    if declared == .html, found == .jsonld { return nil }
    if context.mapping != nil, declared == .xml, found.isXML { return nil }
    if context.mapping != nil, declared == .json, found.isJSON { return nil }
    return Finding(
      "W_FORMAT", severity: .warning,
      message: "declared as \(declared.rawValue), but the content is \(found.rawValue); "
        + "read as what it is, correct 'format' in feed.yaml")
  }

  /// The versions of RSS are one format to an operator.
  private static func family(_ format: FeedFormat) -> FeedFormat {
    format == .rss1 || format == .rss09x ? .rss : format
  }
}
