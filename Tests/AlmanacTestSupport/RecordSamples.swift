public import AlmanacModel
import AlmanacTime

/// Records with every property set, or with a random part of them.
public struct RecordSamples: Sendable {
  /// A generator with the same sequence for the same seed (SplitMix64).
  public struct Random: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  /// Records with every property set.
  public static var full: RecordSamples {
    var random = Random(seed: 0)
    return RecordSamples(&random, isFull: true)
  }

  public let listing: Listing
  public let event: Event
  public let identity: EventIdentity
  public let placement: Placement
  public let query: VenueQuery
  public let categorization: Categorization
  public let weather: OccurrenceWeather
  public let forecast: Forecast

  public init(_ random: inout Random, isFull: Bool = false) {
    var maker = Maker(random: random, isFull: isFull)
    listing = maker.listing()
    event = maker.event()
    identity = maker.identity()
    placement = maker.placement()
    query = maker.query()
    categorization = maker.categorization()
    weather = maker.weather()
    forecast = maker.forecast()
    random = maker.random
  }
}

private struct Maker {
  var random: RecordSamples.Random
  let isFull: Bool

  private static let words = [
    "", "hall", "Zürich 東京", "\"quoted\" \\ back", "line\nfeed\ttab\r",
    "\u{0}\u{1f}\u{7f}\u{8}\u{c}",
    "e\u{301}👩‍👩‍👧\u{2028}", "a/b", "tag \"x\"", "tag #", "a text that is longer than fifteen bytes",
  ]

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  private mutating func maybe<Value>(_ make: (inout Maker) -> Value) -> Value? {
    isFull || below(2) == 0 ? make(&self) : nil
  }

  private mutating func some<Value>(_ make: (inout Maker) -> Value) -> [Value] {
    (0..<(isFull ? 2 : below(4))).map { _ in make(&self) }
  }

  private mutating func text() -> String {
    isFull ? Self.words[below(3) + 1] : Self.words[below(Self.words.count)]
  }

  private mutating func one<Value: CaseIterable>(_ type: Value.Type) -> Value
  where Value.AllCases == [Value] {
    Value.allCases[below(Value.allCases.count)]
  }

  private mutating func number() -> Double {
    [0, 1, 0.5, 0.982, -3.25, 1 / 3, 12_345.678, 1e-7, 2e20][below(9)]
  }

  private mutating func instant() -> Instant {
    Instant(secondsSinceEpoch: Int64(below(4_000_000_000)) - 1_000_000_000)
  }

  private mutating func coordinate() -> Coordinate {
    Coordinate(
      latitude: Double(below(180_001)) / 1_000 - 90, longitude: Double(below(360_001)) / 1_000 - 180
    )
      ?? .init(latitude: 1.3, longitude: 103.8)!
  }

  private mutating func time() -> CalendarTime {
    let local = CivilDateTime(localSeconds: Int64(below(4_000_000_000)))
    switch below(7) {
    case 0: return .day(local.date)
    case 1: return .floating(local)
    case 2: return .zoned(ZonedTime(local: local, offset: 0, zone: "UTC"))
    case 3: return .zoned(ZonedTime(local: local, offset: -12_600, zone: nil))
    case 4: return .zoned(ZonedTime(local: local, offset: 28_800, zone: "Asia/Singapore"))
    case 5: return .zoned(ZonedTime(local: local, offset: -18_000, zone: "America/New_York"))
    // Offsets with seconds, and names that are no zone.
    default:
      return .zoned(ZonedTime(local: local, offset: 1_172, zone: "a \"zone\" \\ of\nits own"))
    }
  }

  private mutating func status() -> EventStatus {
    [.confirmed, .tentative, .cancelled, .postponed][below(4)]
  }

  private mutating func rule() -> RecurrenceRule {
    let rules = [
      "FREQ=WEEKLY;COUNT=10;BYDAY=MO,WE", "FREQ=DAILY;UNTIL=20260401T000000Z",
      "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;WKST=SU",
    ]
    return try! RecurrenceRule(parsing: rules[below(rules.count)])
  }

  private mutating func recurrence() -> Recurrence {
    Recurrence(
      rules: some { $0.rule() }, exclusionRules: some { $0.rule() }, additions: some { $0.time() },
      exclusions: some { $0.time() })
  }

