import AlmanacModel

/// Reads RSS 0.9x, 1.0 and 2.0, one item at a time.
enum RSSReader {
  static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    let reading = RSSReading(context: context)
    let scan = FeedScan(bytes, context, choose: reading.choose, take: reading.take)
    return reading.finish(scan)
  }
}

/// The channel and the items as they come; in RSS 1.0 items stand beside the channel, not in it.
private final class RSSReading {
  private let context: ReadingContext
  private let items: RSSItemMapper
  private let state = FeedState()
  private var channel: RSSChannelMapper
  private var entries: [Entry] = []

  init(context: ReadingContext) {
    self.context = context
    items = RSSItemMapper(context, state)
    channel = RSSChannelMapper(context, state)
  }

  func choose(_ start: XMLStart, _ path: [XMLName]) throws -> XMLTree.Choice {
    if start.depth == 1 {
      state.open(root: start.name, as: .rss)
      channel.open(root: start)
    }
    let (name, vocabulary) = (state[start.name].local, state[start.name].vocabulary)
    guard vocabulary == .rss || start.depth == 1 else { return .build }
    if name == "channel" {
      channel.open(start)
      return .descend
    }
    if name == "item", entries.count >= context.limits.entries {
      throw FeedRefusal.tooManyItems(limit: context.limits.entries)
    }
    // Publishers wrap items in elements of their own: <items>.
    let isWrapper =
      name == "items" && vocabulary == .rss && start.attributes.isEmpty && start.depth <= 3
    return start.depth == 1 || isWrapper ? .descend : .build
  }

  func take(_ node: XMLNode, _ path: [XMLName]) {
    let meaning = state[node.name]
    if meaning.vocabulary == .rss, meaning.local == "item" {
      entries.append(items.entry(node, channelLink: channel.document.link))
    } else if path.last?.local.lowercased() == "channel" {
      channel.take(node)
    }
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var feed = scan.feed(channel.finish(), entries)
    guard !scan.isRefused else { return feed }
    feed.document.problems += channel.problems + state.notes.findings
    let rule = PublicationDateRule(built: channel.built, generator: channel.generator)
    if let finding = rule.apply(to: &feed.entries, zone: context.zone) {
      feed.document.problems.append(finding)
    }
    return feed
  }
}
