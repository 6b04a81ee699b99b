import AlmanacModel

/// A parsed document with its entries in document order.
public struct ParsedFeed: Sendable {
  public var document: Document
  public var entries: [Entry]

  public init(document: Document, entries: [Entry] = []) {
    self.document = document
    self.entries = entries
  }

  /// The feed that a closure reads, with the entries that it passes on, unless it is rejected.
  static func collecting(_ read: ((consuming Entry) -> Void) -> ParsedFeed) -> ParsedFeed {
    var entries: [Entry] = []
    var feed = read { entries.append($0) }
    if !feed.document.isRefused { feed.entries = entries }
    return feed
  }

  /// A document that was rejected, with the reason as its only finding.
  static func refused(_ code: FindingCode, _ message: String, format: FeedFormat? = nil)
    -> ParsedFeed
  {
    var document = Document(format: format)
    document.problems = [Finding(code, message: message)]
    return ParsedFeed(document: document)
  }

  static func refused(_ refusal: DocumentRefusal, format: FeedFormat) -> ParsedFeed {
    var document = Document(format: format)
    document.problems = [refusal.finding]
    return ParsedFeed(document: document)
  }
}
