import AlmanacModel
import AlmanacTime
import GRDB

/// What the page and the feeds of what comes next show of an edition, found by its database: a few thousand
/// events, however many there are.
struct ComingEvents {
  /// A date that the page shows, or would if it had more room.
  struct Date {
    let startsAt: Instant
    let ordinal: Int
    let campus: String
    /// Of its event's id among all of these.
    let position: Int
  }

  /// In the order of their bytes.
  let ids: [String]
  let shown: [Date]
  /// Of the feeds, in the order of their ids.
  let soonest: [(id: String, revision: EventRevision)]
  /// Those that are shown, and for which there is room, in any order.
  let events: [Event]
  /// With the listings that state the events, and what of these was withdrawn.
  let contents: EditionContents

  /// - Parameters:
  ///   - days: Those that the page shows, by campus.
  ///   - lookup: Gives the events that are not withdrawn, and the listings.
  init(
    _ database: Database, on days: [String: ComingDays], _ contents: EditionContents,
    _ lookup: EventLookup, zones: ZoneDatabase
  ) throws {
    let dates = ComingDates(database)
    let rows = try dates.shown(on: days)
    let ids = Set(rows.map(\.event)).sorted { $0.precedes($1) }
    let positions = Dictionary(
      zip(ids, ids.indices.lazy.map { Int($0) }), uniquingKeysWith: { first, _ in first })
    let shown = rows.map { row in
      Date(
        startsAt: row.startsAt, ordinal: row.ordinal, campus: row.campus,
        position: positions[row.event] ?? 0)
    }
    soonest = try dates.soonest(ComingFeeds.limit, after: contents.now)
      .sorted { $0.precedes($1) }
      .compactMap { id in try database.revision(of: id).map { (id, $0) } }
    var filled = contents
    let wanted = Self.fitting(shown).map { ids[$0] } + soonest.map(\.id)
    events = try Self.events(Set(wanted), database, &filled, lookup, zones)
    let stating = events.lazy.flatMap { $0.listings.map(\.id) + $0.provenance.values }
    filled.listings = StatedListings(try lookup.listings(Set(stating)))
    self.ids = ids
    self.shown = shown
    self.contents = filled
  }

  /// The positions of the events that the page has room for: those that begin soonest.
  private static func fitting(_ dates: [Date]) -> Set<Int> {
    let sorted = dates.sorted { ($0.startsAt, $0.position) < ($1.startsAt, $1.position) }
    var chosen: Set<Int> = []
    for date in sorted where chosen.count < SiteWriter.eventLimit { chosen.insert(date.position) }
    return chosen
  }

  private static func events(
    _ ids: Set<String>, _ database: Database, _ contents: inout EditionContents,
    _ lookup: EventLookup, _ zones: ZoneDatabase
  ) throws -> [Event] {
    let withdrawn = try WithdrawnEvents(database, zones: zones)
    let campuses = try database.cachedStatement(sql: "SELECT campus FROM event WHERE id = ?")
    var events: [Event] = []
    var stated: [String: Set<String>] = [:]
    for id in ids {
      if let kept = try withdrawn.kept(id, noting: &contents) {
        events.append(kept)
      } else if let campus = try String.fetchOne(campuses, arguments: [id]) {
        stated[campus, default: []].insert(id)
      }
    }
    for (campus, ids) in stated {
      let found = try lookup.events(ids, campus)
      // An edition that silently lacked it would not be the one that making it in full gives.
      if let missing = ids.subtracting(found.map(\.id)).first {
        throw EditionRenewal.Failure.unknownEvent(id: missing)
      }
      events += found
    }
    return events
  }
}
