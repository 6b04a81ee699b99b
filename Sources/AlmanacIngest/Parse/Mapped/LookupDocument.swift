public import AlmanacModel

/// A second document in which field values are looked up by id: a feed may refer to its venues by
/// number and list the venues elsewhere.
public struct LookupDocument: Sendable {
  private let bytes: [UInt8]
  private let format: FeedFormat?
  private let item: String
  private let id: String

  /// - Parameters:
  ///   - format: nil to detect it.
  ///   - item: The path of its items, as in `FeedMapping.item`.
  ///   - id: The path of an item's id, relative to the item.
  public init(_ bytes: [UInt8], format: FeedFormat? = nil, item: String, id: String) {
    self.bytes = bytes
    self.format = format
    self.item = item
    self.id = id
  }

  /// The texts at a path of every item, by the item's id. Items with the same id are merged.
  ///
  /// - Throws: `LookupError` if the document cannot be read or no item has both values.
  public func values(at path: String) throws(LookupError) -> [String: [String]] {
    let mapping = FeedMapping(
      item: item,
      fields: [
        .id: FieldMapping(paths: [id]), .tags: FieldMapping(paths: [path], separator: ""),
      ])
    let context = ReadingContext(format: format, mapping: mapping)
    let feed = FeedReader.read(bytes, context: context)
    if let refusal = IntegrityCheck.refusal(of: feed.document) {
      throw LookupError(reason: refusal.message)
    }
    var values: [String: [String]] = [:]
    for entry in feed.entries where !entry.tags.isEmpty {
      if let id = entry.id { values[id, default: []] += entry.tags }
    }
    guard !values.isEmpty else {
      throw LookupError(reason: "no item has both '\(id)' and '\(path)'")
    }
    return values
  }
}

/// Why a lookup document is unusable.
public struct LookupError: Error, Equatable {
  public let reason: String
}
