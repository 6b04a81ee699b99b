public import AlmanacModel
public import AlmanacTime

/// One capture to parse.
public struct ParseRequest: Sendable {
  public var source: Source
  /// IANA name of the campus's zone, for sources without their own.
  public var campusTimezone: String
  public var capture: Capture
  /// The capture's bytes.
  public var body: [UInt8]
  /// The weather request that was sent; nil: all points of the source.
  public var question: ForecastRequest?
  /// The run time; operations of a later one don't count yet.
  public var now: Instant

  public init(
    source: Source, campusTimezone: String, capture: Capture, body: [UInt8],
    question: ForecastRequest? = nil, now: Instant? = nil
  ) {
    self.source = source
    self.campusTimezone = campusTimezone
    self.capture = capture
    self.body = body
    self.question = question
    self.now = now ?? capture.fetchedAt
  }
}

/// The result of parsing one capture.
public struct ParsedSource: Sendable {
  /// The source's id.
  public var source: String
  public var document: Document
  public var listings: [Listing]
  /// Sorted by point, then by time.
  public var forecasts: [Forecast]
  /// Number of items in the document.
  public var seen: Int
  /// Number of items that were rejected.
  public var rejected: Int
  /// Keys of rejected items whose last good listing stays published.
  public var retained: Set<String>
  /// Keys of rejected items that are no longer public.
  public var hidden: Set<String>
  /// Keys of items whose absence the document itself explains, so that it is no loss.
  public var explained: Set<String>

  public init(
    source: String, document: Document, listings: [Listing] = [],
    forecasts: [Forecast] = [],
    seen: Int = 0, rejected: Int = 0, retained: Set<String> = [],
    hidden: Set<String> = [], explained: Set<String> = []
  ) {
    self.source = source
    self.document = document
    self.listings = listings
    self.forecasts = forecasts
    self.seen = seen
    self.rejected = rejected
    self.retained = retained
    self.hidden = hidden
    self.explained = explained
  }
}

/// Parses captures into listings and forecasts.
///
/// A document that is rejected, truncated or damaged yields only an `E_` finding, so that the last
/// good listings of its source stay. A bad item is rejected alone.
public struct Parser: Sendable {
  private let zones: ZoneDatabase

  public init(zones: ZoneDatabase = .system) { self.zones = zones }

  public func run(_ requests: [ParseRequest]) async throws -> Batch<ParsedSource> {
    var batch = Batch<ParsedSource>()
    for request in requests {
      switch request.source.kind {
      case .events: parseEvents(request, into: &batch)
      case .weather: parseWeather(request, into: &batch)
      case .submissions: parseSubmissions(request, into: &batch)
      // The pipeline reads these; they contain no listings.
      case .transit, .rides, .presence, .images: break
      }
    }
    return batch
  }

  private func parseEvents(_ request: ParseRequest, into batch: inout Batch<ParsedSource>) {
    let source = request.source
    guard let zone = zone(of: request, orRejectIn: &batch) else { return }
    let context = ReadingContext(
      zone: zone, zones: zones, format: source.format, mapping: source.mapping)
    let mapper = ListingMapper(source: source, zone: zone, zones: zones)
    var grouper = SeriesGrouper(mapper: mapper, expecting: request.body.count / 1_024)
    let feed = CaptureReader.read(request, context) { grouper.take($0) }
    if let refusal = IntegrityCheck.refusal(of: feed.document) {
      batch.reject(because: refusal.about(source: source.id))
      return
    }
    // The document may declare its language after its items.
    let assembly = grouper.finish(language: feed.document.language)
    batch.note(
      contentsOf: FindingDigest.of(
        feed.document.problems.map { $0.about(source: source.id) } + assembly.findings,
        source: source.id))
    batch.keep(
      ParsedSource(
        source: source.id, document: feed.document, listings: assembly.listings,
        seen: assembly.count, rejected: assembly.rejected,
        retained: assembly.retained, hidden: assembly.hidden))
  }

  private func parseSubmissions(_ request: ParseRequest, into batch: inout Batch<ParsedSource>) {
    let source = request.source
    guard let zone = zone(of: request, orRejectIn: &batch) else { return }
    guard
      let state = SubmissionReader(source: source, zone: zone, zones: zones)?
        .read(request.body, now: request.now)
    else {
      batch.reject(
        because: Finding(
          "E_PARSE", source: source.id,
          message: "the stored log can't be read; 'almanac fetch --force' reads it again"))
      return
    }
    batch.note(contentsOf: FindingDigest.of(state.findings, source: source.id))
    let known = state.publicIDs
    batch.keep(
      ParsedSource(
        source: source.id, document: Document(), listings: state.listings,
        seen: known.count + state.rejected, rejected: state.rejected,
        hidden: state.hidden, explained: known))
  }

  private func parseWeather(_ request: ParseRequest, into batch: inout Batch<ParsedSource>) {
    let source = request.source
    let context = WeatherContext(
      source: source.id, points: (request.question?.points ?? source.weather?.points) ?? [],
      fetchedAt: request.capture.fetchedAt, units: Self.units(of: source), zones: zones)
    do throws(WeatherError) {
      let reading = try WeatherReader.read(
        request.body, from: source.weather?.provider, context)
      batch.note(contentsOf: reading.findings)
      var forecasts = reading.forecasts
      if let city = request.question?.city {
        for index in forecasts.indices { forecasts[index].city = city.name }
      }
      batch.keep(
        ParsedSource(
          source: source.id, document: Document(), forecasts: forecasts, seen: forecasts.count))
    } catch {
      batch.reject(because: Finding(error, source: source.id))
    }
  }

  /// The `units` parameter of the request. OpenWeather's answers do not contain their units.
  private static func units(of source: Source) -> String? {
    var address = source.address
    if case .url(let url) = source.location { address = url }
    return address?.firstMatch(of: /[?&]units=([a-z]+)/).map { String($0.1) }
  }

  /// The zone of times without one; an unknown zone rejects the source.
  private func zone(
    of request: ParseRequest, orRejectIn batch: inout Batch<ParsedSource>
  ) -> Zone? {
    let name = request.source.timezone ?? request.campusTimezone
    if let zone = zones.zone(named: name) { return zone }
    batch.reject(
      because: Finding(
        "E_PARSE", source: request.source.id,
        message: "the time zone '\(name)' of the source is unknown; correct 'timezone' in feed.yaml"
      ))
    return nil
  }
}
