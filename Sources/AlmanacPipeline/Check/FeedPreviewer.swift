import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacRecords
import AlmanacRefine
import AlmanacStore
import AlmanacTime

/// Works one feed through the stages by itself, changing nothing.
public struct FeedPreviewer: Sendable {
  private static let mostExamples = 5

  let ground: PreviewGround

  /// - Throws: `ConfigurationError`; `PreviewError` for a zone that is none.
  public init(_ options: PreviewOptions) throws { ground = try PreviewGround(options) }

  /// Looks at a source of the configuration, a definition, a URL or a file.
  ///
  /// - Throws: where there is no such thing; a feed that is refused is an answer.
  public func preview(_ argument: String) async throws -> FeedPreview {
    let source = try ground.source(argument)
    var preview = FeedPreview(subject: argument)
    preview.source = source.id == "preview" ? nil : source.id
    if source.isOfTheWeb, ground.options.isOffline {
      preview.refusal = Finding(
        "E_OFFLINE", message: "it is of the web, and --offline forbids to ask for it")
      return preview
    }
    let (question, more) = question(of: source)
    do {
      let retrieval = try await ground.retrieve(source, question: question?.fetch)
      preview.origin = retrieval.capture?.origin ?? argument
      await look(at: retrieval, of: source, question?.request, into: &preview)
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

  /// The first thing that a weather source asks for, and how many more there are.
  private func question(of source: Source) -> (
    (fetch: FetchRequest.Question, request: ForecastRequest)?, more: Int
  ) {
    guard let weather = source.weather, let url = source.url,
      let template = WeatherTemplate(url), template.reach != .everything || weather.follow != nil
    else { return (nil, 0) }
    let campus = ground.settings.campuses.first { $0.campus.id == source.campus }
    let center = campus?.gazetteer.bounds?.center
    let points = weather.points.isEmpty ? [center].compactMap(\.self) : weather.points
    let requests = template.requests(
      for: points, cities: weather.cities, sharing: weather.sharing)
    guard let first = requests.first else { return (nil, 0) }
    let fetch = FetchRequest.Question(request: first.key, url: template.url(of: first))
    return ((fetch, first), requests.count - 1)
  }

  /// Parses, places, joins and categorizes what was retrieved.
  func look(
    at retrieval: Retrieval, of source: Source, _ question: ForecastRequest? = nil,
    into preview: inout FeedPreview
  ) async {
    guard let capture = retrieval.capture else { return }
    preview.bytes = retrieval.body.count
    preview.isWeather = source.kind == .weather
    let campus = ground.settings.campuses.first { $0.campus.id == source.campus }
    let request = ParseRequest(
      source: source, campusTimezone: campus?.campus.timezone ?? "UTC", capture: capture,
      body: retrieval.body, question: question)
    let batch: Batch<ParsedSource>
    do {
      batch = try await Parser(zones: ground.zones).run([request])
      preview.findings = retrieval.findings + batch.findings
      guard let parsed = batch.records.first else {
        preview.refusal = batch.findings.first { $0.code.refusesSource }
        preview.findings.removeAll { $0 == preview.refusal }
        return
      }
      preview.document = parsed.document
      preview.seen = parsed.seen
      preview.quarantined = parsed.quarantined
      if source.kind == .weather {
        describe(parsed.forecasts, into: &preview)
      } else if let campus {
        preview.kept = parsed.listings.count
        preview.zones = zones(of: retrieval, source)
        let named = preview.zones.map(\.name).filter { $0.contains("/") }
        if !named.isEmpty, !named.contains(campus.campus.timezone) {
          preview.otherZone = campus.campus.timezone
        }
        try await describe(try parsed.listings.array(), of: source, campus, into: &preview)
      }
    } catch {
      preview.refusal = Finding("E_PARSE", source: preview.source, message: "\(error)")
    }
  }

  private func describe(_ forecasts: [Forecast], into preview: inout FeedPreview) {
    let times = forecasts.map(\.at).sorted()
    preview.kept = forecasts.count
    preview.provider = forecasts.first?.provider
    preview.firstStart = times.first?.rfc3339
    preview.lastStart = times.last?.rfc3339
  }
}

extension FeedPreviewer {
  private func describe(
    _ stated: [Listing], of source: Source, _ campus: Settings.CampusSettings,
    into preview: inout FeedPreview
  ) async throws {
    let listings = stated.map { source.limiting($0) }
    let zone = ground.zones.zone(named: campus.campus.timezone) ?? .utc
    let starts = listings.sorted { $0.start.instant(in: zone) < $1.start.instant(in: zone) }
      .map(\.start.publicText)
    preview.firstStart = starts.first
    preview.lastStart = starts.last
    preview.series = listings.count { $0.recurrence != nil }
    let strategies = [source.id: source.venue]
    let placements = try await place(listings, strategies, campus, into: &preview)
    try await join(listings, of: source, campus, placements, into: &preview)
  }

  /// As the document states them: in a listing they are resolved.
  private func zones(of retrieval: Retrieval, _ source: Source) -> [FeedPreview.Count] {
    var context = ReadingContext(
      zones: ground.zones, format: source.format, mapping: source.mapping)
    context.take(retrieval.capture, of: source)
    let feed = FeedReader.read(retrieval.body, context: context)
    return FeedPreview.counts(feed.entries.compactMap(\.start).map(Self.zone))
  }

  private static func zone(of time: CalendarTime) -> String {
    switch time {
    case .day: "whole days"
    case .floating: "none stated"
    case .zoned(let time): time.zone ?? "an offset alone"
    }
  }

  private func place(
    _ listings: [Listing], _ strategies: [String: VenueStrategy],
    _ campus: Settings.CampusSettings, into preview: inout FeedPreview
  ) async throws -> [VenueQuery: Placement] {
    let asked = VenueQueries(strategies: strategies)
    var count: [VenueQuery: Int] = [:]
    for listing in listings {
      for query in asked.queries(of: listing) { count[query, default: 0] += 1 }
    }
    let queries = count.keys.sorted { ($0.text ?? "") < ($1.text ?? "") }
    let batch = try await Geocoder(
      matchers: [campus.campus.id: GazetteerMatcher(campus.gazetteer)],
      pins: ground.settings.decisions.pinPlace
    ).run(queries)
    var methods: [String: Int] = [:]
    var unplaced: [String: FeedPreview.Unplaced] = [:]
    var placements: [VenueQuery: Placement] = [:]
    for answer in batch.records {
      let number = count[answer.query] ?? 0
      placements[answer.query] = answer.placement
      if answer.placement.place != nil || answer.placement.coordinate != nil {
        methods[answer.placement.method?.rawValue ?? "placed", default: 0] += number
        continue
      }
      let reason = answer.placement.reason ?? .unknown
      guard let text = answer.query.text, reason != .none else {
        methods["no venue", default: 0] += number
        continue
      }
      unplaced[
        text,
        default: FeedPreview.Unplaced(
          venue: text, reason: reason.rawValue, count: 0,
          candidates: answer.placement.candidates.filter(\.mayBeMeant).map(\.place))
      ].count += number
    }
    preview.placed = methods.map { FeedPreview.Count(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    preview.unplaced = unplaced.values.sorted {
      ($1.count, $0.venue) < ($0.count, $1.venue)
    }
    preview.findings += batch.findings.map { $0.about(source: preview.source ?? "") }
    return placements
  }

  /// Puts the listings beside all that is known, as tonight's run would.
  private func join(
    _ listings: [Listing], of source: Source, _ campus: Settings.CampusSettings,
    _ placements: [VenueQuery: Placement], into preview: inout FeedPreview
  ) async throws {
    let workspace = try ground.workspace()
    let now = clock
    let id = campus.campus.id
    let zone = ground.zones.zone(named: campus.campus.timezone) ?? .utc
    let window = ground.settings.window(on: zone.civil(at: now).date, in: zone)
    var input = DeduplicateInput(
      campus: campus.campus, listings: listings, placements: placements,
      strategies: [source.id: source.venue], trust: ground.settings.trust,
      decisions: ground.settings.decisions, window: window, zone: zone, now: now)
    if let workspace {
      let context = ground.context(workspace, now: now)
      input.listings += try await context.listings(of: campus.campus)
        .filter { $0.source != source.id }
      input.placements.merge(try workspace.placements(campus: id)) { own, _ in own }
      input.strategies.merge(context.strategies(of: campus.campus)) { own, _ in own }
      input.identities = try workspace.identities(campus: id)
      input.snapshot = try workspace.snapshot(campus: id).map {
        DeduplicateSnapshot(statistics: [UInt8]($0.statistics))
      }
      preview.comparedWith = try StatusReport.latest(ground.options.output)?.name
    }
    // Events that this very source states already.
    let known = Set(
      input.identities.filter { identity in
        identity.listings.contains { $0.hasPrefix(source.id + "/") }
      }.map(\.id))
    let batch = try await Deduplicator(zones: ground.zones).run([input])
    let events = (batch.records.first?.events ?? []).filter { event in
      event.listings.contains { $0.source == source.id }
    }
    preview.inWindow = events.count
    if events.isEmpty, !listings.isEmpty {
      let (first, last) = (zone.civil(at: window.from).date, zone.civil(at: window.to).date)
      preview.findings.append(
        Finding(
          "W_OUTSIDE_WINDOW", source: preview.source,
          message:
            "none of \(String(counting: listings.count, "item")) is between \(first) and \(last), which is "
            + "what is published; 'window' in almanac.yaml sets it"))
    }
    let categorized = try await Categorizer(
      taxonomy: ground.settings.taxonomy,
      sourceTables: Dictionary(
        ground.settings.sources.map { ($0.id, $0.categories) } + [(source.id, source.categories)],
        uniquingKeysWith: { $1 }),
      model: ground.settings.categoryModel, decisions: ground.settings.decisions
    ).run(events)
    let categories = Dictionary(
      categorized.records.map { ($0.id, $0.categorization) }, uniquingKeysWith: { $1 })
    preview.categories = FeedPreview.counts(events.compactMap { categories[$0.id]?.category })
    // Its events may be others' as well, whose words are no question here.
    let own = Set(listings.flatMap(\.categories).map { $0.lowercased() })
    preview.unmapped = categorized.findings.filter { $0.code == "W_CATEGORY_UNMAPPED" }
      .compactMap(\.subject).filter { own.contains($0.lowercased()) }
    tell(events, known, categories, zone, source, into: &preview)
  }

  private func tell(
    _ events: [Event], _ known: Set<String>, _ categories: [String: Categorization], _ zone: Zone,
    _ source: Source, into preview: inout FeedPreview
  ) {
    var shown: [FeedPreview.Novelty: Int] = [:]
    func start(_ event: Event) -> Instant {
      event.occurrences.first?.start.instant(in: zone) ?? Instant(secondsSinceEpoch: 0)
    }
    for event in events.sorted(by: { (start($0), $0.id) < (start($1), $1.id) }) {
      let others = Set(event.listings.map(\.source)).subtracting([source.id]).sorted()
      let novelty: FeedPreview.Novelty =
        known.contains(event.id) ? .known : others.isEmpty ? .new : .shared
      preview.novelties[novelty, default: 0] += 1
      guard shown[novelty, default: 0] < Self.mostExamples else { continue }
      shown[novelty, default: 0] += 1
      preview.examples.append(
        FeedPreview.Example(
          novelty: novelty, title: event.title,
          start: event.occurrences.first?.start.publicText ?? "", place: event.placement?.place,
          category: categories[event.id]?.category, event: novelty == .new ? nil : event.id,
          sources: others))
    }
  }

  /// Samples live at their own time.
  private var clock: Instant {
    ground.options.samples
      ? ground.settings.samplesNow ?? ground.options.now : ground.options.now
  }
}
