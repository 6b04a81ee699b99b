import AlmanacModel
import AlmanacTime

/// What the artifacts hold of a stretch of events, each thing written once.
struct EncodedStretch: Sendable {
  /// Entries of calendars, one piece an event.
  let entries: Pieces
  /// Features of `events.geojson`.
  let features: Pieces
  /// Features of days, one piece an occurrence.
  let dates: Pieces
  let eventRows: Pieces
  let occurrenceRows: Pieces
  /// The piles of the events' rows by their starts; nil where these are not written in that order.
  let eventPiles: [Int32?]
  /// Those of the occurrences' rows and features.
  let occurrencePiles: [Int32]
  /// What occurrences with words of their own are searched by.
  let occurrenceTexts: OccurrenceTexts.Stretch
  /// Rows of what belongs to events by their ids.
  let words: Pieces
  /// Rows of listings, with their ids.
  let listings: Pieces
  let listingIDs: [String]
  /// Which event of the stretch refers to them.
  let listingEvents: [Int32]
  /// What the lists of places show.
  let placeItems: [PlaceFeatures.Item]
  let placePieces: Pieces
}

/// Writes what does not depend on other events, so that stretches can be written side by side.
struct StretchEncoder: Sendable {
  /// Bytes that most events take in an artifact, at most.
  private static let usual = 1_024

  private let index: EditionIndex
  private let components: EventComponents
  private let piles: StartPiles

  init(_ index: EditionIndex) {
    self.index = index
    components = EventComponents(index: index)
    piles = StartPiles(index.contents.window)
  }

  func encode(_ events: [(event: PublishedEvent, revision: EventRevision, position: Int)])
    -> EncodedStretch
  {
    var lines = ICalendarLines()
    var entryEnds: [Int] = []
    var features = FeatureCollection.writer()
    var featureEnds: [Int] = []
    var dates = FeatureCollection.writer()
    var dateEnds: [Int] = []
    var (eventRows, occurrenceRows) = (RowPacker(), RowPacker())
    var occurrenceTexts = OccurrenceTexts.Stretch()
    var (words, references) = (RowPacker(), RowPacker())
    var eventPiles: [Int32?] = []
    var occurrencePiles: [Int32] = []
    var listingIDs: [String] = []
    var listingEvents: [Int32] = []
    var placeItems: [PlaceFeatures.Item] = []
    var placePieces = Pieces()
    var json = FeatureCollection.writer()
    let room = events.count * Self.usual
    lines.reserve(room)
    features.reserve(room)
    dates.reserve(room)
    eventRows.reserve(room)
    occurrenceRows.reserve(room)
    for (number, (event, revision, _)) in events.enumerated() {
      let texts = SharedTexts(of: event)
      components.write(event, revision, texts, to: &lines)
      entryEnds.append(lines.bytes.count)
      EventFeatures.write(event, texts, to: &features)
      featureEnds.append(features.bytes.count)
      for occurrence in event.occurrences {
        DayFeatures.write(occurrence, of: event, texts, to: &dates)
        dateEnds.append(dates.bytes.count)
        OccurrenceRows.pack(occurrence, of: event, texts, to: &occurrenceRows)
        occurrenceTexts.add(occurrence, occurrencePiles.count, of: event)
        occurrencePiles.append(piles.pile(occurrence.startsAt))
      }
      eventPiles.append(event.isSpread ? nil : occurrencePiles.last)
      EventRows.pack(event, revision, to: &eventRows)
      EventWords.pack(event, to: &words)
      for reference in event.event.listings {
        ListingRows.pack(reference, of: index.contents.listings, to: &references)
        listingIDs.append(reference.id)
        listingEvents.append(Int32(number))
      }
      placeItems += PlaceFeatures.write(event, texts, to: &placePieces, &json)
    }
    return EncodedStretch(
      entries: Pieces(bytes: lines.bytes, ends: entryEnds),
      features: Pieces(bytes: features.bytes, ends: featureEnds),
      dates: Pieces(bytes: dates.bytes, ends: dateEnds), eventRows: eventRows.pieces,
      occurrenceRows: occurrenceRows.pieces, eventPiles: eventPiles,
      occurrencePiles: occurrencePiles, occurrenceTexts: occurrenceTexts, words: words.pieces,
      listings: references.pieces, listingIDs: listingIDs, listingEvents: listingEvents,
      placeItems: placeItems, placePieces: placePieces)
  }
}
