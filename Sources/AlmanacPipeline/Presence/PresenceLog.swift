import AlmanacIngest
import AlmanacModel
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// Reads the log of a source of kind `presence`.
///
/// Findings of a run name no line and no count: reports are not private, and both depend on how many
/// lines there are. `almanac check` and `almanac plan` name the lines.
struct PresenceLog {
  let source: Source
  let places: PresencePlaces
  private let lines: LogLines

  init(_ source: Source, gazetteer: Gazetteer, body: [UInt8], workers: Int) {
    self.source = source
    places = PresencePlaces(gazetteer, radius: source.presence?.radius ?? 0)
    lines = LogLines(bytes: body, workers: workers)
  }

  /// The last good log of a source; nil if none was read.
  init?(
    _ source: Source, of campus: Settings.CampusSettings, in workspace: Workspace, workers: Int
  ) throws {
    guard let body = try workspace.parsedBody(of: source.id) else { return nil }
    self.init(source, gazetteer: campus.gazetteer, body: body, workers: workers)
  }

  /// Reads all lines up to a time.
  ///
  /// - Returns: The first mistakes; a line with a mistake counts for nothing.
  func read(until now: Instant, _ receive: (Position) -> Void) async throws -> [LogLines.Mistake] {
    let places = places
    return try await lines.read { (json) throws(LogLineError) -> Position in
      let position = try Position(json)
      if case .place(let id) = position.whereabouts, !places.contains(id) {
        throw LogLineError(member: "place", expected: "the id of a place of the gazetteer")
      }
      return position
    } receive: { position in
      if position.at <= now { receive(position) }
    }
  }

  /// Accepts a document in which some line is a position.
  static func parse(_ request: ParseRequest) -> Batch<ParsedSource> {
    var batch = Batch<ParsedSource>()
    let source = request.source.id
    if LogLines(bytes: request.body, workers: 1).hasRecord(Position.init) {
      batch.keep(ParsedSource(source: source, document: Document()))
    } else {
      batch.reject(
        because: Finding(
          "E_PRESENCE", source: source,
          message: "no line is a position: an object with 'person', 'at' and 'latitude' with "
            + "'longitude', or 'place'; 'almanac check' names the lines"))
    }
    return batch
  }
}
