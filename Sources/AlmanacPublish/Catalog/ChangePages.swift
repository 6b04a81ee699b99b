import AlmanacModel
import AlmanacTime
import GRDB

/// `rpde/`: the changes of events as pages that others walk (Realtime Paged Data Exchange 1.0,
/// https://openactive.io/realtime-paged-data-exchange/).
///
/// A page holds what was changed at the first time after its name's, sorted by id, so that a page's
/// content depends on nothing that comes later. Whoever reads to the last page, which is empty and names
/// itself, and asks for it again after a run finds what that run changed. Pages of the last thirty days
/// stay; for older ones a reader begins anew at the first, as the standard says.
struct ChangePages {
  static let first = "rpde/index.json"

  /// Items of a page.
  private static let limit = 500
  /// Seconds before the week began.
  private static let reach = 30 * 86_400

  private struct Item {
    let id: String
    let modified: Int64
    /// nil for one that is gone.
    let row: Row?
  }

  private let contents: EditionContents
  private let address: EditionAddress
  private let license: String

  /// nil without an address: each page names the next by its own.
  init?(_ contents: EditionContents, attributions: [Attribution]) {
    guard let address = contents.address else { return nil }
    self.contents = contents
    self.address = address
    license = attributions.compactMap(\.license).first ?? "https://openactive.io/"
  }

  func write(_ database: Database, to builder: EditionBuilder) throws {
    let items = try items(of: database)
    let times = try Int64.fetchAll(
      database,
      sql: """
        SELECT DISTINCT at FROM event_change WHERE at >= ?
        UNION SELECT DISTINCT modified FROM event_revision ORDER BY 1
        """, arguments: [contents.weekBegan.secondsSinceEpoch - Int64(Self.reach)])
    let byTime = Dictionary(grouping: items, by: \.modified)
    var previous: Int64?
    for time in times {
      try write(byTime[time] ?? [], at: time, after: previous, to: builder)
      previous = time
    }
    try page([], named: name(after: previous), next: name(after: previous), to: builder)
  }

  private func write(
    _ items: [Item], at time: Int64, after previous: Int64?, to builder: EditionBuilder
  ) throws {
    var rest = items[...]
    var name = name(after: previous)
    repeat {
      let part = rest.prefix(Self.limit)
      rest = rest.dropFirst(Self.limit)
      let next =
        rest.isEmpty ? self.name(after: time) : "rpde/\(time)-\(part.last?.id ?? "").json"
      try page(Array(part), named: name, next: next, to: builder)
      name = next
    } while !rest.isEmpty
  }

  private func name(after time: Int64?) -> String {
    time.map { "rpde/after-\($0).json" } ?? Self.first
  }

  private func items(of database: Database) throws -> [Item] {
    let present = try Row.fetchAll(
      database,
      sql: """
        SELECT event.*, event_revision.modified AS modified,
          (SELECT start_text FROM occurrence WHERE event = event.id ORDER BY start LIMIT 1) AS starts,
          (SELECT end_text FROM occurrence WHERE event = event.id ORDER BY start LIMIT 1) AS ends
        FROM event JOIN event_revision ON event_revision.event = event.id ORDER BY event.id
        """
    ).map { Item(id: $0["id"], modified: $0["modified"], row: $0) }
    let gone = try Row.fetchAll(
      database,
      sql: """
        SELECT event, max(at) AS at FROM event_change
        WHERE change IN ('withdrawn', 'merged') AND event NOT IN (SELECT id FROM event)
        GROUP BY event ORDER BY event
        """
    ).map { Item(id: $0["event"], modified: $0["at"], row: nil) }
    return (present + gone).sorted { $0.id.precedes($1.id) }
  }

  private func page(
    _ items: [Item], named name: String, next: String, to builder: EditionBuilder
  ) throws {
    var json = JSONWriter()
    json.beginObject()
    json.member("next", address.file(next))
    json.key("items")
    json.beginArray()
    for item in items {
      json.newline()
      write(item, to: &json)
    }
    json.endArray()
    json.newline()
    json.member("license", license)
    json.endObject()
    json.lineBreak()
    try builder.write(name, json.bytes, records: items.count)
  }

  private func write(_ item: Item, to json: inout JSONWriter) {
    json.beginObject()
    json.member("state", item.row == nil ? "deleted" : "updated")
    json.member("kind", "Event")
    json.member("id", item.id)
    json.member("modified", Int(item.modified))
    if let row = item.row {
      json.key("data")
      json.beginObject()
      json.member("@context", "https://openactive.io/")
      json.member("type", "Event")
      json.member("id", address.page(of: item.id))
      json.member("url", address.page(of: item.id))
      json.member("name", row["title"] as String?)
      json.member("description", row["description"] as String?)
      json.member("startDate", row["starts"] as String?)
      json.member("endDate", row["ends"] as String?)
      json.member("eventStatus", "https://schema.org/\(Self.status(row["status"]))")
      write(location: row, to: &json)
      json.endObject()
    }
    json.endObject()
  }

  private func write(location row: Row, to json: inout JSONWriter) {
    guard let venue = row["venue"] as String? else { return }
    json.key("location")
    json.beginObject()
    json.member("type", "Place")
    json.member("name", venue)
    if let latitude = row["latitude"] as Double?, let longitude = row["longitude"] as Double? {
      json.key("geo")
      json.beginObject()
      json.member("type", "GeoCoordinates")
      json.member("latitude", latitude)
      json.member("longitude", longitude)
      json.endObject()
    }
    json.endObject()
  }

  private static func status(_ status: String) -> String {
    switch status {
    case "cancelled": "EventCancelled"
    case "postponed": "EventPostponed"
    default: "EventScheduled"
    }
  }
}
