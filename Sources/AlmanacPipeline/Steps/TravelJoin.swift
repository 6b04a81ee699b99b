import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime
import AlmanacTransit

/// Joins the transit networks of a campus to its places and occurrences.
struct TravelJoin {
  let context: RunContext

  /// Adds everything that the result depends on but the events.
  func combine(_ campus: Settings.CampusSettings, into inputs: inout Fingerprint) throws {
    let sources = context.settings.sources(.transit, of: campus.campus)
    guard !sources.isEmpty else { return }
    inputs.combine(try context.ledger(.parse, keys: sources.map(\.id)))
    try inputs.combine(campus.travel)
    inputs.combine(campus.gazetteerDigest)
  }

  /// Recomputes the travel of a campus if any input has changed.
  func run(_ campus: Settings.CampusSettings) async throws {
    let id = campus.campus.id
    let sources = context.settings.sources(.transit, of: campus.campus)
    guard !sources.isEmpty else {
      try context.workspace.save(nil, campus: id, fingerprint: "")
      return
    }
    var inputs = Fingerprint(.enrich)
    try combine(campus, into: &inputs)
    inputs.combine(try context.ledger(.deduplicate, keys: [id]))
    let fingerprint = inputs.value
    if !context.options.force,
      try context.workspace.travelFingerprint(campus: id) == fingerprint
    {
      return
    }
    let travel = try await travel(campus, sources)
    try context.workspace.save(travel, campus: id, fingerprint: fingerprint)
  }

  private func travel(
    _ campus: Settings.CampusSettings, _ sources: [Source]
  ) async throws -> CampusTravel {
    let places = Dictionary(
      campus.gazetteer.places.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var travel = CampusTravel(
      origins: campus.travel.origins, defaultOrigin: campus.travel.defaultOrigin,
      buffer: campus.travel.buffer / 60)
    let networks = try TransitDocument.networks(
      of: sources, campus.campus, context.workspace, limit: context.settings.fetching.maxBytes)
    var planner = TravelPlanner(
      TransitNetwork(joining: networks), origins: campus.travel.origins.compactMap { places[$0] },
      buffer: campus.travel.buffer / 60)
    let summary = planner.summary(of: campus.gazetteer.places)
    travel.stops = summary.stops
    travel.routes = summary.routes
    travel.routeStops = summary.routeStops
    travel.placeStops = summary.placeStops
    guard !networks.isEmpty, !travel.origins.isEmpty else { return travel }
    for visit in try await visits(of: campus.campus) {
      guard let place = places[visit.place] else { continue }
      travel.access += planner.access(to: place, start: visit.start)
    }
    return travel
  }

  /// A place and a start that some occurrence has.
  private struct Visit: Hashable, Comparable {
    var start: Instant
    var place: String

    static func < (left: Visit, right: Visit) -> Bool {
      (left.start, left.place) < (right.start, right.place)
    }
  }

  private func visits(of campus: Campus) async throws -> [Visit] {
    let zone = campus.zone
    var visits: Set<Visit> = []
    for event in try await context.events(of: campus, only: nil) {
      for occurrence in event.occurrences where !occurrence.start.isDay {
        let start = occurrence.start.instant(in: zone)
        // An occurrence with another venue that has no placement is not at the event's place.
        let isElsewhere =
          occurrence.placement == nil && occurrence.venue != nil && occurrence.venue != event.venue
        let placement = occurrence.placement ?? (isElsewhere ? nil : event.placement)
        guard let place = placement?.place else { continue }
        visits.insert(Visit(start: start, place: place))
      }
    }
    return visits.sorted()
  }
}

extension TransitDocument {
  /// The networks of the last good documents of sources, in the order of the sources; without those
  /// that have none.
  static func networks(
    of sources: [Source], _ campus: Campus, _ workspace: Workspace, limit: Int
  ) throws -> [(source: String, network: TransitNetwork)] {
    let captures = try workspace.currentCaptures()
    return try sources.compactMap { source in
      guard let body = try workspace.parsedBody(of: source.id), let capture = captures[source.id]
      else { return nil }
      let feed = try read(
        body, of: source, campusTimezone: campus.timezone, at: capture.fetchedAt, limit: limit)
      return feed.network.map { (source.id, $0) }
    }
  }
}

extension Workspace {
  /// The last good document of a source that is one document; nil if there is none.
  func parsedBody(of source: String) throws -> [UInt8]? {
    guard let sha256 = try stageRecord(.parse, key: source)?.capture else { return nil }
    return try bodies.body(sha256: sha256)
  }
}
