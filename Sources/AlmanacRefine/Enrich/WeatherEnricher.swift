public import AlmanacModel
public import AlmanacTime

/// Adds forecasts to the occurrences of events with a place.
///
/// The forecast covers the whole occurrence; without an end, its first hour; for whole days, the
/// hours from 08:00 to 20:00 in the campus's zone. Occurrences of more than three days and
/// online-only events get none. An event without a forecast is still published.
///
/// The preferred source has priority, or else the nearest. The next source fills in values that it
/// lacks or has only for a part of the time; the attribution names both.
///
/// Findings: `W_WEATHER_STALE` once for each source, `W_WEATHER_FAR` once for each place.
public struct WeatherEnricher: Sendable {
  /// Maximum distance in meters to a forecast point.
  public static let farthest = 25_000.0
  /// Seconds after which a fetched forecast is stale.
  public static let freshness = 24 * 3_600
  /// Seconds after its computation when a forecast is stale, even if it was fetched recently:
  /// caches have returned old ones for days.
  public static let issueFreshness = 36 * 3_600

  private let forecasts: ForecastIndex
  private let zone: Zone
  private let setting: OccurrenceSetting
  private let now: Instant
  private let rules: [WeatherRule]
  private let outdoors: Set<String>
  private let tally: WorkTally

  /// - Parameters:
  ///   - zone: The campus's zone, for whole days and floating times.
  ///   - defaultPoint: The point of places on the campus without coordinates.
  ///   - rules: The rules for advisories, in order.
  ///   - outdoors: Ids of outdoor places.
  ///   - tally: Counts the events.
  public init(
    forecasts: ForecastIndex, zone: Zone, defaultPoint: Coordinate? = nil, now: Instant,
    rules: [WeatherRule] = [], outdoors: Set<String> = [], tally: WorkTally = .unwatched
  ) {
    self.forecasts = forecasts
    self.zone = zone
    setting = OccurrenceSetting(zone: zone, defaultPoint: defaultPoint)
    self.now = now
    self.rules = rules
    self.outdoors = outdoors
    self.tally = tally
  }

  public func run(_ events: [Event]) async throws -> Batch<EnrichedEvent> {
    var batch = Batch<EnrichedEvent>()
    var problems: [Problem: EnrichError] = [:]
    var sun = SunCalendar()
    for event in events {
      var enriched = EnrichedEvent(id: event.id)
      var own: [Problem: EnrichError] = [:]
      for (index, occurrence) in event.occurrences.enumerated() {
        enriched.weathers[index] = weather(for: occurrence, of: event, noting: &own, &sun)
        guard let start = setting.interval(of: occurrence)?.lowerBound else { continue }
        let span = enriched.span ?? start...start
        enriched.span = min(span.lowerBound, start)...max(span.upperBound, start)
      }
      enriched.findings = Self.findings(own)
      problems.merge(own) { $1 }
      batch.keep(enriched)
      tally.count()
    }
    batch.note(contentsOf: Self.findings(problems))
    return batch
  }

  private static func findings(_ problems: [Problem: EnrichError]) -> [Finding] {
    problems.sorted { $0.key < $1.key }.map { problem, error in
      Finding(error, source: problem.source, subject: problem.subject)
    }
  }

  /// The subject of a finding, so that it is reported once.
  private struct Problem: Hashable, Comparable {
    var source: String?
    var subject: String?

    static func < (left: Problem, right: Problem) -> Bool {
      (left.source ?? "", left.subject ?? "") < (right.source ?? "", right.subject ?? "")
    }
  }

  private func weather(
    for occurrence: Occurrence, of event: Event, noting problems: inout [Problem: EnrichError],
    _ sun: inout SunCalendar
  ) -> OccurrenceWeather? {
    // Past occurrences are joined too. A forecast covers no hour before its first step, so the
    // result depends only on the forecasts and not on the current date.
    guard !forecasts.isEmpty, let interval = setting.interval(of: occurrence),
      let coordinate = setting.coordinate(of: occurrence, in: event)
    else { return nil }
    var blend = WeatherBlend(over: interval)
    var stale: [String: Int] = [:]
    let isAnyNear = forecasts.offerPoints(near: coordinate, within: Self.farthest) {
      point, distance in
      guard point.coverage.contains(interval.lowerBound) else { return false }
      if let age = staleAge(of: point) {
        stale[point.source] = min(stale[point.source] ?? age, age)
        return false
      }
      // Use another point of the same source if its forecast is fresh.
      stale[point.source] = nil
      blend.add(point, distance: distance)
      return blend.isComplete ? nil : true
    }
    for (source, age) in stale {
      problems[Problem(source: source)] = .staleForecast(hoursOld: age / 3_600)
    }
    guard isAnyNear else {
      let distance = forecasts.distanceToNearest(of: coordinate) ?? 0
      let place = (occurrence.placement ?? event.placement)?.place ?? event.id
      problems[Problem(subject: place)] = .noPointNearby(
        kilometers: Int((distance / 1_000).rounded()))
      return nil
    }
    guard var weather = blend.weather else { return nil }
    if !occurrence.start.isDay {
      let times = sun.times(on: zone.civil(at: interval.lowerBound).date, at: coordinate)
      weather.sunrise = times.flatMap { interval.contains($0.sunrise) ? $0.sunrise : nil }
      weather.sunset = times.flatMap { interval.contains($0.sunset) ? $0.sunset : nil }
      let length = interval.upperBound.seconds(since: interval.lowerBound)
      if length <= 12 * 3_600 {
        weather.isDay = Daylight.isDay(at: interval.lowerBound + length / 2, in: coordinate)
      }
    }
    weather.advisories = advisories(on: weather, for: occurrence, of: event)
    return weather
  }

  /// Each id once; nil without advisories.
  private func advisories(
    on weather: OccurrenceWeather, for occurrence: Occurrence, of event: Event
  ) -> [WeatherAdvisory]? {
    guard !rules.isEmpty else { return nil }
    let place = event.placement(of: occurrence)?.place
    let isOutdoors = place.map(outdoors.contains) ?? false
    var found: [WeatherAdvisory] = []
    for rule in rules where rule.applies(to: weather, outdoors: isOutdoors) {
      if !found.contains(where: { $0.id == rule.advisory.id }) { found.append(rule.advisory) }
    }
    return found.isEmpty ? nil : found
  }

  /// The age in seconds; nil if the forecast is fresh.
  private func staleAge(of point: ForecastIndex.PointForecast) -> Int? {
    if Self.isFresh(fetchedAt: point.newestFetch, issuedAt: point.newestIssue, now: now) {
      return nil
    }
    let age = now.seconds(since: point.newestFetch)
    return age > Self.freshness ? age : point.newestIssue.map { now.seconds(since: $0) } ?? age
  }

  /// Whether a forecast may still be published.
  ///
  /// - Parameters:
  ///   - fetchedAt: When the provider last confirmed it.
  ///   - issuedAt: When it was computed; nil if the provider omits it.
  public static func isFresh(fetchedAt: Instant, issuedAt: Instant?, now: Instant) -> Bool {
    if let issuedAt, now.seconds(since: issuedAt) > issueFreshness { return false }
    return now.seconds(since: fetchedAt) <= freshness
  }
}
