import AlmanacGazetteer
import AlmanacModel
import AlmanacRefine

/// What a gazetteer lacks to place a venue text, as a feature that `almanac gazetteer import` accepts: a
/// place, an alias of one, or its point.
public struct GazetteerSuggestion: Sendable {
  /// Id of the place that it may be; nil for a new place.
  public var place: String?
  /// The feature on one line.
  public var line: String

  /// One for each unplaced venue of the last run that fits one place at most, most events first.
  public static func all(_ last: LastRun, limit: Int) throws -> [GazetteerSuggestion] {
    let gazetteers = last.settings.gazetteers
    return try Review<UnplacedVenue>(last, limit: limit).lines.compactMap {
      GazetteerSuggestion($0, gazetteers[$0.campus])
    }
  }

  /// nil for a text that fits several places alike: an alias of one would be wrong.
  init?(_ line: UnplacedVenue, _ gazetteer: Gazetteer?) {
    let likeliest = line.candidates.likeliest
    let lacksPoint = line.reason == .noPoint
    guard lacksPoint || likeliest.count <= 1 else { return nil }
    let known = gazetteer?.places.first { $0.id == likeliest.first?.place }
    place = known?.id
    self.line = GazetteerText.suggestion(of: line.venue, for: known, isAlias: !lacksPoint)
  }
}
