public import AlmanacModel
public import AlmanacRecords
public import AlmanacTime

/// One capture to be parsed.
public struct ParseRequest: Sendable {
  public var source: Source
  /// IANA name of the campus's zone, for sources that name none.
  public var campusTimezone: String
  public var capture: Capture
  /// The capture's bytes.
  public var body: [UInt8]
  /// What of the weather was asked for; nil: all points of the source.
  public var question: ForecastRequest?

  public init(
    source: Source, campusTimezone: String, capture: Capture, body: [UInt8],
    question: ForecastRequest? = nil
  ) {
    self.source = source
    self.campusTimezone = campusTimezone
    self.capture = capture
    self.body = body
    self.question = question
  }
}

/// What one capture gave.
public struct ParsedSource: Sendable {
  /// The source's id.
  public var source: String
  public var document: Document
  public var listings: ListingPile
  /// By point, then by time.
  public var forecasts: [Forecast]
  /// Items that the document held.
  public var seen: Int
  /// Items that gave no listing.
  public var quarantined: Int
  /// Keys of those among them of which the last good listing stays.
  public var held: Set<String>
  /// Keys of those among them that are not public any more.
  public var concealed: Set<String>

  public init(
    source: String, document: Document, listings: ListingPile = ListingPile(),
    forecasts: [Forecast] = [],
    seen: Int = 0, quarantined: Int = 0, held: Set<String> = [],
    concealed: Set<String> = []
  ) {
    self.source = source
    self.document = document
    self.listings = listings
    self.forecasts = forecasts
    self.seen = seen
    self.quarantined = quarantined
    self.held = held
    self.concealed = concealed
  }
}

/// Turns captures into listings and forecasts.
///
/// A document that is refused, truncated or not to be trusted is dropped with an `E_` finding, so
/// that the last good listings of its source stay; a bad item is set aside alone.
public struct Parser: Stage {
  public static let name = StageName.parse

  private let zones: ZoneDatabase

  public init(zones: ZoneDatabase = .system) { self.zones = zones }

  public func run(_ requests: [ParseRequest]) async throws -> Batch<ParsedSource> {
    var batch = Batch<ParsedSource>()
    for request in requests {
      switch request.source.kind {
      case .events: try parseEvents(request, into: &batch)
      case .weather: parseWeather(request, into: &batch)
      // They have no listings; the pipeline reads them.
      case .transit, .rides, .presence, .images: break
      }
    }
    return batch
  }

  private func parseEvents(_ request: ParseRequest, into batch: inout Batch<ParsedSource>) throws {
    let source = request.source
    let zoneName = source.timezone ?? request.campusTimezone
    guard let zone = zones.zone(named: zoneName) else {
      batch.drop(because: Self.unknownZone(zoneName, source))
      return
    }
    let context = ReadingContext(
      zone: zone, zones: zones, format: source.format, mapping: source.mapping)
    let mapper = ListingMapper(source: source, zone: zone, zones: zones)
    var assembler = SeriesGrouper(mapper: mapper, expecting: 0)
    let feed = CaptureReader.read(request, context) { assembler.take($0) }
    if let refusal = IntegrityCheck.refusal(of: feed.document) {
      batch.drop(because: refusal.about(source: source.id))
      return
    }
    // What its language is, a document may say after its items.
    let assembly = try assembler.finish(language: feed.document.language)
    batch.note(
      contentsOf: FindingDigest.of(
        feed.document.problems.map { $0.about(source: source.id) } + assembly.findings,
        source: source.id))
    batch.keep(
      ParsedSource(
        source: source.id, document: feed.document, listings: assembly.listings,
        seen: assembly.count, quarantined: assembly.quarantined,
        held: assembly.held, concealed: assembly.concealed))
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
      batch.drop(because: Finding(error, source: source.id))
    }
  }

  /// What the request says of units, for OpenWeather, whose answers do not.
  private static func units(of source: Source) -> String? {
    var address = source.address
    if case .url(let url) = source.location { address = url }
    return address?.firstMatch(of: /[?&]units=([a-z]+)/).map { String($0.1) }
  }

  private static func unknownZone(_ name: String, _ source: Source) -> Finding {
    Finding(
      "E_PARSE", source: source.id,
      message: "the time zone '\(name)' of the source is unknown; correct 'timezone' in feed.yaml")
  }
}
