import AlmanacModel
import AlmanacTime

@testable import AlmanacPublish

/// Random events with any valid value in their members, reproducible by seed.
struct RandomEvents {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func events(_ count: Int) -> [Event] {
    (0..<count).map { event(number: $0, isFull: false) }
  }

  /// An event without empty members.
  mutating func fullEvent() -> Event { event(number: 0, isFull: true) }

  private mutating func event(number: Int, isFull: Bool) -> Event {
    let times = (0..<(isFull ? 3 : 1 + below(4))).map { _ in date() }
    var seen: Set<String> = []
    let dates = times.filter { seen.insert($0.publicText).inserted }
      .sorted { $0.instant(in: Self.campus) < $1.instant(in: Self.campus) }
    var event = Event(
      id: "event-\(number)", campus: "hill", title: text(),
      occurrences: dates.map { occurrence($0, isFull: isFull) },
      listings: (0..<(1 + below(3))).map { listing("\(number)-\($0)", isFull: isFull) })
    event.text = maybe(isFull) { $0.text() }
    event.html = maybe(isFull) { "<p>\($0.word())</p>" }
    event.url = maybe(isFull) { $0.link() }
    event.kind = pick(EventKind.allCases)
    event.status = pick([.confirmed, .confirmed, .tentative, .cancelled, .postponed])
    event.transparency = maybe(isFull) { $0.pick([.opaque, .transparent]) }
    event.tags = isFull ? ["b", "a, c"] : (0..<below(4)).map { _ in word() }
    event.audience = maybe(isFull) { $0.word() }
    event.price = maybe(isFull) { $0.pick(["free", "S$12.50", "10 / 5 €", "ask us"]) }
    event.organizer = maybe(isFull) { $0.text() }
    event.contact = maybe(isFull) { $0.text() }
    event.image = maybe(isFull) { $0.link() }
    event.language = maybe(isFull) { $0.pick(["en", "zh-Hant"]) }
    event.onlineURL = maybe(isFull) { $0.link() }
    event.venue = maybe(isFull) { $0.text() }
    event.placement = maybe(isFull) { $0.placement() }
    event.sourceCategories = [word()]
    event.series = maybe(isFull) { $0.series(isFull: isFull) }
    event.provenance = ["title": event.listings[0].id]
    event.aliases = (0..<(isFull ? 2 : below(3))).map { "former-\(number)-\($0)" }
    event.categorization = maybe(isFull) { $0.categorization(isFull: isFull) }
    return event
  }

  private mutating func occurrence(_ start: CalendarTime, isFull: Bool) -> Occurrence {
    var occurrence = Occurrence(start: start)
    occurrence.recurrenceID = maybe(isFull) { _ in start }
    occurrence.end = maybe(isFull) { random in
      start.adding(
        CalendarDuration(
          days: start.isDay ? 1 + random.below(3) : 0, seconds: 60 * random.below(600)),
        zones: .system)
    }
    occurrence.status = pick([.confirmed, .confirmed, .tentative, .cancelled, .postponed])
    occurrence.title = maybe(isFull) { $0.text() }
    occurrence.text = maybe(isFull) { $0.text() }
    occurrence.venue = maybe(isFull) { $0.word() }
    occurrence.placement = maybe(isFull) { $0.placement() }
    occurrence.listings = [word()]
    occurrence.weather = maybe(isFull) { $0.weather(isFull: isFull) }
    return occurrence
  }

  private mutating func listing(_ key: String, isFull: Bool) -> ListingReference {
    let source = pick(["hall", "clubs", "nowhere"])
    return ListingReference(
      id: "\(source)/\(key)", source: source, uid: maybe(isFull) { $0.word() },
      url: maybe(isFull) { $0.link() }, score: share(),
      evidence: isFull ? ["same uid", "title 0.93"] : (0..<below(3)).map { _ in text() })
  }

  private mutating func placement() -> Placement {
    let candidates = [Placement.Candidate(place: "library", score: share())]
    var placement: Placement
    if below(3) == 0 {
      placement = Placement(
        abstaining: pick([.online, .toBeAnnounced, .offCampus, .ambiguous, .unknown]),
        candidates: candidates)
    } else {
      placement = Placement(
        place: pick(["great-hall", "library", "annex", "gone"]), name: word(),
        room: maybe(false) { $0.word() }, floor: 2, confidence: share(),
        method: pick([.alias, .room, .code, .fuzzy, .coordinates, .default, .decision]),
        candidates: candidates)
    }
    placement.coordinate = maybe(false) { random in
      Coordinate(latitude: 1.29 + random.share() / 100, longitude: 103.77 + random.share() / 100)
    }
    return placement
  }

