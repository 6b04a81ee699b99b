import AlmanacModel

/// Reads Atom 1.0 (RFC 4287) and 0.3, one entry at a time.
enum AtomReader {
  static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    let reading = AtomReading(context: context)
    let scan = FeedScan(bytes, context, choose: reading.choose, take: reading.take)
    return reading.finish(scan)
  }
}

private final class AtomReading {
  private let context: ReadingContext
  private let mapper: AtomEntryMapper
  private let state = FeedState()
  private(set) var feed: AtomFeedMapper
  private(set) var entries: [Entry] = []

  init(context: ReadingContext) {
    self.context = context
    mapper = AtomEntryMapper(context, state)
    feed = AtomFeedMapper(context, state)
  }

  func choose(_ start: XMLStart, _ path: [XMLName]) throws -> XMLTree.Choice {
    if start.depth == 1 { state.open(root: start.name, as: .atom) }
    let name = state[start.name].local
    if name == "entry", entries.count >= context.limits.entries {
      throw FeedRefusal.tooManyItems(limit: context.limits.entries)
    }
    guard start.depth == 1 else { return .build }
    feed.open(start)
    // A document may be one entry (RFC 4287 section 2).
    return name == "entry" ? .build : .descend
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var parsed = scan.feed(feed.document, entries)
    if !scan.isRefused { parsed.document.problems += feed.problems + state.notes.findings }
    return parsed
  }

  func take(_ node: XMLNode, _ path: [XMLName]) {
    if state[node.name].local == "entry" {
      entries.append(mapper.entry(node, form: feed.form))
    } else {
      feed.take(node)
    }
  }
}
