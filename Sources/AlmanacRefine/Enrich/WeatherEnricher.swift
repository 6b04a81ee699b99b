public import AlmanacModel
public import AlmanacTime

/// Adds the forecast to occurrences of today and later that are near in time and have a place.
///
/// An event without a forecast is kept: a calendar entry without weather still helps its reader.
/// Looked at is the whole length of an occurrence; where no end is stated, its first hour; of whole
/// days the hours from 08:00 to 20:00 on the campus's clocks. An occurrence of more than three days
/// gets none, because the worst hour of a month says nothing. What is online only gets none.
///
/// Findings: `W_WEATHER_STALE` once a source, `W_WEATHER_FAR` once a place.
public struct WeatherEnricher: Stage {
  public static let name = StageName.enrich

  /// Meters to the farthest forecast point that is used.
  public static let farthest = 25_000.0
  /// Seconds after which a fetched forecast is stale.
  public static let freshness = 24 * 3_600
  private static let longest = 3 * 86_400

  private let forecasts: ForecastIndex
  private let zone: Zone
  private let defaultPoint: Coordinate?
  private let now: Instant
  /// What is over since before gets none; the day, so that a later run of one day changes nothing.
  private let today: Instant
  private let tally: WorkTally

  /// - Parameters:
  ///   - zone: The campus's, in which whole days and floating times are read.
  ///   - defaultPoint: Stands for places on the campus without coordinates.
  ///   - tally: Counts the events.
  public init(
    forecasts: ForecastIndex, zone: Zone, defaultPoint: Coordinate? = nil, now: Instant,
    tally: WorkTally = .unwatched
  ) {
    self.forecasts = forecasts
    self.zone = zone
    self.defaultPoint = defaultPoint
    self.now = now
    self.tally = tally
    today = zone.startOfDay(zone.civil(at: now).date)
  }

  public func run(_ events: [Event]) async throws -> Batch<EnrichedEvent> {
    var batch = Batch<EnrichedEvent>()
    var problems: [Problem: EnrichError] = [:]
    for event in events {
      var enriched = EnrichedEvent(id: event.id)
      for (index, occurrence) in event.occurrences.enumerated() {
        enriched.weathers[index] = weather(for: occurrence, of: event, noting: &problems)
      }
      batch.keep(enriched)
      tally.count()
    }
    for (problem, error) in problems.sorted(by: { $0.key < $1.key }) {
      batch.note(Finding(error, source: problem.source, subject: problem.subject))
    }
    return batch
  }

  /// What a finding is about, so that it is told once.
  private struct Problem: Hashable, Comparable {
    var source: String?
    var subject: String?

    static func < (left: Problem, right: Problem) -> Bool {
      (left.source ?? "", left.subject ?? "") < (right.source ?? "", right.subject ?? "")
    }
  }

  private func weather(
    for occurrence: Occurrence, of event: Event, noting problems: inout [Problem: EnrichError]
  ) -> OccurrenceWeather? {
    guard !forecasts.isEmpty, let interval = interval(of: occurrence),
      interval.upperBound > today,
      let coordinate = coordinate(of: occurrence, in: event)
    else { return nil }
    let points = forecasts.points(near: coordinate)
    guard let nearest = points.first, nearest.distance <= Self.farthest else {
      let kilometers = Int(((points.first?.distance ?? 0) / 1_000).rounded())
      let place = (occurrence.placement ?? event.placement)?.place ?? event.id
      problems[Problem(subject: place)] = .noPointNearby(kilometers: kilometers)
      return nil
    }
    for (point, distance) in points where distance <= Self.farthest {
      guard point.reach.contains(interval.lowerBound) else { continue }
      let age = now.seconds(since: point.newestFetch)
      guard age <= Self.freshness else {
        problems[Problem(source: point.source)] = .staleForecast(hoursOld: age / 3_600)
        continue
      }
      if let found = weather(at: point, distance, over: interval) { return found }
    }
    return nil
  }

  private func weather(
    at point: ForecastIndex.PointForecast, _ distance: Double, over interval: Range<Instant>
  ) -> OccurrenceWeather? {
    let hours = point.hours(overlapping: interval).filter {
      now.seconds(since: $0.fetchedAt) <= Self.freshness
    }
    guard let summary = WeatherSummary(hours, over: interval), let any = hours.last else {
      return nil
    }
    return OccurrenceWeather(
      source: point.source, provider: any.provider, condition: summary.condition,
      temperatureMin: summary.temperatures.map { Self.tenths($0.lowerBound) },
      temperatureMax: summary.temperatures.map { Self.tenths($0.upperBound) },
      precipitation: summary.precipitation.map(Self.tenths),
      precipitationProbability: summary.probability,
      windSpeed: summary.windSpeed.map(Self.tenths), text: summary.text,
      issuedAt: hours.compactMap(\.issuedAt).max(),
      fetchedAt: hours.map(\.fetchedAt).max() ?? point.newestFetch,
      distance: distance.rounded(), attribution: any.attribution)
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// nil for what is too long to have one weather.
  private func interval(of occurrence: Occurrence) -> Range<Instant>? {
    let start: Instant
    let end: Instant
    if case .day(let first) = occurrence.start {
      var last = first
      if let stated = occurrence.end?.date, stated > first { last = stated.adding(days: -1) }
      start = zone.instant(of: CivilDateTime(startOf: first).adding(seconds: 8 * 3_600))
      end = zone.instant(of: CivilDateTime(startOf: last).adding(seconds: 20 * 3_600))
    } else {
      start = occurrence.start.instant(in: zone)
      let stated = occurrence.end?.instant(in: zone) ?? start
      end = stated > start ? stated : start + 3_600
    }
    guard start < end, end.seconds(since: start) <= Self.longest else { return nil }
    return start..<end
  }

  private func coordinate(of occurrence: Occurrence, in event: Event) -> Coordinate? {
    let isElsewhere = occurrence.venue != nil || occurrence.placement != nil
    let placement = isElsewhere ? occurrence.placement : event.placement
    if let coordinate = placement?.coordinate { return coordinate }
    // A known place without a point is on the campus; what is not placed may be anywhere.
    return placement?.place == nil ? nil : defaultPoint
  }
}
