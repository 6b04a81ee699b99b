import Foundation

/// All rows of an edition's database, put by until they are written.
struct EditionRows: Sendable {
  let order: EditionOrder
  let listings: SortedListings
  private let index: EditionIndex
  private let events: SpooledPieces
  private let occurrences: SpooledPieces
  private let words: SpooledPieces
  private let facets: FacetRows
  private let sources: Set<String>
  private let log: ChangeLog

  init(_ index: EditionIndex, _ notes: EditionNotes, _ log: ChangeLog) throws {
    self.index = index
    self.log = log
    events = try notes.eventRows.finish()
    occurrences = try notes.occurrenceRows.finish()
    words = try notes.words.finish()
    let unsorted = try notes.listings.finish()
    // Both sort all there is.
    (listings, order) = try Workers.both(workers: 2) {
      unsorted.sorted()
    } _: {
      notes.order()
    }
    facets = notes.facets
    sources = notes.sources.ids
  }

  /// Writes all but the search tables.
  func write(to url: URL) throws -> EditionDatabase {
    let database = try EditionDatabase(at: url)
    try database.fill { connection in
      try ReferenceRows(index: index, database: connection, used: sources).write()
      try listings.write(to: connection)
      try EventWords.write(words, to: connection)
      try EventRows.write(events, in: order, to: connection)
      try OccurrenceRows.write(occurrences, in: order, to: connection)
      try facets.write(in: order, to: connection)
      try ChangeRows.write(log, to: connection)
    }
    return database
  }

  func writeSearch(to url: URL) throws -> SearchDatabase {
    let search = try SearchDatabase(at: url)
    try search.fill(events, in: order)
    return search
  }
}
