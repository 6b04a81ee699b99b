import AlmanacModel
import AlmanacTime
import GRDB

/// The rows of what belongs to events by their ids: categories, tags, listings, former ids and the
/// rules of series; packed and written in the order of the ids.
struct EventWords {
  private enum Table: Int {
    case category, tag, listing, alias, series
  }

  /// Packs the rows of an event as one piece, each behind its table.
  static func pack(_ published: PublishedEvent, to row: inout RowPacker) {
    let id = published.id
    for (position, entry) in published.categories.enumerated() {
      row.add(Table.category.rawValue)
      row.add(id)
      row.add(entry.id)
      row.add(position == 0)
    }
    let tags = published.event.tags
    for text in tags.count > 1 ? Set(tags).sorted() : tags {
      row.add(Table.tag.rawValue)
      row.add(id)
      row.add(text)
    }
    for former in published.event.aliases {
      row.add(Table.alias.rawValue)
      row.add(former)
      row.add(id)
    }
    let listings = published.event.listings
    for (position, entry) in listings.enumerated()
    where !listings[..<position].contains(where: { $0.id == entry.id }) {
      row.add(Table.listing.rawValue)
      row.add(id)
      row.add(entry.id)
      row.add(position)
      row.add(entry.score)
      row.add(entry.evidence.isEmpty ? "[]" : ReferenceRows.json(entry.evidence))
    }
    if let series = published.event.series { pack(series, of: id, to: &row) }
    row.endPiece()
  }

  /// Times with the names of their zones: a rule goes by the clocks of a zone, not by an offset.
  private static func pack(_ series: Series, of id: String, to row: inout RowPacker) {
    let recurrence = series.recurrence
    row.add(Table.series.rawValue)
    row.add(id)
    row.add(series.start.description)
    row.add(series.end?.description)
    row.add(ReferenceRows.json(recurrence.rules.map(\.description)))
    row.add(ReferenceRows.json(recurrence.exclusionRules.map(\.description)))
    row.add(ReferenceRows.json(recurrence.additions.map(\.description)))
    row.add(ReferenceRows.json(recurrence.exclusions.map(\.description)))
  }

  /// Writes the rows that were packed.
  static func write(_ rows: SpooledPieces, to database: Database) throws {
    let category = try RowInsertion(into: "event_category", columns: 3, in: database)
    let tag = try RowInsertion(into: "tag", columns: 2, in: database)
    let listing = try RowInsertion(into: "event_listing", columns: 5, in: database)
    let alias = try RowInsertion(into: "event_alias", columns: 2, in: database)
    let series = try RowInsertion(into: "series", columns: 7, in: database)
    var aliases: Set<String> = []
    try rows.each { row in
      while let table = row.integer().flatMap({ Table(rawValue: Int($0)) }) {
        switch table {
        case .category: try category.insert(&row, count: 3)
        case .tag: try tag.insert(&row, count: 2)
        case .listing: try listing.insert(&row, count: 5)
        case .series: try series.insert(&row, count: 7)
        case .alias:
          var former = row
          if let text = former.text(), aliases.insert(text).inserted {
            try alias.insert(&row, count: 2)
          } else {
            _ = (row.next(), row.next())
          }
        }
        if row.isAtEnd { break }
      }
    }
  }
}
