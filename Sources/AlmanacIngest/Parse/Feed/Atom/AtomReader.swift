import AlmanacModel

/// Reads Atom 1.0 (RFC 4287) and 0.3, one entry at a time.
enum AtomReader {
  static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    let reading = AtomReading(context: context)
    let scan = FeedScan(bytes, context, choose: reading.choose, take: reading.take)
    return scan.feed(reading.feed.document, reading.entries)
  }
}

private final class AtomReading {
  private let context: ReadingContext
  private let mapper: AtomEntryMapper
  private(set) var feed: AtomFeedMapper
  private(set) var entries: [Entry] = []

  init(context: ReadingContext) {
    self.context = context
    mapper = AtomEntryMapper(context)
    feed = AtomFeedMapper(context)
  }

  func choose(_ start: XMLStart, _ path: [XMLName]) throws -> XMLTree.Choice {
    let name = start.name.local.lowercased()
    if name == "entry", entries.count >= context.limits.entries {
      throw FeedRefusal.tooManyItems(limit: context.limits.entries)
    }
    guard start.depth == 1 else { return .build }
    feed.open(start)
    // A document may be one entry (RFC 4287 section 2).
    return name == "entry" ? .build : .descend
  }

  func take(_ node: XMLNode, _ path: [XMLName]) {
    if node.name.local.lowercased() == "entry" {
      entries.append(mapper.entry(node))
    } else {
      feed.take(node)
    }
  }
}
