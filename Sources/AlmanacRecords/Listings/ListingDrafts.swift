import AlmanacFiles
public import AlmanacModel
import AlmanacTime

/// Collects the listings of a document while later items may still change earlier ones.
///
/// The first listings, up to `capacity`, stay in memory. The others are spilled to a file as JSON, in
/// the form that is stored later. A spilled listing that is read or changed is reloaded and stays in
/// memory.
public struct ListingDrafts: ~Copyable {
  private let capacity: Int
  private var resident: [Listing] = []
  private var buffer = SpillBuffer()
  private var output = JSONRecordEncoder()

  // Spilled listings, in their order. `reloaded` is keyed by the position in `texts`.
  private var texts: [SpilledListing] = []
  private var reloaded: [Int: Listing] = [:]

  private var hasDerivedKeys = false
  /// The error that made a spilled listing unreadable; `finish` throws it.
  private var failure: (any Error)?

  /// - Parameters:
  ///   - capacity: The maximum number of listings in memory.
  ///   - expected: The expected number of listings.
  public init(holding capacity: Int = 1_000, expecting expected: Int = 0) {
    self.capacity = capacity
    resident.reserveCapacity(min(capacity, expected))
  }

  public var count: Int { resident.count + texts.count }

  /// Appends a listing, and spills it if memory contains `capacity` already.
  ///
  /// - Complexity: O(*n*) in the size of its JSON.
  public mutating func append(_ listing: Listing) {
    guard resident.count >= capacity else { return resident.append(listing) }
    hasDerivedKeys = hasDerivedKeys || listing.hasDerivedKey
    let start = buffer.count
    guard output.write(listing) else {
      // It can't be encoded: keep it in memory. Storing it throws the error.
      reloaded[texts.count] = listing
      texts.append(SpilledListing(at: start, key: 0, count: 0, gap: nil))
      return
    }
    listing.key.withUTF8Bytes { buffer.append($0) }
    texts.append(
      SpilledListing(
        at: start, key: listing.key.utf8.count, count: output.bytes.count, gap: output.gap))
    buffer.append(output.bytes)
  }

  /// A listing that was appended, to be read or changed.
  public subscript(index: Int) -> Listing {
    mutating get { index < resident.count ? resident[index] : reload(index - resident.count) }
    set {
      if index < resident.count {
        resident[index] = newValue
      } else {
        reloaded[index - resident.count] = newValue
      }
    }
  }

  /// Reloads a spilled listing.
  private mutating func reload(_ position: Int) -> Listing {
    if let listing = reloaded[position] { return listing }
    var listing = Listing(
      source: "", campus: "", key: "", title: "", start: .day(CivilDate(dayNumber: 0)))
    do {
      listing = try RecordCoding.record(
        Listing.self, from: try buffer.read(texts[position].range))
    } catch {
      failure = failure ?? error
    }
    reloaded[position] = listing
    return listing
  }

  /// Returns all listings and resets the receiver.
  ///
  /// - Parameters:
  ///   - language: The language of listings that have none.
  ///   - order: Indices of the listings to return, in their order; nil for all.
  /// - Throws: `FileError` if a spilled listing can't be read.
  public mutating func finish(language: String?, order: [Int]?) throws -> DocumentListings {
    if let failure { throw failure }
    if let language { setLanguage(language) }
    defer { self = ListingDrafts(holding: capacity) }
    guard !texts.isEmpty else {
      return DocumentListings(order.map { $0.map { resident[$0] } } ?? resident)
    }
    hasDerivedKeys =
      hasDerivedKeys || resident.contains(where: \.hasDerivedKey)
      || reloaded.values.contains(where: \.hasDerivedKey)
    return DocumentListings(
      resident: resident, texts: texts, reloaded: reloaded, buffer: buffer,
      hasDerivedKeys: hasDerivedKeys, language: language, order: order)
  }

  /// Sets the language of listings in memory that have none.
  private mutating func setLanguage(_ language: String) {
    for index in resident.indices where resident[index].language == nil {
      resident[index].language = language
    }
    for (position, listing) in reloaded where listing.language == nil {
      reloaded[position]?.language = language
    }
  }
}
