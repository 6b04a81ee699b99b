import AlmanacFiles
public import AlmanacModel

/// The listings of a document: a few in memory, many as JSON in a temporary file without a name.
public struct DocumentListings: Sendable {
  private let resident: [Listing]
  // Spilled listings. `reloaded` is keyed by the position in `texts`.
  private let texts: [SpilledListing]
  private let reloaded: [Int: Listing]
  private let buffer: SpillBuffer
  /// The member `language`, for spilled listings that have none.
  private let language: [UInt8]
  /// Indices of the listings to return, where those in memory come first; nil for all in order.
  private let order: [Int]?

  /// Whether some listings have no identifier of their own.
  public let hasDerivedKeys: Bool

  public init(_ listings: [Listing] = []) {
    self.init(
      resident: listings, texts: [], reloaded: [:], buffer: SpillBuffer(),
      hasDerivedKeys: listings.contains(where: \.hasDerivedKey), language: nil, order: nil)
  }

  init(
    resident: [Listing], texts: [SpilledListing], reloaded: [Int: Listing], buffer: SpillBuffer,
    hasDerivedKeys: Bool, language: String?, order: [Int]?
  ) {
    self.resident = resident
    self.texts = texts
    self.reloaded = reloaded
    self.buffer = buffer
    self.hasDerivedKeys = hasDerivedKeys
    self.language = language.map(JSONRecordEncoder.language) ?? []
    self.order = order
  }

  public var count: Int { order?.count ?? resident.count + texts.count }

  public var isEmpty: Bool { count == 0 }

  /// The keys of all listings, in the order of the document.
  ///
  /// - Throws: `FileError` if a spilled listing can't be read.
  public func keys() throws -> [String] {
    var keys: [String] = []
    keys.reserveCapacity(count)
    try walk(listing: { keys.append($0.key) }, text: { keys.append(try key(of: $0)) })
    return keys
  }

  /// All listings, if none is spilled.
  public var inMemory: [Listing]? { texts.isEmpty ? resident : nil }

  /// All listings, in the order of the document.
  ///
  /// - Throws: `FileError` if a spilled listing can't be read.
  public func array() throws -> [Listing] {
    var all: [Listing] = []
    all.reserveCapacity(count)
    try forEachListing { all.append($0) }
    return all
  }

  /// Passes each listing to a closure, in the order of the document.
  ///
  /// - Throws: `FileError` if a spilled listing can't be read.
  public func forEachListing(_ body: (Listing) throws -> Void) throws {
    try walk(
      listing: body,
      text: { try body(try RecordCoding.record(Listing.self, from: try text(of: $0))) })
  }

  /// Passes the key and JSON of each listing to a closure, in the order of the document.
  ///
  /// - Throws: `FileError` if a spilled listing can't be read, `EncodingError` for a number that
  ///   isn't finite.
  public func forEachText(_ body: (_ key: String, _ text: [UInt8]) throws -> Void) throws {
    var output = JSONRecordEncoder()
    try walk(
      listing: { try body($0.key, try output.text(of: $0)) },
      text: { try body(try key(of: $0), try text(of: $0)) })
  }

  /// Calls `listing` for those in memory and `text` for those in the file.
  private func walk(
    listing: (Listing) throws -> Void, text: (SpilledListing) throws -> Void
  ) throws {
    for step in 0..<count {
      let index = order?[step] ?? step
      // Indices continue from the listings in memory to those in the file.
      let position = index - resident.count
      guard position >= 0 else {
        try listing(resident[index])
        continue
      }
      if let known = reloaded[position] {
        try listing(known)
        continue
      }
      try text(texts[position])
    }
  }

  private func key(of listing: SpilledListing) throws(FileError) -> String {
    String(decoding: try buffer.read(listing.keyRange), as: UTF8.self)
  }

  private func text(of listing: SpilledListing) throws(FileError) -> [UInt8] {
    listing.adding(language, to: try buffer.read(listing.range))
  }
}
