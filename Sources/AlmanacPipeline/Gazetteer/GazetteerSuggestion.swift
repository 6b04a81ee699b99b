import AlmanacGazetteer
import AlmanacModel
import AlmanacRefine

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
  public static func all(_ last: LastRun, limit: Int) throws -> [GazetteerSuggestion] {
    let gazetteers = last.settings.gazetteers
    return try Review<UnplacedVenue>(last, limit: limit).lines.map {
      GazetteerSuggestion($0, gazetteers[$0.campus])
    }
  }

  init(_ line: UnplacedVenue, _ gazetteer: Gazetteer?) {
    campus = line.campus
    venue = line.venue
    events = line.events
    let meant = line.candidates.first(where: \.mayBeMeant)?.place
    let known = gazetteer?.places.first { $0.id == meant }
    place = known?.id
    self.line = GazetteerText.suggestion(of: line.venue, for: known)
  }
}
