import AlmanacPublish
import AlmanacRefine
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacModel
@testable import AlmanacPipeline

@Suite("The schema of a configuration file") struct ConfigurationSchemaTests {
  private func mistakes(_ text: String, _ kind: ConfigurationSchema.Kind) throws -> [String] {
    let text = kind == .feed ? "\(text)\npath: a" : text
    let root = try ConfigurationNode.load(file: "\(kind.rawValue).yaml", bytes: Array(text.utf8))
    return try ConfigurationSchema.mistakes(in: root, kind).map(\.description)
  }

  @Test("All mistakes of a file are found at once, in the order of their lines")
  func all() throws {
    let found = try mistakes(
      """
      nam: Choir
      format: rsss
      venue: {from: [floor], aftr: "At:"}
      tags: {a: b}
      weather: {perRequest: 0, events: {spacing: 10}, points: [[1]]}
      auth: {bearer: {env: A, file: b}}
      every: often
      [a, b]: c
      """, .feed)
    #expect(
      found == [
        "feed.yaml:1: unknown key 'nam'; did you mean 'name'?",
        "feed.yaml:1: a key must be a word",
        "feed.yaml:1: 'campus' is missing",
        "feed.yaml:2: format: 'rsss' is none of auto, rss, rss1, rss09x, atom, icalendar, jsonfeed, "
          + "jsonld, html, xml, json, csv, yaml",
        "feed.yaml:3: venue.from[0]: 'floor' is none of location, address, organizer, title, "
          + "description",
        "feed.yaml:3: unknown key 'venue.aftr'; did you mean 'after'?",
        "feed.yaml:4: tags: expected a word or a text",
        "feed.yaml:5: weather.perRequest: expected a whole number from 1 to 1000",
        "feed.yaml:5: weather.events.spacing: expected a whole number from 100 to 50000",
        "feed.yaml:5: weather.points[0]: expected [latitude, longitude]",
        "feed.yaml:6: auth.bearer: expected {env: NAME} or {file: PATH}",
        "feed.yaml:7: every: expected a duration such as 60s, 30m, 24h or 14d, not 'often'",
      ], "\(found.joined(separator: "\n"))")
  }

  @Test(
    "YAML is read as people write it",
    arguments: [
      ("campus: hill\nlicense:\ntags: music\nname: 7\nallow: [a, 1]", .feed),
      ("campus: hill\nmapping: {item: , title: [a, b], venue: {path: v, const: 3}}", .feed),
      ("campus: hill\nweather: {cities: {Paris: , Rome: 'Rome,IT', Oslo: [59.9, 10.7]}}", .feed),
      ("campus: hill\nvenue: none\nweather: {events: true}", .feed),
      ("", .decisions), ("same: {listings: [a, b], note: x}", .decisions),
      ("advisories:", .weather),
      (
        "categories: {id: a, name: A}\nkeywords: {a: {match: 4}, b: [c, {d: 1.5}], e: f}\nphrases: {a: g; h}",
        .categories
      ),
      ("campuses: {id: a, timezone: UTC}\nsources: x\nwindow:\ntrust: a", .almanac),
    ] as [(String, ConfigurationSchema.Kind)])
  func lenient(text: String, kind: ConfigurationSchema.Kind) throws {
    #expect(try mistakes(text, kind) == [])
  }

  @Test("Numbers may be in quotes")
  func quoted() throws {
    let fixture = try CampusFixture.empty()
    try fixture.append(
      """
      fetch: {perHost: "3"}
      shrink: {percent: '40'}
      publish: {keepEditions: "5"}
      weather: weather.yaml
      """)
    try fixture.folder.write(
      "advisories: [{id: gale, text: Gale, wind: \"20.5\"}]", to: "config/weather.yaml")
    try fixture.add("a", CampusFixture.calendar(), file: "feed.ics")
    let settings = try SettingsLoader(samples: false).load(fixture.configuration)
    #expect(settings.fetching.perHost == 3 && settings.shrinkLimits.percent == 40)
    #expect(settings.publishing.keepEditions == 5)
    #expect(settings.weatherRules.map(\.wind) == [20.5])
  }

  @Test(
    "A value of another type is reported with the expected type",
    arguments: [
      ("campus: [hill, dale]", .feed, "feed.yaml:1: campus: expected a word or a text"),
      ("campus: hill\nvenue: default", .feed, "none or {default: PLACE}"),
      (
        "campus: hill\nauth: {bearer: a}", .feed,
        "auth.bearer: expected {env: NAME} or {file: PATH}"
      ),
      ("campus: hill\nonly: [{titel: a}]", .feed, "'only[0].titel'; did you mean 'title'?"),
      ("campus: hill\nmapping: a", .feed, "mapping: expected 'key: value' pairs"),
      ("same: [{listings: [a]}]", .decisions, "same[0].listings: expected at least 2, not 1"),
      ("categories: []", .categories, "categories: is empty"),
      ("campus: hill\nhost: a.example", .feed, "feed.yaml:2: host: needs 'platform'"),
      ("campus: hill\nonly: {radius: 9}", .feed, "only.radius: needs 'near'"),
      ("campus: hill\npages: {page: p, next: n}", .feed, "pages: expected one of 'next', 'page'"),
      ("campus: hill\nauth: {basic: a}", .feed, "expected one of 'basic' with 'password'"),
      ("advisories: [{id: a, text: A}]", .weather, "advisories[0]: expected one of 'conditions'"),
      ("edit: [{event: a, start: soon}]", .decisions, "edit[0].start: 'soon' is no time"),
      ("advisories: [{id: a, text: A, chance: 50}]", .weather, "a number from 0 to 1"),
      ("advisories: [{id: a, text: A, wind: strong}]", .weather, "wind: expected a number"),
      ("sources: x\ncampuses: [{id: a, timezone: UTC}]\nlearn: 7", .almanac, "'key: value' pairs"),
    ] as [(String, ConfigurationSchema.Kind, String)])
  func expects(text: String, kind: ConfigurationSchema.Kind, words: String) throws {
    let found = try mistakes(text, kind)
    #expect(found.count == 1 && found.first?.contains(words) == true, "\(found)")
  }

  @Test(
    "A file that is not YAML is reported with its line and what to do",
    arguments: [
      ("campus: hill\nvenue:\n\tfrom: title", "feed.yaml:3: ", "indent with spaces"),
      ("campus: hill\nname: a\nname: b", "feed.yaml:2: ", "it has a key twice: 'name'"),
      ("campus: \"hill", "feed.yaml:2: ", "while scanning a quoted scalar in line 1"),
    ])
  func notYAML(text: String, start: String, words: String) throws {
    let mistake = #expect(throws: ConfigurationError.self) { try mistakes(text, .feed) }
    let message = mistake.map { "\($0)" } ?? ""
    #expect(message.hasPrefix(start) && message.contains(words), "\(message)")
  }

  @Test("The schema has the words that the program knows, and no others")
  func words() throws {
    func feed(_ line: String) throws -> [String] { try mistakes("campus: hill\n\(line)", .feed) }
    for format in FeedFormat.allCases { #expect(try feed("format: \(format.rawValue)") == []) }
    for kind in EventKind.allCases { #expect(try feed("publisherKind: \(kind.rawValue)") == []) }
    for field in FeedMapping.Field.allCases {
      #expect(try feed("mapping: {item: e, \(field.rawValue): x}") == [])
    }
    for unit in RepetitionMapping.Unit.allCases {
      #expect(try feed("mapping: {repeat: {frequency: f, unit: \(unit.rawValue)}}") == [])
    }
    for field in VenueReading.Field.allCases {
      #expect(try feed("venue: {from: \(field.rawValue)}") == [])
    }
    for provider in WeatherProvider.allCases {
      #expect(try feed("weather: {events: true, provider: \(provider.rawValue)}") == [])
    }
    for condition in WeatherCondition.allCases {
      let rule = "advisories: [{id: a, text: A, conditions: \(condition.rawValue)}]"
      #expect(try mistakes(rule, .weather) == [])
    }
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for day in days {
      let text = "campuses: [{id: a, timezone: UTC}]\nsources: x\npublish: {firstWeekday: \(day)}"
      #expect(try mistakes(text, .almanac) == [])
    }
  }

  @Test("A mistake in a value is reported once with its line, also if the schema can't find it")
  func values() throws {
    let fixture = try CampusFixture.empty()
    try fixture.append(
      """
      window: {past: soon}
      fetch: {timeout: 0s, perHost: many}
      samples: {now: today}
      publish:
        keepEditions: 0
        address: nowhere
      """)
    try fixture.add(
      "a", CampusFixture.calendar(), file: "feed.ics", definition: "evry: 1d\nkind: odd")
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    let found = check.mistakes.map { "\($0)".split(separator: "/").last.map(String.init) ?? "" }
    #expect(found.count == check.mistakes.count)
    for words in [
      "almanac.yaml:4: window.past: expected a duration", "almanac.yaml:5: fetch.perHost: expected",
      "almanac.yaml:6: samples.now: expected an RFC 3339 time",
      "almanac.yaml:8: publish.keepEditions: expected a whole number from 1 to 1000",
      "feed.yaml:3: unknown key 'evry'; did you mean 'every'?",
      "feed.yaml:4: kind: 'odd' is none of events, weather",
    ] {
      #expect(found.count { $0.hasPrefix(words) } == 1, "\(words) in \(found)")
    }
  }

  @Test(
    "A missing or wrong value of almanac.yaml has the default of its schema",
    arguments: ["", "fetch:\n", "fetch: {gap: soon}\npublish: {keepEditions: 0}\nshrink: 3\n"])
  func completes(text: String) throws {
    let fixture = try CampusFixture.empty()
    try fixture.append(text)
    let loaded = SettingsLoader(samples: false).check(fixture.configuration)
    let settings = try #require(loaded.settings)
    let day = 86_400
    #expect(settings.windowLength == .init(past: 30 * day, future: 400 * day))
    #expect(
      settings.fetching
        == .init(
          userAgent: "Almanac (+https://almanac.invalid)", concurrency: 16, perHost: 2,
          gap: .seconds(1),
          timeout: 60, maxBytes: 64_000_000, goneAfter: 90 * day))
    #expect(settings.shrinkLimits == .init(percent: 50, events: 10, days: 3))
    #expect(settings.learning == .init(days: 7, percent: 10))
    var publishing = PublishingOptions(calendarName: "Events", uidDomain: "almanac.invalid")
    (publishing.keepEditions, publishing.keepCancelled) = (3, 30 * day)
    publishing.keepChanges = 366 * day
    publishing.site = .init(leaflet: URL(filePath: "/usr/share/javascript/leaflet"))
    #expect(settings.publishing == publishing)
  }

  @Test("A key that a definition of a source lacks has the default of the schema")
  func feedDefaults() throws {
    let fixture = try CampusFixture.empty()
    let key = "key: {env: KEY}"
    for (id, lines) in [
      ("events", "url: https://hill.example/\npages: link"),
      ("pages", "url: https://hill.example/\npages: {page: p, timeout: never}"),
      (
        "weather",
        "url: https://hill.example/{latitude}/{longitude}\nkind: weather\nweather: {events: true}"
      ),
      ("presence", "path: log\nkind: presence\npresence: {\(key)}"),
      ("submissions", "path: log\nkind: submissions\nsubmissions: {\(key)}"),
    ] {
      try fixture.folder.write("campus: hill\n\(lines)\n", to: "config/feeds/\(id)/feed.yaml")
    }
    let settings = try SettingsLoader(samples: false).load(fixture.configuration)
    #expect(settings.brokenSources.map(\.id) == ["pages"], "a wrong value of a feed is a mistake")
    func source(_ id: String) throws -> Source {
      try #require(settings.sources.first { $0.id == id })
    }
    let events = try source("events")
    #expect(events.kind == .events && events.publisherKind == .official && events.format == nil)
    #expect(events.publishing == .full && events.visibility == .public)
    #expect(events.cadence == 86_400 && events.venue == .text && !events.steering.collapses)
    #expect(events.pages == PagingRule(.link, most: 1_000, timeout: 600))
    let weather = try #require(try source("weather").weather)
    #expect(weather.sharing == 50)
    #expect(weather.events == .init(spacing: 1_000, ahead: 864_000, most: 50))
    let place = SecretPlace.environment("KEY")
    #expect(
      try source("presence").presence == .init(key: place, least: 10, radius: 50, wait: 900))
    #expect(
      try source("submissions").submissions
        == .init(
          key: place, reports: 3, reasons: ["spam", "offensive", "wrong", "duplicate", "other"]))
  }
}
