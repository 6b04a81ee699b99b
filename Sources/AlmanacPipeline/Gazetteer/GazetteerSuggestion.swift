import AlmanacGazetteer
import AlmanacModel
import AlmanacRefine
public import AlmanacTime
public import Foundation

/// A venue text that no place has, as a feature that `almanac gazetteer import` accepts.
public struct GazetteerSuggestion: Sendable {
  public var campus: String
  public var venue: String
  /// Coming events that it would place.
  public var events: Int
  /// Id of the place whose alias it may be; nil for a new place.
  public var place: String?
  /// The feature on one line.
  public var line: String

  /// One for each unplaced venue of the last run, most events first.
  ///
  /// - Throws: as `PlaceReview`.
  public static func all(
    configuration: URL, output: URL, now: Instant, isClockStated: Bool, limit: Int
  ) throws -> [GazetteerSuggestion] {
    let review = try PlaceReview(
      configuration: configuration, output: output, now: now, isClockStated: isClockStated,
      limit: limit)
    let settings = try SettingsLoader(zones: .system, samples: false, mayLackSources: true)
      .load(configuration)
    let gazetteers = Dictionary(
      settings.campuses.map { ($0.campus.id, $0.gazetteer) },
      uniquingKeysWith: { first, _ in first })
    return review.lines.map { GazetteerSuggestion($0, gazetteers[$0.campus]) }
  }

  init(_ line: PlaceReview.Line, _ gazetteer: Gazetteer?) {
    campus = line.campus
    venue = line.venue
    events = line.events
    let meant = line.candidates.first(where: \.mayBeMeant)?.place
    let known = gazetteer?.places.first { $0.id == meant }
    place = known?.id
    self.line = GazetteerText.suggestion(of: line.venue, for: known)
  }
}
