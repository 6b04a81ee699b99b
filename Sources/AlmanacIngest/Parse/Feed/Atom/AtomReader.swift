import AlmanacModel

/// Reads Atom 1.0 (RFC 4287) and 0.3, one entry at a time.
enum AtomReader {
  /// - Parameter handle: Called with each entry in document order. Ignore the entries if the
  ///   document is rejected.
  static func read(
    _ bytes: [UInt8], context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    let reading = AtomReading(context)
    let scan = FeedScan(bytes, context, choose: reading.choose) { node, _ in
      if let entry = reading.entry(node) { handle(entry) }
    }
    return reading.finish(scan)
  }
}

private final class AtomReading {
  private let context: ReadingContext
  private let mapper: AtomEntryMapper
  private let state = FeedState()
  private(set) var feed: AtomFeedMapper
  private var count = 0

  init(_ context: ReadingContext) {
    self.context = context
    mapper = AtomEntryMapper(context, state)
    feed = AtomFeedMapper(context, state)
  }

  func choose(_ start: StartElement, _ path: [XMLName]) throws -> XMLTree.Choice {
    if start.depth == 1 { state.open(root: start.name, as: .atom) }
    let name = state[start.name].name
    if name == .entry { try context.limits.admit(count) }
    guard start.depth == 1 else {
      // Only a mapping needs the text between the fields.
      return name == .entry && context.mapping == nil ? .buildElements : .build
    }
    feed.open(start)
    // A document may be a single entry (RFC 4287, section 2).
    return name == .entry ? .build : .descend
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var parsed = scan.feed(feed.document, count)
    if !scan.isRefused {
      parsed.document.problems += feed.problems + state.findings
      feed.paging.apply(to: &parsed.document, items: count)
    }
    return parsed
  }

  /// The entry of a tree; nil if the tree is metadata of the feed.
  func entry(_ node: XMLNode) -> Entry? {
    guard state[node.name].name == .entry else {
      feed.take(node)
      return nil
    }
    count += 1
    return mapper.entry(node, form: feed.form)
  }
}
