import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacPublish
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import AlmanacTransit
import Foundation

/// Previews one feed: the stages of a run work on a copy of the workspace.
public struct FeedPreviewer: Sendable {
  let base: PreviewEnvironment

  /// - Throws: `ConfigurationError`.
  public init(_ options: PreviewOptions) throws { base = try PreviewEnvironment(options) }

  /// Looks at a source of the configuration, a definition, a URL or a file.
  ///
  /// - Throws: If there is no such feed; a rejected feed is an answer.
  public func preview(_ argument: String) async throws -> FeedPreview {
    var source = try base.source(argument)
    var preview = FeedPreview(subject: argument)
    preview.source = source.id == PreviewEnvironment.unnamed ? nil : source.id
    if source.isOfTheWeb, base.options.isOffline {
      preview.refusal = Finding(
        "E_OFFLINE", message: "--offline forbids to fetch it")
      return preview
    }
    let (question, more) = question(of: source)
    do {
      let retrieval = try await base.retrieve(
        recognizing: &source, question: question?.fetch)
      preview.origin = retrieval.capture?.origin ?? argument
      await analyze(retrieval, of: source, question?.request, into: &preview)
    } catch let error as FetchError {
      preview.refusal = Finding(error, source: preview.source)
    }
    if more > 0 {
      preview.findings.append(
        Finding(
          "W_WEATHER_REQUEST", source: preview.source,
          message: "the first of \(more + 1) requests was made; a run makes them all"))
    }
    return preview
  }

  /// The first request of a weather source, and the number of others.
  private func question(of source: Source) -> (
    (fetch: FetchRequest.Question, request: ForecastRequest)?, more: Int
  ) {
    guard let weather = source.weather, let url = source.url,
      let template = WeatherTemplate(url), template.reach != .everything || weather.follow != nil
    else { return (nil, 0) }
    let campus = base.settings.campusSettings(source.campus)
    let center = campus?.gazetteer.bounds?.center
    let points = weather.points.isEmpty ? [center].compactMap(\.self) : weather.points
    let requests = template.requests(
      for: points, cities: weather.cities, sharing: weather.sharing)
    guard let first = requests.first else { return (nil, 0) }
    let fetch = FetchRequest.Question(request: first.key, url: template.url(of: first))
    return ((fetch, first), requests.count - 1)
  }

  /// Parses, places, merges and categorizes the retrieved document.
  func analyze(
    _ retrieval: Retrieval, of source: Source, _ question: ForecastRequest? = nil,
    into preview: inout FeedPreview
  ) async {
    guard let capture = retrieval.capture else { return }
    preview.bytes = retrieval.body.count
    preview.findings = retrieval.findings
    preview.kind = source.kind
    let campus = base.settings.campusSettings(source.campus)
    let request = ParseRequest(
      source: source, campusTimezone: campus?.campus.timezone ?? "UTC", capture: capture,
      body: retrieval.body, question: question)
    if source.kind == .transit { return describe(request, into: &preview) }
    do {
      let batch = try await request.parsed(
        by: Parser(), limit: base.settings.fetching.maxBytes)
      preview.findings += batch.findings
      if source.kind == .presence, let campus {
        preview.findings += try await mistakes(in: retrieval.body, of: source, campus)
      }
      guard let parsed = batch.records.first else {
        preview.refusal = batch.findings.first { $0.code.refusesSource }
        preview.findings.removeAll { $0 == preview.refusal }
        return
      }
      preview.document = parsed.document
      preview.read = parsed.seen
      preview.rejected = parsed.rejected
      if source.kind == .weather {
        describe(parsed.forecasts, into: &preview)
      } else if let campus {
        preview.accepted = parsed.listings.count
        preview.zones = zones(of: retrieval, source)
        let named = preview.zones.keys.filter { $0.contains("/") }
        if !named.isEmpty, !named.contains(campus.campus.timezone) {
          preview.otherZone = campus.campus.timezone
        }
        try await describe(parsed, of: source, campus, into: &preview)
      }
    } catch {
      preview.refusal = Finding("E_PARSE", source: preview.source, message: "\(error)")
    }
  }

