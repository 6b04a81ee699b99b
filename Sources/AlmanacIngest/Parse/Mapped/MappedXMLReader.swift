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
        for item in reading.items(in: node, ancestors) { put(item, item.node.size) }
      }
      return reading.finish(scan)
    } map: { items in
      let mapper = MappedEntryMapper(mapping, context)
      return items.map { item in
        var entry = mapper.entry(item)
        entry.problems += FieldSanitizer(limits: context.limits, of: item.node).problems
        return entry
      }
    } take: { entries in
      entries.drain(handle)
    }
  }
}

private final class MappedXMLReading {
  /// The path of the outermost elements of which a field has a value: items, or elements around them.
  private let path: [Substring]
  /// The path from there to the items.
  private let inner: ArraySlice<Substring>
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
    let path = mapping.item.split(separator: "/")
    let levels = mapping.paths.map { MappedPath.levels(of: $0).count }.max() ?? 0
    self.path = Array(path.dropLast(levels))
    inner = path.suffix(levels)
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

  /// The items in a tree; metadata is read here.
  func items(in node: XMLNode, _ ancestors: [XMLName]) -> [MappedXMLItem] {
    let below = ancestors.dropFirst() + [node.name]
    guard
      ancestors.isEmpty || leads(Array(below), to: path) || leads(ancestors + [node.name], to: path)
    else {
      channel.take(node)
      return []
    }
    let items = MappedXMLItem(node: node).items(at: inner)
    count += items.count
    return items
  }

  func finish(_ scan: FeedScan) -> ParsedFeed {
    var document = channel.finish()
    document.format = .xml
    // The elements around items were counted, not the items.
    guard count <= context.limits.entries else {
      return .refused(.tooManyItems(limit: context.limits.entries), format: .xml)
    }
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
