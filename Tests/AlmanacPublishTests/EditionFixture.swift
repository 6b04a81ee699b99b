import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// A small invented campus and its events around 2 March 2026.
enum EditionFixture {
  static let firstRun = instant("2026-03-02T18:00:00Z")

  static func instant(_ text: String) -> Instant {
    guard let instant = Instant(rfc3339: text) else {
      Issue.record("not an instant: \(text)")
      return Instant(secondsSinceEpoch: 0)
    }
    return instant
  }

  static func time(_ text: String) -> CalendarTime {
    guard let time = CalendarTime(text) else {
      Issue.record("not a time: \(text)")
      return .floating(CivilDateTime(startOf: .min))
    }
    return time
  }

  static func contents(
    now: Instant = firstRun, events: [Event] = events, campuses: [Campus] = [campus]
  ) -> EditionContents {
    let stating = Set(events.flatMap { $0.listings.map(\.id) })
    return EditionContents(
      now: now, window: Window(from: now - 30 * 86_400, to: now + 400 * 86_400),
      tzdataVersion: "2025b", campuses: campuses, gazetteers: ["hill": gazetteer],
      taxonomy: taxonomy, sources: sources, events: events,
      listings: PublishedListings(listings.filter { stating.contains($0.id) }),
      forecasts: forecasts,
      options: PublishingOptions(calendarName: "Hill Events", uidDomain: "hill.example"),
      inputs: [
        ("clubs", String(repeating: "b", count: 64)), ("hall", String(repeating: "a", count: 64)),
      ])
  }

  /// An edition of ``contents(now:events:campuses:)`` for tests that only read it.
  static func edition() throws -> PublishedEdition { try shared.get().edition }

  private static let shared = Result { try SharedEdition(contents()) }

  static let campus = Campus(id: "hill", name: "Hill University", timezone: "Asia/Singapore")

  static let taxonomy = Taxonomy(categories: [
    .init(id: "arts", name: "Arts"),
    .init(id: "health-wellness", name: "Health & Wellness", aliases: ["Health"]),
    .init(id: "others", name: "Others"),
  ])

  static let hall = Place(
    id: "great-hall", name: "Great Hall", kind: "building", aliases: ["Aula"], codes: ["GH"],
    category: "Cultural", subcategory: "Stages",
    coordinate: Coordinate(latitude: 1.2966001, longitude: 103.7764),
    rooms: [.init(code: "GH-01-02", name: "Foyer")])
  static let library = Place(
    id: "library", name: "Léopold \"Leo\" Library", category: "Libraries",
    coordinate: Coordinate(latitude: 1.2975, longitude: 103.78))
  static let annex = Place(id: "annex", name: "Annex", within: "great-hall")

  static let gazetteer = Gazetteer(
    name: "hill", title: "Hill places", attribution: "Places by the Hill mappers",
    license: "CC0", places: [hall, library, annex])

  static let sources = [
    Source(
      id: "clubs", name: "Student clubs", campus: "hill", location: .file("sample.ics"),
      publisherKind: .community),
    Source(
      id: "hall", name: "Great Hall", campus: "hill",
      location: .url("https://hall.example/feed.ics"), license: "CC BY 4.0",
      attribution: "Programme of the Great Hall, CC BY 4.0"),
    Source(
      id: "sky", name: "Weather", campus: "hill", kind: .weather,
      location: .url("https://sky.example/"), attribution: "Weather by Sky",
      weather: WeatherRequest(
        provider: .openMeteo, points: [hall.coordinate].compactMap { $0 },
        cities: hall.coordinate.map { [.init(name: "Hill Städtchen", coordinate: $0)] } ?? [])),
  ]

  static let listings = [
    Listing(
      source: "clubs", campus: "hill", key: "yoga", uid: "yoga@clubs.example",
      title: "Morning Yoga", start: time("2026-02-24T07:30:00+08:00[Asia/Singapore]"),
      venue: "Foyer"),
    Listing(
      source: "hall", campus: "hill", key: "7", link: "https://hall.example/7",
      title: "Jazz Night", start: time("2026-03-03T19:00:00+08:00[Asia/Singapore]"),
      venue: "Great Hall, Foyer"),
  ]

  static var forecasts: [Forecast] {
    guard let point = hall.coordinate else { return [] }
    var forecast = Forecast(
      source: "sky", provider: .openMeteo, point: point, fetchedAt: firstRun,
      at: instant("2026-03-03T11:00:00Z"), condition: .rainLight)
    forecast.temperature = 27.5
    forecast.precipitationProbability = 0.6
    forecast.issuedAt = instant("2026-03-03T06:00:00Z")
    return [forecast]
  }

  static let weather: OccurrenceWeather = {
    var weather = overcast
    weather.advisories = [WeatherAdvisory(id: "wet", text: "Rain is likely")]
    weather.issuedAt = instant("2026-03-03T06:00:00Z")
    weather.sunset = instant("2026-03-03T11:19:00Z")
    weather.supplements = [.init(field: .wind, source: "sky", provider: .metNorway)]
    weather.isDay = false
    return weather
  }()

  /// From half an hour before sunset until half an hour after it.
  static let dusk: OccurrenceWeather = {
    var weather = overcast
    weather.condition = .clear
    weather.text = "Clear, 27 °C"
    weather.isDay = false
    return weather
  }()

  private static let overcast = OccurrenceWeather(
    source: "sky", provider: .openMeteo, condition: .rainLight, temperatureMin: 25.4,
    temperatureMax: 27.5, precipitation: 1.2, precipitationProbability: 0.6,
    text: "Light rain, 25–28 °C, rain 60 %", fetchedAt: firstRun, distance: 120,
    attribution: "Weather by Sky")
}

extension PublishedListings {
  init(_ listings: some Sequence<Listing>) {
    self.init()
    for listing in listings { add(listing) }
  }
}