  mutating func listing() -> Listing {
    Listing(
      source: text(), campus: text(), key: text(), uid: maybe { $0.text() },
      link: maybe { $0.text() }, title: text(), text: maybe { $0.text() },
      html: maybe { $0.text() }, start: time(),
      yearGuess: maybe { $0.one(YearGuess.self) }, end: maybe { $0.time() },
      recurrence: maybe { $0.recurrence() },
      overrides: some { maker in
        ListingOverride(
          recurrenceID: maker.time(), thisAndFuture: maker.below(2) == 0, start: maker.time(),
          end: maker.maybe { $0.time() }, title: maker.maybe { $0.text() },
          text: maker.maybe { $0.text() }, venue: maker.maybe { $0.text() },
          status: maker.status())
      },
      venue: maybe { $0.text() }, coordinate: maybe { $0.coordinate() }, status: status(),
      visibility: [.public, .private, .confidential][below(3)],
      transparency: maybe { [.opaque, .transparent][$0.below(2)] }, kind: one(EventKind.self),
      categories: some { $0.text() }, tags: some { $0.text() }, audience: maybe { $0.text() },
      price: maybe { $0.text() }, organizer: maybe { $0.text() }, contact: maybe { $0.text() },
      image: maybe { $0.text() }, language: maybe { $0.text() }, onlineURL: maybe { $0.text() },
      published: maybe { $0.time() }, updated: maybe { $0.time() }, sequence: below(3_000),
      line: maybe { $0.below(3_000) - 10 })
  }

  mutating func event() -> Event {
    Event(
      id: text(), campus: text(), title: text(), text: maybe { $0.text() },
      html: maybe { $0.text() }, url: maybe { $0.text() }, kind: one(EventKind.self),
      status: status(), transparency: maybe { [.opaque, .transparent][$0.below(2)] },
      tags: some { $0.text() }, audience: maybe { $0.text() }, price: maybe { $0.text() },
      organizer: maybe { $0.text() }, contact: maybe { $0.text() }, image: maybe { $0.text() },
      language: maybe { $0.text() }, onlineURL: maybe { $0.text() }, venue: maybe { $0.text() },
      placement: maybe { $0.placement() }, sourceCategories: some { $0.text() },
      series: maybe { maker in
        Series(
          start: maker.time(), end: maker.maybe { $0.time() }, recurrence: maker.recurrence())
      },
      occurrences: some { $0.occurrence() },
      listings: some { maker in
        ListingReference(
          id: maker.text(), source: maker.text(), uid: maker.maybe { $0.text() },
          url: maker.maybe { $0.text() }, score: maker.number(), evidence: maker.some { $0.text() })
      },
      provenance: Dictionary(
        some { ($0.text(), $0.text()) }, uniquingKeysWith: { first, _ in first }),
      aliases: some { $0.text() }, formerNames: maybe { $0.some { $0.text() } },
      categorization: maybe { $0.categorization() })
  }

  private mutating func occurrence() -> Occurrence {
    Occurrence(
      recurrenceID: maybe { $0.time() }, start: time(), end: maybe { $0.time() },
      status: status(), title: maybe { $0.text() }, text: maybe { $0.text() },
      venue: maybe { $0.text() }, placement: maybe { $0.placement() }, listings: some { $0.text() },
      weather: maybe { $0.weather() })
  }

  mutating func identity() -> EventIdentity {
    EventIdentity(
      id: text(), campus: text(), listings: some { $0.text() },
      traces: some { maker in
        ListingTrace(
          id: maker.text(), source: maker.text(), title: maker.text(), start: maker.time(),
          link: maker.maybe { $0.text() }, uid: maker.maybe { $0.text() },
          formerNames: maker.maybe { $0.some { $0.text() } })
      },
      issued: instant(), mergedInto: maybe { $0.text() }, core: maybe { $0.some { $0.text() } })
  }

