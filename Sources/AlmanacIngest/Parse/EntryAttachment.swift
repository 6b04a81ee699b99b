/// A file that belongs to an entry: an enclosure of RSS or Atom, an attachment of JSON Feed.
public struct EntryAttachment: Hashable, Sendable {
  public var url: String
  /// Media type as written in the document.
  public var type: String?

  public init(url: String, type: String? = nil) {
    self.url = url
    self.type = type
  }
}
