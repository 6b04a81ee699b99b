import AlmanacModel
import AlmanacTime
import GRDB

/// Writes what belongs to events by their ids, in the order of the ids: categories, tags, listings,
/// former ids and the rules of series.
struct EventWords {
  private let category: Statement
  private let tag: Statement
  private let listing: Statement
  private let alias: Statement
  private let series: Statement
  private var aliases: Set<String> = []

  init(_ database: Database) throws {
    category = try database.insertion(into: "event_category", columns: 3)
    tag = try database.insertion(into: "tag", columns: 2)
    listing = try database.insertion(into: "event_listing", columns: 5)
    alias = try database.insertion(into: "event_alias", columns: 2)
    series = try database.insertion(into: "series", columns: 7)
  }

  mutating func write(_ published: PublishedEvent) throws {
    let id = published.id
    for (position, entry) in published.categories.enumerated() {
      try category.execute(arguments: [id, entry.id, position == 0])
    }
    for text in Set(published.event.tags).sorted() { try tag.execute(arguments: [id, text]) }
    for former in published.event.aliases where aliases.insert(former).inserted {
      try alias.execute(arguments: [former, id])
    }
    var seen: Set<String> = []
    for (position, entry) in published.event.listings.enumerated()
    where seen.insert(entry.id).inserted {
      try listing.execute(
        arguments: [id, entry.id, position, entry.score, ReferenceRows.json(entry.evidence)])
    }
    if let series = published.event.series { try write(series, of: id) }
  }

  /// Times with the names of their zones: a rule goes by the clocks of a zone, not by an offset.
  private func write(_ series: Series, of id: String) throws {
    let recurrence = series.recurrence
    try self.series.execute(
      arguments: [
        id, series.start.description, series.end?.description,
        ReferenceRows.json(recurrence.rules.map(\.description)),
        ReferenceRows.json(recurrence.exclusionRules.map(\.description)),
        ReferenceRows.json(recurrence.additions.map(\.description)),
        ReferenceRows.json(recurrence.exclusions.map(\.description)),
      ])
  }
}
