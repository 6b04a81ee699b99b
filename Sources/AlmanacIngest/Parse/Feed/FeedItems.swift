import AlmanacModel
import AlmanacTime

/// What the mapping of an item needs from the elements of its feed before it.
final class FeedHead: Sendable {
  let root: FeedState.Root
  /// The base of relative links if an item declares none.
  let link: String?
  /// The build time of an RSS channel.
  let built: CalendarTime?
  let generator: String?
  /// The date syntax of an Atom feed.
  let form: DateForm

  init(
    root: FeedState.Root, link: String? = nil, built: CalendarTime? = nil,
    generator: String? = nil, form: DateForm = .rfc822
  ) {
    self.root = root
    self.link = link
    self.built = built
    self.generator = generator
    self.form = form
  }
}

/// A feed that was read to its end, without its items.
struct FeedEnd: Sendable {
  var feed: ParsedFeed
  /// The findings about the feed's own fields.
  let problems: [Finding]
  let paging: Paging
  /// The defects outside of items.
  let defects: Diagnostics
  let head: FeedHead
}

protocol FeedItemMapper: SendableMetatype {
  init(_ context: ReadingContext, _ state: FeedState)
  func entry(_ node: XMLNode, of head: FeedHead) -> Entry
  /// A text that no other item of the feed has.
  static func identity(of entry: borrowing Entry) -> String?
}

/// Reads the metadata of a feed and finds its items.
protocol FeedReading: SendableMetatype {
  associatedtype Mapper: FeedItemMapper

  init(_ context: ReadingContext)
  func choose(_ start: StartElement, _ path: [XMLName]) throws -> XMLTree.Choice
  /// The feed so far, if a tree is an item; other trees are read here.
  func head(ofItem node: XMLNode, _ path: [XMLName]) -> FeedHead?
  func finish(_ scan: FeedScan) -> FeedEnd
}

extension FeedReading {
  /// Reads a feed and passes on each entry in document order, with the feed before it.
  static func read(
    _ bytes: [UInt8], _ context: ReadingContext, each handle: (consuming Entry, FeedHead) -> Void
  ) -> FeedEnd {
    var defects = Diagnostics()
    var identities: Set<String> = []
    var end = DocumentPipeline.run(
      isConcurrent: bytes.count >= context.limits.concurrentBytes
    ) { put in
      let reading = Self(context)
      let scan = FeedScan(bytes, context, choose: reading.choose) { node, path in
        if let head = reading.head(ofItem: node, path) { put((node, head), node.size) }
      }
      return reading.finish(scan)
    } map: { items in
      let state = FeedState(items[0].1.root)
      let mapper = Mapper(context, state)
      return (items.map { mapper.entry($0, of: $1) }, items.map(\.1), state.diagnostics)
    } take: { (batch: inout ([Entry], [FeedHead], Diagnostics)) in
      defects.add(batch.2)
      var heads = batch.1[...]
      batch.0.drain { entry in
        if let identity = Mapper.identity(of: entry), !identities.insert(identity).inserted {
          defects.note(.repeatedIdentifier, line: entry.line)
        }
        handle(entry, heads.removeFirst())
      }
    }
    guard !end.feed.document.isRefused else { return end }
    defects.add(end.defects)
    end.feed.document.problems += end.problems + defects.findings
    end.paging.apply(to: &end.feed.document, items: end.feed.document.entryCount)
    return end
  }
}
