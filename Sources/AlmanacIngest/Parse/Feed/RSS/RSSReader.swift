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
  private var channel: RSSChannelMapper
  private var entries: [Entry] = []

  init(context: ReadingContext) {
    self.context = context
    items = RSSItemMapper(context)
    channel = RSSChannelMapper(context)
  }

  func choose(_ start: XMLStart, _ path: [XMLName]) throws -> XMLTree.Choice {
    let name = start.name.local.lowercased()
    guard FeedVocabulary.of(start.name) == .rss || start.depth == 1 else { return .build }
    if start.depth == 1 { channel.open(root: start) }
    if name == "channel" {
      channel.open(start)
      return .descend
    }
    if name == "item", entries.count >= context.limits.entries {
      throw FeedRefusal.tooManyItems(limit: context.limits.entries)
    }
    // Publishers wrap items in elements of their own: <items>.
    let isWrapper =
      name == "items" && FeedVocabulary.of(start.name) == .rss
      && start.attributes.isEmpty && start.depth <= 3
    return start.depth == 1 || isWrapper ? .descend : .build
  }

  func take(_ node: XMLNode, _ path: [XMLName]) {
    let isCore = FeedVocabulary.of(node.name) == .rss
    if isCore, node.name.local.lowercased() == "item" {
      entries.append(items.entry(node, channelLink: channel.document.link))
    } else if path.last?.local.lowercased() == "channel" {
      channel.take(node)
    }
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var feed = scan.feed(channel.finish(), entries)
    guard !scan.isRefused else { return feed }
    let rule = PublicationDateRule(built: channel.built, generator: channel.generator)
    if let finding = rule.apply(to: &feed.entries, zone: context.zone) {
      feed.document.problems.append(finding)
    }
    return feed
  }
}
