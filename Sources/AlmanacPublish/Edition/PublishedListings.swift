import AlmanacFiles
public import AlmanacModel
import AlmanacTime

/// The published values of all current listings, by id. Keeps them in a temporary file, because
/// there may be a million.
public struct PublishedListings: Sendable {
  private var texts = SpillBuffer()
  /// The texts of each listing in `texts`.
  private var ranges: [String: Range<Int>] = [:]
  /// Ids of non-public listings.
  private(set) var hidden: Set<String> = []

  public init() {}

  /// Adds a listing; ignores one whose id is already present.
  ///
  /// - Complexity: O(1) on average.
  public mutating func add(_ listing: Listing) {
    let id = listing.id
    if listing.visibility != .public { hidden.insert(id) }
    guard ranges[id] == nil else { return }
    let values =
      [
        listing.uid, listing.link, listing.title, listing.venue, listing.start.publicText,
        listing.end?.publicText, listing.status.rawValue, listing.published?.publicText,
        listing.updated?.publicText,
      ] + listing.tags
    var bytes: [UInt8] = []
    for value in values {
      if let value {
        value.withUTF8Bytes { bytes.append(contentsOf: $0) }
      } else {
        bytes.append(Self.null)
      }
      bytes.append(Self.end)
    }
    ranges[id] = texts.count..<texts.count + bytes.count
    texts.append(bytes)
  }

  /// Bytes that UTF-8 never contains.
  private static let null: UInt8 = 0xfe
  private static let end: UInt8 = 0xff

  /// The number of values of a listing before its tags.
  private static let columns = 9

  /// The values of a listing, followed by its tags; empty for an unknown one.
  private func values(of id: String) throws -> [String?] {
    guard let range = ranges[id] else { return [] }
    return try texts.read(range).split(separator: Self.end, omittingEmptySubsequences: false)
      .dropLast().map { $0.first == Self.null ? nil : String(decoding: $0, as: UTF8.self) }
  }

  func contains(_ id: String) -> Bool { ranges[id] != nil }

  /// - Throws: `FileError` if the temporary file can't be read.
  func tags(of id: String) throws -> [String] {
    try values(of: id).dropFirst(Self.columns).compactMap(\.self)
  }

  /// The row of table `listing`. For an unknown listing, only the values of the event's reference.
  ///
  /// - Throws: `FileError` if the temporary file can't be read.
  func row(of reference: ListingReference) throws -> [(any ColumnValue)?] {
    var values = try values(of: reference.id).prefix(Self.columns)
    if values.isEmpty { values = ArraySlice(repeating: nil, count: Self.columns) }
    values[0] = values[0] ?? reference.uid
    values[1] = values[1] ?? reference.url
    return [reference.id, reference.source] + Array(values)
  }
}
