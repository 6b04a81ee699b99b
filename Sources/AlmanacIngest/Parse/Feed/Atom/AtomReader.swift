import AlmanacModel

/// Reads Atom 1.0 (RFC 4287) and 0.3.
final class AtomReader: FeedReading {
  typealias Mapper = AtomEntryMapper

  private let context: ReadingContext
  private let state = FeedState()
  private var feed: AtomFeedMapper
  private var count = 0

  init(_ context: ReadingContext) {
    self.context = context
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

  func finish(_ scan: FeedScan) -> FeedEnd {
    FeedEnd(
      feed: scan.feed(feed.document, count), problems: feed.problems, paging: feed.paging,
      defects: state.diagnostics, head: head)
  }

  func head(ofItem node: XMLNode, _ path: [XMLName]) -> FeedHead? {
    guard state[node.name].name == .entry else {
      feed.take(node)
      return nil
    }
    count += 1
    return head
  }

  private var head: FeedHead { FeedHead(root: state.root, form: feed.form) }
}