  mutating func placement() -> Placement {
    let reasons: [Placement.Abstention] = [
      .online, .toBeAnnounced, .offCampus, .ambiguous, .unknown, .noPoint, .none,
    ]
    let methods: [Placement.Method] = [
      .alias, .room, .code, .fuzzy, .coordinates, .default, .decision,
    ]
    var placement = Placement(
      abstaining: reasons[below(reasons.count)],
      candidates: some { maker in
        Placement.Candidate(
          place: maker.text(), score: maker.number(), against: maker.maybe { $0.text() })
      })
    placement.place = maybe { $0.text() }
    placement.name = maybe { $0.text() }
    placement.room = maybe { $0.text() }
    placement.floor = maybe { $0.below(9) - 2 }
    placement.coordinate = maybe { $0.coordinate() }
    placement.confidence = number()
    placement.method = maybe { methods[$0.below(methods.count)] }
    if !isFull { placement.reason = maybe { reasons[$0.below(reasons.count)] } }
    return placement
  }

  mutating func query() -> VenueQuery {
    let strategies: [VenueStrategy] = [
      .text, .fallback(place: text()), .preferCoordinates, .none,
    ]
    return VenueQuery(
      campus: text(), text: maybe { $0.text() }, coordinate: maybe { $0.coordinate() },
      strategy: strategies[below(strategies.count)])
  }

  mutating func categorization() -> Categorization {
    Categorization(
      category: text(), others: some { $0.text() }, confidence: number(),
      method: [.table, .text, .keywords, .decision, .none][below(5)], reason: text(),
      facets: maybe { maker in
        maker.some { EventFacet($0.one(EventFacet.Name.self), $0.text(), source: $0.text()) }
      }, basis: maybe { $0.text() })
  }

  mutating func weather() -> OccurrenceWeather {
    var weather = OccurrenceWeather(
      source: text(), provider: one(WeatherProvider.self), condition: one(WeatherCondition.self),
      temperatureMin: maybe { $0.number() }, temperatureMax: maybe { $0.number() },
      precipitation: maybe { $0.number() }, precipitationProbability: maybe { $0.number() },
      windSpeed: maybe { $0.number() }, text: text(), issuedAt: maybe { $0.instant() },
      fetchedAt: instant(), distance: number(), attribution: maybe { $0.text() },
      supplements: maybe { maker in
        maker.some {
          .init(
            field: $0.one(OccurrenceWeather.Supplement.Field.self), source: $0.text(),
            provider: $0.one(WeatherProvider.self))
        }
      },
      sunrise: maybe { $0.instant() }, sunset: maybe { $0.instant() })
    weather.advisories = maybe { maker in
      maker.some { WeatherAdvisory(id: $0.text(), text: $0.text()) }
    }
    weather.isDay = maybe { $0.below(2) == 0 }
    return weather
  }

  mutating func forecast() -> Forecast {
    var forecast = Forecast(
      source: text(), provider: one(WeatherProvider.self), point: coordinate(),
      grid: maybe { $0.coordinate() }, fetchedAt: instant(), at: instant(),
      resolution: below(9_000),
      condition: one(WeatherCondition.self))
    forecast.accumulatedFrom = maybe { $0.instant() }
    forecast.accumulatedTo = maybe { $0.instant() }
    forecast.apparentTemperature = maybe { $0.number() }
    forecast.attribution = maybe { $0.text() }
    forecast.city = maybe { $0.text() }
    forecast.cloudCover = maybe { $0.number() }
    forecast.dewPoint = maybe { $0.number() }
    forecast.elevation = maybe { $0.number() }
    forecast.isCurrent = maybe { $0.below(2) == 0 }
    forecast.isDay = maybe { $0.below(2) == 0 }
    forecast.issuedAt = maybe { $0.instant() }
    forecast.precipitation = maybe { $0.number() }
    forecast.precipitationProbability = maybe { $0.number() }
    forecast.pressure = maybe { $0.number() }
    forecast.rawCode = maybe { $0.text() }
    forecast.rawText = maybe { $0.text() }
    forecast.relativeHumidity = maybe { $0.number() }
    forecast.snowfall = maybe { $0.number() }
    forecast.temperature = maybe { $0.number() }
    forecast.temperatureMax = maybe { $0.number() }
    forecast.temperatureMin = maybe { $0.number() }
    forecast.uvIndex = maybe { $0.number() }
    forecast.visibility = maybe { $0.number() }
    forecast.windDirection = maybe { $0.number() }
    forecast.windGust = maybe { $0.number() }
    forecast.windSpeed = maybe { $0.number() }
    return forecast
  }
}
