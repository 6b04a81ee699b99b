import AlmanacModel
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// Joins the weather and the travel to the events, and decides how busy places are.
struct EnrichStep {
  let context: RunContext

  func run(into report: inout RunReport) async throws {
    try await CampusStep(context: context, stage: .enrich).run(
      into: &report,
      fingerprint: { campus, inputs in
        inputs.combine(try context.ledger(.deduplicate, keys: [campus.campus.id]))
        inputs.combine(try documents(of: campus.campus))
        try TravelJoin(context: context).combine(campus, into: &inputs)
        try combineRules(of: campus, into: &inputs)
      },
      work: enrich)
    for campus in context.settings.campuses {
      report.findings += try await PresenceStep(context: context).run(campus)
    }
  }

  /// Adds every input of an event's weather except the event and the forecasts.
  private func combineRules(
    of campus: Settings.CampusSettings, into inputs: inout Fingerprint
  ) throws {
    inputs.combine("\(campus.campus.timezone) \(ZoneDatabase.system.version)")
    inputs.combine(campus.gazetteerDigest)
    try inputs.combine(context.settings.trust)
    try inputs.combine(context.settings.weatherRules)
    for age in try context.workspace.forecastAges(campus: campus.campus.id) {
      inputs.combine(context.isStale(age) ? "stale" : "fresh")
    }
  }

  /// The fingerprints of the weather sources' documents.
  private func documents(of campus: Campus) throws -> String {
    try context.ledger(.parse, keys: context.settings.sources(.weather, of: campus).map(\.id))
  }

  private func enrich(_ campus: Settings.CampusSettings, _ fingerprint: String) async throws
    -> StageRecord
  {
    let id = campus.campus.id
    try await TravelJoin(context: context).run(campus)
    let forecasts = ForecastIndex(
      try context.workspace.forecasts(campus: id), preference: context.settings.trust)
    var rules = Fingerprint(.enrich)
    try combineRules(of: campus, into: &rules)
    // The distance to the next point depends on places, not on times.
    for place in forecasts.places { rules.combine(place) }
    let coverage = ForecastCoverage(hash: try documents(of: campus.campus), span: forecasts.span)
    let pending =
      context.options.force
      ? nil
      : try context.workspace.pendingEvents(campus: id, rules: rules.value, coverage: coverage)
    let events = try await context.events(of: campus.campus, only: pending)
    context.expect(events.count, .events, of: campus.campus)
    let enricher = WeatherEnricher(
      forecasts: forecasts, zone: campus.campus.zone,
      defaultPoint: campus.gazetteer.bounds?.center, now: context.options.now,
      rules: context.settings.weatherRules,
      outdoors: Set(campus.gazetteer.places.filter { $0.isOutdoor == true }.map(\.id)),
      tally: context.progress.tally)
    let batch = try await enricher.run(events)
    let record = StageRecord(
      stage: .enrich, key: id, fingerprint: fingerprint,
      read: try context.workspace.eventCount(campus: id), accepted: 0, rejected: 0,
      findings: batch.findings)
    // Stale forecasts are found in all events again, because their age changes.
    let isStale = batch.findings.contains { $0.code == "W_WEATHER_STALE" }
    return try context.workspace.saveWeather(
      batch.records.map {
        JoinedWeather(
          event: $0.id, weathers: $0.weathers, span: $0.span, findings: $0.findings)
      }, renewing: pending, rules: isStale ? nil : rules.value, coverage: coverage, campus: id,
      record: record
    )
  }
}
