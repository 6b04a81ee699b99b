import AlmanacModel

/// A parsed document with its entries in document order.
public struct ParsedFeed: Sendable {
  public var document: Document
  public var entries: [Entry]

  public init(document: Document, entries: [Entry] = []) {
    self.document = document
    self.entries = entries
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
