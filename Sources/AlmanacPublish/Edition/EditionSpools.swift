import AlmanacModel
import Synchronization

/// What the artifacts will hold of the events, put by stretch by stretch until all are known.
///
/// Any thread may put a stretch by, one at a time and in the order of the events.
final class EditionSpools: Sendable {
  private let open: Mutex<OpenSpools>

  init(_ index: EditionIndex, builder: EditionBuilder) throws {
    open = Mutex(try OpenSpools(index, builder))
  }

  func take(_ stretches: [EncodedStretch]) throws {
    try open.withLock { open in
      for stretch in stretches { try open.take(stretch) }
    }
  }

  /// Nothing can be put by after.
  ///
  /// - Parameter attributions: That `events.geojson` ends with.
  func finish(attributions: [Attribution]) throws -> SpooledEvents {
    try open.withLock { try $0.finish(attributions: attributions) }
  }
}

/// What was put by of all events.
struct SpooledEvents: Sendable {
  /// Of calendars.
  let entries: SpooledPieces
  /// Features of days, by occurrence.
  let dates: SpooledPiles
  let eventRows: SpooledPiles
  let occurrenceRows: SpooledPiles
  let occurrenceTexts: SpooledTexts
  let words: SpooledPieces
  let listings: UnsortedListings
  let places: PlaceCollection
}

private struct OpenSpools {
  private let entries: PieceSpool
  private let features: EventFeatures
  private let dates: PileSpool
  private let eventRows: PileSpool
  private let occurrenceRows: PileSpool
  private let occurrenceTexts: OccurrenceTexts
  private let words: PieceSpool
  private var listings: ListingRows
  private var places: PlaceFeatures
  private var events: Int32 = 0
  /// Events of several dates, or of days.
  private var spread = 0

  init(_ index: EditionIndex, _ builder: EditionBuilder) throws {
    entries = try PieceSpool(in: builder.folder)
    features = try EventFeatures(builder)
    dates = try PileSpool(in: builder.folder)
    eventRows = try PileSpool(in: builder.folder)
    occurrenceRows = try PileSpool(in: builder.folder)
    occurrenceTexts = try OccurrenceTexts(builder)
    words = try PieceSpool(in: builder.folder)
    listings = try ListingRows(builder)
    places = try PlaceFeatures(index, builder: builder)
  }

  mutating func take(_ stretch: EncodedStretch) throws {
    try entries.append(stretch.entries)
    try features.take(stretch.features)
    try dates.append(stretch.dates, to: stretch.occurrencePiles)
    try eventRows.append(stretch.eventRows, to: stretch.eventPiles.map { $0 ?? nextSpreadPile() })
    try occurrenceRows.append(stretch.occurrenceRows, to: stretch.occurrencePiles)
    try occurrenceTexts.take(stretch.occurrenceTexts, of: stretch.occurrencePiles.count)
    try words.append(stretch.words)
    let first = events
    try listings.take(
      stretch.listingIDs, of: stretch.listingEvents.lazy.map { first + $0 }, stretch.listings)
    try places.take(stretch.placeItems, stretch.placePieces)
    events += Int32(stretch.eventRows.ends.count)
  }

  private mutating func nextSpreadPile() -> Int32 {
    defer { spread += 1 }
    return StartPiles.pile(spread: spread)
  }

  func finish(attributions: [Attribution]) throws -> SpooledEvents {
    try features.finish(attributions: attributions)
    return SpooledEvents(
      entries: try entries.finish(), dates: try dates.finish(),
      eventRows: try eventRows.finish(), occurrenceRows: try occurrenceRows.finish(),
      occurrenceTexts: try occurrenceTexts.finish(), words: try words.finish(),
      listings: try listings.finish(), places: try places.finish())
  }
}
