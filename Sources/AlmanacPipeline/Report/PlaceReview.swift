public import AlmanacModel
import AlmanacStore
public import AlmanacTime
public import Foundation

/// The venue texts that an operator should decide next: the content of `almanac review places`.
///
/// Ranked by the coming events that they keep off the map. What is online, off the campus or to be
/// announced is no question; a known place without a point is, for it lacks only coordinates.
public struct PlaceReview: Sendable {
  public struct Line: Hashable, Answer {
    public static let schema = "almanac.placeReview/2"

    public var campus: String
    public var venue: String
    /// Coming events, each counted once however often it takes place.
    public var events: Int
    public var reason: Placement.Abstention
    /// Places that it may be, best first; where the place is known but has no point, that place.
    public var candidates: [Placement.Candidate]
    /// What to add, and where.
    public var remedy: String
  }

  public let lines: [Line]
  /// How many there are without the limit.
  public let total: Int

  /// Reads the workspace; needs no lock.
  ///
  /// - Parameters:
  ///   - isClockStated: whether the caller named the clock; else samples have their own.
  ///   - limit: how many lines at most.
  /// - Throws: `RunError.noEdition` where nothing has run yet.
  public init(
    configuration: URL, output: URL, now: Instant, isClockStated: Bool, limit: Int
  ) throws {
    let last = try LastRun(of: output, configuration: configuration)
    let clock = try last.clock(now, isStated: isClockStated)
    var lines: [Line] = []
    for campus in last.settings.campuses {
      let zone = ZoneDatabase.system.zone(named: campus.campus.timezone) ?? .utc
      lines += try Self.lines(
        of: last.workspace.events(campus: campus.campus.id), campus: campus.campus.id, from: clock,
        zone)
    }
    self.init(lines, limit: limit)
  }

  /// Most events first, then by campus and text.
  init(_ lines: [Line], limit: Int) {
    total = lines.count
    self.lines = Array(
      lines.sorted {
        ($1.events, $0.campus, $0.venue) < ($0.events, $1.campus, $1.venue)
      }.prefix(limit))
  }

  static func lines(of events: [Event], campus: String, from now: Instant, _ zone: Zone) -> [Line] {
    var found: [String: Line] = [:]
    for event in events {
      var seen: Set<String> = []
      for occurrence in event.occurrences where occurrence.start.instant(in: zone) >= now {
        guard let venue = occurrence.venue ?? event.venue,
          let placement = occurrence.placement ?? event.placement,
          let reason = placement.reason, isQuestion(reason), seen.insert(venue).inserted
        else { continue }
        found[venue, default: line(venue, placement, reason, campus)].events += 1
      }
    }
    return Array(found.values)
  }

  private static func isQuestion(_ reason: Placement.Abstention) -> Bool {
    switch reason {
    case .ambiguous, .unknown, .noPoint: true
    case .online, .toBeAnnounced, .offCampus, .none: false
    }
  }

  private static func line(
    _ venue: String, _ placement: Placement, _ reason: Placement.Abstention, _ campus: String
  ) -> Line {
    Line(
      campus: campus, venue: venue, events: 0, reason: reason, candidates: placement.candidates,
      remedy: remedy(venue, placement, reason))
  }

  private static func remedy(
    _ venue: String, _ placement: Placement, _ reason: Placement.Abstention
  ) -> String {
    var json = JSONWriter()
    if reason == .noPoint {
      return "place '\(placement.place ?? "")': \"geometry\": {\"type\": \"Point\", "
        + "\"coordinates\": [LONGITUDE, LATITUDE]}"
    }
    json.string(venue)
    let quoted = String(decoding: json.bytes, as: UTF8.self)
    let candidate = placement.candidates.first(where: \.mayBeMeant)
    guard let candidate else {
      return "a new place with \"aliases\": [\(quoted)], or \"offCampus\": [\(quoted)]"
    }
    return "place '\(candidate.place)', if that is it: \"aliases\": [\(quoted)]"
  }
}

extension Placement.Candidate {
  /// Whether it is worth to be proposed: one that scores less has no more than a word in common, and an
  /// alias would be wrong for good.
  var mayBeMeant: Bool { against == nil && score >= 0.3 }
}

extension PlaceReview {
  public var text: String {
    guard !lines.isEmpty else { return "every venue of the coming events is placed" }
    var table = TextTable([
      ("events", .right), ("campus", .left), ("venue", .left), ("reason", .left),
      ("candidates", .left), ("add to the gazetteer", .left),
    ])
    for line in lines {
      let candidates = line.candidates.map { candidate in
        let against = candidate.against.map { ", but '\($0)'" } ?? ""
        return "\(candidate.place) \(candidate.score)\(against)"
      }
      table.add(
        [
          String(line.events), line.campus, line.venue, line.reason.rawValue,
          candidates.joined(separator: ", "), line.remedy,
        ].map { TerminalText.safe($0.replacing("\n", with: " ")) })
    }
    return table.text
  }
}
