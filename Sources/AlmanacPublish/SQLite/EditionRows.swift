import Foundation

/// All rows of an edition's database, put by until they are written.
struct EditionRows: Sendable {
  let order: EditionOrder
  let listings: SortedListings
  private let index: EditionIndex
  private let folder: URL
  private let ids: TextList
  private let events: SpooledPiles
  private let occurrences: SpooledPiles
  private let texts: SpooledTexts
  private let words: SpooledPieces
  private let facets: FacetRows
  private let sources: Set<String>
  private let log: ChangeLog

  /// - Parameter folder: One that nobody looks at yet.
  init(
    _ index: EditionIndex, _ notes: EditionNotes, _ spooled: SpooledEvents, _ log: ChangeLog,
    in folder: URL
  ) throws {
    self.index = index
    self.folder = folder
    ids = notes.ids
    self.log = log
    events = spooled.eventRows
    occurrences = spooled.occurrenceRows
    texts = spooled.occurrenceTexts
    words = spooled.words
    // Both sort all there is.
    (listings, order) = try Workers.both(workers: 2) {
      spooled.listings.sorted()
    } _: {
      notes.order()
    }
    facets = notes.facets
    sources = notes.sources.ids
  }

  /// Writes all but the search tables: what there is much of page by page, the rest by statements.
  func write(to url: URL) throws -> EditionDatabase {
    let (wordRest, occurrenceRest) = (try PieceSpool(in: folder), try PieceSpool(in: folder))
    var numbered: FacetRows.Numbered = []
    let database = try EditionDatabase(at: url) { tables in
      try listings.write(to: tables, eventIDs: ids)
      try EventWords.write(words, ids: ids, to: tables, rest: wordRest)
      words.discard()
      try EventRows.write(events, in: order, ids: ids, to: tables)
      let points = try OccurrenceRows.write(
        occurrences, in: order, ids: ids, to: tables, rest: occurrenceRest)
      occurrences.discard()
      try PackedTree.write(points, to: "occurrence_rtree", in: tables)
      numbered = try facets.write(in: order, to: tables)
      try ChangeRows.write(log, to: tables)
    }
    try database.fill { connection in
      try ReferenceRows(index: index, database: connection, used: sources).write()
      try EventWords.write(rest: try wordRest.finish(), to: connection)
      try OccurrenceRows.write(rest: try occurrenceRest.finish(), to: connection)
      try FacetRows.write(numbered, to: connection)
    }
    return database
  }

  func writeSearch(to url: URL) throws -> SearchDatabase {
    let search = try SearchDatabase(at: url)
    try search.fill(events, texts, in: order)
    return search
  }

  /// Gives the room of the events' rows back, once these and the search tables are written.
  func discardEvents() { events.discard() }
}
