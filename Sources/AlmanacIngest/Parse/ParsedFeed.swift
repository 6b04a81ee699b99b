import AlmanacModel

/// One document as its reader understood it: what the feed says of itself, and its entries in
/// document order.
public struct ParsedFeed: Sendable {
  public var document: Document
  public var entries: [Entry]

  public init(document: Document, entries: [Entry] = []) {
    self.document = document
    self.entries = entries
  }

  /// A document of which nothing was usable.
  static func refused(_ code: FindingCode, _ message: String, format: FeedFormat? = nil)
    -> ParsedFeed
  {
    var document = Document(format: format)
    document.problems = [Finding(code, message: message)]
    return ParsedFeed(document: document)
  }
}
