import AlmanacModel

/// Reads RSS 0.9x, 1.0 and 2.0, one item at a time.
enum RSSReader {
  /// - Parameter handle: Called with each item in document order, after it is known whether item
  ///   dates are event times. Ignore the entries if the document is rejected.
  static func read(
    _ bytes: [UInt8], context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    var dates = PublicationDates(zone: context.zone)
    var undecided: [Entry] = []
    var verdict: PublicationDateRule.Verdict?
    func decide(_ channel: FeedHead) {
      let decision = PublicationDateRule(built: channel.built, generator: channel.generator)
        .verdict(on: dates)
      for var entry in undecided {
        decision.apply(to: &entry, context.zone)
        handle(entry)
      }
      undecided = []
      verdict = decision
    }
    let end = RSSReading.read(bytes, context) { (entry: consuming Entry, channel) in
      if let verdict {
        verdict.apply(to: &entry, context.zone)
        return handle(entry)
      }
      dates.note(entry)
      undecided.append(entry)
      if dates.areStated || undecided.count == lookahead { decide(channel) }
    }
    var feed = end.feed
    guard !feed.document.isRefused else { return feed }
    if verdict == nil { decide(end.head) }
    if let finding = verdict?.finding { feed.document.problems.append(finding) }
    return feed
  }

  /// The items without event times after which the rule decides for the rest, to bound memory.
  private static let lookahead = 10_000
}

/// Collects the channel and the items; in RSS 1.0 items are siblings of the channel.
private final class RSSReading: FeedReading {
  typealias Mapper = RSSItemMapper

  private let context: ReadingContext
  private let state = FeedState()
  private var channel: RSSChannelMapper
  /// nil if the channel changed.
  private var known: FeedHead?
  private var count = 0

  init(_ context: ReadingContext) {
    self.context = context
    channel = RSSChannelMapper(context, state)
  }

  func choose(_ start: StartElement, _ path: [XMLName]) throws -> XMLTree.Choice {
    if start.depth == 1 {
      state.open(root: start.name, as: .rss)
      channel.open(root: start)
      known = nil
    }
    let meaning = state[start.name]
    guard meaning.vocabulary == .rss || start.depth == 1 else { return .build }
    if meaning.name == .channel {
      channel.open(start)
      known = nil
      return .descend
    }
    if meaning.name == .item {
      try context.limits.admit(count)
      // Only a mapping needs the text between the fields.
      if start.depth > 1, context.mapping == nil { return .buildElements }
    }
    // Some publishers wrap all items in an <items> element.
    let isWrapper =
      meaning.name == .items && meaning.vocabulary == .rss && start.attributes.isEmpty
      && start.depth <= 3
    return start.depth == 1 || isWrapper ? .descend : .build
  }

  func head(ofItem node: XMLNode, _ path: [XMLName]) -> FeedHead? {
    let meaning = state[node.name]
    guard meaning.vocabulary == .rss, meaning.name == .item else {
      if path.last?.local.lowercased() == "channel" {
        channel.take(node)
        known = nil
      }
      return nil
    }
    count += 1
    let head = known ?? head
    known = head
    return head
  }

  func finish(_ scan: FeedScan) -> FeedEnd {
    let feed = scan.feed(channel.finish(), count)
    return FeedEnd(
      feed: feed, problems: channel.problems, paging: channel.paging, defects: state.diagnostics,
      head: head)
  }

  private var head: FeedHead {
    FeedHead(
      root: state.root, link: channel.document.link, built: channel.built,
      generator: channel.generator)
  }
}
