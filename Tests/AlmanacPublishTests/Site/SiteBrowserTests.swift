import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests the page's contents and controls, in headless Chromium.
@Suite(.enabled(if: BrowserPage.isHere, BrowserPage.isAbsent))
struct SiteBrowserTests {
  /// One visit for several tests, because starting a browser takes seconds.
  private static let desktop = Task {
    let output = try TemporaryOutput()
    let edition = try output.publish(contents(events: EditionFixture.events + [evil]))
    return try await BrowserPage(edition, scenario: "desktop", in: output).play(DesktopReport.self)
  }

  private let seen: DesktopReport

  init() async throws { seen = try await Self.desktop.value }

  @Test("The page has no errors, and its list and map show upcoming events")
  func opens() {
    #expect(seen.errors == [])
    #expect(
      seen.start.titles == [
        "Exhibition", "Morning Yoga", "Jazz Night: \"Blue, Green; Red\"", "Seminar",
        "Two Lectures", Self.evil.title, "Open Day", "Evening Yoga", "Two Lectures",
        "Morning Yoga", "Webinar", "Webinar", "Morning Yoga", "Webinar",
      ])
    #expect(seen.start.summary == "8 events on 14 dates, 3 not on the map")
    #expect(seen.start.pins == ["Great Hall: 4 events", "Léopold \"Leo\" Library: 2 events"])
    #expect(Set(seen.start.names).isSuperset(of: ["Great Hall", "Léopold \"Leo\" Library"]))
  }

  @Test("Search, kind, price and category filter the list without moving the map")
  func filters() {
    let yoga = ["Morning Yoga", "Evening Yoga", "Morning Yoga", "Morning Yoga"]
    #expect(seen.search.titles == ["Two Lectures", "Two Lectures"])
    #expect(seen.search.pins == ["Léopold \"Leo\" Library: 1 event"])
    #expect(seen.search.stays == true)
    #expect(seen.community.titles?.filter { $0.contains("Yoga") } == yoga)
    #expect(seen.community.stays == true)
    #expect(seen.free.titles == yoga)
    #expect(seen.free.chips == ["Free"])
    #expect(seen.category.titles == ["Jazz Night: \"Blue, Green; Red\""])
    #expect(seen.category.badge == "1")
  }

  @Test("A day, a week or a range shows its events, including running ones")
  func spans() {
    #expect(
      seen.day.titles == ["Exhibition", "Morning Yoga", "Jazz Night: \"Blue, Green; Red\""])
    #expect(seen.day.headings == ["Already running", "Tuesday, 3 March 2026"])
    #expect(seen.nextDay.titles == ["Exhibition", "Seminar"])
    #expect(seen.nextDay.headings == ["Already running", "Wednesday, 4 March 2026"])
    #expect(seen.week.range == "2 – 8 March")
    #expect(seen.range.titles == ["Evening Yoga", "Two Lectures"])
    #expect(seen.all.summary == seen.start.summary)
    #expect(seen.all.stays == true)
  }

  @Test("Selecting a place by mouse, keyboard or tree shows its events and moves the map")
  func places() {
    #expect(seen.marker.titles == ["Two Lectures", "Evening Yoga", "Two Lectures"])
    #expect((seen.marker.zoom ?? 0) >= 17.5)
    #expect(seen.marker.chips == ["Léopold \"Leo\" Library"])
    #expect(
      seen.keyboard.titles?.contains("Exhibition") == true, "the Annex is within the Great Hall")
    #expect(seen.home.stays == true)
    #expect(seen.tree == ["Everywhere9", "Cultural6", "Libraries3", "Other places1"])
    #expect(seen.branch == ["Great Hall6"])
    #expect(seen.placeCategory.titles == seen.marker.titles)
    #expect(seen.placeCategory.isClosed == true)
  }

  @Test("The map can't leave the campus")
  func bounds() {
    #expect(seen.edge.isInside)
    #expect(seen.edge.zoom == seen.edge.least)
  }

  @Test("The weather icon is part of the page and has a variant without sun at night")
  func icons() {
    #expect(seen.icons.map(\.name) == ["rain_light", "rain_light", "clear_night"])
    #expect(seen.icons.map(\.strokes) == [2, 2, 1])
    #expect(seen.icons.allSatisfy { $0.wide > 10 })
    #expect(seen.detail.icons == ["rain_light"])
  }

  @Test("An event opens with all its values, and closing it restores the keyboard focus")
  func detail() {
    let detail = seen.detail
    #expect(detail.hash == "#jazz-night")
    #expect(detail.title.hasPrefix("Jazz Night"))
    #expect(detail.focus == "UI_detailTitle")
    #expect(detail.isListInert)
    #expect(detail.lit == ["Great Hall: 4 events"])
    for text in [
      "Tuesday, 3 March 2026, 19:00–21:00", "Time in Singapore", "GH-01-02, Great Hall",
      "Light rain, 25–28 °C, rain 60 %", "Weather by Sky, as of 3 March, 14:00", "S$12.50",
      "Jazz Club", "東京の夜も",
      "Programme of the Great Hall, CC BY 4.0", "Student clubs",
    ] {
      #expect(detail.text.contains(text), "\(text)")
    }
    #expect(detail.links.contains("https://hall.example/7"))
    #expect(detail.links.contains("https://open-meteo.com/"))
    #expect(detail.links.contains("../calendars/place/great-hall.ics"))
    #expect(seen.closed.isHidden)
    #expect(seen.closed.hash.isEmpty)
    #expect(seen.closed.focus.hasPrefix("Jazz Night"))
  }

  @Test("A date with its own description shows that description")
  func datedDescription() {
    #expect(seen.dated == ["By candlelight; bring a mat."])
    #expect(seen.others.contains("By candlelight; bring a mat."))
  }

  @Test("An address with a current or former event id opens the event")
  func permalinks() {
    #expect(seen.permalinks == ["Two Lectures", "Jazz Night: \"Blue, Green; Red\"", ""])
  }

  @Test("A date can be added to a calendar as a valid RFC 5545 file")
  func calendar() {
    let lines = seen.calendar.components(separatedBy: "\r\n")
    for line in [
      "BEGIN:VEVENT", "UID:jazz-night@hill.example", "DTSTART:20260303T110000Z",
      "DTEND:20260303T130000Z", #"SUMMARY:Jazz Night: "Blue\, Green\; Red""#,
      #"LOCATION:GH-01-02\, Great Hall"#, "GEO:1.2966;103.7764", "URL:https://hall.example/7",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    let text = seen.calendar.replacing("\r\n ", with: "")
    #expect(text.contains(#"open.\nBring your own \\ backslash"#))
    #expect(text.contains("東京の夜も、ずっと長い一行の中で折り返される文字列です。🎷🎷🎷"))
  }

  @Test("Text of a feed never becomes markup or a script")
  func isSafe() {
    #expect(seen.evil.text == Self.evil.title)
    #expect(seen.evil.made == 0)
    #expect(seen.evil.links == [])
    #expect(!seen.evil.ran)
  }

  @Test("All controls have a name, an order and enough contrast")
  func isAccessible() {
    #expect(seen.barriers == [])
    #expect(seen.pale == [])
    #expect(seen.detail.barriers == [])
    #expect(seen.detail.pale == [])
  }

  @Test("On a phone the list comes first, with today on top and the map one tap away")
  func narrow() async throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents(events: EditionFixture.events))
    let seen = try await BrowserPage(edition, scenario: "narrow", in: output).play(
      NarrowReport.self, clock: "2026-03-04T01:00:00+08:00", isNarrow: true, isDark: true)
    #expect(seen.errors == [])
    #expect(seen.start.width == 390)
    #expect(seen.start.isDark == true)
    #expect(seen.start.list == true && seen.start.map == false)
    #expect(seen.start.today == "Already running")
    #expect(seen.start.overflow == 0)
    #expect(seen.filters.visible == true && seen.filters.expanded == "true")
    #expect(seen.filters.small == [])
    #expect(seen.map.list == false && seen.map.map == true)
    #expect(seen.map.pins == ["Great Hall: 2 events", "Léopold \"Leo\" Library: 2 events"])
    #expect(seen.card.contains("Great Hall") && seen.card.contains("2 events"))
    #expect(seen.back.list == true)
    #expect(seen.back.titles == ["Exhibition", "Morning Yoga", "Morning Yoga"])
    #expect(seen.detail.visible == true && seen.detail.overflow == 0)
    #expect(seen.barriers == [])
    #expect(seen.listPale + seen.mapPale + (seen.detail.pale ?? []) == [])
  }

  @Test("Without Leaflet and with two campuses the page lists one campus at a time")
  func list() async throws {
    let start = EditionFixture.instant("2026-03-05T15:00:00Z")
    let talks = (0..<130).map { number in
      Event(
        id: "talk-\(number)", campus: "valley", title: "Talk \(number)",
        occurrences: [Occurrence(start: .zoned(ZonedTime(start + 60 * number, in: .utc)))],
        listings: [ListingReference(id: "hall/\(number)", source: "hall")])
    }
    let valley = Campus(id: "valley", name: "Valley College", timezone: "America/New_York")
    let output = try TemporaryOutput()
    let edition = try output.publish(
      EditionFixture.contents(
        events: [EditionFixture.jazz] + talks, campuses: [EditionFixture.campus, valley]))
    let seen = try await BrowserPage(edition, scenario: "list", in: output).play(
      ListReport.self, clock: "2026-03-03T12:00:00+08:00")
    #expect(seen.errors == [])
    #expect(seen.start.titles == ["Jazz Night: \"Blue, Green; Red\""])
    #expect(seen.start.headings == ["Today, Tuesday, 3 March 2026"])
    #expect(!seen.start.map)
    #expect(seen.start.campuses == ["Hill University", "Valley College"])
    #expect(seen.valley.name == "Valley College")
    #expect(seen.valley.items == 30)
    #expect(seen.valley.summary == "130 events")
    #expect(seen.valley.more == "Show more (100 left)")
    #expect(seen.grown == 130)
    #expect(seen.switched.name == "Hill University")
    #expect(seen.switched.title.hasPrefix("Jazz Night"))
  }

  @Test("The address contains the filters on opening, after changes, and after going back")
  func addresses() async throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents(events: EditionFixture.events))
    let seen = try await BrowserPage(edition, scenario: "address", in: output).play(
      AddressReport.self, clock: "2026-03-03T12:00:00+08:00",
      query: "&category=arts&place=great-hall&q=jazz")
    #expect(seen.errors == [])
    let yoga = ["Morning Yoga", "Evening Yoga", "Morning Yoga", "Morning Yoga"]
    #expect(seen.arrived.titles == ["Jazz Night: \"Blue, Green; Red\""])
    #expect(seen.arrived.chips == ["Arts", "Great Hall", "“jazz”", "Clear all"])
    #expect(seen.cleared.hash == "#?" && seen.cleared.titles.count == 13)
    #expect(seen.free.hash == "#?free=1" && seen.free.titles == yoga)
    #expect(seen.typed.hash == "#?free=1&q=eve" && seen.typed.titles == ["Evening Yoga"])
    #expect(seen.day.hash == "#?day=2026-03-03&free=1&q=eve" && seen.day.titles == [])
    // Three letters are one history entry.
    #expect(seen.backs.map(\.hash) == ["#?free=1&q=eve", "#?free=1", "#?"])
    #expect(seen.backs.map(\.titles.count) == [1, 4, 13])
    #expect(seen.followed.titles == ["Two Lectures", "Two Lectures"])
    #expect(seen.followed.chips == ["Libraries", "Official", "Clear all"])
    #expect(seen.followed.span == "range" && (seen.followed.zoom ?? 0) >= 17.5)
    let filters = "from=2026-03-04&to=2026-03-20&area=Libraries&kind=official"
    #expect(seen.opened.hash == "#lectures" && seen.opened.open == "Two Lectures")
    #expect(seen.opened.kept == filters)
    #expect(seen.left.hash == "#?\(filters)" && seen.left.open == nil)
    #expect(seen.left.titles == seen.followed.titles)
    #expect(seen.reopened.open == "Two Lectures" && seen.reopened.titles == seen.left.titles)
    #expect(seen.strange.chips == [] && seen.strange.titles.count == 13)
  }

  @Test(
    "Places too close for two markers share one with a common count, and selecting it separates them"
  )
  func clusters() async throws {
    var contents = Self.contents(events: EditionFixture.events)
    var places = EditionFixture.gazetteer.places
    // A few meters from the hall.
    let annex = try #require(places.firstIndex { $0.id == "annex" })
    places[annex].coordinate = Coordinate(latitude: 1.2967, longitude: 103.7765)
    contents.gazetteers["hill"]?.places = places
    let output = try TemporaryOutput()
    let edition = try output.publish(contents)
    let seen = try await BrowserPage(edition, scenario: "clusters", in: output).play(
      ClusterReport.self, clock: "2026-03-03T12:00:00+08:00")
    #expect(seen.errors == [])
    #expect(
      seen.far.pins == [
        "3 events at 2 places around Great Hall", "Léopold \"Leo\" Library: 2 events",
      ])
    #expect(seen.far.numbers == ["2", "3"])
    #expect(
      seen.near.pins.filter { !$0.hasPrefix("Léo") } == [
        "Annex: 1 event", "Great Hall: 2 events",
      ])
    #expect(seen.near.chips == [], "zooming in is no filter")
    #expect(seen.chosen.chips == ["Annex"] && seen.chosen.titles == ["Exhibition"])
  }

  private static func contents(events: [Event]) -> EditionContents {
    var contents = EditionFixture.contents(events: events)
    contents.options.site = SiteOptions(leaflet: BrowserPage.leaflet)
    contents.gazetteers["hill"]?.bounds = BoundingBox(
      west: 103.77, south: 1.29, east: 103.79, north: 1.305)
    return contents
  }

  private static var evil: Event {
    var evil = EditionFixture.jazz
    evil.id = "evil"
    evil.aliases = []
    evil.title = "<img src=x onerror=\"window.hacked=true\">"
    evil.text = "</script><script>window.hacked=true</script><b>bold</b>"
    evil.url = "javascript:window.hacked=true"
    evil.categorization = nil
    evil.occurrences[0].start = EditionFixture.time("2026-03-06T19:00:00+08:00[Asia/Singapore]")
    evil.occurrences[0].end = nil
    return evil
  }
}
