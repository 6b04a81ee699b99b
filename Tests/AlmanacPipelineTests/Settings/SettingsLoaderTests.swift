import AlmanacPipeline
import AlmanacPublish
import AlmanacRefine
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacModel

@Suite struct SettingsLoaderTests {
  /// - Throws: also the mistake of a source's definition.
  private func load(_ fixture: CampusFixture, samples: Bool = false) throws -> Settings {
    let settings = try SettingsLoader(samples: samples).load(fixture.configuration)
    if let mistake = settings.brokenSources.first?.mistakes.first { throw mistake }
    return settings
  }

  /// The settings of a campus with one source and further lines.
  private func loading(_ lines: String) throws -> Settings {
    let fixture = try CampusFixture.empty()
    try fixture.add("a", CampusFixture.calendar())
    try fixture.append(lines)
    return try load(fixture)
  }

  @Test("The demonstration's configuration is read whole")
  func readsDemonstration() throws {
    let settings = try SettingsLoader(samples: true).load(
      CampusFixture.sampleConfiguration)
    #expect(settings.campuses.map(\.campus.id) == ["nus"])
    #expect(
      settings.sources.map(\.id) == [
        "alumni", "arts-festival", "clubs", "computing", "engineering", "humanities", "libraries",
        "nus-events", "nus-shuttle", "recreation", "residences", "science", "student-life",
        "weather-nus",
      ])
    #expect(settings.taxonomy.categories.count == 8)
    #expect(settings.samplesNow == CampusFixture.sampleNow)
    #expect((settings.campuses.first?.gazetteer.places.count ?? 0) == 244)
    #expect(settings.findings.isEmpty)
  }

  @Test(
    "The window begins and ends at midnight, also around a change to summer time",
    arguments: ["America/Denver", "Europe/Rome", "Australia/Sydney", "Asia/Singapore"])
  func windowAtMidnight(name: String) throws {
    let zone = try #require(ZoneDatabase.system.zone(named: name))
    var settings = try SettingsLoader(samples: true).load(
      CampusFixture.sampleConfiguration)
    (settings.windowLength.past, settings.windowLength.future) = (30 * 86_400, 400 * 86_400)
    let first = try #require(CivilDate(year: 2026, month: 1, day: 1))
    for day in stride(from: 0, to: 370, by: 3) {
      let date = first.adding(days: day)
      let window = settings.window(on: date, in: zone)
      #expect(zone.civil(at: window.from) == CivilDateTime(startOf: date.monday.adding(days: -30)))
      #expect(zone.civil(at: window.to) == CivilDateTime(startOf: date.monday.adding(days: 407)))
    }
    settings.windowLength.past = 36 * 3600
    let window = settings.window(on: first, in: zone)
    #expect(window.from == zone.startOfDay(first.monday.adding(days: -1)) - 12 * 3600)
  }

  @Test("The place categories are in their order, without placeholders")
  func placeCategories() throws {
    let settings = try SettingsLoader(samples: true).load(
      CampusFixture.sampleConfiguration)
    let gazetteer = try #require(settings.campuses.first?.gazetteer)
    #expect(
      gazetteer.categories == [
        "Admins", "Faculties / Schools", "Research Institutes & Centres", "Lecture Theatres",
        "Libraries", "Cultural / Recreational / Social Facilities",
        "Campus Services (Retail outlets)", "Residences", "Campus Dining",
      ])
    #expect(!gazetteer.places.contains { $0.subcategory?.contains("unclassified") == true })
    #expect(gazetteer.places.contains { $0.coordinate == nil })
  }

  @Test(
    "Mistakes name the key",
    arguments: [
      ("timezone: Mars/Olympus", "no IANA time zone"),
      ("kind: weather", "belong together"),
      ("every: often", "expected a duration"),
      ("format: rsss", "'rsss' is none of auto, rss"),
      ("categories: {gig: artz}", "no category 'artz'"),
      ("venue: {strategy: default, default: nowhere}", "no place 'nowhere'"),
      ("venue: {default: nowhere}", "no place 'nowhere'"),
      ("venue: default", "{default: PLACE}"),
      ("venue: {from: [floor]}", "'floor' is none of location, address"),
      ("venue: {from: description}", "needs the words before the venue"),
      ("venue: {from: address, after: At}", "is for 'from: title'"),
      ("mapping: {title: t}", "'item' is missing"),
      ("mapping: {item: e, start: {date: d, format: jj.mm}}", "'jj.mm' is no date pattern"),
      (
        "mapping: {item: e, repeat: {frequency: f, unit: moons}}", "'moons' is none of seconds"
      ),
      ("mapping: {item: e, venue: {path: v, in: x, at: n}}", "'x' is no document under 'lookup'"),
      (
        "mapping: {item: e, lookup: {x: {path: none.xml, item: v, id: i}}}", "none.xml"
      ),
      ("completeness: maybe", "'maybe' is none of full, window"),
    ])
  func explainsMistakes(definition: String, words: String) throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("a", CampusFixture.calendar(), definition: definition)
    let error = #expect(throws: ConfigurationError.self) { try load(fixture) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test("A mapping of a table needs no item; repetitions and lookups are read")
  func readsMapping() throws {
    let fixture = try CampusFixture.empty()
    try fixture.add(
      "a", "Title,Date,Place\nA,2026-03-03,7\n", file: "feed.csv",
      definition: """
        format: csv
        mapping:
          title: Title
          start: Date
          venue: {path: Place, in: venues, at: name}
          repeat: {frequency: {const: "7"}, unit: days, until: Until}
          lookup:
            venues: {path: venues.json, item: "", id: id}
        """)
    try fixture.folder.write(#"[{"id": 7, "name": "Hall"}]"#, to: "config/feeds/a/venues.json")
    let mapping = try #require(try load(fixture).sources.first?.mapping)
    #expect(mapping.fields[.venue]?.lookup == ["7": ["Hall"]])
    #expect(mapping.repetition?.unit == .days)
    #expect(mapping.repetition?.until?.date.paths == ["Until"])
  }

  @Test("A source's venues may be in other fields than the one for them")
  func venueFields() throws {
    let fixture = try CampusFixture.empty()
    try fixture.add(
      "a", CampusFixture.calendar(),
      definition: "venue: {from: [location, description], after: \"Where:\"}")
    let source = try #require(try load(fixture).sources.first)
    #expect(source.venue == .text)
    #expect(
      source.venueReading == VenueReading(fields: [.location, .description], label: "Where:"))
  }

  @Test(
    "How a source's venues are placed is one word",
    arguments: [
      ("venue: none", VenueStrategy.none), ("venue: prefer-coordinates", .preferCoordinates),
      ("venue: text", .text), ("venue: {strategy: none}", .none), ("every: 12h", .text),
    ])
  func venueStrategy(definition: String, strategy: VenueStrategy) throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("a", CampusFixture.calendar(), definition: definition)
    #expect(try load(fixture).sources.map(\.venue) == [strategy])
  }

  @Test(
    "A value in its short form, and a key without its default, mean the same as written out",
    arguments: [
      ("venue: none", "venue: {strategy: none, from: location}"),
      ("pages: {page: p}", "pages: {page: p, first: 1, most: 1000, timeout: 600s}"),
      (
        "mapping: {item: e, title: t, start: [a, b]}",
        "mapping: {item: e, title: {path: [t], separator: ' '}, start: {date: {path: [a, b]}}}"
      ),
      ("correct: {venue: Hall}", "correct: {venue: {'*': Hall}, shift: 0s}"),
      ("only: {near: [1, 103]}", "only: [{near: [1, 103], radius: 500}]"),
    ])
  func shortForms(short: String, long: String) throws {
    let fixture = try CampusFixture.empty()
    func source(_ definition: String) throws -> Source? {
      try fixture.add("a", CampusFixture.calendar(), definition: definition)
      return try load(fixture).sources.first
    }
    let expected = try #require(try source(long))
    #expect(try source(short) == expected)
  }

  @Test("The map page has the system's library and no tiles, unless configured")
  func readsSite() throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("a", CampusFixture.calendar())
    let plain = try load(fixture).publishing.site
    #expect(plain.leaflet?.path == "/usr/share/javascript/leaflet")
    #expect(plain.tiles == nil)
    try fixture.append(
      "publish: {leaflet: lib, tiles: {url: 'https://t.example/{z}/{x}/{y}', attribution: T}}")
    let changed = try load(fixture).publishing.site
    #expect(changed.leaflet?.path == fixture.folder.url.appending(path: "config/lib").path)
    #expect(changed.tiles != nil)
  }

  @Test("An unknown campus is answered with the known ones")
  func unknownCampus() throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write("campus: hil\npath: a.ics\n", to: "config/feeds/a/feed.yaml")
    let error = #expect(throws: ConfigurationError.self) { try load(fixture) }
    #expect(error?.message.contains("known are hill") == true)
  }

  @Test("Own events need a campus only if there are several, and a name of any text")
  func ownEvents() throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write("events: []\n", to: "config/feeds/a/events.yaml")
    try fixture.folder.write("name: \"Hill: ours\"\n", to: "config/feeds/b/events.yaml")
    #expect(try load(fixture).sources.map(\.name) == ["Own events", "Hill: ours"])
  }

  @Test("Only http, https and webcal are addresses", arguments: ["ftp://x.example/a", "a.ics"])
  func refusesSchemes(url: String) throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write("campus: hill\nurl: \(url)\n", to: "config/feeds/a/feed.yaml")
    #expect(throws: ConfigurationError.self) { try load(fixture) }
  }

  @Test(
    "The schemes of calendars mean https, in any case", arguments: ["webcal", "webcals", "WebCals"])
  func calendarSchemes(scheme: String) throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write(
      "campus: hill\nurl: \(scheme)://x.example/a.ics\n", to: "config/feeds/a/feed.yaml")
    #expect(try load(fixture).sources.first?.address == "https://x.example/a.ics")
  }

  @Test("A mapping without items belongs to a table, which the file's name or 'format' shows")
  func tableMapping() throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write(
      "campus: hill\npath: a.csv\nmapping: {title: What, start: When}\n",
      to: "config/feeds/a/feed.yaml")
    #expect(try load(fixture).sources.first?.format == .csv)
    try fixture.folder.write(
      "campus: hill\npath: a.xml\nmapping: {title: What, start: When}\n",
      to: "config/feeds/a/feed.yaml")
    let error = #expect(throws: ConfigurationError.self) { try load(fixture) }
    #expect(error?.message.contains("format: csv") == true)
  }

  @Test("Advisory rules and named cities are read; a rule without conditions is a mistake")
  func readsWeather() throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write(
      """
      campus: hill
      kind: weather
      url: "https://w.example/f?lat={latitudes}&lon={longitudes}"
      weather: {cities: {Melbourne: [-37.8142, 144.9632]}}
      """, to: "config/feeds/w/feed.yaml")
    try fixture.append("weather: weather.yaml")
    try fixture.folder.write(
      """
      advisories:
        - {id: wet, where: outdoor, text: Wet, chance: 0.5, conditions: [rain, thunder]}
      """, to: "config/weather.yaml")
    let settings = try load(fixture)
    #expect(settings.sources.first?.weather?.cities.map(\.name) == ["Melbourne"])
    #expect(settings.sources.first?.weather?.points.count == 1)
    #expect(settings.sources.first?.weather?.provider == nil)
    #expect(
      settings.weatherRules == [
        WeatherRule(
          advisory: WeatherAdvisory(id: "wet", text: "Wet"), isOutdoorOnly: true,
          conditions: [.rain, .thunder], probability: 0.5)
      ])
    for (rule, words) in [
      ("{id: wet, text: Wet}", "expected one of 'conditions', 'temperature'"),
      ("{id: wet, text: W, chance: 50}", "from 0 to 1"),
      ("{id: wet, text: W, conditions: [frogs]}", "'frogs' is none of clear"),
    ] {
      try fixture.folder.write("advisories: [\(rule)]", to: "config/weather.yaml")
      let error = #expect(throws: ConfigurationError.self) { try load(fixture) }
      #expect(error?.description.contains(words) == true)
    }
  }

  @Test("A definition names the place of a provider's key, not the key")
  func readsKeys() throws {
    let fixture = try CampusFixture.empty()
    func source(_ key: String) throws -> Source {
      try fixture.folder.write(
        """
        campus: hill
        kind: weather
        url: "https://w.example/f?appid={key}"
        weather: {points: [[1, 103]], key: \(key)}
        """, to: "config/feeds/w/feed.yaml")
      return try #require(try load(fixture).sources.first)
    }
    let named = try source("{env: SKY_KEY}")
    #expect(named.location == .url("https://w.example/f?appid={key}"))
    #expect(named.weather?.key == .environment("SKY_KEY"))
    let file = try #require(try source("{file: key.txt}").weather?.key)
    #expect(
      file == .file(fixture.folder.url.appending(path: "config/feeds/w/key.txt").path))
    #expect(throws: ConfigurationError.self) { try source("s3cret") }
    #expect(throws: ConfigurationError.self) { try source("{env: A, file: b}") }
  }

  @Test("The points of a weather source are read, and the URL must have placeholders for them")
  func readsRequests() throws {
    let fixture = try CampusFixture.empty()
    func source(_ url: String, _ weather: String) throws -> Source {
      try fixture.folder.write(
        "campus: hill\nkind: weather\nurl: \"https://w.example/\(url)\"\nweather: \(weather)\n",
        to: "config/feeds/w/feed.yaml")
      return try #require(try load(fixture).sources.first)
    }
    let points = try source(
      "f?lat={latitudes}&lon={longitudes}",
      "{points: [[1.23456, 103.5], [2, 104]], perRequest: 7, events: {spacing: 2000, most: 9}}")
    #expect(points.location == .url("https://w.example/f?lat={latitudes}&lon={longitudes}"))
    #expect(points.weather?.sharing == 7)
    #expect(points.weather?.events?.spacing == 2_000)
    #expect(points.weather?.events?.ahead == 864_000)
    #expect(points.weather?.events?.most == 9)
    let linked = try source(
      "points/{latitude},{longitude}", "{events: true, follow: properties.forecastHourly}")
    #expect(linked.weather?.follow == "properties.forecastHourly")
    #expect(linked.weather?.events == .init(spacing: 1_000, ahead: 864_000, most: 50))
    #expect(linked.weather?.sharing == 50)
    #expect(try source("f", "{points: [[1, 2]], events: false}").weather?.events == nil)
    let cities = try source("f?q={place}", "{cities: {Melbourne: , Paris: 'Paris,FR'}}")
    #expect(cities.weather?.cities.map(\.words) == ["Melbourne", "Paris,FR"])
    for (url, weather, words) in [
      ("f?lat={latitude}", "{points: [[1, 2]]}", "{latitude} and {longitude}"),
      ("f", "{events: true}", "'events' needs"),
      ("f?lat={latitude}&lon={longitude}", "{cities: {Melbourne: }}", "need {place}"),
      ("f", "{provider: nws}", "one of 'points', 'cities', 'events'"),
      ("f?q={place}", "{events: {spacing: 10}}", "from 100 to 50000"),
    ] {
      let error = #expect(throws: ConfigurationError.self) { try source(url, weather) }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test("Address, names of calendars and days of cancelled events are configurable")
  func readsPublishing() throws {
    let plain = try loading("").publishing
    #expect(plain.address == nil && plain.keepCancelled == 30 * 86_400)
    #expect(plain.calendars.all == "{calendar}" && plain.calendars.place == "{calendar}: {name}")
    let settings = try loading(
      """
      publish:
        address: https://events.example.edu/almanac/
        keepCancelled: 14d
        calendars: {all: "{calendar} ({campus})", category: "{name}"}
      """
    ).publishing
    #expect(settings.address != nil && settings.keepCancelled == 14 * 86_400)
    #expect(
      settings.calendars.all == "{calendar} ({campus})" && settings.calendars.category == "{name}")
    #expect(settings.calendars.source == "{calendar}: {name}")
  }

  @Test(
    "Values of sections that can't be used are mistakes",
    arguments: [
      ("publish: {address: events.example.edu}", "no http or https address"),
      ("publish: {address: 'https://events.example.edu/?a'}", "no http or https address"),
      ("publish: {calendars: {all: '{name}'}}", "known are {calendar}, {campus}"),
      ("publish: {calendars: {place: '{place}'}}", "known are {calendar}, {campus}, {name}"),
      ("publish: {calendars: {source: 'Events'}}", "'{name}' is missing"),
      ("publish: {keepCancelled: soon}", "keepCancelled"),
      ("publish: {tiles: {url: 'https://t.example/a.png', attribution: T}}", "{z}/{x}/{y}"),
      ("publish: {tiles: {url: 'https://t.example/{z}/{x}/{y}'}}", "attribution"),
      ("publish: {calendarWeather: sometimes}", "expected true or false"),
      ("learn: {days: 366}", "from 0 to 365"), ("learn: {days: -1}", "from 0 to 365"),
      ("learn: {percent: 101}", "from 0 to 100"), ("learn: {often: true}", "unknown key"),
    ])
  func refusesSections(section: String, words: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try loading(section) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test("Weather in calendars, the age of learned statistics and the gap are configurable")
  func readsSections() throws {
    let plain = try loading("")
    #expect(plain.publishing.calendarWeather)
    #expect(plain.learning.days == 7 && plain.learning.percent == 10)
    #expect(plain.fetching.gap == .seconds(1))
    let changed = try loading(
      """
      publish: {calendarWeather: false}
      learn: {days: 0, percent: 25}
      fetch: {gap: 250ms}
      """)
    #expect(!changed.publishing.calendarWeather)
    #expect(changed.learning.days == 0 && changed.learning.percent == 25)
    #expect(changed.fetching.gap == .milliseconds(250))
  }
}
