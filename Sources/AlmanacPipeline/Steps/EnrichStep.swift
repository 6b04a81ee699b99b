import AlmanacModel
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// Joins the weather to the events.
struct EnrichStep {
  let context: RunContext

  func run(into report: inout RunReport) async throws {
    try await CampusStep(context: context, stage: .enrich).run(
      into: &report,
      fingerprint: { campus, print in
        print.combine(try context.ledger(.deduplicate, keys: [campus.campus.id]))
        try combineSky(of: campus, into: &print)
      },
      work: enrich)
  }

  /// All that an event's weather depends on but the event.
  private func combineSky(
    of campus: Settings.CampusSettings, into print: inout Fingerprint
  ) throws {
    print.combine(campus.gazetteerDigest)
    let sources = context.sources(of: campus.campus).filter { $0.kind == .weather }
    print.combine(try context.ledger(.parse, keys: sources.map(\.id)))
    try print.combine(context.settings.trust)
    try print.combine(context.settings.weatherRules)
    for age in try context.workspace.forecastAges(campus: campus.campus.id) {
      print.combine(context.isStale(age) ? "stale" : "fresh")
    }
  }

  private func enrich(_ campus: Settings.CampusSettings, _ fingerprint: String) async throws
    -> StageDone
  {
    var sky = Fingerprint(.enrich)
    sky.combine("\(campus.campus.timezone) \(context.zones.version)")
    try combineSky(of: campus, into: &sky)
    let unsaid = try context.unsaid(.enrich, of: campus.campus, sky.value)
    let events = try await context.events.take(campus: campus.campus.id, only: unsaid)
    context.expect(events.count, .events, of: campus.campus)
    let enricher = WeatherEnricher(
      forecasts: ForecastIndex(
        try context.workspace.forecasts(campus: campus.campus.id),
        preference: context.settings.trust),
      zone: context.zone(of: campus.campus), defaultPoint: campus.gazetteer.bounds?.center,
      now: context.options.now, rules: context.settings.weatherRules,
      outdoors: Set(campus.gazetteer.places.filter { $0.isOutdoor == true }.map(\.id)),
      tally: context.progress.tally)
    let batch = try await enricher.run(events)
    let weather = batch.records.flatMap { event in
      event.weathers.sorted { $0.key < $1.key }.map {
        (event: event.id, occurrence: $0.key, weather: $0.value)
      }
    }
    let done = StageDone(
      stage: .enrich, key: campus.campus.id, fingerprint: fingerprint,
      taken: try context.workspace.eventCount(campus: campus.campus.id), kept: weather.count,
      dropped: 0, findings: batch.findings,
      // What is told of some events has to be found again, or not, in all of them.
      circumstances: batch.findings.isEmpty ? sky.value : nil)
    return try context.workspace.saveWeather(
      weather, renewing: unsaid, campus: campus.campus.id, done: done)
  }
}