  /// The unusable lines of a log of positions. The findings of a run don't name them.
  private func mistakes(
    in body: [UInt8], of source: Source, _ campus: Settings.CampusSettings
  ) async throws -> [Finding] {
    let log = PresenceLog(source, gazetteer: campus.gazetteer, body: body, workers: 1)
    return try await log.read(until: now) { _ in }.map {
      Finding(
        "W_PRESENCE", severity: .warning, source: source.id, message: $0.message, line: $0.line)
    }
  }

  /// A transit feed; one whose days are over is stale, not wrong.
  private func describe(_ request: ParseRequest, into preview: inout FeedPreview) {
    let feed = TransitDocument.load(request, limit: base.settings.fetching.maxBytes)
    preview.findings += feed.findings
    preview.refusal = feed.refusal
    guard let network = feed.network else { return }
    preview.read = network.trips.count
    preview.accepted = network.trips.count
    let zone = network.zone
    preview.network = FeedPreview.Network(
      stops: network.stops.count { $0.kind == .platform }, routes: network.routes.count,
      agencies: network.agencies.map(\.name).filter { $0 != PreviewEnvironment.unnamed },
      isStale: network.validity.map { $0.upperBound < zone.civil(at: now).date.dayNumber }
        ?? false)
    preview.firstStart = network.validity.map { "\(CivilDate(dayNumber: $0.lowerBound))" }
    preview.lastStart = network.validity.map { "\(CivilDate(dayNumber: $0.upperBound))" }
  }

  private func describe(_ forecasts: [Forecast], into preview: inout FeedPreview) {
    let times = forecasts.map(\.at).sorted()
    preview.accepted = forecasts.count
    preview.provider = forecasts.first?.provider
    preview.firstStart = times.first?.rfc3339
    preview.lastStart = times.last?.rfc3339
  }
}

extension FeedPreviewer {
  private func describe(
    _ parsed: ParsedSource, of source: Source, _ campus: Settings.CampusSettings,
    into preview: inout FeedPreview
  ) async throws {
    let listings = parsed.listings
    let zone = campus.campus.zone
    let starts = listings.sorted { $0.start.instant(in: zone) < $1.start.instant(in: zone) }
      .map(\.start.publicText)
    preview.firstStart = starts.first
    preview.lastStart = starts.last
    preview.series = listings.count { $0.recurrence != nil }
    let rehearsal = try await rehearse(parsed, of: source)
    preview.comparedWith = rehearsal.edition
    preview.diff = rehearsal.diff
    describe(rehearsal, of: source, into: &preview)
    preview.rules = rehearsal.findings.filter { $0.code == "I_RULE" && $0.source == source.id }
    preview.findings += rehearsal.findings.filter {
      $0.code == "W_TIMES_OFF" && $0.source == source.id
    }
    if rehearsal.events.isEmpty, !listings.isEmpty {
      let window = base.settings.window(on: zone.civil(at: now).date, in: zone)
      let (first, last) = (zone.civil(at: window.from).date, zone.civil(at: window.to).date)
      preview.findings.append(
        Finding(
          "W_OUTSIDE_WINDOW", source: preview.source,
          message:
            "none of \(String(counting: listings.count, "item")) is between \(first) and \(last), the "
            + "published window; 'window' in almanac.yaml sets it"))
    }
    // Its events may also have words of other sources, which are not reported here.
    let own = Set(listings.flatMap(\.categories).map { $0.lowercased() })
    preview.unmapped = rehearsal.findings.filter { $0.code == "W_CATEGORY_UNMAPPED" }
      .compactMap(\.subject).filter { own.contains($0.lowercased()) }
  }

  /// The zones in the document: in listings they are resolved.
  private func zones(of retrieval: Retrieval, _ source: Source) -> [String: Int] {
    FeedPreview.counts(
      base.read(retrieval, of: source).entries.compactMap(\.start).map(Self.zone))
  }

