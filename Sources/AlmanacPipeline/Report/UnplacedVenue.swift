public import AlmanacModel
import AlmanacStore
import AlmanacTime

/// A venue text that an operator should place: a line of `almanac review places`.
///
/// Ranked by the upcoming events that it keeps off the map. Texts that mean online, off the campus or to
/// be announced are no question. A known place without a point is one: it lacks only coordinates.
public struct UnplacedVenue: Hashable, ReviewLine {
  public static let schema = "almanac.placeReview/2"
  public static let nothing = "every venue of the upcoming events is placed"

  public var campus: String
  public var venue: String
  /// Upcoming events, each counted once however often it takes place.
  public var events: Int
  public var reason: Placement.Abstention
  /// Places that it may be, best first; where the place is known but has no point, that place.
  public var candidates: [Placement.Candidate]
  /// What to add, and where.
  public var remedy: String

  public static func all(of last: LastRun) throws -> [UnplacedVenue] {
    try last.settings.campuses.map(\.campus).flatMap { campus in
      lines(
        of: try last.workspace.events(campus: campus.id), campus: campus.id, from: last.upcoming,
        campus.zone)
    }
  }

  /// Most events first, then by campus and text.
  public func isBefore(_ other: UnplacedVenue) -> Bool {
    (other.events, campus, venue) < (events, other.campus, other.venue)
  }

  static func lines(
    of events: [Event], campus: String, from now: Instant, _ zone: Zone
  ) -> [UnplacedVenue] {
    var found: [String: UnplacedVenue] = [:]
    for event in events {
      var seen: Set<String> = []
      for occurrence in event.occurrences where occurrence.start.instant(in: zone) >= now {
        guard let venue = occurrence.venue ?? event.venue,
          let placement = occurrence.placement ?? event.placement,
          let reason = placement.reason, isQuestion(reason), seen.insert(venue).inserted
        else { continue }
        let line = UnplacedVenue(
          campus: campus, venue: venue, events: 0, reason: reason,
          candidates: placement.candidates, remedy: remedy(venue, placement, reason))
        found[venue, default: line].events += 1
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

  private static func remedy(
    _ venue: String, _ placement: Placement, _ reason: Placement.Abstention
  ) -> String {
    if reason == .noPoint {
      return "place '\(placement.place ?? "")': \"geometry\": {\"type\": \"Point\", "
        + "\"coordinates\": [LONGITUDE, LATITUDE]}"
    }
    let quoted = JSONWriter.quoted(venue)
    let likeliest = placement.candidates.likeliest
    guard let candidate = likeliest.first else {
      return "a new place with \"aliases\": [\(quoted)], or \"offCampus\": [\(quoted)]"
    }
    guard likeliest.count == 1 else {
      return "several places fit alike: name one under 'pin-place' in decisions.yaml"
    }
    return "place '\(candidate.place)', if that is it: \"aliases\": [\(quoted)]"
  }
}

extension Placement.Candidate {
  /// Whether it is worth to be proposed: one that scores less has no more than a word in common, and an
  /// alias would be wrong for good.
  var mayBeMeant: Bool { against == nil && score >= 0.3 }
}

extension [Placement.Candidate] {
  /// The candidate with the best score that may be meant, and all that score alike: a text such as
  /// "Seminar Room 1" is the name of none of them.
  var likeliest: [Placement.Candidate] {
    let possible = filter(\.mayBeMeant)
    return possible.filter { $0.score == possible.first?.score }
  }
}

extension UnplacedVenue {
  public static func text(of lines: [UnplacedVenue]) -> String {
    var table = TextTable(
      .numbers("events"), "campus", "venue", "reason", "candidates", "add to the gazetteer")
    for line in lines {
      let candidates = line.candidates.map { candidate in
        let against = candidate.against.map { ", but '\($0)'" } ?? ""
        return "\(candidate.place) \(candidate.score)\(against)"
      }
      table.add([
        String(line.events), line.campus, line.venue, line.reason.rawValue,
        candidates.joined(separator: ", "), line.remedy,
      ])
    }
    return table.text
  }
}
