import AlmanacModel

/// Reads Atom 1.0 (RFC 4287) and 0.3, one entry at a time.
enum AtomReader {
  /// - Parameter take: is given each entry in document order; of a document that is refused, it
  ///   counts for nothing.
  static func read(
    _ bytes: [UInt8], context: ReadingContext, each take: (Entry) -> Void
  ) -> ParsedFeed {
    let reading = AtomReading(context)
    let scan = FeedScan(bytes, context, choose: reading.choose) { node, _ in
      if let entry = reading.entry(node) { take(entry) }
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
    let name = state[start.name].local
    if name == "entry" { try context.limits.admit(count) }
    guard start.depth == 1 else {
      // Only a mapping can ask for what stands between the fields.
      return name == "entry" && context.mapping == nil ? .buildElements : .build
    }
    feed.open(start)
    // A document may be one entry (RFC 4287 section 2).
    return name == "entry" ? .build : .descend
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var parsed = scan.feed(feed.document, count)
    if !scan.isRefused {
      parsed.document.problems += feed.problems + state.findings
      parsed.document.nextPage = feed.paging.next
      if let finding = feed.paging.finding(items: count) {
        parsed.document.problems.append(finding)
      }
    }
    return parsed
  }

  /// The entry that a tree is, if it is one.
  func entry(_ node: XMLNode) -> Entry? {
    guard state[node.name].local == "entry" else {
      feed.take(node)
      return nil
    }
    count += 1
    return mapper.entry(node, form: feed.form)
  }
}
