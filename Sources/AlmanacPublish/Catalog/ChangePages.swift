import AlmanacModel
import AlmanacTime
import GRDB

/// `rpde/`: pages with changed events (Realtime Paged Data Exchange 1.0,
/// https://openactive.io/realtime-paged-data-exchange/).
///
/// A page contains the events that changed at the first time after the time in its name, sorted by
/// id. So a page never changes after it is published, except the last one. The last page is empty
/// and links to itself; a consumer polls it for later changes. Pages remain for thirty days. After
/// that, a consumer restarts with the first page, as the standard requires.
struct ChangePages {
  static let first = "rpde/index.json"

  /// Maximum number of items of a page.
  private static let limit = 500
  /// How long pages remain, in seconds before the start of the current week.
  private static let retention = 30 * 86_400

  private struct Item {
    let id: String
    let modified: Int64
    /// nil for a deleted event.
    let row: Row?
  }

  private let contents: EditionContents
  private let address: EditionAddress
  private let license: String

  /// nil without an address, because each page links to the next one by URL.
  init?(_ contents: EditionContents, attributions: [Attribution]) {
    guard let address = contents.options.address else { return nil }
    self.contents = contents
    self.address = address
    license = attributions.compactMap(\.license).first ?? "https://openactive.io/"
  }

  func write(_ database: Database, to builder: EditionBuilder) throws {
    let times = try Int64.fetchAll(
      database,
      sql: """
        SELECT DISTINCT at FROM event_change WHERE at >= ?
        UNION SELECT DISTINCT modified FROM event_revision ORDER BY 1
        """, arguments: [contents.weekBegan.secondsSinceEpoch - Int64(Self.retention)])
    let rows = try Row.fetchCursor(database, sql: Self.selection)
    func nextItem() throws -> Item? {
      try rows.next().map { row in
        Item(id: row["id"], modified: row["modified"], row: row["title"] == nil ? nil : row.copy())
      }
    }
    var item = try nextItem()
    var previous: Int64?
    for time in times {
      // Deletions before the first time are too old.
      while let old = item, old.modified < time { item = try nextItem() }
      var name = name(after: previous)
      // If there are too many items of one time, a later page is named by the last id of the page
      // before it.
      repeat {
        var items: [Item] = []
        while let next = item, next.modified == time, items.count < Self.limit {
          items.append(next)
          item = try nextItem()
        }
        let next =
          item?.modified == time
          ? "rpde/\(time)-\(items.last?.id ?? "").json" : self.name(after: time)
        try page(items, named: name, next: next, to: builder)
        name = next
      } while item?.modified == time
      previous = time
    }
    // The last page is empty and links to itself. The next run replaces it by its first page.
    try page([], named: name(after: previous), next: name(after: previous), to: builder)
  }

  private func name(after time: Int64?) -> String {
    time.map { "rpde/after-\($0).json" } ?? Self.first
  }

  /// All events and deleted events with the time of their last change, sorted by it and by id. A
  /// deleted event has no title.
  private static let selection = """
    SELECT e.id, r.modified, e.title, e.description, e.status, e.venue, e.latitude, e.longitude,
      (SELECT start_text FROM occurrence WHERE event = e.id ORDER BY start LIMIT 1) AS starts,
      (SELECT end_text FROM occurrence WHERE event = e.id ORDER BY start LIMIT 1) AS ends
    FROM event e JOIN event_revision r ON r.event = e.id
    UNION ALL
    SELECT event, max(at), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM event_change
    WHERE change IN ('withdrawn', 'merged') AND event NOT IN (SELECT id FROM event) GROUP BY event
    ORDER BY 2, 1
    """

  private func page(
    _ items: [Item], named name: String, next: String, to builder: EditionBuilder
  ) throws {
    var json = JSONWriter()
    json.beginObject()
    json.member("next", address.file(next))
    json.objects("items", items, onLines: true) { write($0, to: &$1) }
    json.newline()
    json.member("license", license)
    json.endObject()
    json.lineBreak()
    try builder.write(name, json.bytes, records: items.count)
  }

  private func write(_ item: Item, to json: inout JSONWriter) {
    json.member("state", item.row == nil ? "deleted" : "updated")
    json.member("kind", "Event")
    json.member("id", item.id)
    json.member("modified", Int(item.modified))
    guard let row = item.row else { return }
    json.object("data") { json in
      json.member("@context", "https://openactive.io/")
      json.member("type", "Event")
      json.member("id", address.page(of: item.id))
      json.member("url", address.page(of: item.id))
      json.member("name", row["title"] as String?)
      json.member("description", row["description"] as String?)
      json.member("startDate", row["starts"] as String?)
      json.member("endDate", row["ends"] as String?)
      let status = EventStatus(rawValue: row["status"]) ?? .confirmed
      json.member("eventStatus", LinkedData.address(of: status))
      write(location: row, to: &json)
    }
  }

  private func write(location row: Row, to json: inout JSONWriter) {
    guard let venue = row["venue"] as String? else { return }
    json.object("location") { json in
      json.member("type", "Place")
      json.member("name", venue)
      guard let latitude = row["latitude"] as Double?, let longitude = row["longitude"] as Double?
      else { return }
      json.object("geo") {
        $0.member("type", "GeoCoordinates")
        $0.member("latitude", latitude)
        $0.member("longitude", longitude)
      }
    }
  }
}
