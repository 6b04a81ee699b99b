public import AlmanacTime
import Foundation
import GRDB

/// The origin of an event's published values.
public struct EventExplanation: Sendable, Encodable {
  /// A listing of the event, with the evidence that it is the same event.
  public struct Listing: Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case id, title, venue, url, score, evidence
      case startText = "start"
    }

    public let id: String
    public let title: String?
    public let startText: String?
    public let venue: String?
    public let url: String?
    /// Confidence from 0 to 1; 1 for the first listing.
    public let score: Double
    /// Evidence in text, the strongest first; empty for the first listing.
    public let evidence: [String]
  }

  /// An entry of the change log.
  public struct Change: Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case at, field, old, new
      case kind = "change"
    }

    public let at: Instant
    public let kind: String
    public let field: String?
    public let old: String?
    public let new: String?
  }

  public let id: String
  public let title: String
  public let status: String
  /// Former ids that redirect to this one.
  public let aliases: [String]
  /// The published starts, sorted.
  public let starts: [String]
  /// How precisely the sources give the time: `hour` or `day`.
  public let timePrecision: String?
  /// How the year was guessed, if no source gives it: `weekday` or `upcoming`.
  public let yearGuess: String?
  /// The IANA name of the campus's time zone.
  public let timezone: String
  public let venue: String?
  public let placeName: String?
  public let room: String?
  public let placementMethod: String?
  public let placementConfidence: Double?
  /// Why the event has no place.
  public let placementReason: String?
  /// The id of the most likely place, if the event has none.
  public let placementCandidate: String?
  /// The word of the venue that contradicts the place or the most likely place.
  public let placementAgainst: String?
  public let category: String?
  public let categoryConfidence: Double?
  public let categoryReason: String?
  /// The most trusted listing first.
  public let listings: [Listing]
  public let changes: [Change]
}

extension EditionReader {
  /// The events that match a name, sorted by id.
  ///
  /// - Parameter name: A current or former event id, or the id, UID or link of a listing.
  /// - Throws: `QueryError.unknownEvent` if there is none, `QueryError.unreadable`.
  public func explanations(of name: String) throws -> [EventExplanation] {
    try read { database in
      try database.checkIntegrity(
        ["event", "event_provenance", "event_listing", "event_alias", "listing"])
      let bare = name.hasSuffix("/") ? String(name.dropLast()) : name
      let ids = try String.fetchAll(
        database,
        sql: """
          SELECT id FROM event WHERE id = :name
          UNION SELECT event FROM event_alias WHERE alias = :name
          UNION SELECT el.event FROM event_listing el JOIN listing l ON l.id = el.listing
            WHERE l.id = :name OR l.uid = :name OR l.url IN (:bare, :bare || '/')
          ORDER BY 1
          """, arguments: ["name": name, "bare": bare])
      guard !ids.isEmpty else { throw QueryError.unknownEvent(name) }
      return try ids.compactMap { try Self.explanation(of: $0, in: database) }
    }
  }

  private static func explanation(
    of id: String, in database: Database
  ) throws -> EventExplanation? {
    let found = try Row.fetchOne(
      database,
      sql: """
        SELECT e.*, v.*, p.name AS place_name, c.timezone AS campus_timezone,
          substr(v.placement_candidate, length(e.campus) + 2) AS candidate
        FROM event e
          JOIN event_provenance v ON v.event = e.id
          JOIN campus c ON c.id = e.campus
          LEFT JOIN place p ON p.id = e.place WHERE e.id = ?
        """, arguments: [id])
    guard let row = found else { return nil }
    return EventExplanation(
      id: id, title: row["title"], status: row["status"],
      aliases: try String.fetchAll(
        database, sql: "SELECT alias FROM event_alias WHERE event = ? ORDER BY alias",
        arguments: [id]),
      starts: try String.fetchAll(
        database, sql: "SELECT start_text FROM occurrence WHERE event = ? ORDER BY start, id",
        arguments: [id]),
      timePrecision: row["time_precision"], yearGuess: row["year_guess"],
      timezone: row["campus_timezone"], venue: row["venue"], placeName: row["place_name"],
      room: row["room"],
      placementMethod: row["placement_method"], placementConfidence: row["placement_confidence"],
      placementReason: row["placement_reason"],
      placementCandidate: row["candidate"],
      placementAgainst: row["placement_against"], category: row["category"],
      categoryConfidence: row["category_confidence"], categoryReason: row["category_reason"],
      listings: try listings(of: id, in: database), changes: try changes(of: id, in: database))
  }

  private static func listings(
    of id: String, in database: Database
  ) throws -> [EventExplanation.Listing] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT l.*, el.score, el.evidence FROM event_listing el
          JOIN listing l ON l.id = el.listing WHERE el.event = ? ORDER BY el.position
        """, arguments: [id]
    ).map { row in
      EventExplanation.Listing(
        id: row["id"], title: row["title"], startText: row["start_text"], venue: row["venue"],
        url: row["url"], score: row["score"],
        evidence: try ReferenceRows.list(row["evidence"]))
    }
  }

  private static func changes(
    of id: String, in database: Database
  ) throws -> [EventExplanation.Change] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM event_change WHERE event = ? ORDER BY at, id", arguments: [id]
    ).map { row in
      EventExplanation.Change(
        at: Instant(secondsSinceEpoch: row["at"]), kind: row["change"], field: row["field"],
        old: row["old"], new: row["new"])
    }
  }
}
