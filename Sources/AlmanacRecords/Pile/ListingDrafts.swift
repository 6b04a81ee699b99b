import AlmanacFiles
public import AlmanacModel
import AlmanacTime

/// Listings as a document gives them, one after the other, as long as a later one may still change them.
///
/// Memory holds the first of them. The others are put by as the texts that are stored in the end; of
/// these, memory holds again what was asked for again.
public struct ListingDrafts: ~Copyable {
  private let most: Int
  private var held: [Listing] = []
  private var buffer = SpillBuffer()
  private var output = RecordOutput()

  // Of those that are put by, in their order.
  private var texts: [ListingText] = []
  private var woken: [Int: Listing] = [:]

  private var hasDerivedKeys = false
  /// Why what was put by can't be had again.
  private var failure: (any Error)?

  /// - Parameters:
  ///   - most: How many stay in memory.
  ///   - expected: About how many will come.
  public init(holding most: Int = 1_000, expecting expected: Int = 0) {
    self.most = most
    held.reserveCapacity(min(most, expected))
  }

  public var count: Int { held.count + texts.count }

  public mutating func append(_ listing: Listing) {
    guard held.count >= most else { return held.append(listing) }
    hasDerivedKeys = hasDerivedKeys || listing.hasDerivedKey
    let start = buffer.count
    guard output.write(listing) else {
      // One that can't be written is refused where it is stored.
      woken[texts.count] = listing
      texts.append(ListingText(at: start, key: 0, count: 0, gap: nil))
      return
    }
    listing.key.withUTF8Bytes { buffer.append($0) }
    texts.append(
      ListingText(
        at: start, key: listing.key.utf8.count, count: output.bytes.count, gap: output.gap))
    buffer.append(output.bytes)
  }

  /// One that was appended, to be looked at or changed.
  public subscript(index: Int) -> Listing {
    mutating get { index < held.count ? held[index] : taken(index - held.count) }
    set {
      if index < held.count { held[index] = newValue } else { woken[index - held.count] = newValue }
    }
  }

  /// One of those that are put by.
  private mutating func taken(_ position: Int) -> Listing {
    if let listing = woken[position] { return listing }
    var listing = Listing(
      source: "", campus: "", key: "", title: "", start: .day(CivilDate(dayNumber: 0)))
    do {
      listing = try RecordCoding.record(
        Listing.self, from: try buffer.read(texts[position].range))
    } catch {
      failure = failure ?? error
    }
    woken[position] = listing
    return listing
  }

  /// All of them; the last thing that is asked of it.
  ///
  /// - Parameters:
  ///   - language: For those that state none.
  ///   - order: Those that count, in the order of the result; nil where all do and are in order.
  /// - Throws: `FileError` where some that were put by can't be had again.
  public mutating func finish(language: String?, order: [Int]?) throws -> ListingPile {
    if let failure { throw failure }
    if let language { state(language) }
    defer { self = ListingDrafts(holding: most) }
    guard !texts.isEmpty else {
      return ListingPile(order.map { $0.map { held[$0] } } ?? held)
    }
    hasDerivedKeys =
      hasDerivedKeys || held.contains(where: \.hasDerivedKey)
      || woken.values.contains(where: \.hasDerivedKey)
    return ListingPile(
      held: held, texts: texts, woken: woken, buffer: buffer,
      hasDerivedKeys: hasDerivedKeys, language: language, order: order)
  }

  private mutating func state(_ language: String) {
    for index in held.indices where held[index].language == nil { held[index].language = language }
    for (position, listing) in woken where listing.language == nil {
      woken[position]?.language = language
    }
  }
}
