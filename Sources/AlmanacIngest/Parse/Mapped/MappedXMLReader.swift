import AlmanacModel

/// Reads any XML document by its source's mapping, one item at a time.
enum MappedXMLReader {
  /// - Parameter handle: Called with each item in document order. Ignore the items if the document
  ///   is rejected.
  static func read(
    _ bytes: [UInt8], mapping: FeedMapping, context: ReadingContext,
    each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    DocumentPipeline.run(isConcurrent: bytes.count >= context.limits.concurrentBytes) { put in
      let reading = MappedXMLReading(mapping, context)
      let scan = FeedScan(bytes, context, choose: reading.choose) { node, ancestors in
        if reading.takesItem(node, ancestors) { put(node, node.size) }
      }
      return reading.finish(scan)
    } map: { nodes in
      let mapper = MappedEntryMapper(mapping, context)
      return nodes.map { node in
        var entry = mapper.entry(MappedXMLItem(node: node))
        entry.problems += FieldSanitizer(limits: context.limits, of: node).problems
        return entry
      }
    } take: { entries in
      entries.drain(handle)
    }
  }
}

private final class MappedXMLReading {
  private let path: [Substring]
  private let mapping: FeedMapping
  private let context: ReadingContext
  private var channel: RSSChannelMapper
  private var count = 0
  /// Whether the parent element of the items was found.
  private var foundParent = false
  /// Whether another element is where the items should be.
  private var foundOther = false
  private var root = ""

  init(_ mapping: FeedMapping, _ context: ReadingContext) {
    self.mapping = mapping
    self.context = context
    path = mapping.item.split(separator: "/")
    channel = RSSChannelMapper(context)
  }

  /// Chooses items and their ancestors. The item path is relative to the root; a path that includes
  /// the root is accepted.
  func choose(_ start: StartElement, _ ancestors: [XMLName]) throws -> XMLTree.Choice {
    if start.depth == 1 {
      root = start.name.qualified
      if path.isEmpty || path == [start.name.local[...]] { return .build }
      foundParent = path.count == 1
      return .descend
    }
    let below = ancestors.dropFirst() + [start.name]
    if leads(Array(below), to: path) || leads(ancestors + [start.name], to: path) {
      try context.limits.admit(count)
      return .build
    }
    if starts(Array(below)) || starts(ancestors + [start.name]) {
      let length = max(below.count, 1)
      if length >= path.count - 1 { foundParent = true }
      return .descend
    }
    // Metadata of the feed consists of siblings of the items.
    let isBeside = below.count <= path.count && RSSChannelMapper.names.contains(start.name.local)
    if !isBeside, foundParent { foundOther = true }
    return isBeside ? .build : .skip
  }

  /// Whether a tree is an item; metadata is read here.
  func takesItem(_ node: XMLNode, _ ancestors: [XMLName]) -> Bool {
    let below = ancestors.dropFirst() + [node.name]
    if ancestors.isEmpty || leads(Array(below), to: path)
      || leads(ancestors + [node.name], to: path)
    {
      count += 1
      return true
    }
    channel.take(node)
    return false
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var document = channel.finish()
    document.format = .xml
    guard !scan.isRefused, !foundParent, count == 0 else {
      var feed = scan.feed(document, count)
      if !scan.isRefused, count == 0, foundOther {
        feed.document.problems.append(.noItems(at: mapping.item))
      }
      return feed
    }
    let message =
      "an XML document <\(FieldText.clean(root).text.prefix(40))> without the items "
      + "'\(mapping.item)'; correct 'item' in feed.yaml"
    var feed = scan.feed(document)
    feed.document.problems.append(Finding("E_NOT_A_FEED", message: message))
    return feed
  }

  private func leads(_ names: [XMLName], to path: [Substring]) -> Bool {
    names.count == path.count && starts(names)
  }

  private func starts(_ names: [XMLName]) -> Bool {
    names.count <= path.count && zip(names, path).allSatisfy { MappedXMLItem.matches($0, $1) }
  }
}
