public import AlmanacTime
import Foundation
public import GRDB

/// The origin of an event's published values.
public struct EventExplanation: Sendable, Codable, FetchableRecord {
  public static let databaseColumnDecodingStrategy =
    DatabaseColumnDecodingStrategy.convertFromSnakeCase

  /// A listing of the event, with the evidence that it is the same event.
  public struct Listing: Sendable, Codable, FetchableRecord {
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
  public struct Change: Sendable, Codable {
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
  /// The venue text that was placed, which may be another source's than `venue`.
  public let placementVenue: String?
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
  public internal(set) var listings: [Listing]
  public internal(set) var changes: [Change]
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
    var explanation = try EventExplanation.fetchOne(
      database,
      sql: """
        SELECT e.id, e.title, e.status, v.time_precision, v.year_guess, c.timezone, e.venue,
          p.name AS place_name, e.room, v.placement_method, v.placement_confidence,
          v.placement_reason, v.placement_against, e.category, v.category_confidence,
          v.category_reason,
          (SELECT l.venue FROM event_listing el JOIN listing l ON l.id = el.listing
            WHERE el.event = e.id AND l.source = v.place_source AND l.venue IS NOT NULL
            ORDER BY el.position LIMIT 1) AS placement_venue,
          substr(v.placement_candidate, length(e.campus) + 2) AS placement_candidate,
          (SELECT json_group_array(alias) FROM (SELECT alias FROM event_alias
            WHERE event = e.id ORDER BY alias)) AS aliases,
          (SELECT json_group_array(start_text) FROM (SELECT start_text FROM occurrence
            WHERE event = e.id ORDER BY start, id)) AS starts,
          '[]' AS listings, '[]' AS changes
        FROM event e
          JOIN event_provenance v ON v.event = e.id
          JOIN campus c ON c.id = e.campus
          LEFT JOIN place p ON p.id = e.place WHERE e.id = ?
        """, arguments: [id])
    explanation?.listings = try EventExplanation.Listing.fetchAll(
      database,
      sql: """
        SELECT l.id, l.title, l.start_text AS start, l.venue, l.url, el.score, el.evidence
        FROM event_listing el JOIN listing l ON l.id = el.listing
        WHERE el.event = ? ORDER BY el.position
        """, arguments: [id])
    explanation?.changes = try changes(of: id, in: database)
    return explanation
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