  private mutating func categorization(isFull: Bool) -> Categorization {
    let others = isFull || below(2) == 0 ? ["others"] : []
    return Categorization(
      category: isFull ? "arts" : pick(["arts", "health-wellness", "gone"]), others: others,
      confidence: share(), method: .table, reason: text())
  }

  private mutating func series(isFull: Bool) -> Series {
    let start = date()
    let rules = EditionFixture.rules(
      pick(["FREQ=WEEKLY;COUNT=6;BYDAY=TU", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;INTERVAL=3"]))
    return Series(
      start: start, end: maybe(isFull) { _ in start },
      recurrence: Recurrence(
        rules: rules,
        exclusionRules: isFull || below(4) == 0 ? EditionFixture.rules("FREQ=MONTHLY") : [],
        additions: isFull ? [date()] : [], exclusions: isFull || below(2) == 0 ? [date()] : []))
  }

  private mutating func weather(isFull: Bool) -> OccurrenceWeather {
    var weather = OccurrenceWeather(
      source: "sky", provider: pick([.openMeteo, .metNorway]),
      condition: pick([.clear, .rainLight]),
      temperatureMin: maybe(isFull) { $0.share() * 30 },
      temperatureMax: maybe(isFull) { $0.share() * 40 },
      precipitation: maybe(isFull) { $0.share() },
      precipitationProbability: maybe(isFull) { $0.share() },
      windSpeed: maybe(isFull) { $0.share() }, text: text(),
      issuedAt: maybe(isFull) { _ in EditionFixture.firstRun },
      fetchedAt: EditionFixture.firstRun, distance: share() * 1_000,
      attribution: maybe(isFull) { $0.text() })
    weather.supplements = maybe(isFull) { _ in
      [.init(field: .wind, source: "sky", provider: .metNorway)]
    }
    weather.advisories = maybe(isFull) { [WeatherAdvisory(id: "wet", text: $0.text())] }
    weather.sunrise = maybe(isFull) { _ in EditionFixture.firstRun + 36_000 }
    weather.sunset = maybe(isFull) { _ in EditionFixture.firstRun + 79_000 }
    weather.isDay = maybe(isFull) { $0.below(2) == 0 }
    return weather
  }

  // MARK: - Values

  static let campus: Zone = ZoneDatabase.system.zone(named: "Asia/Singapore") ?? .utc

  /// A time in the window, in any form that sources use.
  private mutating func date() -> CalendarTime {
    let instant = EditionFixture.firstRun + 60 * (below(60 * 24 * 300) - 60 * 24 * 20)
    let local = Self.campus.civil(at: instant)
    switch below(5) {
    case 0: return .day(local.date)
    case 1: return .floating(local)
    case 2: return .zoned(ZonedTime(local: local, offset: 5 * 3_600, zone: nil))
    case 3: return .zoned(ZonedTime(local: local, offset: 0, zone: "UTC"))
    default:
      let name = pick(["Europe/London", "America/New_York", "Asia/Singapore"])
      return .zoned(ZonedTime(instant, in: ZoneDatabase.system.zone(named: name) ?? .utc))
    }
  }

  private mutating func text() -> String {
    (0..<(1 + below(5))).map { _ in word() }.joined(separator: pick([" ", "\n", ", ", "; "]))
  }

  private mutating func word() -> String {
    pick([
      "jazz", "Büro", "東京の夜", "🎷🎷", "\\n", "\"quoted\"", "'; DROP TABLE event; --", "<b>", "%5C",
      "e\u{301}", "\u{202e}rtl", " ", "null", "{{title}}", "END:VEVENT", "ꦫ", "Ⅷ", "\t",
    ]) + "\(below(1_000))"
  }

  private mutating func link() -> String { "https://hall.example/\(below(10_000))?a=1&b=%20" }

  private mutating func share() -> Double { Double.random(in: 0...1, using: &random) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private mutating func maybe<Value>(
    _ isSure: Bool, _ value: (inout RandomEvents) -> Value?
  ) -> Value? { isSure || below(2) == 0 ? value(&self) : nil }
}

/// SplitMix64.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
