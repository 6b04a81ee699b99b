public import AlmanacModel

/// A venue question with its answer.
public struct PlacedVenue: Hashable, Sendable, Codable {
  public var query: VenueQuery
  public var placement: Placement

  public init(query: VenueQuery, placement: Placement) {
    self.query = query
    self.placement = placement
  }
}

/// Answers where venues are, each campus by its own gazetteer.
///
/// Every query gets an answer: a place, or an abstention with its reason.
///
/// Findings: `W_GAZETTEER_MISSING` once a campus, `W_DECISION_UNKNOWN` once a used pin whose place the
/// gazetteer lacks, `W_COORDINATES_SWAPPED`.
public struct Geocoder: Sendable {
  private let matchers: [String: GazetteerMatcher]
  private let pins: [String: String]
  private let placeholders: Set<Coordinate>
  private let tally: WorkTally

  /// - Parameters:
  ///   - matchers: By campus id.
  ///   - pins: From an operator's decisions, venue text to place id.
  ///   - placeholders: Points that are not believed, from `GazetteerMatcher.placeholders(among:)`.
  ///   - tally: Counts the questions.
  public init(
    matchers: [String: GazetteerMatcher], pins: [String: String] = [:],
    placeholders: Set<Coordinate> = [], tally: WorkTally = .unwatched
  ) {
    self.matchers = matchers
    self.placeholders = placeholders
    self.tally = tally
    self.pins = Dictionary(
      pins.map { (FoldedText.fold($0.key), $0.value) },
      uniquingKeysWith: { min($0, $1) })
  }

  public func run(_ records: [VenueQuery]) async throws -> Batch<PlacedVenue> {
    var batch = Batch<PlacedVenue>()
    var withoutGazetteer = Set<String>()
    var brokenPins: [String: Finding] = [:]
    for query in records {
      defer { tally.count() }
      guard let matcher = matchers[query.campus] else {
        withoutGazetteer.insert(query.campus)
        batch.keep(PlacedVenue(query: query, placement: Placement(abstaining: .unknown)))
        continue
      }
      var believed = query
      if let point = query.coordinate, placeholders.contains(point) { believed.coordinate = nil }
      let placed = PlacedVenue(
        query: query, placement: placement(of: believed, matcher, &brokenPins))
      if let finding = finding(about: query, matcher) {
        batch.keep(placed, noting: finding)
      } else {
        batch.keep(placed)
      }
    }
    batch.note(contentsOf: brokenPins.sorted { $0.key < $1.key }.map(\.value))
    for campus in withoutGazetteer.sorted() {
      batch.note(
        Finding(
          "W_GAZETTEER_MISSING", severity: .warning, subject: campus,
          message: "campus '\(campus)' has no gazetteer, so its venues are not placed"))
    }
    return batch
  }

  /// - Parameter brokenPins: By campus and folded text.
  private func placement(
    of query: VenueQuery, _ matcher: GazetteerMatcher, _ brokenPins: inout [String: Finding]
  ) -> Placement {
    guard !pins.isEmpty, let text = query.text, query.strategy != .none else {
      return matcher.place(query)
    }
    let folded = FoldedText.fold(text)
    guard let pin = pins[folded] else { return matcher.place(query) }
    if let placement = matcher.pinned(pin) { return placement }
    brokenPins[query.campus + "/" + folded] = Finding(
      "W_DECISION_UNKNOWN", severity: .warning, subject: folded,
      message: "'\(folded)' is pinned to '\(pin)', which the gazetteer of campus "
        + "'\(query.campus)' lacks; correct the place in the decisions")
    return matcher.place(query)
  }

  private func finding(about query: VenueQuery, _ matcher: GazetteerMatcher) -> Finding? {
    guard query.strategy != .none, let coordinate = query.coordinate,
      matcher.isSwapped(coordinate)
    else { return nil }
    return Finding(
      "W_COORDINATES_SWAPPED", severity: .warning, subject: query.text,
      message: "latitude and longitude seem to have changed places; they are not used")
  }
}
