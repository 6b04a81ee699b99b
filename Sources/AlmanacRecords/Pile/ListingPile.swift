import AlmanacFiles
public import AlmanacModel

/// The listings of a document: few of them in memory, many as texts in a file without a name.
public struct ListingPile: Sendable {
  private let held: [Listing]
  // Of those that are put by.
  private let texts: [ListingText]
  private let laterKeys: [String]
  private let woken: [Int: Listing]
  private let bytes: DocumentBytes
  /// Of those that state none, as a member of an object.
  private let language: [UInt8]
  /// Indices, the held ones first; nil where they are in order.
  private let order: [Int]?

  /// Whether some have no identifier of their own.
  public let hasDerivedKeys: Bool

  public init(_ listings: [Listing] = []) {
    self.init(
      held: listings, texts: [], keys: [], woken: [:], bytes: DocumentBytes([]),
      hasDerivedKeys: listings.contains(where: \.hasDerivedKey), language: nil, order: nil)
  }

  init(
    held: [Listing], texts: [ListingText], keys: [String], woken: [Int: Listing],
    bytes: DocumentBytes, hasDerivedKeys: Bool, language: String?, order: [Int]?
  ) {
    self.held = held
    self.texts = texts
    laterKeys = keys
    self.woken = woken
    self.bytes = bytes
    self.hasDerivedKeys = hasDerivedKeys
    self.language = language.map(RecordOutput.language) ?? []
    self.order = order
  }

  public var count: Int { held.count + texts.count }

  public var isEmpty: Bool { count == 0 }

  /// In no order.
  public var keys: [String] { held.map(\.key) + laterKeys }

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
      text: { _, text in try body(try RecordCoding.record(Listing.self, from: text)) })
  }

  /// Lends the texts that are stored, with their keys.
  ///
  /// - Throws: `FileError` where some can't be had again, `EncodingError` for one that can't be written.
  public func forEachText(_ body: (_ key: String, _ text: [UInt8]) throws -> Void) throws {
    var output = RecordOutput()
    try walk(listing: { try body($0.key, try output.text(of: $0)) }, text: body)
  }

  private func walk(
    listing: (Listing) throws -> Void, text: (_ key: String, _ text: [UInt8]) throws -> Void
  ) throws {
    var behind = 0
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
      let place = texts[position]
      let bytes = self.bytes.withUnsafeBufferPointer { place.text(of: $0, filling: language) }
      // Bytes that are lost read as zeros.
      if let failure = self.bytes.failure { throw failure }
      try text(laterKeys[position], bytes)
      if place.start - behind >= Self.part {
        self.bytes.letGo(behind..<place.start)
        behind = place.start
      }
    }
  }

  /// What was read is let go of in parts of so many bytes.
  private static let part = 1 << 20
}
