import AlmanacIngest
import AlmanacModel
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// Plans the requests of a weather source for this run.
struct WeatherPlanner {
  /// Seconds for which retired requests are used while a planned one was never answered.
  private static let standIn = 48 * 3_600

  let context: RunContext
  /// The events of a campus as the last run left them, read once.
  private var events: [String: [Event]] = [:]
  private var planned: Set<String> = []

  init(context: RunContext) { self.context = context }

  /// The requests of a source, which the workspace stores for `parse`; nil for a source with a single
  /// document.
  mutating func plan(_ source: Source, noting findings: inout [Finding]) throws
    -> [RequestState]?
  {
    guard case .url(let url) = source.location, let weather = source.weather,
      let template = WeatherTemplate(url),
      template.reach != .everything || weather.follow != nil
    else {
      try context.workspace.plan([], of: source.id)
      planned.insert(source.id)
      return nil
    }
    let known = try context.workspace.requests(of: source.id).filter(\.isPlanned)
    let points = try points(
      of: source, weather, known: Set(known.flatMap(\.request.points)), noting: &findings)
    let requests = template.requests(
      for: points, cities: weather.cities, sharing: weather.sharing)
    try context.workspace.plan(requests, of: source.id)
    planned.insert(source.id)
    return try context.workspace.requests(of: source.id).filter(\.isPlanned)
  }

  /// Forgets requests that are no longer planned. Requests of sources that this planner did not plan stay.
  func retire(_ source: Source) throws {
    guard planned.contains(source.id) else { return }
    try context.workspace.retireRequests(
      of: source.id, unansweredSince: context.options.now - Self.standIn)
  }

  /// The points of upcoming events and of the cities; those of the definition if no event is known.
  private mutating func points(
    of source: Source, _ weather: WeatherRequest, known: Set<Coordinate>,
    noting findings: inout [Finding]
  ) throws -> [Coordinate] {
    guard let eventPoints = weather.events,
      let campus = context.settings.campusSettings(source.campus)
    else { return weather.points }
    let choice = RequestPoints(
      eventPoints, zone: campus.campus.zone,
      defaultPoint: campus.gazetteer.bounds?.center, now: context.options.now
    ).choose(for: try events(of: source.campus), known: known)
    if choice.left > 0 {
      findings.append(
        Finding(
          "W_WEATHER_POINTS", severity: .warning, source: source.id,
          message: "\(choice.left) points with \(choice.occurrencesLeft) occurrences are not "
            + "requested; raise 'most' or 'spacing' under 'events'"))
    }
    guard !choice.points.isEmpty else { return weather.points }
    let cities = weather.cities.compactMap(\.coordinate)
    return choice.points + cities.filter { !choice.points.contains($0) }
  }

  private mutating func events(of campus: String) throws -> [Event] {
    if let known = events[campus] { return known }
    let found = try context.workspace.events(campus: campus)
    events[campus] = found
    return found
  }
}
