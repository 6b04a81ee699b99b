import AlmanacModel

/// Reads RSS 0.9x, 1.0 and 2.0, one item at a time.
enum RSSReader {
  /// - Parameter handle: Called with each item in document order, after it is known whether item
  ///   dates are event times. Ignore the entries if the document is rejected.
  static func read(
    _ bytes: [UInt8], context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    let reading = RSSReading(context)
    var dates = PublicationDates(zone: context.zone)
    var undecided: [Entry] = []
    var verdict: PublicationDateRule.Verdict?
    func decide() {
      let decision = PublicationDateRule(
        built: reading.channel.built, generator: reading.channel.generator
      ).verdict(on: dates)
      for var entry in undecided {
        decision.apply(to: &entry, context.zone)
        handle(entry)
      }
      undecided = []
      verdict = decision
    }
    let scan = FeedScan(bytes, context, choose: reading.choose) { node, path in
      guard reading.isItem(node, path) else { return }
      var entry = reading.entry(node)
      if let verdict {
        verdict.apply(to: &entry, context.zone)
        return handle(consume entry)
      }
      dates.note(entry)
      undecided.append(consume entry)
      if dates.areStated || undecided.count == lookahead { decide() }
    }
    var feed = reading.finish(scan)
    guard !scan.isRefused else { return feed }
    if verdict == nil { decide() }
    if let finding = verdict?.finding { feed.document.problems.append(finding) }
    return feed
  }

  /// The items without event times after which the rule decides for the rest, to bound memory.
  private static let lookahead = 10_000
}

/// Collects the channel and the items; in RSS 1.0 items are siblings of the channel.
private final class RSSReading {
  private let context: ReadingContext
  private let items: RSSItemMapper
  private let state = FeedState()
  private let isMapped: Bool
  private(set) var channel: RSSChannelMapper
  private var count = 0

  init(_ context: ReadingContext) {
    self.context = context
    isMapped = context.mapping != nil
    items = RSSItemMapper(context, state)
    channel = RSSChannelMapper(context, state)
  }

  func choose(_ start: StartElement, _ path: [XMLName]) throws -> XMLTree.Choice {
    if start.depth == 1 {
      state.open(root: start.name, as: .rss)
      channel.open(root: start)
    }
    let meaning = state[start.name]
    guard meaning.vocabulary == .rss || start.depth == 1 else { return .build }
    if meaning.name == .channel {
      channel.open(start)
      return .descend
    }
    if meaning.name == .item {
      try context.limits.admit(count)
      // Only a mapping needs the text between the fields.
      if start.depth > 1, !isMapped { return .buildElements }
    }
    // Some publishers wrap all items in an <items> element.
    let isWrapper =
      meaning.name == .items && meaning.vocabulary == .rss && start.attributes.isEmpty
      && start.depth <= 3
    return start.depth == 1 || isWrapper ? .descend : .build
  }

  /// Whether a tree is an item; the channel's metadata is read here.
  func isItem(_ node: XMLNode, _ path: [XMLName]) -> Bool {
    let meaning = state[node.name]
    if meaning.vocabulary == .rss, meaning.name == .item { return true }
    if path.last?.local.lowercased() == "channel" { channel.take(node) }
    return false
  }

  func entry(_ node: XMLNode) -> Entry {
    count += 1
    return items.entry(node, channelLink: channel.document.link)
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var feed = scan.feed(channel.finish(), count)
    if !scan.isRefused {
      feed.document.problems += channel.problems + state.findings
      channel.paging.apply(to: &feed.document, items: count)
    }
    return feed
  }
}