  private static func zone(of time: CalendarTime) -> String {
    switch time {
    case .day: "whole days"
    case .floating: "no zone"
    case .zoned(let time): time.zone ?? "an offset alone"
    }
  }

  /// The results of the stages for a source.
  private struct Outcome {
    /// The events that the source lists.
    var events: [Event]
    /// Ids of events that it listed before.
    var known: Set<String>
    var findings: [Finding]
    /// The id of the latest edition; nil if nothing is published yet.
    var edition: String?
    /// What a run would change in it; nil if nothing.
    var diff: EditionDiff?
  }

  /// Saves the listings in a copy of the workspace, and runs the later stages there.
  private func rehearse(_ parsed: ParsedSource, of source: Source) async throws -> Outcome {
    let output = base.options.output
    var options = RunOptions(
      configuration: base.options.configuration ?? output, output: output, now: now)
    options.from = .geocode
    options.samples = base.options.samples
    let latest = base.hasConfiguration ? try EditionArchive(output: output).latest : nil
    return try await Rehearsal.run(options, isEmpty: !base.hasConfiguration) { options in
      let workspace = try Workspace(folder: OutputFolder(url: options.output).workspaceFolder)
      let known = try workspace.identities(campus: source.campus).filter { identity in
        identity.listings.contains { $0.hasPrefix(source.id + "/") }
      }
      // Save the document as 'parse' does, with a fingerprint that no run has; then run the later stages.
      try workspace.saveParsed(
        source: source.id, campus: source.campus, listings: parsed.listings,
        retaining: parsed.retained,
        hiding: parsed.hidden, forecasts: [], completeness: source.completeness ?? .window,
        at: options.now,
        record: StageRecord(
          stage: .parse, key: source.id, fingerprint: UUID().uuidString, read: parsed.seen,
          accepted: parsed.listings.count, rejected: parsed.rejected, findings: []))
      let context = base.context(workspace, options, adding: source)
      try context.settings.saveSources(to: workspace)
      var report = RunReport(now: options.now)
      try await GeocodeStep(context: context).run(into: &report)
      try await DeduplicateStep(context: context).run(into: &report)
      try await CategorizeStep(context: context).run(into: &report)
      try await EnrichStep(context: context).run(into: &report)
      try await PublishStep(context: context).run(into: &report)
      let diff = try Rehearsal.difference(options, from: latest).flatMap { $0.isEmpty ? nil : $0 }
      let events = try workspace.events(campus: source.campus).filter { event in
        event.listings.contains { $0.source == source.id }
      }
      return Outcome(
        events: events, known: Set(known.map(\.id)), findings: report.findings,
        edition: latest?.id, diff: diff)
    }
  }

  private func describe(_ outcome: Outcome, of source: Source, into preview: inout FeedPreview) {
    preview.inWindow = outcome.events.count
    preview.categories = FeedPreview.counts(
      outcome.events.compactMap { $0.categorization?.category })
    var methods: [String] = []
    var unplaced: [String: FeedPreview.Unplaced] = [:]
    for event in outcome.events {
      let others = event.listings.contains { $0.source != source.id }
      preview.novelties[
        outcome.known.contains(event.id) ? .known : others ? .shared : .new, default: 0] += 1
      let placement = event.placement
      if placement?.place != nil || placement?.coordinate != nil {
        methods.append(placement?.method?.rawValue ?? "the source's point")
      } else if let venue = event.venue, let reason = placement?.reason, reason != .none {
        let candidates = placement?.candidates.filter(\.mayBeMeant).map(\.place) ?? []
        unplaced[
          venue,
          default: FeedPreview.Unplaced(
            venue: venue, reason: reason.rawValue, count: 0, candidates: candidates)
        ].count += 1
      } else {
        methods.append("no venue")
      }
    }
    preview.placed = FeedPreview.counts(methods)
    preview.unplaced = unplaced.values.sorted { ($1.count, $0.venue) < ($0.count, $1.venue) }
  }

  /// The run time; of samples their own.
  private var now: Instant {
    base.options.samples
      ? base.settings.samplesNow ?? base.options.now : base.options.now
  }
}
