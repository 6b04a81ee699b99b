import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests where an event's dates appear: in lists of places, files of days and UIDs.
@Suite struct DatedFilesTests {
  private func event(_ id: String, _ starts: String..., status: EventStatus = .confirmed) -> Event {
    Event(
      id: id, campus: "hill", title: id, placement: EditionFixture.inFoyer,
      occurrences: starts.map {
        Occurrence(start: EditionFixture.time("\($0)+08:00[Asia/Singapore]"), status: status)
      }, listings: [ListingReference(id: "hall/\(id)", source: "hall")])
  }

  /// The tested members of `places.geojson`.
  private struct Places: Decodable {
    struct Feature: Decodable { var properties: Properties }
    struct Properties: Decodable {
      struct Event: Decodable {
        struct Date: Decodable {
          var start: String
          var status: String?
        }
        var id: String
        var start: String
        var dates: [Date]?
      }
      var events: [Event]
    }

    var features: [Feature]
  }

  private func hall(_ events: [Event]) throws -> Places.Properties {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents(events: events))
    let text = try edition.text("geojson/places.geojson")
    return try #require(
      try JSONDecoder().decode(Places.self, from: Data(text.utf8)).features.first?.properties)
  }

  @Test(
    "A place's list contains all dates there, sorted by the first one that takes place")
  func places() throws {
    let past = event("past", "2026-02-20T19:00:00")
    let off = event("off", "2026-03-03T19:00:00", status: .cancelled)
    var series = event("series", "2026-03-01T19:00:00", "2026-03-04T19:00:00")
    series.occurrences[0].status = .cancelled
    let ahead = event("ahead", "2026-03-05T19:00:00")
    let hall = try hall([past, off, ahead, series])
    #expect(hall.events.map(\.id) == ["past", "off", "series", "ahead"])
    #expect(
      hall.events.map(\.start) == [
        "2026-02-20T19:00:00+08:00", "2026-03-03T19:00:00+08:00", "2026-03-04T19:00:00+08:00",
        "2026-03-05T19:00:00+08:00",
      ])
    let dates = hall.events[2].dates
    #expect(dates?.map(\.start) == ["2026-03-01T19:00:00+08:00", "2026-03-04T19:00:00+08:00"])
    #expect(dates?.map(\.status) == ["cancelled", nil])
    #expect(hall.events[0].dates == nil)
  }

  @Test("Files of places and events don't depend on the run time")
  func isOfNoClock() throws {
    let output = try TemporaryOutput()
    let window = EditionFixture.contents().window
    let texts = try [0, 3, 40].map { days in
      var contents = EditionFixture.contents(now: EditionFixture.firstRun + days * 86_400)
      contents.window = window
      let edition = try output.publish(contents)
      return try ["places", "events"].map { try edition.text("geojson/\($0).geojson") }
    }
    #expect(Set(texts).count == 1)
  }

  @Test("Events that start at a place at the same time are sorted by id")
  func orderAtOnce() throws {
    let both = ["b", "a"].map { event($0, "2026-03-05T19:00:00") }
    #expect(try hall(both).events.map(\.id) == ["a", "b"])
  }

  /// The properties of the first feature of a file.
  private func feature(_ event: Event, in path: String) throws -> [String: Any] {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    let data = Data(try edition.text("geojson/\(path).geojson").utf8)
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require((file["features"] as? [[String: Any]])?.first)
  }

  @Test(
    "A feature has the event's point, and a date at another place has its own"
  )
  func otherPlace() throws {
    var lectures = EditionFixture.lectures
    lectures.occurrences[0].venue = "Foyer"
    lectures.occurrences[0].placement = EditionFixture.inFoyer
    let series = try feature(lectures, in: "events")
    let members = try #require(series["properties"] as? [String: Any])
    #expect(members["place"] as? String == "library")
    let dates = try #require(members["dates"] as? [[String: Any]])
    #expect(dates.count == lectures.occurrences.count)
    #expect(dates[0]["place"] as? String == "great-hall")
    #expect(dates[0]["venue"] as? String == "Foyer")
    #expect(dates[0]["latitude"] as? Double == 1.2966001)
    #expect(dates[1].keys.contains("place") == false)
    lectures.occurrences.removeLast(lectures.occurrences.count - 1)
    let only = try feature(lectures, in: "events")
    let own = try #require(only["properties"] as? [String: Any])
    #expect(own["place"] as? String == "great-hall" && own["dates"] == nil)
    let geometry = try #require(only["geometry"] as? [String: Any])
    #expect(geometry["coordinates"] as? [Double] == [103.7764, 1.2966])
  }

  @Test("A date in another room at the same point has its own room")
  func otherRoom() throws {
    var lectures = EditionFixture.lectures
    lectures.occurrences[0].placement = EditionFixture.inLibrary
    lectures.occurrences[0].placement?.room = "L-3"
    let day = try feature(lectures, in: "days/2026-03-05")["properties"] as? [String: Any]
    #expect(day?["room"] as? String == "L-3")
    let event = try feature(lectures, in: "events")["properties"] as? [String: Any]
    #expect((event?["dates"] as? [[String: Any]])?.first?["room"] as? String == "L-3")
  }

  @Test("The weather of a date has all its values")
  func wholeWeather() throws {
    var random = RandomEvents(seed: 3)
    var weather = try #require(random.fullEvent().occurrences.first?.weather)
    weather.windSpeed = 3.5
    weather.precipitation = 0.25
    weather.text = "Windy"
    var jazz = EditionFixture.jazz
    jazz.occurrences[0].weather = weather
    for path in ["events", "days/2026-03-03"] {
      let members = try #require(try feature(jazz, in: path)["properties"] as? [String: Any])
      let published = try #require(members["weather"] as? [String: Any])
      #expect(
        published.keys.sorted() == [
          "advisories", "attribution", "condition", "icon", "isDay", "issuedAt", "precipitation",
          "precipitationProbability", "sunrise", "sunset", "temperatureMax", "temperatureMin",
          "text", "windSpeed",
        ])
      #expect(published["windSpeed"] as? Double == 3.5)
      #expect(published["precipitation"] as? Double == 0.25)
      #expect(published["temperatureMin"] as? Double == weather.temperatureMin)
      #expect(published["temperatureMax"] as? Double == weather.temperatureMax)
      #expect(published["sunrise"] as? String == weather.sunrise?.rfc3339)
      #expect(published["sunset"] as? String == weather.sunset?.rfc3339)
    }
  }

  @Test("An event that extends beyond the window appears only on days within it")
  func days() throws {
    var fair = event("fair")
    fair.occurrences = [
      Occurrence(
        start: EditionFixture.time("2026-02-26"), end: EditionFixture.time("2026-03-20"))
    ]
    var contents = EditionFixture.contents(events: [fair])
    contents.window = Window(
      from: EditionFixture.instant("2026-03-01T00:00:00+08:00"),
      to: EditionFixture.instant("2026-03-04T12:00:00+08:00"))
    let output = try TemporaryOutput()
    let edition = try output.publish(contents)
    #expect(
      try TemporaryOutput.files(in: edition.folder.appending(path: "geojson/days"))
        == ["2026-03-01.geojson", "2026-03-02.geojson", "2026-03-03.geojson", "2026-03-04.geojson"])
  }

  private func uids(_ edition: PublishedEdition) throws -> [String] {
    try CalendarForm.lines(of: [UInt8](try edition.text("calendars/all.ics").utf8))
      .filter { $0.hasPrefix("UID:") }.map { $0.replacing("UID:", with: "") }.sorted()
  }

  @Test("Dates without a rule have UIDs with their days, and with times if a day has two dates")
  func uids() throws {
    let output = try TemporaryOutput()
    let talks = event("talks", "2026-03-04T10:00:00", "2026-03-04T15:00:00", "2026-03-05T10:00:00")
    #expect(
      try uids(output.publish(EditionFixture.contents(events: [talks]))) == [
        "talks-20260304T100000@hill.example", "talks-20260304T150000@hill.example",
        "talks-20260305@hill.example",
      ])
  }

  @Test("The last remaining date keeps its UID")
  func lastDate() throws {
    let output = try TemporaryOutput()
    let both = event("talks", "2026-03-04T10:00:00", "2026-03-05T10:00:00")
    try output.publish(EditionFixture.contents(events: [both]))
    let left = event("talks", "2026-03-05T10:00:00")
    let edition = try output.publish(
      EditionFixture.contents(now: EditionFixture.firstRun + 86_400, events: [left]))
    #expect(try uids(edition).contains("talks-20260305@hill.example"))
    #expect(try !uids(edition).contains("talks@hill.example"))
  }
}
