import AlmanacFiles
public import AlmanacModel

/// The listings of a document: few of them in memory, many as texts in a file without a name.
public struct ListingPile: Sendable {
  private let held: [Listing]
  // Of those that are put by.
  private let texts: [ListingText]
  private let woken: [Int: Listing]
  private let buffer: SpillBuffer
  /// Of those that state none, as a member of an object.
  private let language: [UInt8]
  /// Indices of the listings that count, the held ones first; nil where all do and are in order.
  private let order: [Int]?

  /// Whether some have no identifier of their own.
  public let hasDerivedKeys: Bool

  public init(_ listings: [Listing] = []) {
    self.init(
      held: listings, texts: [], woken: [:], buffer: SpillBuffer(),
      hasDerivedKeys: listings.contains(where: \.hasDerivedKey), language: nil, order: nil)
  }

  init(
    held: [Listing], texts: [ListingText], woken: [Int: Listing], buffer: SpillBuffer,
    hasDerivedKeys: Bool, language: String?, order: [Int]?
  ) {
    self.held = held
    self.texts = texts
    self.woken = woken
    self.buffer = buffer
    self.hasDerivedKeys = hasDerivedKeys
    self.language = language.map(RecordOutput.language) ?? []
    self.order = order
  }

  public var count: Int { order?.count ?? held.count + texts.count }

  public var isEmpty: Bool { count == 0 }

  /// In the order of the document.
  ///
  /// - Throws: `FileError` where some can't be had again.
  public func keys() throws -> [String] {
    var keys: [String] = []
    keys.reserveCapacity(count)
    try walk(listing: { keys.append($0.key) }, text: { keys.append(try key(of: $0)) })
    return keys
  }

  /// All of them, where none is put by.
  public var inMemory: [Listing]? { texts.isEmpty ? held : nil }

  /// All of them, in the order of the document.
  ///
  /// - Throws: `FileError` where some can't be had again.
  public func array() throws -> [Listing] {
    var all: [Listing] = []
    all.reserveCapacity(count)
    try forEachListing { all.append($0) }
    return all
  }

  /// Lends them, one by one, in the order of the document.
  ///
  /// - Throws: `FileError` where some can't be had again.
  public func forEachListing(_ body: (Listing) throws -> Void) throws {
    try walk(
      listing: body,
      text: { try body(try RecordCoding.record(Listing.self, from: try text(of: $0))) })
  }

  /// Lends the texts that are stored, with their keys.
  ///
  /// - Throws: `FileError` where some can't be had again, `EncodingError` for one that can't be written.
  public func forEachText(_ body: (_ key: String, _ text: [UInt8]) throws -> Void) throws {
    var output = RecordOutput()
    try walk(
      listing: { try body($0.key, try output.text(of: $0)) },
      text: { try body(try key(of: $0), try text(of: $0)) })
  }

  private func walk(
    listing: (Listing) throws -> Void, text: (ListingText) throws -> Void
  ) throws {
    for step in 0..<count {
      let index = order?[step] ?? step
      let position = index - held.count
      guard position >= 0 else {
        try listing(held[index])
        continue
      }
      if let known = woken[position] {
        try listing(known)
        continue
      }
      try text(texts[position])
    }
  }

  private func key(of place: ListingText) throws(FileError) -> String {
    String(decoding: try buffer.read(place.keyRange), as: UTF8.self)
  }

  private func text(of place: ListingText) throws(FileError) -> [UInt8] {
    place.adding(language, to: try buffer.read(place.range))
  }
}
