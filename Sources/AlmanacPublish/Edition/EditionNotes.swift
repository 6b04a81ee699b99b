import AlmanacModel
import AlmanacTime

/// What is gathered of all events before the artifacts are put together.
struct EditionNotes {
  private let index: EditionIndex
  private(set) var calendars: CalendarSet
  private(set) var days: DayFeatures
  private(set) var places: PlaceFeatures
  private(set) var site: SiteWriter
  private(set) var coming: ComingFeeds
  private(set) var facets: FacetRows
  private(set) var listings: ListingRows
  private(set) var sources = StatingSources()
  private(set) var events = 0
  /// Of the events, in their order.
  private(set) var ids = TextList()
  let features: EventFeatures
  let dates: PileSpool
  let eventRows: PileSpool
  let occurrenceRows: PileSpool
  let occurrenceTexts: OccurrenceTexts
  let words: PieceSpool
  /// Events of several dates, or of days.
  private var spread = 0
  private var plan = EditionOrder.Builder()

  init(_ index: EditionIndex, builder: EditionBuilder) throws {
    self.index = index
    calendars = try CalendarSet(index, builder: builder)
    days = DayFeatures(window: index.contents.window)
    places = try PlaceFeatures(index, builder: builder)
    site = SiteWriter(index)
    coming = ComingFeeds(index)
    facets = FacetRows(index.contents)
    listings = try ListingRows(builder)
    features = try EventFeatures(builder)
    dates = try PileSpool(in: builder.folder)
    eventRows = try PileSpool(in: builder.folder)
    occurrenceRows = try PileSpool(in: builder.folder)
    occurrenceTexts = try OccurrenceTexts(builder)
    words = try PieceSpool(in: builder.folder)
  }

  /// - Parameter position: Where the supply has it.
  mutating func note(
    _ event: PublishedEvent, _ revision: EventRevision, suppliedAt position: Int
  ) {
    events += 1
    ids.add(event.id)
    let stating = sources.note(event.event)
    calendars.note(event, statedBy: stating)
    plan.add(event)
    days.note(event, statedBy: stating)
    site.note(event, suppliedAt: position)
    coming.note(event, revision)
    facets.note(event)
  }

  mutating func take(_ stretch: EncodedStretch) throws {
    try calendars.take(stretch.entries)
    try features.take(stretch.features)
    try dates.append(stretch.dates, to: stretch.occurrencePiles)
    try eventRows.append(stretch.eventRows, to: stretch.eventPiles.map { $0 ?? nextSpreadPile() })
    try occurrenceRows.append(stretch.occurrenceRows, to: stretch.occurrencePiles)
    try occurrenceTexts.take(stretch.occurrenceTexts, of: stretch.occurrencePiles.count)
    try words.append(stretch.words)
    let first = Int32(events - stretch.eventRows.ends.count)
    try listings.take(
      stretch.listingIDs, of: stretch.listingEvents.lazy.map { first + $0 }, stretch.listings)
    try places.take(stretch.placeItems, stretch.placePieces)
  }

  private mutating func nextSpreadPile() -> Int32 {
    defer { spread += 1 }
    return StartPiles.pile(spread: spread)
  }

  /// How events and occurrences are numbered.
  func order() -> EditionOrder { plan.order() }
}
